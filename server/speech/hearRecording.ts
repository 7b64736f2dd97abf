/** One try at a recording, in its own thread: see `hear.ts`. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { openEngine } from './engine.ts'
import type { Heard, Job } from './hear.ts'
import { NotSound, type OpusFile, readOpusFile } from './opusFile.ts'
import { openRecording, openSecret, readPublicKey, sealTranscript } from './sealing.ts'

/** More than was announced, by which more is charged for than anybody agreed to. */
const mostLonger = 1.05

/** `signal` stops it, with the engine. */
export async function hearRecording(job: Job, signal: AbortSignal): Promise<Heard> {
  const key = openSecret(job.secret, job.keys)
  const bytes = key && openRecording(readFileSync(job.path), key)
  const person = readPublicKey(job.publicKey)
  if (!bytes || !person) return { failed: 'sealed', why: 'it cannot be opened' }
  let opus: OpusFile
  try {
    opus = readOpusFile(bytes)
  } catch (error) {
    return failed('sound', error)
  }
  const { seconds } = opus
  if (seconds > job.seconds * mostLonger + 1) return { failed: 'longer', why: `it lasts ${Math.round(seconds)} s` }
  mkdirSync(job.folder, { recursive: true, mode: 0o700 })
  try {
    const transcript = await openEngine(job.settings).transcribe({ bytes, opus }, job.wanted, job.folder, signal)
    if (signal.aborted) return 'stopped'
    keep(job.result, JSON.stringify(sealTranscript(transcript, person)))
    return { seconds }
  } catch (error) {
    if (signal.aborted) return 'stopped'
    return failed(error instanceof NotSound ? 'sound' : 'engine', error)
  } finally {
    rmSync(job.folder, { recursive: true, force: true })
  }
}

/** Of what an engine gives that is no transcript only the kind of error is told: the rest may be words of the recording. */
const failed = (kind: 'sound' | 'engine', error: unknown): Heard => {
  const isShape = error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError')
  const said = error instanceof Error ? error.message : String(error)
  return { failed: kind, why: isShape ? 'what it gave is no transcript' : said }
}

function keep(path: string, text: string): void {
  const unfinished = `${path}.new`
  const file = openSync(unfinished, 'w', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(unfinished, path)
}
