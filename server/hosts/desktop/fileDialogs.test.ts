/** Dialogs by programs that stand in for zenity: what each does is what people and systems do with one. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DialogAnswer } from '../../../src/model/contract/shapes.ts'
import { testFolder } from '../../testing/serve.ts'
import type { FileDialog } from './dialogCommand.ts'
import { type FileDialogs, openFileDialogs } from './fileDialogs.ts'
import { findProgram } from './machine.ts'

let folder: string
beforeEach(() => {
  folder = testFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const dialog: FileDialog = { mode: 'save', title: 'Save', label: 'Projects', folder: '/tmp', name: 'Study.qrk' }
const never = new AbortController().signal

/** The system has a zenity that runs these lines of shell. */
function zenity(script: string): FileDialogs {
  const path = join(folder, 'zenity')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  const found = (program: string) => findProgram(program, folder)
  const dialogs = openFileDialogs({ platform: 'linux', env: { DISPLAY: ':0' }, find: found })
  if (!dialogs) throw new Error('the program was not found')
  return dialogs
}
const answers = (script: string, wanted = dialog): Promise<DialogAnswer> => zenity(script).ask(wanted, never)
/** Ended, and nobody has asked how: its parent was ended before. */
const isZombie = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0) && !isZombie(pid)
  } catch {
    return false
  }
}
/** It says its number, and then nothing. */
const hangs = (name: string) => `echo $$ > '${join(folder, name)}'; exec sleep 60`
const started = async (name: string): Promise<number> => {
  await expect.poll(() => existsSync(join(folder, name)) && readFileSync(join(folder, name), 'utf8')).toMatch(/\n$/)
  return Number(readFileSync(join(folder, name), 'utf8'))
}

describe('a file dialog', () => {
  it('gives away the path as it is, line breaks and all', async () => {
    const odd = `/tmp/ "q" 'a' $(id) é漢\n字 .qrk`
    writeFileSync(join(folder, 'said'), `${odd}\n`)
    expect(await answers(`cat '${join(folder, 'said')}'`)).toEqual({ outcome: 'chosen', path: odd, replace: true })
  })

  it('a name without its suffix has not been agreed to', async () => {
    expect(await answers('echo /tmp/Study')).toEqual({ outcome: 'chosen', path: '/tmp/Study', replace: false })
    expect(await answers('echo /tmp/Study.qrk', { ...dialog, mode: 'open' })).toMatchObject({ replace: false })
  })

  it('that is left gives away nothing', async () => {
    expect(await answers('echo "Gtk-Message: module not loaded" >&2; exit 1')).toEqual({ outcome: 'cancelled' })
    expect(await answers('exit 0')).toEqual({ outcome: 'cancelled' })
  })

  it('that cannot be shown is said to be unavailable', async () => {
    expect(await answers('echo "cannot open display: :9" >&2; exit 1')).toEqual({ outcome: 'unavailable' })
    expect(await answers('exit 255')).toEqual({ outcome: 'unavailable' })
    const dialogs = zenity('exit 0')
    rmSync(join(folder, 'zenity'))
    expect(await dialogs.ask(dialog, never)).toEqual({ outcome: 'unavailable' })
    expect(openFileDialogs({ platform: 'linux', env: { DISPLAY: ':0' }, find: () => null })).toBeNull()
  })

  it('that hangs ends with who asked for it', async () => {
    const gone = new AbortController()
    const asked = zenity(hangs('first')).ask(dialog, gone.signal)
    const pid = await started('first')
    gone.abort()
    expect(await asked).toEqual({ outcome: 'cancelled' })
    await expect.poll(() => isRunning(pid)).toBe(false)
    expect(await zenity('exit 1').ask(dialog, AbortSignal.abort())).toEqual({ outcome: 'cancelled' })
  })

  it('that hangs ends with the program', async () => {
    zenity(hangs('first'))
    const run = new URL('runCommand.ts', import.meta.url).href
    const script = `import { runCommand } from '${run}'
process.on('SIGTERM', () => process.exit())
runCommand({ program: '${join(folder, 'zenity')}', args: [] }, new AbortController().signal)`
    const program = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    const pid = await started('first')
    program.kill('SIGTERM')
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  it('is one at a time: a new one closes that before it', async () => {
    const dialogs = zenity(`[ -e '${join(folder, 'first')}' ] && echo /tmp/b.qrk && exit; ${hangs('first')}`)
    const first = dialogs.ask(dialog, never)
    const pid = await started('first')
    const second = dialogs.ask(dialog, never)
    expect(await first).toEqual({ outcome: 'cancelled' })
    expect(await second).toMatchObject({ path: '/tmp/b.qrk' })
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  it('is looked for in the folders of PATH alone, never where the program happens to be', () => {
    zenity('exit 0')
    expect(findProgram('zenity', `/nowhere:${folder}`)).toBe(join(folder, 'zenity'))
    expect(findProgram('zenity', ':.:relative')).toBeNull()
    chmodSync(join(folder, 'zenity'), 0o644)
    expect(findProgram('zenity', folder)).toBeNull()
  })
})
