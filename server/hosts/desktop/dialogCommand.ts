/**
 * Which program shows a file dialog, and with what arguments: zenity or kdialog on Linux, osascript on macOS, PowerShell on Windows. Tried with
 * zenity; for the others, as their documentation has it.
 */
import { join } from 'node:path'
import type { DialogMode } from '../../../src/model/contract/shapes.ts'
import { type Command, type Machine, osascript, powershell } from './machine.ts'

export interface FileDialog {
  mode: DialogMode
  title: string
  /** What the files are called that are shown. */
  label: string
  /** Where it begins: an absolute path of a folder that there is. */
  folder: string
  /** Proposed for a file that is saved; empty: none. */
  name: string
}

export interface DialogCommand extends Command {
  /** Whether the program asks by itself before it gives away the name of a file that there is. */
  asks: boolean
}

const suffixesOf = (mode: DialogMode): readonly string[] => (mode === 'open' ? ['qrk', 'qdpx'] : ['qrk'])

/** null: this system has no program for it, or nothing to show it on. */
export function dialogCommand(dialog: FileDialog, machine: Machine): DialogCommand | null {
  const { platform, env } = machine
  if (platform === 'darwin') return onMac(dialog)
  if (platform === 'win32') return onWindows(dialog, machine)
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return null
  const known = { zenity: machine.find('zenity'), kdialog: machine.find('kdialog') }
  const isKde = /\bKDE\b/i.test(env.XDG_CURRENT_DESKTOP ?? '')
  if (known.kdialog && (isKde || !known.zenity)) return byKdialog(dialog, known.kdialog)
  return known.zenity ? byZenity(dialog, known.zenity) : null
}

/** Values stand in one argument with their option: what begins with a dash is none of its own. */
function byZenity({ mode, title, label, folder, name }: FileDialog, program: string): DialogCommand {
  // The bar parts a label from its patterns; patterns know large letters from small ones.
  const patterns = suffixesOf(mode).map((suffix) => `*.${suffix} *.${suffix.toUpperCase()}`)
  const filter = `--file-filter=${label.replaceAll('|', ' ')} | ${patterns.join(' ')}`
  const kinds = { open: [filter], save: ['--save', '--confirm-overwrite', filter], folder: ['--directory'] }
  const start = mode === 'save' && name ? join(folder, name) : join(folder, '/')
  return { program, args: ['--file-selection', `--title=${title}`, `--filename=${start}`, ...kinds[mode]], asks: true }
}

/** Whether it asks before it replaces a file differs from one version to the next: so it is asked again. */
function byKdialog({ mode, title, label, folder, name }: FileDialog, program: string): DialogCommand {
  const kinds = { open: '--getopenfilename', save: '--getsavefilename', folder: '--getexistingdirectory' }
  const patterns = suffixesOf(mode).map((suffix) => `*.${suffix}`)
  const filter = `${label.replace(/[()|]/g, ' ')} (${patterns.join(' ')})`
  const start = mode === 'save' && name ? join(folder, name) : folder
  return {
    program,
    args: [`--title=${title}`, kinds[mode], start, ...(mode === 'folder' ? [] : [filter])],
    asks: false,
  }
}

/** What is not the script's own comes as its arguments. The folder is the first: it begins with a slash, and so ends the options. */
function onMac({ mode, title, folder, name }: FileDialog): DialogCommand {
  const types = suffixesOf(mode)
    .map((suffix) => `"${suffix}"`)
    .join(', ')
  const at = 'with prompt (item 2 of argv) default location (POSIX file (item 1 of argv))'
  const kinds = {
    open: `choose file ${at} of type {${types}} invisibles false`,
    save: `choose file name ${at} default name (item 3 of argv)`,
    folder: `choose folder ${at} invisibles false`,
  }
  // Else it may lie behind the other windows.
  const script = ['on run argv', 'activate', `return POSIX path of (${kinds[mode]})`, 'end run']
  return { program: osascript, args: [...script.flatMap((line) => ['-e', line]), folder, title, name], asks: true }
}

function onWindows({ mode, title, label, folder, name }: FileDialog, machine: Machine): DialogCommand {
  const kind = {
    open: 'OpenFileDialog',
    save: 'SaveFileDialog',
    folder: 'FolderBrowserDialog',
  }[mode]
  const isFolder = mode === 'folder'
  const script = [
    '[Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false',
    'Add-Type -AssemblyName System.Windows.Forms',
    '[System.Windows.Forms.Application]::EnableVisualStyles()',
    `$dialog = New-Object System.Windows.Forms.${kind}`,
    ...(isFolder
      ? ['$dialog.Description = $env:THICKET_TITLE', '$dialog.SelectedPath = $env:THICKET_FOLDER']
      : [
          '$dialog.Title = $env:THICKET_TITLE',
          '$dialog.InitialDirectory = $env:THICKET_FOLDER',
          '$dialog.Filter = $env:THICKET_FILTER',
          '$dialog.FileName = $env:THICKET_NAME',
        ]),
    ...(mode === 'save' ? ['$dialog.OverwritePrompt = $true', "$dialog.DefaultExt = 'qrk'"] : []),
    // Without an owner that is above all, it may lie behind the other windows.
    '$owner = New-Object System.Windows.Forms.Form -Property @{ TopMost = $true }',
    `if ($dialog.ShowDialog($owner) -eq 'OK') { [Console]::Out.Write($dialog.${isFolder ? 'SelectedPath' : 'FileName'}) }`,
  ]
  const patterns = suffixesOf(mode).map((suffix) => `*.${suffix}`)
  const values = {
    THICKET_TITLE: title,
    THICKET_FOLDER: folder,
    THICKET_FILTER: `${label.replaceAll('|', ' ')}|${patterns.join(';')}`,
    THICKET_NAME: name,
  }
  return { ...powershell(machine, script, values), asks: true }
}
