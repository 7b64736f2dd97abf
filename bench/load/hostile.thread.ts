/** The hostile account in a thread of its own, as it would have a machine of its own: what it writes and reads, megabytes at a time, does not keep those waiting whose times are measured. */
import { spawnSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../../server/base/turns/lowerPriority.ts'
import { type HostileWork, sendHostile } from './hostile.ts'

// Both share a core here: without this, a frame of a megabyte that is being masked delays the clock of those who are measured, not the server.
lowerPriority(15)
// On Linux it runs only where nobody else of this core would: at any niceness a part of its turns came before the measured people's.
spawnSync('chrt', ['--idle', '--pid', '0', basename(readlinkSync('/proc/thread-self'))])
const { base, token, uuid, sockets } = workerData as HostileWork
const hostile = await sendHostile({ base, token, uuid, sockets })
parentPort?.on('message', () => {
  hostile.end()
  parentPort?.postMessage({ answered: hostile.answered })
  parentPort?.close()
})
parentPort?.postMessage('begun')
