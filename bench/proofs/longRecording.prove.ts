// A long recording becomes what is sent of it in a real Chromium, by its own encoder and by the one in WebAssembly: no task of the page takes longer than 50 ms, and page
// and worker together no more than 200 MB more than before (by Linux, which has to say it). `SECONDS`: how long it is, two hours unless told. Throws where it is not so.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '../../fixtures/testing/chromium.ts'
import { memoryOfRenderers } from '../../fixtures/testing/memoryOfRenderers.ts'
import { serveWorker } from '../../fixtures/testing/serveWorker.ts'

const seconds = Number(process.env.SECONDS ?? 7200)
const [longestTask, mostMemory] = [50, 200 * 1024 * 1024]

interface Sent {
  /** s, of what is sent. */
  seconds: number
  bytes: number
  reports: number
  /** ms; 0: none took more than 50. */
  longest: number
}

declare global {
  interface Window {
    recording: File
    makeWav(seconds: number): File
    send(file: File, pem: string): Promise<Sent | { unheard: string }>
  }
}

const page = `
import { proxy, wrap } from 'comlink'
const worker = wrap(new Worker('/transcribe.worker.js', { type: 'module' }))
const rate = 16_000
window.makeWav = (seconds) => {
  const head = new DataView(new ArrayBuffer(44))
  const text = (at, letters) => [...letters].forEach((letter, n) => head.setUint8(at + n, letter.charCodeAt(0)))
  text(0, 'RIFF')
  head.setUint32(4, 36 + seconds * rate * 2, true)
  text(8, 'WAVEfmt ')
  const fields = [16, 1 + (1 << 16), rate, rate * 2, 2 + (16 << 16)]
  fields.forEach((value, n) => head.setUint32(16 + n * 4, value, true))
  text(36, 'data')
  head.setUint32(40, seconds * rate * 2, true)
  // A second of a tone, again and again: nothing of an hour is in memory at once.
  const second = new Blob([Int16Array.from({ length: rate }, (_, at) => 9000 * Math.sin((2 * Math.PI * 440 * at) / rate))])
  return new File([head.buffer, ...Array(seconds).fill(second)], 'Interview.wav')
}
window.send = async (file, pem) => {
  let [reports, longest] = [0, 0]
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  }).observe({ type: 'longtask' })
  const made = await worker.prepare(file, pem, null, proxy(() => { reports += 1 }))
  return 'unheard' in made ? made : { seconds: made.seconds, bytes: made.file.size, reports, longest }
}`

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 3072 })
const pem = String(publicKey.export({ type: 'spki', format: 'pem' }))
const encoders = { native: '', wasm: 'delete self.AudioEncoder;' }
for (const [encoder, before] of Object.entries(encoders)) {
  const scripts = "'self' 'wasm-unsafe-eval'"
  const served = await serveWorker({ worker: 'workers/transcribe.worker.ts', page, before, scripts })
  const profile = mkdtempSync(join(tmpdir(), 'thicket-long-'))
  const context = await launchChromium({ profile })
  try {
    const tab = await context.newPage()
    tab.setDefaultTimeout(0)
    await tab.goto(served.address)
    await tab.waitForFunction(() => window.send !== undefined)
    await tab.evaluate((length) => {
      window.recording = window.makeWav(length)
    }, seconds)
    const memory = await memoryOfRenderers(context)
    const sent = await tab.evaluate((key) => window.send(window.recording, key), pem)
    const grown = memory()
    if ('unheard' in sent) throw new Error(`${encoder}: ${sent.unheard}`)
    const figures = { encoder, ...sent, megabytes: Math.round(grown / 1024 / 1024) }
    console.log(`long recording: ${JSON.stringify(figures)}`)
    if (Math.abs(sent.seconds - seconds) > 0.5) throw new Error(`it is ${sent.seconds} s long`)
    if (sent.longest > longestTask) throw new Error(`a task of the page took ${sent.longest} ms`)
    if (grown > mostMemory) throw new Error(`page and worker took ${grown} bytes`)
  } finally {
    await context.close()
    await served.close()
    rmSync(profile, { recursive: true, force: true })
  }
}
