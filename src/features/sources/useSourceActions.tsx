import { type ReactNode, useState } from 'react'
import { runTakeable } from '../../data/copies/runTakeable.ts'
import { useProject, useRun } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import { closeSources, editorOf, writeIn } from '../../state/editor.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { RenameSource } from './RenameSource.tsx'

export interface SourceActions {
  /** Makes an empty source and opens it for writing. Resolves once it is there, or refused. */
  create: () => Promise<void>
  rename: (source: { id: number; title: string }) => void
  setIcon: (sourceIds: readonly number[], icon: string) => void
  /** Resolves to whether they were removed. */
  remove: (sourceIds: readonly number[]) => Promise<boolean>
  /** The dialogue of the one that is being renamed; to be drawn. */
  dialog: ReactNode
}

/** What is done with sources wherever they are listed. Removing is undone rather than asked about. */
export function useSourceActions(): SourceActions {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const run = useRun(showProblem)
  const [renamed, setRenamed] = useState<{ id: number; title: string } | null>(null)

  return {
    create: async () => {
      const id = await run('createSource', {})
      if (id === undefined) return
      writeIn(editor, id)
      toast.show({ kind: 'success', message: t('messages.sourceCreated') })
    },
    rename: setRenamed,
    setIcon: async (sourceIds, icon) => {
      const calls = sourceIds.map((sourceId) => ({ command: 'updateSource' as const, args: { sourceId, icon } }))
      if (calls.length === 0) return
      const done = await project.runAll(calls, 'undo.updateSource')
      if (isProblem(done)) showProblem(done.problem)
    },
    remove: async (sourceIds) => {
      const [first] = sourceIds
      if (first === undefined) return false
      const title = (await project.ask('source', { sourceId: first })).value?.title ?? ''
      const [openBefore, activeBefore] = [[...editor.openSources], editor.activeSource]
      const reopen = () => {
        editor.openSources = [...new Set([...openBefore, ...editor.openSources])]
        editor.activeSource = activeBefore
      }
      // 1 §4: another source is shown and the tabs close before anything goes; so what was typed last is in the step before.
      closeSources(editor, sourceIds)
      const removed = await runTakeable(project, 'removeSources', { sourceIds: [...sourceIds] })
      if (isProblem(removed)) {
        reopen()
        showProblem(removed.problem)
        return false
      }
      const undo = async () => {
        const undone = await removed.ok()
        if (isProblem(undone)) showProblem(undone.problem)
        else reopen()
      }
      toast.show({
        id: 'step',
        kind: 'success',
        message:
          sourceIds.length === 1 ? t('source.deleted', { title }) : t('source.deletedMany', { n: sourceIds.length }),
        action: { label: t('ui.undo'), onClick: () => void undo() },
      })
      return true
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
