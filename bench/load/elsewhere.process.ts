// As much time of a processor as a server has spent on one account, spent outside it: a process on the server's core with a thread at each niceness,
// which reads bytes for the share of the time that it is told. Nobody sends it anything, it answers nobody, and it leaves no garbage.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { lowerPriority } from '../../server/base/turns/lowerPriority.ts'

/** By steps of niceness after the event loop of the server: which part of a processor's time is taken. */
export type Shares = readonly (readonly [step: number, share: number])[]

/** ms that a thread works without a rest, about as the server's do: a large text takes them so long. */
const turn = 20

if (isMainThread) {
  process.on('disconnect', () => process.exit())
  process.once('message', (shares: Shares) => {
    const threads = shares.map((share) => new Worker(new URL(import.meta.url), { workerData: share }))
    const begun = threads.map((thread) => new Promise((resolve) => thread.once('message', resolve)))
    void Promise.all(begun).then(() => process.send?.('begun'))
  })
} else {
  const [step, share] = workerData as Shares[number]
  lowerPriority(step)
  const bytes = Buffer.alloc(1024 * 1024, 'a')
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  // What it took to begin is not the server's work.
  const began = { at: performance.now(), spent: spent() }
  const work = () => {
    const due = (performance.now() - began.at) * share + began.spent
    const until = Math.min(due, spent() + turn)
    let sum = 0
    while (spent() < until) for (const byte of bytes.subarray(0, 65_536)) sum += byte
    setTimeout(work, spent() < due ? 0 : 5)
    return sum
  }
  work()
  parentPort?.postMessage('begun')
}
