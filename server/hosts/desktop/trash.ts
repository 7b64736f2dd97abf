/** The system's trash: where a file goes that its person may want back. Tried with gio; for the other systems, as their documentation has it. */
import { existsSync } from 'node:fs'
import { ok, problem, type Result } from '../../../src/model/problems.ts'
import { type Command, type Machine, osascript, powershell } from './machine.ts'
import { runCommand } from './runCommand.ts'

/** Takes absolute paths. Problems: noTrash, of the first that is still there. */
export type Trash = (paths: readonly string[]) => Promise<Result<void>>

/** null: this system has no program for it. */
export function trashCommand(paths: readonly string[], machine: Machine): Command | null {
  if (machine.platform === 'darwin') return onMac(paths)
  if (machine.platform === 'win32') return onWindows(paths, machine)
  const gio = machine.find('gio')
  return gio ? { program: gio, args: ['trash', '--', ...paths] } : null
}

/** ms: a disk may have to wake up, and the file of a large project to be copied to the trash of another. */
const patience = 60_000

/** null: there is none. */
export function openTrash(machine: Machine): Trash | null {
  if (!trashCommand([], machine)) return null
  return async (paths) => {
    const command = trashCommand(paths, machine)
    if (command) await runCommand(command, AbortSignal.timeout(patience))
    const left = paths.find((path) => existsSync(path))
    return left === undefined ? ok(undefined) : problem({ kind: 'noTrash', name: left })
  }
}

/** By Foundation: the Finder would have to be asked for its leave first. */
function onMac(paths: readonly string[]): Command {
  const script = [
    "ObjC.import('Foundation')",
    'function run(paths) {',
    '  for (const path of paths) {',
    '    const url = $.NSURL.fileURLWithPath(path)',
    '    $.NSFileManager.defaultManager.trashItemAtURLResultingItemURLError(url, null, null)',
    '  }',
    '}',
  ]
  return { program: osascript, args: ['-l', 'JavaScript', ...script.flatMap((line) => ['-e', line]), ...paths] }
}

/** Drives that are not fixed have no recycle bin: there the system would delete for good, unasked. No name holds a bar. */
function onWindows(paths: readonly string[], machine: Machine): Command {
  const script = [
    "$ErrorActionPreference = 'Stop'",
    'Add-Type -AssemblyName Microsoft.VisualBasic',
    "foreach ($path in $env:THICKET_PATHS.Split('|')) {",
    '  $drive = New-Object System.IO.DriveInfo ([System.IO.Path]::GetPathRoot($path))',
    "  if ($drive.DriveType -ne 'Fixed') { exit 1 }",
    "  [Microsoft.VisualBasic.FileIO.FileSystem]::DeleteFile($path, 'OnlyErrorDialogs', 'SendToRecycleBin')",
    '}',
  ]
  return powershell(machine, script, { THICKET_PATHS: paths.join('|') })
}
