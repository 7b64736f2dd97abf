/**
 * Reads a document that a person gives into sources. Runs in a browser's worker and in Node alike.
 *
 * Files are hostile until read: whatever the bytes are, this answers in bounded time and memory, with a problem that names
 * the file. Nothing is fetched, and no name inside an archive is used as a path.
 */
import type { NewRecording } from '../../src/model/commands.ts'
import { containerOf, type EndOf, endIn, largestFile } from '../../src/model/importedKinds.ts'
import { longestAnswer, longestTitle } from '../../src/model/limits.ts'
import { type Problem, problem, type Result } from '../../src/model/problems.ts'
import { type TimedText, writeTimedWords } from '../../src/model/sound/timedWords.ts'
import { cleanLine, fromPlain, type RichText, splitLongParagraphs, toHtml } from '../../src/model/text/richText.ts'
import type { Imported, ImportedMemo, ImportNote } from './imported.ts'

export interface ImportFile {
  /** As the person sees it; folders before it are ignored. */
  name: string
  bytes: Uint8Array
  /** How a text is written, where a person has said so. */
  encoding?: string
}

/** What a reader of one kind of file gives. `name` is the file's, for its notes and problems. */
export interface Read {
  rich: RichText
  /** On the text, what stands beside it. */
  memos?: ImportedMemo[]
  /** Its text was said: `text` is that of `rich`. */
  timed?: TimedText
  notes: ImportNote[]
}

/** Reports parts done, 0 to 1, rising. */
export type Report = (progress: number) => void

/** By the end of the file's name; each reader is loaded when first wanted. */
const readers: Readonly<
  Record<EndOf<'document'>, () => Promise<(file: ImportFile, report: Report) => Promise<Result<Read>>>>
> = {
  docx: async () => (await import('./docx/readDocx.ts')).readDocx,
  docm: async () => (await import('./docx/readDocx.ts')).readDocx,
  epub: async () => (await import('./epub/readEpub.ts')).readEpub,
  odt: async () => (await import('./odt/readOdt.ts')).readOdt,
  rtf: async () => (await import('./rtf/readRtf.ts')).readRtf,
  pdf: async () => (await import('./pdf/readPdf.ts')).readPdf,
  html: async () => (await import('./html/readHtml.ts')).readHtml,
  htm: async () => (await import('./html/readHtml.ts')).readHtml,
  md: async () => (await import('./markdown/readMarkdown.ts')).readMarkdown,
  txt: async () => (await import('./text/readText.ts')).readText,
  srt: async () => (await import('./subtitles/readSubtitles.ts')).readSubtitles,
  vtt: async () => (await import('./subtitles/readSubtitles.ts')).readSubtitles,
  json: async () => (await import('./transcript/readWhisper.ts')).readWhisper,
}

/** Throws the signal's reason when it is aborted between two parts of the work. */
export async function readSources(
  file: ImportFile,
  report: Report = () => {},
  signal?: AbortSignal,
): Promise<Result<Imported>> {
  const name = file.name.slice(Math.max(file.name.lastIndexOf('/'), file.name.lastIndexOf('\\')) + 1)
  const end = endIn(name, 'document')
  if (!end) return problem({ kind: 'fileTypeNotSupported', name })
  const most = largestFile.document
  if (file.bytes.length > most) return problem({ kind: 'fileTooLarge', name, most })
  const container = containerOf(end)
  // A program that writes these never writes nothing; an empty text may well be meant.
  if (file.bytes.length === 0)
    return container
      ? problem({ kind: 'conversionFailed', name, detail: `it is empty, not ${container}` })
      : sourceOf(name, { rich: fromPlain(''), notes: [] })
  signal?.throwIfAborted()
  const read = await readers[end]()
  const done = await read({ ...file, name }, (progress) => {
    signal?.throwIfAborted()
    report(progress)
  })
  if ('problem' in done) return done
  signal?.throwIfAborted()
  const finished = sourceOf(name, done.ok)
  report(1)
  return finished
}

/** What was read of a document, as a source. `name`: the file's. */
export const sourceOf = (name: string, read: Read): Result<Imported> =>
  finish(name, titleOf(name.slice(0, name.lastIndexOf('.')), name), read)

function finish(file: string, title: string, { rich, memos = [], timed, notes }: Read): Result<Imported> {
  if (leastHtml(rich) > longestAnswer) return tooLarge(file)
  const { rich: cut, split } = splitLongParagraphs(rich)
  const html = toHtml(cut)
  if (html.length > longestAnswer) return tooLarge(file)
  const all: ImportNote[] = [...notes]
  if (memos.length > 0) all.push({ kind: 'commentsAsMemos', file, count: memos.length })
  if (split.length > 0) all.push({ kind: 'paragraphsSplit', file, count: split.length })
  if (cut.text.trim() === '') all.push({ kind: 'noText', file })
  const source = {
    title,
    html,
    ...(memos.length > 0 && { memos }),
    ...(timed && { recording: recordingOf(title, timed) }),
  }
  return { ok: { sources: [source], notes: all } }
}

/** The file has only times, not what was recorded. */
const recordingOf = (title: string, timed: TimedText): NewRecording => ({
  title,
  hash: '',
  type: '',
  milliseconds: timed.words.reduce((last, { ends }) => Math.max(last, ends), 0),
  words: writeTimedWords(timed),
})

/** Before it is written: a text of line breaks, or an image shown a thousand times, would fill the memory. */
function leastHtml({ text, images }: RichText): number {
  let length = text.length + images.reduce((sum, { src }) => sum + src.length, 0)
  for (let at = text.indexOf('\n'); at >= 0 && length <= longestAnswer; at = text.indexOf('\n', at + 1)) length += 3
  return length
}

/** Of a text, with its marks and pictures. */
const tooLarge = (name: string): { problem: Problem } =>
  problem({ kind: 'fileTooLarge', name, most: longestAnswer, bound: 'text' })

/** The file's name without its end, as one line; a file that is only an end keeps its name. */
function titleOf(stem: string, name: string): string {
  const clean = (text: string) => cleanLine(text).replace(/\s+/g, ' ').trim()
  return (clean(stem) || clean(name)).slice(0, longestTitle).toWellFormed()
}
