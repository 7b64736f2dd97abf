/** Highlights and memos of another project, on the texts of the result: each once, on its own words, or in the list of what was lost. */
import type { ProjectRows } from '../../../projectRows.ts'
import type { Highlight, Memo } from '../../../schema.ts'
import { mapPos } from '../../../text/changes.ts'
import type { Ids } from './codebook.ts'
import type { MergeResult } from './result.ts'
import { type MergedSources, type MergedText, placeKey } from './sources.ts'

export interface MergedRows {
  /** The base has them already. */
  same: number
  /** On texts that both have in the same words, or that only the other project has. */
  added: number
  /** Brought onto the words of the base through a difference. */
  moved: number
  /** The base's text has no word of theirs. */
  lost: number
}

export interface LostRow {
  /** The title of the source in the other project; empty: there is none. */
  source: string
  /** The words that it lay on there. */
  words: string
  quirkId: number | null
  /** Of a memo. */
  content: string
}

export interface MergedOnTexts {
  highlights: MergedRows
  memos: MergedRows
  lost: LostRow[]
}

interface Placed {
  sourceId: number
  questionId: number
  start: number
  length: number
}

export function mergeOnTexts(
  result: MergeResult,
  other: ProjectRows,
  { texts }: MergedSources,
  quirks: Ids,
): MergedOnTexts {
  const titles = new Map((other.sources ?? []).map(({ id, title }) => [id, title]))
  const lost: LostRow[] = []
  const textOf = openTextOf(texts)
  const lose = (row: Placed, of: Pick<LostRow, 'quirkId' | 'content'>) => {
    const words = textOf(row)?.words.text.slice(row.start, row.start + row.length) ?? ''
    lost.push({ source: titles.get(row.sourceId) ?? '', words, ...of })
  }

  const highlights = mergeRows<Highlight>({
    mine: result.rows.highlights,
    theirs: other.highlights ?? [],
    keyOf: ({ author }, { questionId, quirkId, start, length }) =>
      `${questionId} ${quirkId} ${start} ${length} ${author}`,
    isTwin: (mine, row, at) => mine.quirkId === at.quirkId && mine.author === row.author,
    placed: (row) => {
      const quirkId = quirks.get(row.quirkId)
      const at = placeIn(textOf(row), row)
      if (!at || quirkId === undefined || (row.length > 0 && at.length === 0)) return null
      return { ...at, quirkId }
    },
    isMoved: (row) => Boolean(textOf(row)?.changes),
    freeId: (id) => result.freeId('highlights', id),
    lose: (row) => lose(row, { quirkId: quirks.get(row.quirkId) ?? null, content: '' }),
  })
  const memos = mergeRows<Memo>({
    mine: result.rows.memos,
    theirs: other.memos ?? [],
    keyOf: ({ author, content }, { questionId, start, length }) =>
      `${questionId} ${start} ${length} ${author} ${content}`,
    isTwin: (mine, row) => mine.author === row.author && mine.content === row.content,
    // A memo holds words of its own: it stays as a point where those that it lay on are gone.
    placed: (row) => placeIn(textOf(row), row),
    isMoved: (row) => Boolean(textOf(row)?.changes),
    freeId: (id) => result.freeId('memos', id),
    lose: (row) => lose(row, { quirkId: null, content: row.content }),
  })
  return { highlights, memos, lost }
}

/** Rows of one text often follow each other. */
function openTextOf(texts: MergedSources['texts']): (row: Placed) => MergedText | undefined {
  let last: { sourceId: number; questionId: number; text: MergedText | undefined } | null = null
  return ({ sourceId, questionId }) => {
    if (last?.sourceId !== sourceId || last.questionId !== questionId)
      last = { sourceId, questionId, text: texts.get(placeKey(sourceId, questionId)) }
    return last.text
  }
}

function placeIn(text: MergedText | undefined, { start, length }: Placed): Placed | null {
  if (!text) return null
  const { sourceId, questionId, changes } = text
  if (!changes) return { sourceId, questionId, start, length }
  const from = Math.min(start, changes.length)
  const to = Math.min(start + length, changes.length)
  const moved = mapPos(changes, from, 1)
  return { sourceId, questionId, start: moved, length: to === from ? 0 : Math.max(0, mapPos(changes, to, -1) - moved) }
}

/** What of a row depends on the project that it is in. */
type Bound<R> = Pick<R, Extract<keyof R, 'sourceId' | 'questionId' | 'start' | 'length' | 'quirkId'>>

interface Merging<R extends Placed & { id: number }> {
  mine: R[]
  theirs: readonly R[]
  /** Within a source: whether two are one. */
  keyOf(row: R, at: Bound<R>): string
  /** Of two at one place, the same. */
  isTwin(mine: R, row: R, at: Bound<R>): boolean
  /** Where it is in the result; null: it has no place there. */
  placed(row: R): Bound<R> | null
  isMoved(row: R): boolean
  freeId(id: number): number
  lose(row: R): void
}

/**
 * The row of the same id, asked for in ascending order, in which rows come out of a file; where they do not, it may not be found. Most rows of a copy are
 * those of the base under the same ids, and no keys have to be made for them.
 */
function openTwins<R extends { id: number }>(rows: readonly R[]): (id: number) => R | undefined {
  let at = 0
  return (id) => {
    while (at < rows.length && (rows[at] as R).id < id) at += 1
    const found = rows[at]
    return found?.id === id ? found : undefined
  }
}

const isAtPlace = (row: Placed, at: Placed): boolean =>
  row.sourceId === at.sourceId && row.questionId === at.questionId && row.start === at.start && row.length === at.length

function mergeRows<R extends Placed & { id: number }>(merging: Merging<R>): MergedRows {
  const { mine, theirs, keyOf, isTwin, placed, isMoved, freeId, lose } = merging
  const twinOf = openTwins(mine)
  const bySource = Map.groupBy(mine, ({ sourceId }) => sourceId)
  const keys = new Map<number, Set<string>>()
  const keysOf = (sourceId: number): Set<string> => {
    const known = keys.get(sourceId) ?? new Set((bySource.get(sourceId) ?? []).map((row) => keyOf(row, row)))
    keys.set(sourceId, known)
    return known
  }
  const merged: MergedRows = { same: 0, added: 0, moved: 0, lost: 0 }
  for (const row of theirs) {
    const found = placed(row)
    if (!found) {
      merged.lost += 1
      lose(row)
      continue
    }
    const twin = twinOf(row.id)
    if (twin && isAtPlace(twin, found) && isTwin(twin, row, found)) {
      merged.same += 1
      continue
    }
    const there = keysOf(found.sourceId)
    const key = keyOf(row, found)
    if (there.has(key)) {
      merged.same += 1
      continue
    }
    there.add(key)
    mine.push({ ...row, ...found, id: freeId(row.id) })
    if (isMoved(row)) merged.moved += 1
    else merged.added += 1
  }
  return merged
}
