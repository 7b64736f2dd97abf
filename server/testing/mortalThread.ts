/** A storage thread that dies, as by a bug of the engine, when it has been asked for the list `die`. */
import { parentPort } from 'node:worker_threads'
import '../room/room.thread.ts'

parentPort?.on('message', (message: { args: { query?: string } }) => {
  if (message.args.query === 'die') throw new Error('a storage thread has died')
})
