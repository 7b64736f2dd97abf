/**
 * All highlights of a project in memory, as columns: what overlaps, filters and orders are computed from.
 *
 * The rows of one answer, a *group*, lie together, ascending by start, length, quirk and id; each group has a region, which moves to the
 * end of the columns when it is full. Quirks and authors are ordinals. 20 bytes a highlight, 12 more with authors and times.
 *
 * Promises: kept by effects, the columns hold what the database holds. Row numbers and pointers are good until `version` changes.
 */
import type { Effect } from '../../../src/model/change.ts'
import type { Db } from '../../database/db.ts'
import { type AnswerPlace, type Answers, inPlaceOrder } from '../answers.ts'
import type { Kernel } from '../kernel.ts'
import { type Ordinals, openOrdinals, quickly } from '../ordinals.ts'
import { keepColumns } from './keepColumns.ts'

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

/** Pointers into the kernel's memory: one value a group (i32), one a row (i32; ids and times f64). */
export interface ColumnPointers {
  offsets: number
  counts: number
  /** At least the length of the longest highlight of the group. */
  longest: number
  starts: number
  ends: number
  quirks: number
  ids: number
  /** 0 until `hasAuthors`. */
  authors: number
  times: number
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

const rowColumns = { starts: 4, ends: 4, quirks: 4, ids: 8, authors: 4, times: 8 } as const
type RowColumn = keyof typeof rowColumns
const groupColumns = ['offsets', 'counts', 'longest'] as const

/** Empty columns with room for `rows`; one group for each answer there is. */
export function openColumns(kernel: Kernel, db: Db, answers: Answers, rows: number): Columns {
  const quirks = openOrdinals<number>()
  const quirkOf = quickly(quirks)
  const authors = openOrdinals<string>()
  const at: ColumnPointers = {
    offsets: 0,
    counts: 0,
    longest: 0,
    starts: 0,
    ends: 0,
    quirks: 0,
    ids: 0,
    authors: 0,
    times: 0,
  }
  const places: AnswerPlace[] = []
  /** Rows that fit into each group's region. */
  const rooms: number[] = []
  const groups = new Map<number, Map<number, number>>()
  const listeners = new Set<ColumnsListener>()
  let version = 0
  let groupRoom = 0
  let room = 0
  let end = 0
  let size = 0
  let cursor = Number.NEGATIVE_INFINITY
  let hasAuthors = false
  let ordered: Int32Array | null = null
  /** The group that `append` is at. */
  let filling = { group: -1, sourceId: Number.NaN, questionId: Number.NaN }
  let views = makeViews()

  function makeViews() {
    return {
      offsets: kernel.ints(at.offsets, groupRoom),
      counts: kernel.ints(at.counts, groupRoom),
      longest: kernel.ints(at.longest, groupRoom),
      starts: kernel.ints(at.starts, room),
      ends: kernel.ints(at.ends, room),
      quirks: kernel.ints(at.quirks, room),
      ids: kernel.doubles(at.ids, room),
      authors: kernel.ints(at.authors, hasAuthors ? room : 0),
      times: kernel.doubles(at.times, hasAuthors ? room : 0),
    }
  }
  /** A growing memory takes the views away. */
  const view = () => {
    if (views.starts.buffer.byteLength === 0) views = makeViews()
    return views
  }
  const shown = (): RowColumn[] =>
    hasAuthors ? ['starts', 'ends', 'quirks', 'ids', 'authors', 'times'] : ['starts', 'ends', 'quirks', 'ids']

  /** Moves all rows together into columns of a new size. */
  const resize = (rowRoom: number) => {
    for (const column of shown()) {
      const from = at[column]
      // Some kernels read eight rows at once, also where the last one stands.
      const to = kernel.reserve(rowRoom * rowColumns[column] + 32)
      const [old, fresh] =
        rowColumns[column] === 8
          ? [kernel.doubles(from, room), kernel.doubles(to, rowRoom)]
          : [kernel.ints(from, room), kernel.ints(to, rowRoom)]
      const { offsets, counts } = view()
      let next = 0
      for (let group = 0; group < places.length; group++) {
        const first = offsets[group] as number
        const count = counts[group] as number
        fresh.set(old.subarray(first, first + count) as never, next)
        next += count
      }
      if (from !== 0) kernel.free(from)
      at[column] = to
    }
    views = makeViews()
    let next = 0
    for (let group = 0; group < places.length; group++) {
      views.offsets[group] = next
      rooms[group] = views.counts[group] as number
      next += views.counts[group] as number
    }
    room = rowRoom
    end = next
    views = makeViews()
  }

  const addGroup = (place: AnswerPlace): number => {
    const group = places.length
    if (group === groupRoom) {
      groupRoom = Math.max(64, groupRoom * 2)
      for (const column of groupColumns) {
        const from = at[column]
        at[column] = kernel.reserve(groupRoom * 4)
        kernel.ints(at[column], groupRoom).set(kernel.ints(from, from === 0 ? 0 : group))
        if (from !== 0) kernel.free(from)
      }
      views = makeViews()
    }
    places.push({ ...place })
    rooms.push(0)
    const { offsets, counts, longest } = view()
    offsets[group] = end
    counts[group] = 0
    longest[group] = 0
    const ofSource = groups.get(place.sourceId) ?? new Map<number, number>()
    groups.set(place.sourceId, ofSource.set(place.questionId, group))
    ordered = null
    return group
  }

  /** Gives a group a region for `count` rows, with its rows moved there. */
  const makeRoom = (group: number, count: number) => {
    if (count <= (rooms[group] as number)) return
    const wanted = rooms[group] === 0 && end + count <= room ? count : Math.ceil(count * 1.5) + 4
    if (end + wanted > room) resize(Math.ceil((size + wanted) * 1.25) + 1024)
    const v = view()
    const from = v.offsets[group] as number
    const held = v.counts[group] as number
    for (const column of shown()) v[column].copyWithin(end, from, from + held)
    v.offsets[group] = end
    rooms[group] = wanted
    end += wanted
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
    if (!hasAuthors) return
    v.authors[at] = row.author
    v.times[at] = row.time
  }

  const columns: Columns = {
    kernel,
    quirks,
    authors,
    at,
    get version() {
      return version
    },
    get groupCount() {
      return places.length
    },
    get end() {
      return end
    },
    get size() {
      return size
    },
    get hasAuthors() {
      return hasAuthors
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
        author: hasAuthors ? (v.authors[row] as number) : -1,
        time: hasAuthors ? (v.times[row] as number) : 0,
      }
    },
    insert: (group, row) => {
      for (const listener of listeners) listener.row(group, row, 1)
      makeRoom(group, columns.count(group) + 1)
      const v = view()
      const to = placeFor(group, row)
      const last = (v.offsets[group] as number) + (v.counts[group] as number)
      for (const column of shown()) v[column].copyWithin(to + 1, to, last)
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
      for (const column of shown()) v[column].copyWithin(first + found, first + found + 1, last)
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
        view().offsets[group] = end
      }
      const { group } = filling
      const quirk = quirkOf(quirkId)
      const count = views.counts[group] as number
      if ((views.offsets[group] as number) + count !== end || end === room)
        return columns.insert(group, { id, start, end: start + length, quirk, author: -1, time: 0 })
      views.starts[end] = start
      views.ends[end] = start + length
      views.quirks[end] = quirk
      views.ids[end] = id
      views.counts[group] = count + 1
      if (length > (views.longest[group] as number)) views.longest[group] = length
      rooms[group] = count + 1
      end += 1
      size += 1
    },
    isLoaded: (sourceId) => sourceId <= cursor,
    loaded: (upTo) => {
      cursor = upTo
      version += 1
    },
    addAuthors: () => {
      at.authors = kernel.reserve(room * rowColumns.authors)
      at.times = kernel.reserve(room * rowColumns.times)
      hasAuthors = true
      views = makeViews()
    },
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
    close: () => {
      for (const pointer of Object.values(at)) if (pointer !== 0) kernel.free(pointer)
    },
  }

  resize(rows)
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
