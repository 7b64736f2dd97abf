/** Short messages from anywhere, shown by the one `Toaster` of the page; what comes before it stands waits for it. */

import { toastTime } from '../../model/limits.ts'

export interface ToastMessage {
  kind?: 'info' | 'success' | 'warning' | 'error'
  /** What happened, what it means and what to do. */
  message: string
  /** What is to be known besides, under it. */
  note?: string
  action?: { label: string; onClick: () => void }
  /** In ms: `toastTime.usual` unless said, `long` with an action or for an error; 0 stays until closed. */
  timeout?: number
  /** What it is about: a second toast about the same replaces the first. `step`: what was done to the project last. */
  id?: string | undefined
}

export type ToastEvent = { show: ToastMessage } | { close: string | undefined }

const waiting: ToastEvent[] = []
let listener: ((event: ToastEvent) => void) | null = null

function send(event: ToastEvent): void {
  if (listener) listener(event)
  else waiting.push(event)
}

export const toast = {
  show: (message: ToastMessage): void => send({ show: message }),
  /** One by its id, or all. */
  close: (id?: string): void => send({ close: id }),
}

/** For the Toaster: takes what waited, then what comes. Returns the end of it. */
export function receiveToasts(receive: (event: ToastEvent) => void): () => void {
  listener = receive
  for (const event of waiting.splice(0)) receive(event)
  return () => {
    if (listener === receive) listener = null
  }
}

export function toastTimeout({ kind, action, timeout }: ToastMessage): number {
  return timeout ?? (action || kind === 'error' ? toastTime.long : toastTime.usual)
}
