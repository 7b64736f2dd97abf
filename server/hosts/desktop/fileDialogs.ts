/**
 * The file dialogs of the system, for the person at the machine. What one gives away is a path like one that was written: whoever opens or saves
 * there judges it.
 *
 * Promises: one at a time, the newest; none outlives who asked for it.
 */
import type { DialogAnswer } from '../../../src/model/contract/shapes.ts'
import { type DialogCommand, dialogCommand, type FileDialog } from './dialogCommand.ts'
import type { Machine } from './machine.ts'
import { type Ended, runCommand } from './runCommand.ts'

export interface FileDialogs {
  /** Resolves when the person has chosen or gone, when `signal` ends it, or another is asked for. */
  ask(dialog: FileDialog, signal: AbortSignal): Promise<DialogAnswer>
}

const sample: FileDialog = { mode: 'open', title: '', label: '', folder: '/', name: '' }

/** null: this system shows none. */
export function openFileDialogs(machine: Machine): FileDialogs | null {
  if (!dialogCommand(sample, machine)) return null
  let last: AbortController | null = null
  return {
    ask: async (dialog, signal) => {
      last?.abort()
      const own = new AbortController()
      last = own
      const command = dialogCommand(dialog, machine)
      if (!command) return { outcome: 'unavailable' }
      const ends = AbortSignal.any([signal, own.signal])
      const ended = await runCommand(command, ends)
      if (last === own) last = null
      return ends.aborted ? { outcome: 'cancelled' } : answerOf(ended, command, dialog, machine)
    },
  }
}

function answerOf(
  { code, out, err }: Ended,
  { asks }: DialogCommand,
  { mode }: FileDialog,
  { platform }: Machine,
): DialogAnswer {
  // A line break at its end is the program's, one before it the name's.
  const path = out.replace(/\r?\n$/, '')
  if (code === 0 && path !== '') {
    // A name that gets its suffix only now is not the one that the person was asked about.
    const replace = asks && mode === 'save' && /\.qrk$/i.test(path)
    return { outcome: 'chosen', path, replace }
  }
  const isLeft = platform === 'darwin' ? err.includes('(-128)') : code === 0 || (code === 1 && !cannotShow.test(err))
  return { outcome: isLeft ? 'cancelled' : 'unavailable' }
}

/** In the words of the toolkits: "cannot open display", "Failed to open display", "could not connect to display". */
const cannotShow = /\bdisplay\b/i
