/** What is run for a file dialog: tried with zenity; for the others, what would be run there. */
import { describe, expect, it } from 'vitest'
import { dialogCommand, type FileDialog } from './dialogCommand.ts'
import type { Machine } from './machine.ts'

const open: FileDialog = { mode: 'open', title: 'Open', label: 'Projects', folder: '/home/ana', name: '' }
const save: FileDialog = { ...open, mode: 'save', name: 'Study.qrk' }
const folder: FileDialog = { ...open, mode: 'folder' }

const linux = (programs: readonly string[], env: NodeJS.ProcessEnv = { DISPLAY: ':0' }): Machine => ({
  platform: 'linux',
  env,
  find: (program) => (programs.includes(program) ? `/usr/bin/${program}` : null),
})
const machine = (platform: NodeJS.Platform): Machine => ({ platform, env: {}, find: () => null })
const scriptOf = (args: readonly string[]) => Buffer.from(args.at(-1) ?? '', 'base64').toString('utf16le')

/** Quotes of all kinds, what shells and formats read, other alphabets, a line break: each is to arrive as it is. */
const hostile = `-x "q" 'a' \`id\` $(id) %PATH% ; & | <é\u{1f600}漢字\n>`

describe('a file dialog of the system', () => {
  it('there is none without a screen, or without a program for it', () => {
    expect(dialogCommand(open, linux(['zenity'], {}))).toBeNull()
    expect(dialogCommand(open, linux([]))).toBeNull()
    expect(dialogCommand(open, linux(['zenity'], { WAYLAND_DISPLAY: 'wayland-0' }))?.program).toBe('/usr/bin/zenity')
  })

  it('Linux: kdialog on KDE, zenity on other desktops, else the one that there is', () => {
    const both = ['zenity', 'kdialog']
    const programOn = (programs: string[], XDG_CURRENT_DESKTOP: string) =>
      dialogCommand(open, linux(programs, { DISPLAY: ':0', XDG_CURRENT_DESKTOP }))?.program
    expect(programOn(both, 'KDE')).toBe('/usr/bin/kdialog')
    expect(programOn(both, 'ubuntu:GNOME')).toBe('/usr/bin/zenity')
    expect(programOn(['zenity'], 'KDE')).toBe('/usr/bin/zenity')
    expect(programOn(['kdialog'], 'XFCE')).toBe('/usr/bin/kdialog')
  })

  it('zenity', () => {
    const args = (dialog: FileDialog) => dialogCommand(dialog, linux(['zenity']))?.args
    expect(args(open)).toEqual([
      '--file-selection',
      '--title=Open',
      '--filename=/home/ana/',
      '--file-filter=Projects | *.qrk *.QRK *.qdpx *.QDPX',
    ])
    expect(args(save)).toEqual([
      '--file-selection',
      '--title=Open',
      '--filename=/home/ana/Study.qrk',
      '--save',
      '--confirm-overwrite',
      '--file-filter=Projects | *.qrk *.QRK',
    ])
    expect(args(folder)).toEqual(['--file-selection', '--title=Open', '--filename=/home/ana/', '--directory'])
    expect(args({ ...open, folder: '/' })?.[2]).toBe('--filename=/')
  })

  it('kdialog, which is not believed to ask before a file is replaced', () => {
    const command = (dialog: FileDialog) => dialogCommand(dialog, linux(['kdialog']))
    expect(command(open)?.args).toEqual(['--title=Open', '--getopenfilename', '/home/ana', 'Projects (*.qrk *.qdpx)'])
    expect(command(save)).toMatchObject({
      args: ['--title=Open', '--getsavefilename', '/home/ana/Study.qrk', 'Projects (*.qrk)'],
      asks: false,
    })
    expect(command(folder)?.args).toEqual(['--title=Open', '--getexistingdirectory', '/home/ana'])
  })

  it('macOS: a script that holds no value, with the values as its arguments', () => {
    const lines = (dialog: FileDialog) => {
      const { program, args } = dialogCommand(dialog, machine('darwin')) ?? { args: [] }
      expect(program).toBe('/usr/bin/osascript')
      return args.filter((arg) => arg !== '-e')
    }
    const at = 'with prompt (item 2 of argv) default location (POSIX file (item 1 of argv))'
    expect(lines(open)).toEqual([
      'on run argv',
      'activate',
      `return POSIX path of (choose file ${at} of type {"qrk", "qdpx"} invisibles false)`,
      'end run',
      '/home/ana',
      'Open',
      '',
    ])
    expect(lines(save)[2]).toBe(`return POSIX path of (choose file name ${at} default name (item 3 of argv))`)
    expect(lines(folder)[2]).toBe(`return POSIX path of (choose folder ${at} invisibles false)`)
    // Options end with the first argument that is none: a title may look like one.
    expect(lines({ ...save, title: hostile, name: hostile }).slice(-3)).toEqual(['/home/ana', hostile, hostile])
  })

  it('Windows: a script that holds no value, with the values in its environment', () => {
    const command = (dialog: FileDialog) => dialogCommand(dialog, machine('win32'))
    const { program, args, env } = command({ ...save, folder: 'C:\\Users\\Ana' }) ?? { args: [] }
    expect(program).toBe('C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe')
    expect(args.slice(0, -1)).toEqual(['-NoProfile', '-NonInteractive', '-STA', '-EncodedCommand'])
    expect(scriptOf(args)).toContain('System.Windows.Forms.SaveFileDialog')
    expect(scriptOf(args)).toContain('$dialog.OverwritePrompt = $true')
    expect(env).toEqual({
      THICKET_TITLE: 'Open',
      THICKET_FOLDER: 'C:\\Users\\Ana',
      THICKET_FILTER: 'Projects|*.qrk',
      THICKET_NAME: 'Study.qrk',
    })
    expect(command(open)?.env?.THICKET_FILTER).toBe('Projects|*.qrk;*.qdpx')
    expect(scriptOf(command(folder)?.args ?? [])).toContain('Write($dialog.SelectedPath)')
    const odd = command({ ...save, title: hostile, name: hostile })
    expect(odd?.args).toEqual(args)
    expect(odd?.env).toMatchObject({ THICKET_TITLE: hostile, THICKET_NAME: hostile })
  })

  it('nothing in a name or title becomes an argument of its own, or parts a filter', () => {
    const odd = { ...save, title: hostile, label: 'a|b (c)', folder: `/home/${hostile}`, name: hostile }
    const zenity = dialogCommand(odd, linux(['zenity']))?.args ?? []
    expect(zenity).toHaveLength(6)
    expect(zenity.slice(1, 3)).toEqual([`--title=${hostile}`, `--filename=/home/${hostile}/${hostile}`])
    expect(zenity.at(-1)).toBe('--file-filter=a b (c) | *.qrk *.QRK')
    const kdialog = dialogCommand(odd, linux(['kdialog']))?.args ?? []
    expect(kdialog).toEqual([
      `--title=${hostile}`,
      '--getsavefilename',
      `/home/${hostile}/${hostile}`,
      'a b  c  (*.qrk)',
    ])
  })
})
