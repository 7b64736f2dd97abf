import { useEffect, useState } from 'react'
import { useProject } from '../../data/useLive.ts'
import type { SourceRow } from '../../model/queries.ts'
import { closeSource, editorOf } from '../../state/editor.ts'

/** The open sources, live, by id. The tab of a source that is gone closes. */
export function useOpenRows(ids: readonly number[]): ReadonlyMap<number, SourceRow> {
  const project = useProject()
  const [rows, setRows] = useState<ReadonlyMap<number, SourceRow>>(new Map())
  const key = ids.join()
  useEffect(() => {
    const open = key === '' ? [] : key.split(',').map(Number)
    const stops = open.map((sourceId) =>
      project.watch('source', { sourceId }, ({ value }) => {
        if (value) setRows((before) => new Map(before).set(sourceId, value))
        else closeSource(editorOf(project.uuid), sourceId)
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [project, key])
  return rows
}
