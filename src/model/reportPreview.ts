/** What the preview of a report asks the window around it for, what it is answered, and what else it tells it. */

/** The name of a file in the report. */
export interface PreviewAsk {
  ask: string
}
export interface PreviewAnswer<File> {
  name: string
  /** null: there is none. */
  file: File | null
}

export const isPreviewAsk = (data: unknown): data is PreviewAsk =>
  typeof data === 'object' && data !== null && 'ask' in data && typeof data.ask === 'string'

/** Escape was pressed in the frame, whose keys the window around it does not hear. */
export interface PreviewEscape {
  escape: true
}
export const isPreviewEscape = (data: unknown): data is PreviewEscape =>
  typeof data === 'object' && data !== null && 'escape' in data && data.escape === true
