/** The thread that reads what is large (`reader.ts`): its texts are parsed here, and what a room is to take is packed for the thread that holds it. */

import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { isProblem } from '../../src/model/problems.ts'
import { lowerPriority } from '../base/turns/lowerPriority.ts'
import { processorTime } from '../base/turns/processorTime.ts'
import { type PackedPush, readFrame, readPushBody } from './readFrame.ts'
import type { ReadingThread, ToRead, WasRead } from './readingMessages.ts'
import type { ReadPush } from './readPush.ts'

if (!parentPort) throw new Error('a reading thread is started by reader.ts')
const port = parentPort

const packed: ArrayBuffer[] = []
/** It crosses the event loop as bytes that nobody looks at there. */
function pack(read: ReadPush): PackedPush {
  const bytes = new Uint8Array(serialize(read))
  packed.push(bytes.buffer)
  return { push: read.push, packed: bytes }
}

function bodyOf(body: Uint8Array) {
  const pushed = readPushBody(body)
  return { pushed: isProblem(pushed) ? pushed : { ok: pack(pushed.ok) } }
}

function frameOf(text: string) {
  const frame = readFrame(text)
  if (!frame?.ask || isProblem(frame.ask) || !('given' in frame.ask.ok)) return { frame }
  const { given, answer } = frame.ask.ok
  return { frame: { ...frame, ask: { ok: { given: 'packed' in given ? given : pack(given), answer } } } }
}

// Where many people share a server, behind the threads that hold projects too.
const { comesAfter } = workerData as ReadingThread
if (comesAfter > 0) lowerPriority(comesAfter)
port.on('message', ({ id, of, bytes }: ToRead) => {
  const before = processorTime()
  const read = of === 'body' ? bodyOf(bytes) : frameOf(Buffer.from(bytes.buffer).toString())
  port.postMessage({ ...read, id, ms: processorTime() - before } satisfies WasRead, packed.splice(0))
})
