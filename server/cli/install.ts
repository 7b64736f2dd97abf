/** `thicket install`: the executable into the menu of the desktop, and its files to open with it. */

import { isExecutable } from '../base/ownFiles.ts'
import { install, placesOf } from '../packaging/install.ts'
import { command } from './command.ts'
import { say } from './output.ts'

export const main = command({ usage: 'install', words: { least: 0, most: 0 } }, async () => {
  if (process.platform !== 'linux' || !isExecutable) {
    say('thicket: only the executable installs itself, on Linux; elsewhere: server/docs/desktop.md')
    return 1
  }
  const places = placesOf()
  const notes = install(process.execPath, places)
  say(
    `Thicket is in the menu, and opens .qrk and .qdpx. It lies at ${places.program}; "thicket uninstall" takes it away.`,
  )
  for (const note of notes) say(note)
  return 0
})
