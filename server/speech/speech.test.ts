import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listener, openedResult, recordingOf, sealRecording, speechProgram, transcriptOf } from '../testing/speech.ts'
import { openEngine, type SpeechSettings } from './engine.ts'
import { readAnswer } from './engines/http.ts'
import { readTimes } from './engines/pocketsphinx.ts'
import { runEngine } from './engines/runEngine.ts'
import { hear, type Job } from './hear.ts'
import { NotSound, readOpusFile, wavOf } from './opusFile.ts'

const folder = mkdtempSync(join(tmpdir(), 'thicket-speech-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings = (program: string): SpeechSettings => ({
  speech: `command:${program}`,
  speechModel: 'whisper-1',
  speechMemory: 0,
})
const bytesOf = async (pieces: AsyncIterable<Uint8Array>) => {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

describe('a recording', () => {
  it('becomes a WAV of one channel at 16 kHz, as long as its packets say', async () => {
    const opus = readOpusFile(await recordingOf(3))
    expect(opus.seconds).toBeCloseTo(3, 3)
    const wav = await bytesOf(wavOf(opus))
    expect(wav.length).toBe(44 + 3 * 32_000)
    expect(wav.toString('latin1', 0, 16)).toMatch(/^RIFF....WAVEfmt $/s)
    expect(wav.readUInt32LE(24)).toBe(16_000)
    const loud = Math.max(...new Int16Array(wav.buffer, wav.byteOffset + 44 + 32_000, 16_000))
    expect(loud).toBeGreaterThan(4000)
  })

  it('is none where its bytes are cut, changed, or of something else', async () => {
    const bytes = await recordingOf(1)
    for (const wrong of [new Uint8Array(0), new TextEncoder().encode('OggS'), bytes.subarray(0, 60), bytes.subarray(1)])
      expect(() => readOpusFile(new Uint8Array(wrong))).toThrow(NotSound)
    let sound = 0
    for (let at = 0; at < 100; at += 1) {
      const changed = bytes.slice()
      changed[(at * 7919) % bytes.length] = (at * 31) % 256
      try {
        await bytesOf(wavOf(readOpusFile(changed)))
        sound += 1
      } catch (error) {
        expect(error).toBeInstanceOf(NotSound)
      }
    }
    expect(sound).toBeGreaterThan(0)
  })
})

describe('a program that hears', () => {
  const run = (line: string, more: Partial<Parameters<typeof runEngine>[0]> = {}) =>
    runEngine({ program: '/bin/sh', args: ['-c', line], most: 60, memory: 0, output: 1000, ...more })

  it.runIf(process.platform === 'linux')(
    'comes after the server, also where Linux shares processors among sessions first',
    async () => {
      expect(Number(await run('nice'))).toBe(19)
      const group = '/proc/self/autogroup'
      if (existsSync(group)) expect(await run(`cat ${group}`)).toMatch(/ nice 10$/m)
    },
  )

  it('is bounded in time, memory and output, and ends with all that it has started', async () => {
    await expect(run('sleep 30', { most: 0.1 })).rejects.toThrow('more than 0.1 s')
    await expect(run('yes')).rejects.toThrow('more than 1000 bytes')
    // The shell keeps the text that it reads: some MB.
    await expect(run('x=$(head -c 30000000 /dev/zero | tr "\\0" x); sleep 60', { memory: 20 })).rejects.toThrow('20 MB')
    await expect(run('exit 4')).rejects.toThrow('ended with 4')
    const stopping = new AbortController()
    const stopped = run(`sleep 31 & echo $! > ${folder}/child; wait`, { signal: stopping.signal })
    await expect.poll(() => existsSync(join(folder, 'child'))).toBe(true)
    stopping.abort()
    await expect(stopped).rejects.toThrow('stopped')
    const child = readFileSync(join(folder, 'child'), 'utf8').trim()
    await expect.poll(() => existsSync(`/proc/${child}`)).toBe(false)
  })

  it('is told nothing of the settings of this server', async () => {
    process.env.THICKET_TEST_SECRET = 'secret'
    expect(await run('env', { output: 100_000 })).not.toContain('THICKET')
    delete process.env.THICKET_TEST_SECRET
  })

  it('says what it can do, and is told what is wanted', async () => {
    const program = speechProgram(folder, { 2: { sh: 'printf \'{"language":"%s","segments":[]}\' "$*"' } })
    const engine = openEngine(settings(program))
    expect(await engine.abilities()).toMatchObject({ languages: ['auto', 'en', 'de'], diarize: true, speed: 10 })
    const bytes = await recordingOf(2)
    const recording = { bytes, opus: readOpusFile(bytes) }
    const wanted = { language: 'de', highAccuracy: true, diarize: false } as const
    const { signal } = new AbortController()
    expect((await engine.transcribe(recording, wanted, folder, signal)).language).toBe('--language de --high-accuracy')
  })
})

describe('what engines print becomes a transcript', () => {
  it('of PocketSphinx, without silence and noises', () => {
    const printed =
      'we talked\n<s> 0.110 0.170 0.999\nwe 0.180 0.410 0.786\nrain(2) 0.420 0.740 0.815\n</s> 5.060 5.100 1.0\nyes\n[NOISE] 6.000 6.100 0.5\nyes 6.200 6.400 0.9'
    expect(readTimes(printed).segments).toEqual([
      {
        from: 180,
        to: 740,
        words: [
          { text: 'we', from: 180, to: 410 },
          { text: 'rain', from: 420, to: 740 },
        ],
      },
      { from: 6200, to: 6400, words: [{ text: 'yes', from: 6200, to: 6400 }] },
    ])
  })

  it('of a service, with the commas of its segments and the times of its words, or of whole segments', () => {
    const segments = [
      { start: 0, end: 1.5, text: ' Well, yes.', speaker: 'A' },
      { start: 1.5, end: 3, text: ' It’s 5 % or so.' },
    ]
    const words = [
      { word: 'Well', start: 0.1, end: 0.5 },
      { word: 'yes', start: 0.6, end: 1.2 },
      { word: 'its', start: 1.6, end: 1.9 },
    ]
    const { language, segments: read } = readAnswer({ language: 'English', segments, words }, 'auto')
    expect(language).toBe('en')
    expect(read).toEqual([
      {
        from: 0,
        to: 1500,
        speaker: 'A',
        words: [
          { text: 'Well,', from: 100, to: 500 },
          { text: 'yes.', from: 600, to: 1200 },
        ],
      },
      { from: 1500, to: 3000, words: [{ text: 'It’s 5 % or so.', from: 1500, to: 3000 }] },
    ])
  })

  it('a service is sent the recording as it is, with its key and the model that is wanted', async () => {
    let asked: { form: FormData; key: string | undefined } | undefined
    const service = createServer(async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer)
      const type = request.headers['content-type'] ?? ''
      const form = await new Response(Buffer.concat(pieces), { headers: { 'content-type': type } }).formData()
      asked = { form, key: request.headers.authorization }
      response.end(JSON.stringify({ language: 'german', segments: [{ start: 0, end: 1, text: 'Ja', speaker: 1 }] }))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => service.once('listening', resolve))
    const speech = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const engine = openEngine({ ...settings(''), speech, speechKey: 'k', speechModelAccurate: 'large' })
    expect(await engine.abilities()).toMatchObject({ highAccuracy: true, diarize: false })
    const bytes = await recordingOf(1)
    const wanted = { language: 'auto', highAccuracy: true, diarize: false } as const
    const { signal } = new AbortController()
    const heard = await engine.transcribe({ bytes, opus: readOpusFile(bytes) }, wanted, folder, signal)
    service.close()
    expect(heard).toEqual({
      language: 'de',
      segments: [{ from: 0, to: 1000, speaker: '1', words: [{ text: 'Ja', from: 0, to: 1000 }] }],
    })
    expect([asked?.key, asked?.form.get('model'), asked?.form.get('language')]).toEqual(['Bearer k', 'large', null])
    const file = asked?.form.get('file') as File
    expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(bytes))
  })
})

describe('one try at a sealed recording', () => {
  const [server, person] = [listener(), listener()]
  const jobOf = async (seconds: number, program: string, more: Partial<Job> = {}): Promise<Job> => {
    const place = mkdtempSync(join(folder, 'job-'))
    return {
      settings: settings(program),
      keys: [person.privateKey, server.privateKey],
      ...sealRecording(place, await recordingOf(seconds), server),
      publicKey: person.publicKey,
      result: join(place, 'result'),
      folder: join(place, 'work'),
      seconds,
      wanted: { language: 'auto', highAccuracy: false, diarize: false },
      ...more,
    }
  }
  const go = async (job: Job) => ({
    heard: await hear(job, new AbortController().signal),
    left: readdirSync(join(job.path, '..')),
  })
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  const program = speechProgram(programs, {
    2: ['one', 'two'],
    3: { sh: 'cp "$0" copy; exit 3' },
    4: { sh: 'echo nothing of the kind' },
    5: { sh: 'sleep 32' },
  })

  it('leaves a result that its person alone can open, and nothing that is plain', async () => {
    const job = await jobOf(2, program)
    const { heard, left } = await go(job)
    expect(heard).toEqual({ seconds: expect.closeTo(2, 1) })
    expect(left.sort()).toEqual(['result', 'sealed'])
    expect(openedResult(JSON.parse(readFileSync(job.result, 'utf8')), person)).toEqual(transcriptOf(['one', 'two']))
  })

  it('says what keeps it from a result', async () => {
    const tell = async (job: Job) => {
      const { heard, left } = await go(job)
      expect(left).toEqual(['sealed'])
      return heard
    }
    expect(await tell(await jobOf(3, program))).toEqual({ failed: 'engine', why: 'it ended with 3' })
    expect(await tell(await jobOf(4, program))).toEqual({ failed: 'engine', why: 'what it gave is no transcript' })
    expect(await tell(await jobOf(2, join(folder, 'none')))).toMatchObject({ failed: 'engine' })
    expect(await tell(await jobOf(6, program, { seconds: 2 }))).toEqual({ failed: 'longer', why: 'it lasts 6 s' })
    expect(await tell(await jobOf(2, program, { keys: [person.privateKey] }))).toMatchObject({ failed: 'sealed' })
  })

  it('is stopped with its engine', async () => {
    const job = await jobOf(5, program)
    const stopping = new AbortController()
    const heard = hear(job, stopping.signal)
    await expect.poll(() => existsSync(job.folder)).toBe(true)
    stopping.abort()
    expect(await heard).toBe('stopped')
    expect(readdirSync(join(job.path, '..'))).toEqual(['sealed'])
  })
})
