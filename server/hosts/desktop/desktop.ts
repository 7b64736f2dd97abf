/** What the desktop of the machine does for its person. */
import { type FileDialogs, openFileDialogs } from './fileDialogs.ts'
import { type Machine, thisMachine } from './machine.ts'
import { openTrash, type Trash } from './trash.ts'

export interface Desktop {
  /** null: none can be shown. */
  dialogs: FileDialogs | null
  /** null: there is none. */
  trash: Trash | null
}

/** Of a machine without one. */
export const noDesktop: Desktop = { dialogs: null, trash: null }

/** THICKET_NO_OPEN keeps windows shut, as it does that of the browser: the person may be at another machine. */
export function openDesktop(machine: Machine = thisMachine): Desktop {
  const isShut = machine.env.THICKET_NO_OPEN === '1' || Boolean(machine.env.CI)
  return { dialogs: isShut ? null : openFileDialogs(machine), trash: openTrash(machine) }
}
