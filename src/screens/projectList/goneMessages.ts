import { type ToastMessage, toast } from '../../ui/feedback/toast.ts'

/** The projects of which this page says that they are gone. */
const told = new Set<string>()

const idOf = (uuid: string) => `gone ${uuid}`

/** Says why a project is not there any more, until its person closes that: they may have been away when it went. */
export function tellGone(uuid: string, message: Pick<ToastMessage, 'message' | 'note'>): void {
  told.add(uuid)
  toast.show({ kind: 'error', ...message, timeout: 0, id: idOf(uuid) })
}

/** It stands in the person's list, or is open: nothing that was said of its end is true any more. */
export function noteThere(uuid: string): void {
  if (told.delete(uuid)) toast.close(idOf(uuid))
}
