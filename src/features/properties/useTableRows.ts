import { useEffect, useRef, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import type { SourceTableRow } from '../../model/queries.ts'

/** Rows in one watch. */
const page = 50

/** The rows in sight and around, live; others as they were when last in sight. */
export function useTableRows(ids: readonly number[], first: number, last: number): ReadonlyMap<number, SourceTableRow> {
  const project = useProject()
  const watches = useRef(new Map<string, () => void>())
  const known = useRef(new Map<number, SourceTableRow>())
  const [rows, setRows] = useState<ReadonlyMap<number, SourceTableRow>>(new Map())

  useEffect(() => {
    const wanted = new Set<string>()
    for (let at = Math.floor(first / page); at <= Math.floor(Math.max(first, last) / page); at += 1) {
      const sourceIds = ids.slice(at * page, (at + 1) * page)
      if (sourceIds.length > 0) wanted.add(JSON.stringify(sourceIds))
    }
    for (const [key, stop] of watches.current) {
      if (wanted.has(key)) continue
      stop()
      watches.current.delete(key)
    }
    for (const key of wanted) {
      if (watches.current.has(key)) continue
      const stop = project.watch('sourceRows', { sourceIds: JSON.parse(key) as number[] }, ({ value }) => {
        for (const row of value) known.current.set(row.id, row)
        setRows(new Map(known.current))
      })
      watches.current.set(key, stop)
    }
  }, [project, ids, first, last])

  useEffect(() => {
    const { current } = watches
    return () => {
      for (const stop of current.values()) stop()
      current.clear()
    }
  }, [])
  return rows
}
