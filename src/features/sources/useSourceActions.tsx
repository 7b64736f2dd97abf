import { type ReactNode, useState } from 'react'
import { useProject, useRun } from '../../data/useLive.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { closeSource, editorOf, openSource } from '../../state/editor.ts'
import { toast } from '../../ui/toast.ts'
import { RenameSource } from './RenameSource.tsx'

export interface SourceActions {
  create: () => void
  rename: (source: { id: number; title: string }) => void
  remove: (sources: readonly { id: number; title: string }[]) => void
  /** The dialogue of the one that is being renamed; to be drawn. */
  dialog: ReactNode
}

/** What is done with sources wherever they are listed. Removing is undone rather than asked about. */
export function useSourceActions(): SourceActions {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const run = useRun((problem) => toast.show({ kind: 'error', message: problemText(problem) }))
  const [renamed, setRenamed] = useState<{ id: number; title: string } | null>(null)

  return {
    create: async () => {
      const id = await run('createSource', {})
      if (id !== undefined) openSource(editor, id)
    },
    rename: setRenamed,
    remove: async (sources) => {
      const [only] = sources
      if (!only) return
      const result = await project.run('removeSources', { sourceIds: sources.map(({ id }) => id) })
      if ('problem' in result) return toast.show({ kind: 'error', message: problemText(result.problem) })
      for (const { id } of sources) closeSource(editor, id)
      toast.show({
        kind: 'success',
        message:
          sources.length === 1
            ? t('source.deleted', { title: only.title })
            : t('source.deletedMany', { n: sources.length }),
        action: { label: t('ui.undo'), onClick: () => void project.undo() },
      })
    },
    dialog: (
      <RenameSource
        source={renamed}
        onClose={() => setRenamed(null)}
        onRename={(sourceId, title) => {
          setRenamed(null)
          void run('updateSource', { sourceId, title })
        }}
      />
    ),
  }
}
