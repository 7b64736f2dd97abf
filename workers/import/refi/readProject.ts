/**
 * Reads the exchange format of the field, REFI-QDA: projects (`.qdpx`) and codebooks (`.qdc`). Nothing is left out in silence: what has no
 * place in a project of ours is counted in a note.
 *
 * The archive is unpacked entry by entry, its XML read piece by piece, and the texts are written one by one, so that the memory it takes is that
 * of the file, of its selections and of the rows.
 */

import { endIn, largestFile } from '../../../src/model/importedKinds.ts'
import { isProblem, problem, type Result } from '../../../src/model/problems.ts'
import type { ProjectCounts } from '../../../src/model/projectRows.ts'
import type { ImportedProject } from '../imported.ts'
import type { ImportFile, Report } from '../readSources.ts'
import { openRowWriter, type RowWriter } from '../rowWriter.ts'
import { type Archive, openArchive } from './archive.ts'
import { attemptAsync } from './attemptAsync.ts'
import { type Choice, gatherEvidence } from './choosePositionRule.ts'
import type { Exchange } from './exchange.ts'
import { bareText, type Layout, layoutOf } from './layout.ts'
import { openTexts, type Texts } from './loadText.ts'
import { type Notes, notesOf, noteWords } from './memosOfNotes.ts'
import { isOwn } from './ownConventions.ts'
import { placesOf } from './places.ts'
import { writeProperties } from './properties.ts'
import { movedApart, type Quirks, quirksOf } from './quirks.ts'
import { readExchange } from './readExchange.ts'
import { openSounds } from './sounds.ts'
import { openTally, type Tally } from './tally.ts'
import { title, uniqueNames } from './words.ts'
import { writeTexts } from './writeTexts.ts'

/** Problems: fileTypeNotSupported, fileTooLarge, qdeMissing, conversionFailed. */
export async function readProject(file: ImportFile, report: Report = () => {}): Promise<Result<ImportedProject>> {
  const name = file.name.slice(Math.max(file.name.lastIndexOf('/'), file.name.lastIndexOf('\\')) + 1)
  const end = endIn(name, 'project')
  if (!end) return problem({ kind: 'fileTypeNotSupported', name })
  const isCodebook = end === 'qdc'
  const most = largestFile.project
  if (file.bytes.length > most) return problem({ kind: 'fileTooLarge', name, most })
  const archive: Result<Archive | null> = isCodebook ? { ok: null } : openArchive({ name, bytes: file.bytes })
  if (isProblem(archive)) return archive
  const exchange = readXmlOf({ name, bytes: file.bytes }, archive.ok, report)
  if (isProblem(exchange)) return exchange
  return attemptAsync(() => projectOf(name, exchange.ok, archive.ok, report))
}

/** Its bytes may go as soon as it is read: they are often most of the file. */
function readXmlOf({ name, bytes }: ImportFile, archive: Archive | null, report: Report): Result<Exchange> {
  const xml = archive ? archive.xml() : { ok: bytes }
  return isProblem(xml) ? xml : readExchange(name, xml.ok, (part) => report(part * 0.4))
}

async function projectOf(
  file: string,
  exchange: Exchange,
  archive: Archive | null,
  report: Report,
): Promise<ImportedProject> {
  exchange.time ||= Date.now()
  const tally = openTally(file)
  tally.count('windows1252', exchange.mended)
  const writer = openRowWriter()
  const author = (key: string) => title(exchange.users.get(key) ?? '', tally)
  const texts = openTexts(file, archive, tally)
  const layout = layoutOf(exchange, archive, author, tally)
  const notes = notesOf(exchange, layout, tally)
  // What is said of the project as a whole has no other place.
  const about = exchange.description.trim() === '' ? [] : [{ ...bareText(exchange), content: exchange.description }]
  for (const note of [...notes.alone, ...about]) layout.add(note, note.name)
  tally.count('refiNotesAsSources', notes.alone.length + about.length)

  const { places, exact } = placesOf(exchange, isOwn(exchange), tally)
  const quirks = quirksOf(exchange, places, await wordsOnCodes(exchange, notes, texts, tally), tally)
  const cases = casesOnPassages(exchange, quirks, tally)
  for (const question of layout.questions) writer.write('questions', question)
  const groups = writeGroups(exchange, layout, notes, quirks, writer, tally)

  const choice = await choose(exchange, layout, texts, (part) => report(0.4 + part * 0.2))
  if (choice.looked > 0) tally.note(positionsNote(file, exchange.origin, choice))
  const sounds = openSounds(archive, tally)
  const { highlights, memos, ofQuirks } = await writeTexts(
    { file, exchange, archive, layout, notes, quirks, texts, sounds, rule: choice.rule, author, cases, writer, tally },
    (done) => report(0.6 + (done / layout.placed.length) * 0.35),
  )
  const ownPlaces = new Set(exact ? [...places.keys()].map((key) => quirks.ids.get(key)) : [])
  for (const quirk of movedApart(quirks.rows, ofQuirks, (id) => ownPlaces.has(id))) writer.write('quirks', quirk)
  const stamp = (sourceId: number) => {
    const { author = '', timestamp = exchange.time } = layout.sources[sourceId - 1] ?? {}
    return { author, timestamp }
  }
  const properties = writeProperties(exchange, layout, stamp, writer, tally)
  for (const source of layout.sources) writer.write('sources', source)
  if (exchange.unknown.size > 0) tally.note(unknownNote(file, exchange.unknown))
  const counts: ProjectCounts = {
    sources: layout.sources.length,
    questions:
      layout.questions.some(({ question }) => question !== '') || layout.questions.length > 1
        ? layout.questions.length
        : 0,
    quirks: quirks.rows.length,
    groups,
    properties,
    highlights,
    memos,
  }
  const rows = writer.blob()
  report(1)
  return { rows, counts, notes: tally.notes(), sounds: sounds.all() }
}

/** Only the texts with selections are read for it. */
async function choose(
  exchange: Exchange,
  { placed }: Layout,
  texts: Texts,
  report: (part: number) => void,
): Promise<Choice> {
  const evidence = gatherEvidence()
  for (const [at, { text }] of placed.entries()) {
    if (text.selections.length === 0) continue
    const loaded = await texts.load(text)
    evidence.add(loaded, loaded.ours, text.selections)
    report(at / placed.length)
  }
  return evidence.choose(exchange.origin)
}

const positionsNote = (file: string, origin: string, { rule, certainty, matters }: Choice) =>
  ({
    kind: 'refiPositions',
    file,
    origin: origin || '?',
    unit: matters.unit ? rule.unit : 'same',
    breaks: matters.breaks || rule.breaks === 'two' ? rule.breaks : 'same',
    mark: matters.mark ? (rule.mark ? 'counted' : 'passed') : 'same',
    end: rule.inclusive ? 'inclusive' : 'exclusive',
    certainty,
  }) as const

const unknownNote = (file: string, unknown: ReadonlyMap<string, number>) => {
  const names = [...unknown].slice(0, 20).map(([name, count]) => `${name.slice(0, 60)} × ${count}`)
  return { kind: 'refiUnknown', file, names: `${names.join(', ')}${unknown.size > 20 ? ' …' : ''}` } as const
}

/** Notes on codes go with their descriptions. */
async function wordsOnCodes({ origin }: Exchange, { ofCodes }: Notes, texts: Texts, tally: Tally) {
  const words = new Map<Exchange['codes'][number], string>()
  for (const [code, notes] of ofCodes) {
    const said: string[] = []
    for (const note of notes) said.push(noteWords(note.name, await texts.words(note), /^thicket/i.test(origin)))
    words.set(code, said.join('\n\n'))
    tally.count('refiNotesOnCodes', notes.length)
  }
  return words
}

/** A case that is a code too gives that code to its passages; the passages of others have no place. */
function casesOnPassages({ cases }: Exchange, { ids }: Quirks, tally: Tally): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { key, selections, codes, description } of cases) {
    if (description.trim() !== '') tally.count('refiDescriptions')
    tally.count('refiCaseCodes', codes.length)
    if (!ids.has(key)) tally.count('refiCaseSelections', selections.length)
    else for (const passage of selections) found.set(passage, [...(found.get(passage) ?? []), key])
  }
  return found
}

/** Sets with codes, and those without anything. */
function writeGroups(
  { sets }: Exchange,
  { spent, ids }: Layout,
  { byKey }: Notes,
  quirks: Quirks,
  writer: RowWriter,
  tally: Tally,
): number {
  const free = uniqueNames()
  let groups = 0
  let members = 0
  for (const set of sets) {
    if (spent.has(set)) continue
    if (set.description.trim() !== '') tally.count('refiDescriptions')
    tally.count('refiSetNotes', set.notes.filter((key) => !ids.has(key) && byKey.has(key)).length)
    if (set.codes.length === 0 && set.sources.length + set.notes.length > 0) continue
    groups += 1
    writer.write('groups', { id: groups, description: free(title(set.name.trim(), tally) || '–') })
    const found = new Set(set.codes.flatMap((key) => quirks.ids.get(key) ?? []))
    tally.count('refiReferences', set.codes.filter((key) => !quirks.ids.has(key)).length)
    for (const quirkId of found) {
      members += 1
      writer.write('group_quirks', { id: members, groupId: groups, quirkId })
    }
  }
  return groups
}
