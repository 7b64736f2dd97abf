/**
 * What an undo step is called: an i18n key, and what the step is about, by the titles of that time. Never a sentence: each person
 * reads it in a language of their own.
 */
import type { Args, Call, CommandName } from '../../../src/model/commands.ts'
import type { StepTitle } from '../../../src/model/history.ts'
import { queryKey, readQuery } from '../../../src/model/rules/analysis/savedQueries.ts'
import type { Preference } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/database/db.ts'

type Titles = readonly (string | undefined)[]
/** Of one command, before it is done: the title that it gives or finds; with a second one, where something goes into another, or what a source has been given. */
type About<N extends CommandName> = (read: Reader, args: Args<N>) => Titles
type Reader = ReturnType<typeof reader>

/** A title is cut after so many characters. */
const longest = 60
/** A compound of more commands is about none of them. */
const mostRead = 20

const reader = (db: Db) => {
  const one = (sql: string) => (id: number) =>
    typeof id === 'number' ? db.one<{ title: string }>(sql, [id])?.title : undefined
  return {
    quirk: one('SELECT title FROM quirks WHERE id = ?'),
    source: one('SELECT title FROM sources WHERE id = ?'),
    question: one('SELECT question AS title FROM questions WHERE id = ?'),
    group: one('SELECT description AS title FROM groups WHERE id = ?'),
    property: one('SELECT key AS title FROM source_metadata_keys WHERE id = ?'),
    value: one('SELECT value AS title FROM source_metadata_values WHERE id = ?'),
    query: (id: number) => {
      const row = db.one<Preference>('SELECT key, value FROM preferences WHERE key = ?', [queryKey(id)])
      return row && readQuery(row)?.title
    },
    quirkOf: one('SELECT q.title FROM highlights h JOIN quirks q ON q.id = h.quirkId WHERE h.id = ?'),
    recordingOf: one('SELECT s.title FROM recordings r JOIN sources s ON s.id = r.sourceId WHERE r.id = ?'),
    sourceOf: one('SELECT s.title FROM memos m JOIN sources s ON s.id = m.sourceId WHERE m.id = ?'),
  }
}

const only = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined)
/** What a source has been given: `Role = nurse, teacher`; the property alone where it has nothing of it now. */
const told = (key: string | undefined, values: readonly (string | undefined)[]): string | undefined =>
  key && values.length > 0 ? `${key} = ${values.join(', ')}` : key
const sourceOfText = (read: Reader, { sourceId }: { sourceId: number }): Titles => [read.source(sourceId)]
const ifOne = (ids: readonly number[], find: (id: number) => string | undefined): Titles => {
  const id = only(ids)
  return id === undefined ? [] : [find(id)]
}

/** null: a step of it is about nothing that has a title. */
const abouts: { [N in CommandName]: About<N> | null } = {
  restoreState: null,
  createSource: (_, { title }) => [title],
  importSources: (_, { sources }) => [only(sources)?.title],
  addRecording: sourceOfText,
  updateRecording: (read, { recordingId }) => [read.recordingOf(recordingId)],
  removeRecording: (read, { recordingId }) => [read.recordingOf(recordingId)],
  importProject: (_, { title }) => [title],
  mergeProjects: (_, { title }) => [title],
  updateSource: (read, { sourceId, title }) => [title ?? read.source(sourceId)],
  removeSources: (read, { sourceIds }) => ifOne(sourceIds, read.source),

  createQuestion: (_, { question }) => [question],
  updateQuestion: (read, { questionId, question }) => [question ?? read.question(questionId)],
  removeQuestion: (read, { questionId }) => [read.question(questionId)],
  createAnswer: sourceOfText,
  editAnswer: sourceOfText,
  editAnswerSteps: sourceOfText,
  renameSpeaker: (_, { to }) => [to],

  createQuirk: (_, { title }) => [title],
  createQuirkForPassage: (_, { title }) => [title],
  updateQuirk: (read, { quirkId, title }) => [title ?? read.quirk(quirkId)],
  moveQuirk: (read, { quirkId }) => [read.quirk(quirkId)],
  tidyCanvas: null,
  removeQuirk: (read, { quirkId }) => [read.quirk(quirkId)],
  mergeQuirks: (read, { sourceQuirkId, targetQuirkId }) => [read.quirk(sourceQuirkId), read.quirk(targetQuirkId)],
  setShortcutKey: (read, { quirkId }) => [read.quirk(quirkId)],

  createHighlights: (read, { quirkId }) => [read.quirk(quirkId)],
  createHighlight: (read, { quirkId }) => [read.quirk(quirkId)],
  updateHighlight: (read, { highlightId, quirkId }) => [
    quirkId === undefined ? read.quirkOf(highlightId) : read.quirk(quirkId),
  ],
  cutHighlight: (read, { highlightId }) => [read.quirkOf(highlightId)],
  removeHighlights: (read, { highlightIds }) => ifOne(highlightIds, read.quirkOf),

  createMemo: sourceOfText,
  updateMemo: (read, { memoId }) => [read.sourceOf(memoId)],
  removeMemos: (read, { memoIds }) => ifOne(memoIds, read.sourceOf),

  createGroup: (_, { description }) => [description],
  updateGroup: (_, { description }) => [description],
  removeGroup: (read, { groupId }) => [read.group(groupId)],
  setGroup: (read, { groupId }) => [read.group(groupId)],

  createSourceProperty: (_, { key }) => [key],
  updateSourceProperty: (read, { keyId, key }) => [key ?? read.property(keyId)],
  removeSourceProperty: (read, { keyId }) => [read.property(keyId)],
  createPropertyValue: (_, { value }) => [value],
  updatePropertyValue: (_, { value }) => [value],
  removePropertyValue: (read, { valueId }) => [read.value(valueId)],
  saveQuery: (_, { title }) => [title],
  renameQuery: (_, { title }) => [title],
  removeQuery: (read, { queryId }) => [read.query(queryId)],

  setSourceProperty: (read, { sourceId, keyId, valueIds }) => [
    read.source(sourceId),
    told(read.property(keyId), valueIds.map(read.value)),
  ],
  setSourceProperties: (read, { cells, create = [] }) => {
    const cell = only(cells)
    if (!cell) return []
    const { sourceId, keyId, values } = cell
    const key = keyId < 0 ? create[-1 - keyId]?.key : read.property(keyId)
    return [read.source(sourceId), told(key, values)]
  },
  setStopList: null,
  saveStatement: null,
  removeStatement: null,

  sendChatMessage: null,
  removeChatMessage: null,
  setPreference: null,
}

/** How many things a command is about, where its title says so. */
const counts: { [N in CommandName]?: (args: Args<N>) => number } = {
  importSources: ({ sources }) => sources.length,
  mergeProjects: ({ others }) => others.length,
  removeSources: ({ sourceIds }) => sourceIds.length,
  removeHighlights: ({ highlightIds }) => highlightIds.length,
  createHighlights: ({ passages }) => passages.length,
  setSourceProperties: ({ cells }) => cells.length,
  removeMemos: ({ memoIds }) => memoIds.length,
}

function countOf(calls: readonly Call[]): number {
  const call = only(calls)
  if (!call) return 1
  const count = counts[call.command] as ((args: Call['args']) => number) | undefined
  return count?.(call.args) ?? 1
}

/** `key`: the step's i18n key. To be asked before the calls are run: what they remove has a title only then. */
export function undoTitle(db: Db, calls: readonly Call[], key: string): StepTitle {
  const read = reader(db)
  const named = calls.filter(({ command }) => abouts[command] !== null)
  const found = named.length > mostRead ? [] : named.map((call) => aboutCall(read, call))
  const [first = []] = found
  // A compound is about what each of its commands is about, but for those that are about nothing.
  const same = found.every((titles) => titles.join('\n') === first.join('\n'))
  return stepTitle(key, same ? first : [], countOf(calls))
}

/** What a step is called that is about things of these titles, which are as `shownTitles` gives them. */
export const stepTitle = (key: string, about: readonly string[], count: number): StepTitle => ({
  key,
  ...(about.length > 0 && { about }),
  ...(count !== 1 && { count }),
})

const aboutCall = (read: Reader, { command, args }: Call): string[] =>
  shownTitles((abouts[command] as About<CommandName> | null)?.(read, args) ?? [])

/** None where one of them is lacking. */
export function shownTitles(titles: Titles): string[] {
  const shown = titles.map((title) => shorten(title ?? ''))
  return shown.includes('') ? [] : shown
}

/** A title on one line, cut where it is too long. */
function shorten(title: string): string {
  const characters = [...title.replace(/\s+/g, ' ').trim()]
  const cut = characters
    .slice(0, longest - 1)
    .join('')
    .trimEnd()
  return characters.length <= longest ? characters.join('') : `${cut}…`
}

/** As the history keeps it. */
export const writeTitle = (title: StepTitle): string => JSON.stringify(title)

/** What a copy of an earlier version of the program kept is the key alone. */
export const readTitle = (text: string): StepTitle =>
  text.startsWith('{') ? (JSON.parse(text) as StepTitle) : { key: text }
