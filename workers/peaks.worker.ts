/** The worker that reads how loud a recording is. Whoever wants to cancel ends the worker. */
import { expose } from 'comlink'

const api = {
  /** 0 to 255 for each part of its time (`transcribe/peaks.ts`); null: this browser cannot read it. `report`: what is known so far. */
  async read(sound: Blob, report: (peaks: Uint8Array) => void): Promise<Uint8Array | null> {
    const { readPeaks } = await import('./transcribe/browserPeaks.ts')
    return readPeaks(sound, report)
  },
}

export type PeaksApi = typeof api

expose(api)
