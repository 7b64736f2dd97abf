/** Writes the texts one by one, with the highlights and memos that lie on them. */
import { largestFile } from '../../../src/model/importedKinds.ts'
import { longestAnswer } from '../../../src/model/limits.ts'
import { refuse } from '../../../src/model/problems.ts'
import type { Highlight, Memo } from '../../../src/model/schema.ts'
import { type TimedText, type TimedWord, writeTimedWords } from '../../../src/model/sound/timedWords.ts'
import { canonicalText, cleanLine, toHtml } from '../../../src/model/text/richText.ts'
import { memoParts } from '../memoParts.ts'
import type { RowWriter } from '../rowWriter.ts'
import type { Archive } from './archive.ts'
import type { Area, Coding, Exchange, Selection, Text } from './exchange.ts'
import { type Laid, overlapsOf } from './laidOver.ts'
import type { Layout, Placed } from './layout.ts'
import { htmlOf, type Texts } from './loadText.ts'
import { type Notes, noteWords } from './memosOfNotes.ts'
import { isOwn } from './ownConventions.ts'
import { pictureHtml } from './pictureHtml.ts'
import { irregular, type Rule, rangeOf } from './positions.ts'
import type { Quirks } from './quirks.ts'
import type { KeptSound, Sounds } from './sounds.ts'
import type { Tally } from './tally.ts'

export interface Project {
  file: string
  exchange: Exchange
  archive: Archive | null
  layout: Layout
  notes: Notes
  quirks: Quirks
  texts: Texts
  sounds: Sounds
  rule: Rule
  author: (key: string) => string
  /** Codes that a case gives to passages, by the passages' keys. */
  cases: ReadonlyMap<string, readonly string[]>
  writer: RowWriter
  tally: Tally
}

/** Whoever made something, and when; what the thing itself does not tell, that around it does. */
interface Made {
  user: string
  time: number
}
type Range = { start: number; end: number }

interface Written {
  highlights: number
  memos: number
  /** How many highlights each quirk has, by its id. */
  ofQuirks: ReadonlyMap<number, number>
}

/** Returns how many there are. `report`: texts written. */
export async function writeTexts(project: Project, report: (done: number) => void): Promise<Written> {
  const { layout, writer, tally, file } = project
  const pen = openPen(project)
  // Passages that are read but not found in their text become texts of their own, at the end.
  for (let at = 0; at < layout.placed.length; at++) {
    const placed = layout.placed[at] as Placed
    await writeText(project, placed, pen)
    if (writer.isFull()) refuse({ kind: 'fileTooLarge', name: file, most: largestFile.project, bound: 'unpacked' })
    report(at + 1)
  }
  writeEmptyAnswers(project, pen)
  tally.count('refiOverlaps', pen.overlaps())
  return pen.counts()
}

interface Pen {
  /** What is written from here on lies there; `time`: of what does not tell its own. */
  on: (place: { sourceId: number; questionId: number }, time: number) => void
  answer: (html: string, author: string, timestamp: number) => void
  highlight: (range: Range, coding: Coding, around: Made) => void
  memo: (range: Range, words: string, made: Made, around: Made) => void
  /** `timed`: null where nobody knows when anything was said; `sound`: null where it is not to be had. */
  recording: (title: string, timed: TimedText | null, sound: KeptSound | null, made: Made) => void
  overlaps: () => number
  counts: () => Written
}

function openPen({ writer, exchange, quirks, author, tally }: Project): Pen {
  let place = { sourceId: 0, questionId: 0 }
  let usual = 0
  let laid: Laid[] = []
  let overlaps = 0
  const ids = { answers: 0, highlights: 0, memos: 0, recordings: 0 }
  const ofQuirks = new Map<number, number>()
  const close = () => {
    overlaps += overlapsOf(laid)
    laid = []
  }
  const timeOf = (...times: number[]): number => times.find((time) => time > 0) ?? exchange.time
  return {
    on({ sourceId, questionId }, time) {
      close()
      place = { sourceId, questionId }
      usual = time
    },
    answer(html, name, timestamp) {
      ids.answers += 1
      writer.write('question_answers', { id: ids.answers, ...place, answer: html, author: name, timestamp })
    },
    highlight({ start, end }, coding, around) {
      const quirkId = quirks.ids.get(coding.code)
      if (quirkId === undefined) return tally.count('refiUnknownCodes')
      if (end <= start) return tally.count('refiEmptySelections')
      ids.highlights += 1
      ofQuirks.set(quirkId, (ofQuirks.get(quirkId) ?? 0) + 1)
      const row: Highlight = {
        id: ids.highlights,
        ...place,
        quirkId,
        start,
        length: end - start,
        author: author(coding.user || around.user),
        timestamp: timeOf(coding.time, around.time, usual),
      }
      if (coding.time <= 0 && around.time <= 0) tally.count('refiUndated')
      laid.push(row)
      writer.write('highlights', row)
    },
    memo({ start, end }, words, made, around) {
      for (const content of memoParts(canonicalText(words))) {
        ids.memos += 1
        const row: Memo = {
          id: ids.memos,
          ...place,
          start,
          length: Math.max(0, end - start),
          content,
          author: author(made.user || around.user),
          timestamp: timeOf(made.time, around.time, usual),
        }
        writer.write('memos', row)
      }
    },
    recording(title, timed, sound, made) {
      ids.recordings += 1
      const id = ids.recordings
      const milliseconds = timed?.words.reduce((last, { ends }) => Math.max(last, ends), 0) ?? 0
      const { hash, type } = sound ?? { hash: '', type: '' }
      const by = { author: author(made.user), timestamp: timeOf(made.time, usual) }
      writer.write('recordings', { id, ...place, title: cleanLine(title), hash, type, milliseconds, ...by })
      if (timed) writer.write('transcripts', { id, recordingId: id, words: writeTimedWords(timed) })
    },
    overlaps: () => {
      close()
      return overlaps
    },
    counts: () => ({ highlights: ids.highlights, memos: ids.memos, ofQuirks }),
  }
}

/** A memo there is one on the text as a whole. */
const whole: Range = { start: 0, end: 0 }

async function writeText(project: Project, placed: Placed, pen: Pen): Promise<void> {
  const { exchange, texts, rule, tally, author } = project
  const { text, medium, picture } = placed
  const picturing = picture === null ? null : pictureOf(project, picture)
  const loaded = await texts.load(text)
  const words = picturing ? picturing.words : loaded.ours
  const html = picturing ? picturing.html : htmlOf(loaded, tally)
  if (html.length > longestAnswer)
    refuse({ kind: 'fileTooLarge', name: project.file, most: longestAnswer, bound: 'text' })
  if (loaded.from === 'missing') tally.count('refiTextsMissing')
  else if (words.trim() === '' && !(medium && medium.texts.length === 0)) tally.count('refiTextsEmpty')

  pen.on(placed, text.time)
  const changed = text.modifyingUser === '' ? text.user : text.modifyingUser
  pen.answer(html, author(changed), text.modified || text.time || exchange.time)
  const range = rangeOf(irregular(loaded), rule, words)
  for (const selection of text.selections) await writeSelection(project, selection, words, range, pen)
  const all = { start: 0, end: words.length }
  writeWhole(project, text.codings, all, text, pen)
  await writeMemos(project, whole, text, text, pen)
  const timed = timesOf(project, text, words, range)
  const sound = await project.sounds.of(medium)
  if (timed || sound) pen.recording(text.name, timed, sound, text)

  if (!medium || (medium.texts.length > 0 && medium.texts[0] !== text)) return
  writeWhole(project, medium.codings, all, medium, pen)
  await writeMemos(project, whole, medium, medium, pen)
  for (const area of medium.areas) await writeArea(project, area, medium.name, words, pen)
}

/**
 * What stands between two time marks was said between them, if there are words. Marks out of order, or without a place or a time, are left out. null: there are none.
 */
function timesOf(
  { tally }: Project,
  { syncPoints }: Text,
  words: string,
  range: ReturnType<typeof rangeOf>,
): TimedText | null {
  const lines: TimedWord[] = []
  let before: { at: number; ms: number } | null = null
  let used = 0
  const marks = [...syncPoints.values()].toSorted((a, b) => a.position - b.position)
  for (const { position, ms } of marks) {
    if (!(position >= 0 && ms >= (before?.ms ?? 0))) continue
    const at = range(position, position).start
    if (before && words.slice(before.at, at).trim() !== '')
      lines.push({ from: before.at, to: at, begins: before.ms, ends: ms })
    before = { at, ms }
    used += 1
  }
  if (before && words.slice(before.at).trim() !== '')
    lines.push({ from: before.at, to: words.length, begins: before.ms, ends: before.ms })
  tally.count('refiSyncPoints', syncPoints.size - used)
  return lines.length > 0 ? { text: words, words: lines } : null
}

function pictureOf({ archive, tally }: Project, entry: string): { html: string; words: string } | null {
  const read = archive?.read(entry)
  const picture = read && 'ok' in read ? pictureHtml(read.ok) : null
  if (!picture) tally.count('refiPictures')
  return picture && { html: toHtml(picture), words: picture.text }
}

async function writeSelection(
  project: Project,
  selection: Selection,
  words: string,
  range: ReturnType<typeof rangeOf>,
  pen: Pen,
): Promise<void> {
  const { tally, cases, notes } = project
  const { key, name, start, end, codings, description } = selection
  if (Number.isNaN(start) || Number.isNaN(end)) {
    tally.count('refiNoPlace')
    // Its words are kept, if not its place.
    await writeMemos(project, whole, selection, selection, pen)
    return
  }
  const at = range(start, end)
  if (at.outside) tally.count('refiOutside')
  for (const coding of codings) pen.highlight(at, coding, selection)
  for (const code of cases.get(key) ?? [])
    if (!codings.some((coding) => coding.code === code))
      pen.highlight(at, { kind: 'coding', code, user: '', time: 0, notes: [] }, selection)
  await writeMemos(project, at, selection, selection, pen)
  if (
    codings.length + selection.notes.length > 0 ||
    description.trim() !== '' ||
    notes.linked.has(key) ||
    cases.has(key)
  )
    return
  // Nothing is said of it but a name of its own.
  const said = name.trim()
  const passage = words.slice(at.start, at.end).replace(/\s+/g, ' ').trim()
  const repeats = passage.startsWith(said.replace(/\s+/g, ' ').replace(/(?:…|\.\.\.)$/, ''))
  if (said === '' || repeats) tally.count('refiFreeSelections')
  else pen.memo(at, said, selection, selection)
}

/** Codings of a text as a whole. */
function writeWhole({ tally }: Project, codings: readonly Coding[], all: Range, around: Made, pen: Pen): void {
  if (codings.length === 0) return
  tally.count(all.end === 0 ? 'refiWithoutText' : 'refiWholeTexts', codings.length)
  if (all.end > 0) for (const coding of codings) pen.highlight(all, coding, around)
}

/** The description of something, the notes on it and on its codings, and those that are linked with it. */
async function writeMemos(
  { exchange, notes, texts, tally }: Project,
  range: Range,
  thing: Pick<Text, 'key' | 'description' | 'notes' | 'codings'>,
  around: Made,
  pen: Pen,
): Promise<void> {
  if (thing.description.trim() !== '') pen.memo(range, thing.description, around, around)
  const own = [...thing.notes, ...thing.codings.flatMap((coding) => coding.notes)]
  if (own.length === 0 && notes.linked.size === 0) return
  const found = new Set([...own.flatMap((key) => notes.byKey.get(key) ?? []), ...(notes.linked.get(thing.key) ?? [])])
  for (const note of found) {
    pen.memo(range, noteWords(note.name, await texts.words(note), isOwn(exchange)), note, around)
    tally.count('refiNoteParts', (note.description.trim() === '' ? 0 : 1) + note.notes.length + note.values.length)
  }
}

const areas = {
  PDFSelection: 'refiPdfAreas',
  PictureSelection: 'refiPictureAreas',
  AudioSelection: 'refiMediaAreas',
  VideoSelection: 'refiMediaAreas',
} as const

/** Where its words are known and stand once in the text, it is a passage of it; where they are known, a text of its own; else it has no place here. */
async function writeArea(project: Project, area: Area, name: string, words: string, pen: Pen): Promise<void> {
  const { texts, tally, layout } = project
  const said = area.text ? (await texts.words(area.text)).trim() : ''
  if (area.text && said !== '') {
    const start = words.indexOf(said)
    if (start >= 0 && words.indexOf(said, start + 1) < 0) {
      const range = { start, end: start + said.length }
      for (const coding of [...area.codings, ...area.text.codings]) pen.highlight(range, coding, area)
      await writeMemos(project, range, area, area, pen)
      return
    }
    const { user, time } = area
    const codings = [...area.codings, ...area.text.codings]
    const text: Text = { ...area.text, user, time, codings, description: area.description, notes: area.notes }
    layout.add(text, [name, area.page].filter((part) => part !== '').join(', '))
    return
  }
  tally.count(areas[area.element as keyof typeof areas])
  await writeMemos(project, whole, area, area, pen)
}

/** Every source answers every question, if only with nothing. */
function writeEmptyAnswers({ layout }: Project, pen: Pen): void {
  if (layout.questions.length < 2) return
  const answered = new Set(layout.placed.map(({ sourceId, questionId }) => `${sourceId} ${questionId}`))
  for (const { id: sourceId, author, timestamp } of layout.sources)
    for (const { id: questionId } of layout.questions)
      if (!answered.has(`${sourceId} ${questionId}`)) {
        pen.on({ sourceId, questionId }, timestamp)
        pen.answer('', author, timestamp)
      }
}
