/** What becomes of a recording before it is sent. */

/** `notLoaded`: nothing that is known as sound or film; `notConverted`: there is no sound in it, or it cannot be decoded; `tooLong`: longer than is left to its person. */
export type UnheardWhy = 'notLoaded' | 'notConverted' | 'tooLong'

export class Unheard extends Error {
  readonly why: UnheardWhy
  constructor(why: UnheardWhy, options?: ErrorOptions) {
    super(why, options)
    this.why = why
  }
}

/** `seconds`: how long it is to be heard. */
export interface Converted {
  bytes: Uint8Array<ArrayBuffer>
  seconds: number
}

/** `mostSeconds`: a longer one is not begun; null: no bound. Reports from 0 to 1. Throws `Unheard`. */
export type Convert = (file: Blob, mostSeconds: number | null, report: (share: number) => void) => Promise<Converted>

/** As it goes over the wire: `file` 12 bytes of iv and the recording sealed, `secret` its key, sealed for the server. `sound`: the same for the project to keep. */
export interface SealedRecording {
  file: Blob
  secret: string
  seconds: number
  sound: Blob
}
