/** The program's own threads. In the executable each is a script of its own inside it, and no file. */
import { join } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { isExecutable, programRoot, readOwnText } from './ownFiles.ts'

/** From the root. */
export const threads = [
  'server/room/room.thread.ts',
  'server/tasks/task.thread.ts',
  'server/uploads/upload.thread.ts',
  'server/reading/reading.thread.ts',
  'server/reports/report.thread.ts',
  'server/speech/hear.thread.ts',
  'server/cli/readTable.thread.ts',
] as const

export function startThread(name: (typeof threads)[number], options?: WorkerOptions): Worker {
  const path = join(programRoot, name)
  return isExecutable ? new Worker(readOwnText(path), { ...options, eval: true }) : new Worker(path, options)
}
