/** The hostile account in a thread of its own, as it would have a machine of its own: what it writes and reads, megabytes at a time, does not keep those waiting whose times are measured. */
import { parentPort, workerData } from 'node:worker_threads'
import { type HostileWork, sendHostile } from './hostile.ts'

const { base, token, uuid, sockets } = workerData as HostileWork
const hostile = await sendHostile({ base, token, uuid, sockets })
parentPort?.on('message', () => {
  hostile.end()
  parentPort?.postMessage({ answered: hostile.answered })
  parentPort?.close()
})
parentPort?.postMessage('begun')
