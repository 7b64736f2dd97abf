// How loud a long recording is, is read in a real Chromium beside its page: no task of the page takes longer than 50 ms, and page and worker together no more than
// 200 MB, the recording itself not counted. `SECONDS`: how long it is, two hours unless told. Throws where it is not so.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '../../fixtures/testing/chromium.ts'
import { serveWorker } from '../../fixtures/testing/serveWorker.ts'
import type { kinds } from '../../workers/transcribe/testing/browserRecordings.ts'

const seconds = Number(process.env.SECONDS ?? 7200)
const [longestTask, mostMemory] = [50, 200 * 1024 * 1024]

interface Read {
  /** How many parts of it are as loud as the tone is. */
  loud: number
  parts: number
  reports: number
  /** ms; 0: none took more than 50. */
  longest: number
  /** Bytes. */
  memory: number
}

declare global {
  interface Window {
    makeSound(kind: keyof typeof kinds, seconds: number): Promise<File>
    readLoudness(file: File): Promise<Read>
  }
}

const page = `
import { proxy, wrap } from 'comlink'
import { makeRecording } from './workers/transcribe/testing/browserRecordings.ts'
const worker = wrap(new Worker('/peaks.worker.js', { type: 'module' }))
window.makeSound = makeRecording
window.readLoudness = async (file) => {
  let [reports, longest, memory, isOver] = [0, 0, 0, false]
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  }).observe({ type: 'longtask' })
  const watch = async () => {
    while (!isOver) memory = Math.max(memory, (await performance.measureUserAgentSpecificMemory()).bytes)
  }
  const watching = watch()
  const peaks = await worker.read(file, proxy(() => { reports += 1 }))
  isOver = true
  await watching
  return { loud: peaks.filter((peak) => peak > 60).length, parts: peaks.length, reports, longest, memory }
}`

const served = await serveWorker({ worker: 'workers/peaks.worker.ts', page })
const profile = mkdtempSync(join(tmpdir(), 'thicket-peaks-'))
const context = await launchChromium({ profile })
try {
  const tab = await context.newPage()
  await tab.goto(served.address)
  await tab.waitForFunction(() => window.readLoudness !== undefined)
  const read = await tab.evaluate(
    async (length) => window.readLoudness(await window.makeSound('ogg', length)),
    seconds,
  )
  if (read.loud < read.parts - 2) throw new Error(`${read.parts - read.loud} parts of a tone are silent`)
  if (read.longest > longestTask) throw new Error(`a task of the page took ${read.longest} ms`)
  if (read.memory > mostMemory) throw new Error(`page and worker took ${read.memory} bytes`)
  console.log(`peaks: ${JSON.stringify({ seconds, ...read })}`)
} finally {
  await context.close()
  await served.close()
  rmSync(profile, { recursive: true, force: true })
}
