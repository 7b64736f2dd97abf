/**
 * Live queries: a watch is told everything at first, then what differs, once per batch of effects. Reading starts from the
 * rows that were touched; a watch that reads nothing of them costs a set lookup.
 */

import type { Edit } from '../../../src/model/change.ts'
import type {
  AnswerText,
  Posted,
  QueryArgs,
  QueryName,
  RowsQueryName,
  ValueQueryName,
} from '../../../src/model/queries.ts'
import type { AnyRow, Key } from '../../../src/model/schema.ts'
import { keyOf } from '../../../src/model/schema.ts'
import { placeOf } from '../../../src/model/sealing/sealedRows.ts'
import type { Unread } from '../../../src/model/sealing/unread.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { readRich } from '../../../wasm/database/editAnswer.ts'
import { atPlace } from '../../../wasm/database/texts.ts'
import { allHighlights, touchedHighlights } from '../queries/highlights.ts'
import { type RowsQuery, rowsQueries } from '../queries/rows.ts'
import { type ValueQuery, valueQueries } from '../queries/values.ts'
import type { Counts } from './counts.ts'
import type { Touched } from './touched.ts'

type Post = (posted: unknown) => void
/** One watch: what it does with a batch. */
type Watch = (touched: Touched) => void

export interface Live {
  /** The copy to read from now on. */
  attach(source: Source): void
  ask<N extends QueryName>(query: N, args: QueryArgs<N>): Posted<N>
  watch<N extends QueryName>(query: N, args: QueryArgs<N>, post: (posted: Posted<N>) => void): number
  unwatch(watch: number): void
  /** Tells the watches; what one throws is reported and stops none of the others. */
  flush(touched: Touched): void
  /** Everything may have changed: a new copy. */
  refresh(): void
  /** The number of changes of this answer's text as shown here. */
  tick(answerId: number): number
  /** The edits that have led from the text at that tick to the one that is shown; null where that is not known any more. */
  since(answerId: number, tick: number): readonly Edit[] | null
}

/** A page is some messages behind at most. */
const recentTicks = 100

interface Source {
  db: Db
  counts: Counts
  /** Of a protected project: what its copy could not read. */
  unread?: Unread | undefined
}

export function openLive(onError: (error: unknown) => void): Live {
  let attached: Source | undefined
  const source = () => {
    if (!attached) throw new Error('no copy is open')
    return attached
  }
  const watches = new Map<number, { watch: Watch; again: () => void }>()
  const ticks = new Map<number, number>()
  const recent = new Map<number, { tick: number; edits: readonly Edit[] }[]>()
  let last = 0

  const first = <N extends QueryName>(
    query: N,
    args: QueryArgs<N>,
  ): { posted: unknown; watch: (post: Post) => Watch } => {
    if (query === 'answer') return answerWatch(source, ticks, args as QueryArgs<'answer'>)
    if (query === 'highlights') return highlightsWatch(source, args as QueryArgs<'highlights'>)
    if (Object.hasOwn(rowsQueries, query))
      return rowsWatch(
        source,
        rowsQueries[query as RowsQueryName] as RowsQuery<RowsQueryName>,
        args as QueryArgs<RowsQueryName>,
      )
    return valueWatch(
      source,
      valueQueries[query as Exclude<ValueQueryName, 'answer'>] as ValueQuery<ValueQueryName>,
      args as QueryArgs<ValueQueryName>,
    )
  }

  return {
    attach: (next) => {
      attached = next
    },
    ask: <N extends QueryName>(query: N, args: QueryArgs<N>) => first(query, args).posted as Posted<N>,
    watch: (query, args, post) => {
      last += 1
      const start = () => {
        const { posted, watch } = first(query, args)
        watches.set(id, { watch: watch(post as Post), again: start })
        ;(post as Post)(posted)
      }
      const id = last
      start()
      return id
    },
    unwatch: (watch) => {
      watches.delete(watch)
    },
    flush: (touched) => {
      for (const [answerId, { edits }] of touched.texts) {
        const tick = (ticks.get(answerId) ?? 0) + 1
        ticks.set(answerId, tick)
        if (edits) recent.set(answerId, [...(recent.get(answerId) ?? []).slice(1 - recentTicks), { tick, edits }])
        // Positions from before are not to be moved, those from now on are.
        else recent.delete(answerId)
      }
      for (const { watch } of watches.values()) guarded(() => watch(touched))
    },
    refresh: () => {
      for (const [answerId, tick] of ticks) ticks.set(answerId, tick + 1)
      recent.clear()
      for (const { again } of [...watches.values()]) guarded(again)
    },
    tick: (answerId) => ticks.get(answerId) ?? 0,
    since: (answerId, tick) => {
      const now = ticks.get(answerId) ?? 0
      const later = (recent.get(answerId) ?? []).filter((change) => change.tick > tick)
      return later.length === now - tick ? later.flatMap(({ edits }) => edits) : null
    },
  }

  function guarded(body: () => void): void {
    try {
      body()
    } catch (error) {
      onError(error)
    }
  }
}

/** So many rows are found faster by reading the list than one by one. */
const many = 200

function rowsWatch<N extends RowsQueryName>(
  source: () => { db: Db; counts: Counts },
  query: RowsQuery<N>,
  args: QueryArgs<N>,
) {
  const keyName = keyOf(query.table)
  const keyOfRow = (row: unknown): Key => (row as AnyRow)[keyName] as Key
  const readAll = () => query.all(source().db, args, source().counts)
  const rows = readAll()
  return {
    posted: { all: rows },
    watch: (post: Post): Watch => {
      let shown = new Set(rows.map(keyOfRow))
      return (touched) => {
        const keys = query.touched(touched, args)
        if (!keys) return
        if (keys === 'all') {
          const all = readAll()
          shown = new Set(all.map(keyOfRow))
          post({ all })
          return
        }
        const put: unknown[] = []
        const gone: Key[] = []
        const sought = [...keys]
        const all = sought.length > many ? new Map(readAll().map((row) => [keyOfRow(row), row])) : null
        for (const key of sought) {
          const row = all ? all.get(key) : query.one(source().db, args, key, source().counts)
          if (row) {
            put.push(row)
            shown.add(key)
          } else if (shown.delete(key)) gone.push(key)
        }
        if (put.length > 0 || gone.length > 0) post({ put, gone })
      }
    },
  }
}

function valueWatch<N extends ValueQueryName>(
  source: () => { db: Db; counts: Counts },
  query: ValueQuery<N>,
  args: QueryArgs<N>,
) {
  const read = () => query.read(source().db, args, source().counts)
  const now = read()
  return {
    posted: { value: now },
    watch: (post: Post): Watch => {
      let shown = now
      return (touched) => {
        const after = query.after(shown, touched, args, source().counts)
        if (after === shown) return
        const value = after === 'read' ? read() : after
        if (JSON.stringify(value) === JSON.stringify(shown)) return
        shown = value
        post({ value })
      }
    },
  }
}

function highlightsWatch(source: () => { db: Db }, args: QueryArgs<'highlights'>) {
  return {
    posted: allHighlights(source().db, args),
    watch:
      (post: Post): Watch =>
      (touched) => {
        const posted = touchedHighlights(source().db, args, touched)
        if (posted) post(posted)
      },
  }
}

/** The text of one answer: whole at first, then the steps from one tick to the next. */
function answerWatch(
  source: () => Pick<Source, 'db' | 'unread'>,
  ticks: Map<number, number>,
  args: QueryArgs<'answer'>,
) {
  const ifUnread = (id: number): { isUnreadable?: true } =>
    source().unread?.has(placeOf('question_answers', 'answer', { id })) ? { isUnreadable: true } : {}
  const whole = (): AnswerText => {
    const found = atPlace(source().db, args.sourceId, args.questionId).one<{ id: number; answer: string }>(
      'SELECT id, answer FROM question_answers WHERE sourceId = ? AND questionId = ?',
      [args.sourceId, args.questionId],
    )
    return found
      ? { tick: ticks.get(found.id) ?? 0, answerId: found.id, rich: readRich(found.answer), ...ifUnread(found.id) }
      : { tick: 0, answerId: null }
  }
  const now = whole()
  return {
    posted: { value: now },
    watch: (post: Post): Watch => {
      let answerId = now.answerId
      return (touched) => {
        const text = answerId === null ? undefined : touched.texts.get(answerId)
        if (answerId !== null && text?.edits) {
          const steps = text.edits.flatMap((edit) => edit.steps)
          post({
            value: {
              tick: ticks.get(answerId) ?? 0,
              answerId,
              steps,
              session: text.session,
              by: text.by,
              ...ifUnread(answerId),
            } satisfies AnswerText,
          })
        } else if (text || (answerId === null && touched.texts.size > 0)) {
          const value = whole()
          answerId = value.answerId
          post({ value })
        }
      }
    },
  }
}
