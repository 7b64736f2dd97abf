/**
 * In which encodings may a text be that does not say so, and is not Unicode? A library knows them by the letters of languages that are frequent in each; what
 * it takes one for the other (the encodings of old Macs and of DOS have the same letters elsewhere) is told by words in which signs stand between letters,
 * or capitals after small ones.
 */
import { analyse } from 'chardet'

/** By the library's names: those that hold all that the named one has, and are what programs in fact write. */
const written: Readonly<Record<string, readonly string[]>> = {
  'ISO-8859-1': ['Windows-1252'],
  'ISO-8859-2': ['ISO-8859-2', 'Windows-1250'],
  'ISO-8859-5': ['ISO-8859-5'],
  'ISO-8859-6': ['Windows-1256', 'ISO-8859-6'],
  'ISO-8859-7': ['Windows-1253', 'ISO-8859-7'],
  'ISO-8859-8': ['Windows-1255'],
  'ISO-8859-9': ['Windows-1254'],
  'windows-1250': ['Windows-1250'],
  'windows-1251': ['Windows-1251'],
  'windows-1252': ['Windows-1252'],
  'windows-1253': ['Windows-1253'],
  'windows-1254': ['Windows-1254'],
  'windows-1255': ['Windows-1255'],
  'windows-1256': ['Windows-1256'],
  'windows-1257': ['Windows-1257'],
  'KOI8-R': ['KOI8-U'],
  Shift_JIS: ['Shift_JIS'],
  'EUC-JP': ['EUC-JP'],
  'EUC-KR': ['EUC-KR'],
  Big5: ['Big5'],
  GB18030: ['GB18030'],
}

/** Which the library does not know, each as likely as those that it takes for it. */
const unknown: Readonly<Record<string, readonly string[]>> = {
  Macintosh: ['Windows-1252', 'Windows-1250'],
  'x-mac-cyrillic': ['Windows-1251', 'ISO-8859-5', 'KOI8-U'],
  IBM866: ['Windows-1251', 'ISO-8859-5', 'KOI8-U'],
}

/** Every encoding that a person can choose, by the names that `TextDecoder` knows too. */
export const encodings: readonly string[] = [
  ...new Set(['Windows-1252', ...Object.values(written).flat(), ...Object.keys(unknown)]),
]

export interface Likely {
  encoding: string
  /** How sure it is, 0 to 100. */
  confidence: number
}

/** Best first; what stands below it is hardly one. */
const leastConfidence = 15

/** The most likely first; none where nothing speaks for any. */
export function likelyEncodings(bytes: Uint8Array): Likely[] {
  const sample = sampleOf(bytes)
  const found = analyse(sample).flatMap(({ name, confidence }) =>
    (written[name] ?? []).map((encoding) => ({ encoding, confidence })),
  )
  const further = Object.entries(unknown).map(([encoding, alike]) => {
    const top = Math.max(...found.map((one) => (alike.includes(one.encoding) ? one.confidence : 0)), 0)
    return { encoding, confidence: Math.max(top - 1, leastConfidence) }
  })
  const all = [...found, ...further]
  const judged = all.map(({ encoding, confidence }) => ({
    encoding,
    confidence: confidence - oddities(sample, encoding),
  }))
  return judged
    .filter(({ confidence }) => confidence >= leastConfidence)
    .sort((a, b) => b.confidence - a.confidence)
    .filter(({ encoding }, at, sorted) => sorted.findIndex((other) => other.encoding === encoding) === at)
}

/** Signs that texts have: quotation marks, dashes, dots, degrees, money, and those of East Asia. */
const usualSigns = '’‘‚“”„«»‹›–—…·°§€£¿¡№\u00a0\u00ad\u200c-\u200f\u3000-\u303f\uff00-\uffef'

const odd = new RegExp(
  // What cannot be, and other signs; a usual one between letters; a capital behind a small letter; letters of two scripts in one word.
  `[^\\p{ASCII}\\p{L}\\p{M}\\p{Nd}${usualSigns}]|(?<=\\p{L})[„§°€£¿¡№](?=\\p{L})|(?<=\\p{Ll})\\p{Lu}|\\p{Script=Latin}(?=\\p{Script=Cyrillic})|\\p{Script=Cyrillic}(?=\\p{Script=Latin})`,
  'gu',
)

/** Of a hundred characters that are not ASCII, twice those at which the text would be odd. */
function oddities(sample: Uint8Array, encoding: string): number {
  const text = new TextDecoder(encoding).decode(sample)
  const found = text.match(odd)?.length ?? 0
  const foreign = text.match(/\P{ASCII}/gu)?.length ?? 0
  return (200 * found) / Math.max(foreign, 1)
}

const sampleBytes = 32_768

const shownLetters = 400

/** Some words of a text, as they are in an encoding, for a person to look at. */
export const wordsIn = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(encoding).decode(sampleOf(bytes)).slice(0, shownLetters).trim().toWellFormed()

/** The lines that are not ASCII alone, some of them. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = []
  let length = 0
  for (let at = 0; at < bytes.length && length < sampleBytes; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue
    const from = Math.max(bytes.lastIndexOf(0x0a, at) + 1, at - 1000)
    const end = bytes.indexOf(0x0a, at)
    const to = Math.min(end < 0 ? bytes.length : end + 1, at + 4000)
    pieces.push(bytes.subarray(from, to))
    length += to - from
    at = to - 1
  }
  const sample = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    sample.set(piece, at)
    at += piece.length
  }
  return sample
}
