/**
 * The rows of a live query, watched once for all who draw them: who comes later has them at once, and the worker does not read and post them
 * again. A moment after the last has gone the watch ends, so that a view in place of another takes over what both show.
 */
import type { Posted, QueryArgs, QueryRow, RowsQueryName } from '../../model/queries.ts'
import type { AnyRow, Key } from '../../model/schema.ts'
import type { ProjectHandle } from '../copies/handle.ts'

export type Rows<N extends RowsQueryName> = ReadonlyMap<Key, QueryRow<N>>
type Watching = Pick<ProjectHandle, 'watch'>

interface Shared {
  /** Undefined until first posted. */
  rows: Rows<RowsQueryName> | undefined
  readonly listeners: Set<(rows: Rows<RowsQueryName>) => void>
  stop: () => void
  ending: ReturnType<typeof setTimeout> | undefined
}

/** In ms. */
const moment = 250

const known = new WeakMap<Watching, Map<string, Shared>>()

const nameOf = (query: RowsQueryName, args: string): string => `${query} ${args}`

/** What is known of them already. `args` as JSON. */
export const rowsKnown = <N extends RowsQueryName>(project: Watching, query: N, args: string): Rows<N> | undefined =>
  known.get(project)?.get(nameOf(query, args))?.rows as Rows<N> | undefined

/** Tells what is known at once, and all that comes; the function returned stops it. */
export function watchRows<N extends RowsQueryName>(
  project: Watching,
  query: N,
  args: string,
  listener: (rows: Rows<N>) => void,
): () => void {
  const ofProject = known.get(project) ?? new Map<string, Shared>()
  known.set(project, ofProject)
  const name = nameOf(query, args)
  const shared = ofProject.get(name) ?? begun(project, query, args)
  ofProject.set(name, shared)
  clearTimeout(shared.ending)
  const tell = (rows: Rows<RowsQueryName>) => listener(rows as unknown as Rows<N>)
  shared.listeners.add(tell)
  if (shared.rows) tell(shared.rows)
  return () => {
    shared.listeners.delete(tell)
    if (shared.listeners.size > 0) return
    clearTimeout(shared.ending)
    shared.ending = setTimeout(() => {
      shared.stop()
      ofProject.delete(name)
    }, moment)
  }
}

function begun<N extends RowsQueryName>(project: Watching, query: N, args: string): Shared {
  const shared: Shared = { rows: undefined, listeners: new Set(), stop: () => {}, ending: undefined }
  shared.stop = project.watch(query, JSON.parse(args) as QueryArgs<N>, (posted: Posted<N>) => {
    const before = shared.rows as Rows<N> | undefined
    const rows = patchRows<N>(before, posted as Parameters<typeof patchRows<N>>[1])
    shared.rows = rows as unknown as Rows<RowsQueryName>
    for (const tell of [...shared.listeners]) tell(shared.rows)
  })
  return shared
}

const keyOfRow = (row: unknown): Key => {
  const { id, quirkId, key } = row as AnyRow
  return (id ?? key ?? quirkId) as Key
}

/** Puts what a rows query posted into a new map; rows that have not changed keep their identity. */
export function patchRows<N extends RowsQueryName>(
  rows: Rows<N> | undefined,
  posted: { all: QueryRow<N>[] } | { put: QueryRow<N>[]; gone: Key[] },
): Rows<N> {
  if ('all' in posted) return new Map(posted.all.map((row) => [keyOfRow(row), row]))
  const patched = new Map(rows)
  for (const key of posted.gone) patched.delete(key)
  for (const row of posted.put) patched.set(keyOfRow(row), row)
  return patched
}
