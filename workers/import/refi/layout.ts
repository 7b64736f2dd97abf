/** Which texts of the file become which sources, and the answers of which questions. */
import type { Question, Source } from '../../../src/model/schema.ts'
import type { Archive } from './archive.ts'
import type { Exchange, Medium, Text } from './exchange.ts'
import { isOwn, questionsOf } from './ownConventions.ts'
import type { Tally } from './tally.ts'
import { title, uniqueNames } from './words.ts'

export interface Placed {
  text: Text
  sourceId: number
  questionId: number
  /** The source in the file whose text it is, where that is no text itself. Of several texts, the first has what lies on the source. */
  medium: Medium | null
  /** The entry of a picture that is the text. */
  picture: string | null
}

export interface Layout {
  sources: Source[]
  questions: Question[]
  placed: Placed[]
  /** Ids of the sources that a key of the file means. */
  ids: Map<string, number[]>
  /** A source that the file does not name as one. */
  add: (text: Text, name: string) => Placed
  /** Sets of the file that are questions, cases that are sources. */
  spent: ReadonlySet<object>
}

const icon = 'md_generic'

export function layoutOf(
  exchange: Exchange,
  archive: Archive | null,
  author: (key: string) => string,
  tally: Tally,
): Layout {
  const own = isOwn(exchange)
  const questions = questionsOf(exchange)
  const spent = new Set<object>(questions.sets)
  const free = uniqueNames()
  const layout: Layout = { sources: [], questions: questions.rows, placed: [], ids: new Map(), add, spent }

  function source(name: string, { user, time }: { user: string; time: number }): number {
    const id = layout.sources.length + 1
    const clean = title(own ? name : name.trim(), tally)
    const named = clean === '' && !own ? `Source ${id}` : clean
    const row = { id, title: own ? named : free(named), icon, author: author(user), timestamp: time || exchange.time }
    layout.sources.push(row)
    return id
  }
  function mean(key: string, sourceId: number): void {
    const ids = layout.ids.get(key)
    if (ids && !ids.includes(sourceId)) ids.push(sourceId)
    if (!ids && key !== '') layout.ids.set(key, [sourceId])
  }
  function place(
    text: Text,
    sourceId: number,
    medium: Medium | null = null,
    picture: string | null = null,
    answered = questions.ofText.get(text.key),
  ): Placed {
    const questionId = answered ?? questions.rows[0]?.id ?? 1
    const placed = { text, sourceId, questionId, medium, picture }
    layout.placed.push(placed)
    mean(text.key, sourceId)
    if (medium) mean(medium.key, sourceId)
    return placed
  }
  function add(text: Text, name: string): Placed {
    return place(text, source(name, text))
  }

  /** Texts that answer questions of one respondent are one source. */
  const respondents = new Map<string, { name: string; sourceId: number | null; answered: Set<number> }>()
  if (questions.rows.length > 1)
    for (const one of exchange.cases) {
      const respondent = { name: one.name, sourceId: null, answered: new Set<number>() }
      for (const key of one.sources) respondents.set(key, respondent)
      spent.add(one)
    }
  for (const found of exchange.sources) {
    const respondent = respondents.get(found.key)
    const questionId = questions.ofText.get(found.key)
    const answers = respondent && questionId !== undefined && !respondent.answered.has(questionId)
    if (found.kind === 'medium') {
      const texts = textsOf(found, archive, tally)
      for (const { text, name, picture } of texts) {
        if (answers && texts.length === 1) {
          respondent.sourceId ??= source(respondent.name, found)
          respondent.answered.add(questionId)
          place(text, respondent.sourceId, found, picture, questionId)
        } else place(text, source(name, found), found, picture)
      }
      continue
    }
    if (!answers) {
      add(found, found.name || stem(found.plainPath || found.richPath))
      continue
    }
    respondent.sourceId ??= source(respondent.name, found)
    respondent.answered.add(questionId)
    place(found, respondent.sourceId)
  }
  return layout
}

/** A file's name without folders, scheme and end. */
const stem = (path: string): string =>
  path
    .replace(/^\w{2,}:\/*/, '')
    .replace(/^.*[/\\]/s, '')
    .replace(/\.\w{1,5}$/, '')

interface Named {
  text: Text
  name: string
  picture: string | null
}

/** What a source that is no text has to read. */
function textsOf(medium: Medium, archive: Archive | null, tally: Tally): Named[] {
  const name = medium.name || stem(medium.path)
  const { texts } = medium
  if (texts.length > 0)
    return texts.map((text, at) => ({
      text,
      name: texts.length === 1 ? name || text.name : `${name} – ${text.name || at + 1}`,
      picture: null,
    }))
  const entry = medium.path === '' ? null : (archive?.find(medium.path) ?? null)
  if (medium.element === 'PDFSource' && entry !== null)
    return [{ text: { ...bareText(medium), richPath: medium.path }, name, picture: null }]
  if (medium.element === 'PictureSource' && entry !== null && /\.(?:png|jpe?g|gif|webp)$/i.test(entry))
    return [{ text: bareText(medium), name, picture: entry }]
  tally.count(
    medium.element === 'PictureSource' ? 'refiPictures' : medium.element === 'PDFSource' ? 'refiPdfs' : 'refiMedia',
  )
  // What is said of it is kept even so.
  const hasWords = medium.description.trim() !== '' || medium.notes.length + medium.values.length > 0
  return hasWords ? [{ text: bareText(medium), name, picture: null }] : []
}

/** A text without words. */
export const bareText = ({ name, user, time }: { name: string; user: string; time: number }): Text => ({
  kind: 'text',
  element: 'TextSource',
  key: '',
  name,
  plainPath: '',
  richPath: '',
  content: '',
  description: '',
  user,
  time,
  modifyingUser: '',
  modified: 0,
  selections: [],
  codings: [],
  notes: [],
  values: [],
  syncPoints: new Map(),
})
