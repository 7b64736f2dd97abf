import { useEffect, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import type { SourceRow } from '../../model/queries.ts'
import { editorOf, findSource, loseSource } from '../../state/editor.ts'

/** The open sources, live, by id. The tab of a source that is gone closes, and opens again with it: `lost`, their ids. */
export function useOpenRows(ids: readonly number[], lost: readonly number[]): ReadonlyMap<number, SourceRow> {
  const project = useProject()
  const [rows, setRows] = useState<ReadonlyMap<number, SourceRow>>(new Map())
  const key = ids.join()
  useEffect(() => {
    const open = key === '' ? [] : key.split(',').map(Number)
    const stops = open.map((sourceId) =>
      project.watch('source', { sourceId }, ({ value }) => {
        if (value) setRows((before) => new Map(before).set(sourceId, value))
        else loseSource(editorOf(project.uuid), sourceId)
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [project, key])
  const lostKey = lost.join()
  useEffect(() => {
    const gone = lostKey === '' ? [] : lostKey.split(',').map(Number)
    const stops = gone.map((sourceId) =>
      project.watch('source', { sourceId }, ({ value }) => {
        if (value) findSource(editorOf(project.uuid), sourceId)
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [project, lostKey])
  return rows
}
