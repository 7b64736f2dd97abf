/** The worker that writes files. Whoever wants to cancel ends the worker. */
import { expose } from 'comlink'
import { ok, Refusal, type Result } from '../src/model/problems.ts'
import type { ExportReport, ProjectReader } from '../src/model/projectReader.ts'
import { type ExportFormat, type ExportOptions, formats } from './export/formats.ts'

const api = {
  /** The whole file, under the name that it is to have. */
  async write<F extends ExportFormat>(
    format: F,
    options: ExportOptions[F],
    reader: ProjectReader,
    report: ExportReport,
  ): Promise<Result<File>> {
    const { fileName, type, writer } = formats[format]
    const write = await writer()
    const frame = await reader.frame()
    // Asked once: it comes a long way.
    const kept: ProjectReader = {
      frame: async () => frame,
      contents: (sourceIds) => reader.contents(sourceIds),
      sound: (hash) => reader.sound(hash),
    }
    try {
      const parts = await blobs(write(kept, options, report))
      return ok(new File(parts, fileName(frame.title, options), { type }))
    } catch (error) {
      if (error instanceof Refusal) return { problem: error.problem }
      throw error
    }
  },
}

export type ExportApi = typeof api

const partSize = 8 * 1024 * 1024

/** Large parts are given to the browser as they come, which may put them on its disk. */
async function blobs(pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<Blob[]> {
  const parts: Blob[] = []
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    size += piece.length
    if (size < partSize) continue
    parts.push(new Blob(waiting))
    waiting = []
    size = 0
  }
  return [...parts, new Blob(waiting)]
}

expose(api)
