import { useEffect, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import type { SourceRow } from '../../model/queries.ts'
import { editorOf, findSource, loseSource } from '../../state/editor.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** The open sources, live, by id. The tab of a source that is gone closes, and opens again with it: `lost`, their ids. */
export function useOpenRows(ids: readonly number[], lost: readonly number[]): ReadonlyMap<number, SourceRow> {
  const t = useT()
  const project = useProject()
  const [rows, setRows] = useState<ReadonlyMap<number, SourceRow>>(new Map())
  const key = ids.join()
  useEffect(() => {
    const open = key === '' ? [] : key.split(',').map(Number)
    const stops = open.map((sourceId) => {
      let title = ''
      return project.watch('source', { sourceId }, ({ value }) => {
        if (value) {
          title = value.title
          setRows((before) => new Map(before).set(sourceId, value))
          return
        }
        const editor = editorOf(project.uuid)
        // Who deletes it here closes its tab first.
        if (editor.editing && editor.activeSource === sourceId)
          toast.show({ kind: 'warning', message: t('source.goneEditing', { title }), timeout: 10_000 })
        loseSource(editor, sourceId)
      })
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [project, key, t])
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
