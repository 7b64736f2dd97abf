// How loud a long recording is, is read in a real Chromium beside its page: no task of the page takes longer than 50 ms, and page and worker together no more than
// 200 MB more than before (by Linux, which has to say it). `SECONDS`: how long it is, two hours unless told. Throws where it is not so.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '../../fixtures/testing/chromium.ts'
import { memoryOfRenderers } from '../../fixtures/testing/memoryOfRenderers.ts'
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
}

declare global {
  interface Window {
    makeSound(kind: keyof typeof kinds, seconds: number): Promise<File>
    made: File
    readLoudness(file: File): Promise<Read>
  }
}

const page = `
import { proxy, wrap } from 'comlink'
import { makeRecording } from './workers/transcribe/testing/browserRecordings.ts'
const worker = wrap(new Worker('/peaks.worker.js', { type: 'module' }))
window.makeSound = makeRecording
window.readLoudness = async (file) => {
  let [reports, longest] = [0, 0]
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  }).observe({ type: 'longtask' })
  const peaks = await worker.read(file, proxy(() => { reports += 1 }))
  return { loud: peaks.filter((peak) => peak > 60).length, parts: peaks.length, reports, longest }
}`

const served = await serveWorker({ worker: 'workers/peaks.worker.ts', page })
const profile = mkdtempSync(join(tmpdir(), 'thicket-peaks-'))
const context = await launchChromium({ profile })
try {
  const tab = await context.newPage()
  await tab.goto(served.address)
  await tab.waitForFunction(() => window.readLoudness !== undefined)
  await tab.evaluate(async (length) => {
    window.made = await window.makeSound('ogg', length)
  }, seconds)
  const memory = await memoryOfRenderers(context)
  const read = await tab.evaluate(() => window.readLoudness(window.made))
  const grown = memory()
  if (read.loud < read.parts - 2) throw new Error(`${read.parts - read.loud} parts of a tone are silent`)
  if (read.longest > longestTask) throw new Error(`a task of the page took ${read.longest} ms`)
  if (grown > mostMemory) throw new Error(`page and worker took ${grown} bytes`)
  console.log(`peaks: ${JSON.stringify({ seconds, ...read, megabytes: Math.round(grown / 1024 / 1024) })}`)
} finally {
  await context.close()
  await served.close()
  rmSync(profile, { recursive: true, force: true })
}
