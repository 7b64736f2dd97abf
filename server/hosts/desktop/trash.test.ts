/** The trash: by a program that stands in for gio; for the other systems, what would be run there. */
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '../../testing/serve.ts'
import { openDesktop } from './desktop.ts'
import { findProgram, type Machine } from './machine.ts'
import { openTrash, trashCommand } from './trash.ts'

let folder: string
beforeEach(() => {
  folder = testFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const machine = (platform: NodeJS.Platform): Machine => ({
  platform,
  env: {},
  find: (program) => `/usr/bin/${program}`,
})
const odd = `/tmp/-x "q" 'a' $(id) é漢\n字.qrk`

describe('the system’s trash', () => {
  it('Linux: gio, which reads no file as an option', () => {
    expect(trashCommand(['/tmp/a.qrk', odd], machine('linux'))).toEqual({
      program: '/usr/bin/gio',
      args: ['trash', '--', '/tmp/a.qrk', odd],
    })
    expect(openTrash({ platform: 'linux', env: {}, find: () => null })).toBeNull()
  })

  it('macOS: a script with the paths as its arguments', () => {
    const { program, args } = trashCommand([odd], machine('darwin')) ?? { args: [] }
    expect([program, ...args.slice(0, 2), args.at(-1)]).toEqual(['/usr/bin/osascript', '-l', 'JavaScript', odd])
    expect(args.slice(0, -1).join('\n')).not.toContain('é')
  })

  it('Windows: a script with the paths in its environment, which deletes nothing where there is no bin', () => {
    const { args, env } = trashCommand(['C:\\a.qrk', 'C:\\a.qrk-wal'], machine('win32')) ?? { args: [] }
    expect(env).toEqual({ THICKET_PATHS: 'C:\\a.qrk|C:\\a.qrk-wal' })
    expect(Buffer.from(args.at(-1) ?? '', 'base64').toString('utf16le')).toMatch(/DriveType -ne 'Fixed'.*exit 1/)
  })

  it('takes the files away; one that is still there then is said', async () => {
    const gio = (script: string) => {
      writeFileSync(join(folder, 'gio'), `#!/bin/sh\n${script}\n`)
      chmodSync(join(folder, 'gio'), 0o755)
      return openTrash({ platform: 'linux', env: {}, find: (program) => findProgram(program, folder) })
    }
    const bin = join(folder, 'bin')
    const file = join(folder, `it's "one".qrk`)
    mkdirSync(bin)
    writeFileSync(file, 'x')
    expect(await gio('echo "not supported" >&2; exit 1')?.([file])).toEqual({
      problem: { kind: 'noTrash', name: file },
    })
    expect(existsSync(file)).toBe(true)
    expect(await gio(`shift 2; mv -- "$@" '${bin}'`)?.([file])).toEqual({ ok: undefined })
    expect([existsSync(file), existsSync(join(bin, `it's "one".qrk`))]).toEqual([false, true])
  })

  it('THICKET_NO_OPEN keeps dialogs of the system away, not the trash', () => {
    const desktop = (env: NodeJS.ProcessEnv) => openDesktop({ ...machine('linux'), env: { DISPLAY: ':0', ...env } })
    expect(desktop({}).dialogs).not.toBeNull()
    expect(desktop({ THICKET_NO_OPEN: '1' }).dialogs).toBeNull()
    expect(desktop({ THICKET_NO_OPEN: '1' }).trash).not.toBeNull()
  })
})
