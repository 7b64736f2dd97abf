/**
 * The memory that columns of highlights lie in: a region of rows for each group, in columns of the kernel's memory. A region that is full moves to the end;
 * where there is no room for that, all move together into columns of a new size.
 *
 * Promises: rows keep their order within their group. What a view shows is good until memory grows, which anything that makes room may do: ask `view` anew.
 */
import type { Kernel } from '../kernel.ts'

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

const rowColumns = { starts: 4, ends: 4, quirks: 4, ids: 8, authors: 4, times: 8 } as const
type RowColumn = keyof typeof rowColumns
const groupColumns = ['offsets', 'counts', 'longest'] as const
const withoutAuthors: readonly RowColumn[] = ['starts', 'ends', 'quirks', 'ids']
const withAuthors: readonly RowColumn[] = [...withoutAuthors, 'authors', 'times']

/** The columns as arrays over the kernel's memory. */
export type RegionViews = Record<
  'offsets' | 'counts' | 'longest' | 'starts' | 'ends' | 'quirks' | 'authors',
  Int32Array
> &
  Record<'ids' | 'times', Float64Array>

export interface Regions {
  readonly at: Readonly<ColumnPointers>
  readonly groupCount: number
  /** Rows lie anywhere below it. */
  readonly end: number
  readonly hasAuthors: boolean
  view(): RegionViews
  /** A group without rows, at the end. */
  addGroup(): number
  /** So that the region of the group holds `count` rows at least. */
  makeRoom(group: number, count: number): void
  /** Moves rows from…last - 1 of every column to `to`, within one group's region. */
  move(to: number, from: number, last: number): void
  /** Begins a group's region at the end, for `append`: it has no rows. */
  fill(group: number): void
  /** Adds a row to a group whose region ends where all end. False, and nothing done, where it does not, or there is no room. */
  append(group: number, id: number, start: number, length: number, quirk: number): boolean
  /** Makes columns for authors and times; the caller fills them in. */
  addAuthors(): void
  close(): void
}

/** With room for so many rows, and no group. */
export function openRegions(kernel: Kernel, rows: number): Regions {
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
  /** Rows that fit into each group's region. */
  const rooms: number[] = []
  let groupRoom = 0
  let room = 0
  let end = 0
  let hasAuthors = false
  let views = makeViews()

  function makeViews(): RegionViews {
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
  const shown = () => (hasAuthors ? withAuthors : withoutAuthors)

  /** The rows of a column, group after group, in a column of a new size. */
  const gather = (column: RowColumn, rowRoom: number): number => {
    const from = at[column]
    // Some kernels read eight rows at once, also where the last one stands.
    const to = kernel.reserve(rowRoom * rowColumns[column] + 32)
    const [old, fresh] =
      rowColumns[column] === 8
        ? [kernel.doubles(from, room), kernel.doubles(to, rowRoom)]
        : [kernel.ints(from, room), kernel.ints(to, rowRoom)]
    const { offsets, counts } = view()
    let next = 0
    for (let group = 0; group < rooms.length; group++) {
      const first = offsets[group] as number
      const count = counts[group] as number
      fresh.set(old.subarray(first, first + count) as never, next)
      next += count
    }
    if (from !== 0) kernel.free(from)
    return to
  }
  /** Moves all rows together into columns of a new size. */
  const resize = (rowRoom: number) => {
    for (const column of shown()) at[column] = gather(column, rowRoom)
    views = makeViews()
    let next = 0
    for (let group = 0; group < rooms.length; group++) {
      const count = views.counts[group] as number
      views.offsets[group] = next
      rooms[group] = count
      next += count
    }
    room = rowRoom
    end = next
    views = makeViews()
  }
  const size = () => {
    const { counts } = view()
    let sum = 0
    for (let group = 0; group < rooms.length; group++) sum += counts[group] as number
    return sum
  }
  const moreGroups = () => {
    const held = groupRoom
    groupRoom = Math.max(64, groupRoom * 2)
    for (const column of groupColumns) {
      const from = at[column]
      at[column] = kernel.reserve(groupRoom * 4)
      kernel.ints(at[column], groupRoom).set(kernel.ints(from, held))
      if (from !== 0) kernel.free(from)
    }
    views = makeViews()
  }

  resize(rows)
  return {
    at,
    get groupCount() {
      return rooms.length
    },
    get end() {
      return end
    },
    get hasAuthors() {
      return hasAuthors
    },
    view,
    addGroup: () => {
      if (rooms.length === groupRoom) moreGroups()
      const { offsets, counts, longest } = view()
      const group = rooms.push(0) - 1
      offsets[group] = end
      counts[group] = 0
      longest[group] = 0
      return group
    },
    makeRoom: (group, count) => {
      if (count <= (rooms[group] as number)) return
      const wanted = rooms[group] === 0 && end + count <= room ? count : Math.ceil(count * 1.5) + 4
      if (end + wanted > room) resize(Math.ceil((size() + wanted) * 1.25) + 1024)
      const v = view()
      const from = v.offsets[group] as number
      const held = v.counts[group] as number
      for (const column of shown()) v[column].copyWithin(end, from, from + held)
      v.offsets[group] = end
      rooms[group] = wanted
      end += wanted
    },
    move: (to, from, last) => {
      const v = view()
      for (const column of shown()) v[column].copyWithin(to, from, last)
    },
    fill: (group) => {
      view().offsets[group] = end
    },
    append: (group, id, start, length, quirk) => {
      const count = views.counts[group] as number
      if ((views.offsets[group] as number) + count !== end || end === room) return false
      views.starts[end] = start
      views.ends[end] = start + length
      views.quirks[end] = quirk
      views.ids[end] = id
      views.counts[group] = count + 1
      if (length > (views.longest[group] as number)) views.longest[group] = length
      rooms[group] = count + 1
      end += 1
      return true
    },
    addAuthors: () => {
      at.authors = kernel.reserve(room * rowColumns.authors)
      at.times = kernel.reserve(room * rowColumns.times)
      hasAuthors = true
      views = makeViews()
    },
    close: () => {
      for (const pointer of Object.values(at)) if (pointer !== 0) kernel.free(pointer)
    },
  }
}
