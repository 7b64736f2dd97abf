import { useEffect, useState } from 'react'
import { useProject } from '../../data/useLive.ts'
import { closeSource, editorOf } from '../../state/editor.ts'

/** The titles of the open sources, live. The tab of a source that is gone closes. */
export function useOpenTitles(ids: readonly number[]): ReadonlyMap<number, string> {
  const project = useProject()
  const [titles, setTitles] = useState<ReadonlyMap<number, string>>(new Map())
  const key = ids.join()
  useEffect(() => {
    const open = key === '' ? [] : key.split(',').map(Number)
    const stops = open.map((sourceId) =>
      project.watch('source', { sourceId }, ({ value }) => {
        if (value)
          setTitles((before) =>
            before.get(sourceId) === value.title ? before : new Map(before).set(sourceId, value.title),
          )
        else closeSource(editorOf(project.uuid), sourceId)
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [project, key])
  return titles
}
