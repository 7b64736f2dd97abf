/**
 * All highlights of a project in memory, as columns: what overlaps, filters and orders are computed from.
 *
 * The rows of one answer, a *group*, lie together, ascending by start, length, quirk and id, in a region of memory (`regions.ts`).
 * Quirks and authors are ordinals. 20 bytes a highlight, 12 more with authors and times.
 *
 * Promises: kept by effects, the columns hold what the database holds. Row numbers and pointers are good until `version` changes.
 */
import type { Effect } from '../../../src/model/change.ts'
import type { Db } from '../../database/db.ts'
import { type AnswerPlace, type Answers, inPlaceOrder } from '../answers.ts'
import type { Kernel } from '../kernel.ts'
import { type Ordinals, openOrdinals, quickly } from '../ordinals.ts'
import { keepColumns } from './keepColumns.ts'
import { type ColumnPointers, openRegions } from './regions.ts'

/** A highlight as it enters or leaves; quirk and author as ordinals. */
export interface ColumnRow {
  id: number
  start: number
  end: number
  quirk: number
  author: number
  time: number
}

/** Told before a row enters and after it has left, when its group holds the others; and around the renewal of a group. */
export interface ColumnsListener {
  row(group: number, row: ColumnRow, by: 1 | -1): void
  group(group: number, by: 1 | -1): void
  /** So much changes that counting anew costs less than following. */
  drop(): void
}

export interface Columns {
  readonly kernel: Kernel
  /** Another after each change. */
  readonly version: number
  readonly quirks: Ordinals<number>
  readonly authors: Ordinals<string>
  readonly at: Readonly<ColumnPointers>
  /** Groups are 0 … groupCount - 1; rows lie anywhere below `end`. */
  readonly groupCount: number
  readonly end: number
  readonly size: number
  /** Its answer's id is -1 where there is none. */
  place(group: number): Readonly<AnswerPlace>
  /** The group of a place, made if there is none. */
  groupOf(sourceId: number, questionId: number): number
  /** Looks up again whether there is an answer at a place. */
  answered(sourceId: number, questionId: number): void
  /** Groups by source and question. */
  inOrder(): Int32Array
  offset(group: number): number
  count(group: number): number
  row(row: number): ColumnRow
  insert(group: number, row: ColumnRow): void
  /** Takes the row out and returns it. Throws an Error where the group does not hold it. */
  take(group: number, id: number): ColumnRow
  /** Replaces the rows of a group; they come in their order. */
  renew(group: number, rows: readonly ColumnRow[]): void
  /** Adds a row after all others: while loading, when rows come in the order of groups and of rows. */
  append(sourceId: number, questionId: number, id: number, start: number, length: number, quirkId: number): void
  /** Whether the rows of this source have been read. */
  isLoaded(sourceId: number): boolean
  loaded(upTo: number): void
  readonly hasAuthors: boolean
  /** Makes room for authors and times; the caller fills them in. */
  addAuthors(): void
  listen(listener: ColumnsListener): void
  unlisten(listener: ColumnsListener): void
  keep(effects: readonly Effect[]): void
  /** Gives their memory back. */
  close(): void
}

/** Empty columns with room for `rows`; one group for each answer there is. */
export function openColumns(kernel: Kernel, db: Db, answers: Answers, rows: number): Columns {
  const quirks = openOrdinals<number>()
  const quirkOf = quickly(quirks)
  const authors = openOrdinals<string>()
  const regions = openRegions(kernel, rows)
  const { view, makeRoom } = regions
  const places: AnswerPlace[] = []
  const groups = new Map<number, Map<number, number>>()
  const listeners = new Set<ColumnsListener>()
  let version = 0
  let size = 0
  let cursor = Number.NEGATIVE_INFINITY
  let ordered: Int32Array | null = null
  /** The group that `append` is at. */
  let filling = { group: -1, sourceId: Number.NaN, questionId: Number.NaN }

  const addGroup = (place: AnswerPlace): number => {
    const group = regions.addGroup()
    places.push({ ...place })
    const ofSource = groups.get(place.sourceId) ?? new Map<number, number>()
    groups.set(place.sourceId, ofSource.set(place.questionId, group))
    ordered = null
    return group
  }

  /** The first row of the group that is not before (start, end, quirk, id). */
  const placeFor = (group: number, row: ColumnRow): number => {
    const { offsets, counts, starts, ends, quirks: ordinals, ids } = view()
    let low = offsets[group] as number
    let high = low + (counts[group] as number)
    while (low < high) {
      const middle = (low + high) >> 1
      const order =
        (starts[middle] as number) - row.start ||
        (ends[middle] as number) - row.end ||
        quirks.at(ordinals[middle] as number) - quirks.at(row.quirk) ||
        (ids[middle] as number) - row.id
      if (order < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  const write = (at: number, row: ColumnRow) => {
    const v = view()
    v.starts[at] = row.start
    v.ends[at] = row.end
    v.quirks[at] = row.quirk
    v.ids[at] = row.id
    if (!regions.hasAuthors) return
    v.authors[at] = row.author
    v.times[at] = row.time
  }

  const columns: Columns = {
    kernel,
    quirks,
    authors,
    at: regions.at,
    get version() {
      return version
    },
    get groupCount() {
      return regions.groupCount
    },
    get end() {
      return regions.end
    },
    get size() {
      return size
    },
    get hasAuthors() {
      return regions.hasAuthors
    },
    place: (group) => places[group] as AnswerPlace,
    groupOf: (sourceId, questionId) =>
      groups.get(sourceId)?.get(questionId) ??
      addGroup(answers.at(sourceId, questionId) ?? { id: -1, sourceId, questionId }),
    answered: (sourceId, questionId) => {
      const place = places[columns.groupOf(sourceId, questionId)] as AnswerPlace
      place.id = answers.at(sourceId, questionId)?.id ?? -1
      version += 1
    },
    inOrder: () => {
      ordered ??= Int32Array.from(places.keys()).sort((a, b) =>
        inPlaceOrder(places[a] as AnswerPlace, places[b] as AnswerPlace),
      )
      return ordered
    },
    offset: (group) => view().offsets[group] as number,
    count: (group) => view().counts[group] as number,
    row: (row) => {
      const v = view()
      return {
        id: v.ids[row] as number,
        start: v.starts[row] as number,
        end: v.ends[row] as number,
        quirk: v.quirks[row] as number,
        author: regions.hasAuthors ? (v.authors[row] as number) : -1,
        time: regions.hasAuthors ? (v.times[row] as number) : 0,
      }
    },
    insert: (group, row) => {
      for (const listener of listeners) listener.row(group, row, 1)
      makeRoom(group, columns.count(group) + 1)
      const v = view()
      const to = placeFor(group, row)
      const last = (v.offsets[group] as number) + (v.counts[group] as number)
      regions.move(to + 1, to, last)
      write(to, row)
      v.counts[group] = (v.counts[group] as number) + 1
      v.longest[group] = Math.max(v.longest[group] as number, row.end - row.start)
      size += 1
      version += 1
    },
    take: (group, id) => {
      const v = view()
      const first = v.offsets[group] as number
      const last = first + (v.counts[group] as number)
      const found = v.ids.subarray(first, last).indexOf(id)
      if (found < 0) throw new Error(`highlight ${id} is not in its group`)
      const row = columns.row(first + found)
      regions.move(first + found, first + found + 1, last)
      v.counts[group] = (v.counts[group] as number) - 1
      size -= 1
      version += 1
      for (const listener of listeners) listener.row(group, row, -1)
      return row
    },
    renew: (group, rows) => {
      for (const listener of listeners) listener.group(group, -1)
      size -= columns.count(group)
      view().counts[group] = 0
      makeRoom(group, rows.length)
      const first = columns.offset(group)
      let longest = 0
      for (const [n, row] of rows.entries()) {
        write(first + n, row)
        longest = Math.max(longest, row.end - row.start)
      }
      const v = view()
      v.counts[group] = rows.length
      v.longest[group] = longest
      size += rows.length
      version += 1
      for (const listener of listeners) listener.group(group, 1)
    },
    append: (sourceId, questionId, id, start, length, quirkId) => {
      if (sourceId !== filling.sourceId || questionId !== filling.questionId) {
        const group = columns.groupOf(sourceId, questionId)
        filling = { group, sourceId, questionId }
        regions.fill(group)
      }
      const { group } = filling
      const quirk = quirkOf(quirkId)
      if (regions.append(group, id, start, length, quirk)) size += 1
      else columns.insert(group, { id, start, end: start + length, quirk, author: -1, time: 0 })
    },
    isLoaded: (sourceId) => sourceId <= cursor,
    loaded: (upTo) => {
      cursor = upTo
      version += 1
    },
    addAuthors: regions.addAuthors,
    listen: (listener) => {
      listeners.add(listener)
    },
    unlisten: (listener) => {
      listeners.delete(listener)
    },
    keep: (effects) => {
      const changed = keepColumns(columns, db, effects, () => {
        for (const listener of listeners) listener.drop()
      })
      if (changed) version += 1
    },
    close: regions.close,
  }

  for (const answer of answers.inOrder()) if (!groups.get(answer.sourceId)?.has(answer.questionId)) addGroup(answer)
  return columns
}

/** Groups in stretches of about as many rows as are worked through at once, or `most`, as [from, to). */
export function* parts(columns: Columns, most = columns.kernel.sizes.rows): Generator<[number, number]> {
  const { kernel, at } = columns
  let from = 0
  let rows = 0
  let counts = kernel.ints(at.counts, columns.groupCount)
  for (let group = 0; group < columns.groupCount; group++) {
    rows += counts[group] as number
    if (rows < most) continue
    yield [from, group + 1]
    // The memory may have grown meanwhile.
    counts = kernel.ints(at.counts, columns.groupCount)
    from = group + 1
    rows = 0
  }
  if (from < columns.groupCount) yield [from, columns.groupCount]
}
