/** Reads a table in a thread with bounds on its memory and time, which goes with the work: a parser in a loop of its own can only be ended so. */
import { basename } from 'node:path'
import { problem, type Result } from '../../src/model/problems.ts'
import type { ImportFile } from '../../workers/import/readSources.ts'
import { startThread } from '../base/ownThreads.ts'
import type { TableWish, WishedTable } from './readTable.ts'

/** In ms: the largest file takes a few seconds. */
const patience = 20_000
const resourceLimits = { maxOldGenerationSizeMb: 2048 }

export async function readInThread(file: ImportFile, wish: TableWish, most = patience): Promise<Result<WishedTable>> {
  const name = basename(file.name)
  const thread = startThread('server/cli/readTable.thread.ts', {
    workerData: { file, wish },
    resourceLimits,
    stdout: true,
    stderr: true,
  })
  // The library's remarks on records that it does not know are nobody's concern.
  thread.stdout.resume()
  thread.stderr.resume()
  const late = Promise.withResolvers<Result<WishedTable>>()
  const timer = setTimeout(
    () => late.resolve(problem({ kind: 'conversionFailed', name, detail: 'reading it takes too long' })),
    most,
  )
  const read = new Promise<Result<WishedTable>>((resolve) => {
    thread.on('message', resolve)
    thread.on('error', () =>
      resolve(problem({ kind: 'conversionFailed', name, detail: 'reading it takes too much memory' })),
    )
  })
  try {
    return await Promise.race([read, late.promise])
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
