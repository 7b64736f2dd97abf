/** `thicket uninstall`: what `thicket install` has put there goes, and nothing of the person's. */

import { isExecutable } from '../base/ownFiles.ts'
import { configFolder } from '../base/settings/configFolder.ts'
import { placesOf, uninstall } from '../packaging/install.ts'
import { command } from './command.ts'
import { say } from './output.ts'

export const main = command({ usage: 'uninstall', words: { least: 0, most: 0 } }, async () => {
  if (process.platform !== 'linux' || !isExecutable) {
    say('thicket: only the executable uninstalls itself, on Linux; elsewhere: server/docs/desktop.md')
    return 1
  }
  uninstall(placesOf())
  say(
    `Thicket is no longer in the menu. Your projects stay where they are; settings and backups are in ${configFolder()}.`,
  )
  return 0
})
