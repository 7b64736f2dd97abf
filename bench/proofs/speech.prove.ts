// Ten passages, read aloud by a synthesiser, made Opus of 16 kbit/s by the page's worker in a real Chromium and sealed: at most a fifth of the words that
// PocketSphinx hears in them is wrong, each word has its time. Needs Debian's flite, pocketsphinx and pocketsphinx-en-us; without them it says so and proves
// nothing. Throws where it is not so.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import onceARun from '../../fixtures/testing/onceARun.ts'
import { openRecordingsTab } from '../../fixtures/testing/recordingsTab.ts'
import { hear } from '../../server/speech/hear.ts'
import { listener, openedResult, sealRecording } from '../../server/testing/speech.ts'

const passages = [
  'we talked about the garden and the rain in the morning and nobody came to the meeting after that',
  'my mother worked in the kitchen of the school and she came home when the children had gone to bed',
  'the first thing that i remember is the house by the river where my father kept his tools',
  'people say that they trust the doctor but they do not tell him what they really take at night',
  'when the factory closed most of the young men left the town and their houses stood empty for years',
  'i asked my sister to help me with the letters because i could not read them without my glasses',
  'every winter the road was closed for a week and we had to eat what was left in the house',
  'she told me that the teacher had never listened to her and that she was afraid of the other girls',
  'it took a long time before i could speak about the war and my children never asked me anything',
  'in the evening we sit on the steps in front of the door and watch the people who come from work',
]
const voices = ['kal16', 'rms']
const mostWrong = 0.2

if (spawnSync('flite', ['--version']).error || spawnSync('pocketsphinx_continuous', ['-version']).error) {
  console.log('speech: SKIPPED, nothing is proved: apt install flite pocketsphinx pocketsphinx-en-us')
  process.exit()
}
const end = await onceARun()
const tab = await openRecordingsTab()
const folder = mkdtempSync(join(tmpdir(), 'thicket-speech-'))
const to = listener()
const server = listener()
let [wrong, all, seconds] = [0, 0, 0]
try {
  for (const [at, passage] of passages.entries()) {
    const wav = join(folder, 'spoken.wav')
    const spoken = spawnSync('flite', ['-voice', voices[at % voices.length] ?? '', '-t', passage, '-o', wav])
    if (spoken.status !== 0) throw new Error('flite has failed')
    const sent = await tab.given('spoken.wav', readFileSync(wav))
    if ('unheard' in sent) throw new Error(sent.unheard)
    const { secret, path } = sealRecording(folder, sent.bytes, server)
    const job = {
      settings: { speech: 'pocketsphinx', speechModel: '', speechMemory: 2000 },
      keys: [server.privateKey],
      path,
      secret,
      publicKey: to.publicKey,
      result: join(folder, 'result'),
      folder: join(folder, 'work'),
      seconds: sent.seconds + 0.12,
      wanted: { language: 'en', highAccuracy: false, diarize: false },
    } as const
    const heard = await hear(job, new AbortController().signal)
    if (heard === 'stopped' || 'failed' in heard) throw new Error(JSON.stringify(heard))
    seconds += heard.seconds
    const { segments } = openedResult(JSON.parse(readFileSync(job.result, 'utf8')), to)
    const words = segments.flatMap((segment) => segment.words)
    const times = words.flatMap(({ from, to: until }) => [from, until])
    const isInOrder = times.every((time, i) => time >= (times[i - 1] ?? 0) && time <= heard.seconds * 1000 + 100)
    if (!isInOrder) throw new Error(`times that go back: ${JSON.stringify(words)}`)
    const said = passage.split(' ')
    all += said.length
    wrong += distance(
      said,
      words.map(({ text }) => text),
    )
  }
} finally {
  await tab.close()
  await end?.()
  rmSync(folder, { recursive: true, force: true })
}
const figures = { words: all, wrong, share: Number((wrong / all).toFixed(3)), seconds: Math.round(seconds) }
console.log(`speech: ${JSON.stringify(figures)}`)
if (figures.share > mostWrong) throw new Error('too many words are wrong')

/** How many words are to be put in, taken out or changed to make one of the other. */
function distance(a: readonly string[], b: readonly string[]): number {
  let row = b.map((_, j) => j + 1)
  for (const [i, word] of a.entries()) {
    const next: number[] = []
    for (const [j, other] of b.entries()) {
      const [left, up, corner] = [next[j - 1] ?? i + 1, row[j] ?? 0, j === 0 ? i : (row[j - 1] ?? 0)]
      next.push(Math.min(left + 1, up + 1, corner + (word === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? a.length
}
