/** What the preview of a report asks the window around it for, and what it is answered. */

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
