import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { runTakeable } from '../../data/copies/runTakeable.ts'
import { useProject, useRows } from '../../data/live/useLive.ts'
import { compareTitles } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { isProblem } from '../../model/problems.ts'
import { readQueries } from '../../model/rules/analysis/savedQueries.ts'
import { none } from '../../model/schema.ts'
import { differs, draftOf, filtersOf, newQuery, type QueryDraft, type ReadDraft } from '../../state/queryDraft.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { SavedQueriesProps } from './SavedQueries.tsx'

/** The queries that the project keeps, and what can be done with them for one that is on show. */
export function useSavedQueries(
  draft: QueryDraft,
  shown: ReadDraft,
  onDraft: (draft: QueryDraft) => void,
): Omit<SavedQueriesProps, 'letter'> {
  const t = useT()
  const project = useProject()
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const preferences = useRows('preferences', {})
  const saved = useMemo(
    () => readQueries(preferences?.values() ?? []).sort((a, b) => compareTitles(a.title, b.title)),
    [preferences],
  )
  const opened = saved.find(({ id }) => id === shown.id) ?? null
  const isChanged = opened ? differs(shown, opened) : shown.filters.length > 0 || shown.textSearch !== ''

  const written = () => ({
    textSearch: draft.textSearch,
    filters: filtersOf(draft.filters),
    selectedQuirkId: draft.selectedQuirkId,
  })
  return {
    saved,
    opened,
    isChanged,
    canWrite,
    onOpen: (query) => onDraft(draftOf(query)),
    onNew: () => onDraft(newQuery()),
    onOverwrite: async () => {
      if (!opened) return
      const done = await project.run('saveQuery', { queryId: opened.id, title: opened.title, ...written() })
      if (isProblem(done)) showProblem(done.problem)
      else toast.show({ kind: 'success', message: t('query.savedOne', { title: opened.title }), id: 'step' })
    },
    onSaveAs: async (title) => {
      const done = await project.run('saveQuery', { title, ...written() })
      if (isProblem(done)) return problemText(done.problem)
      draft.id = done.ok
      draft.title = title.trim()
      return null
    },
    onRename: async (title) => {
      if (!opened) return null
      const done = await project.run('renameQuery', { queryId: opened.id, title })
      return isProblem<void>(done) ? problemText(done.problem) : null
    },
    onDelete: async () => {
      if (!opened) return
      const done = await runTakeable(project, 'removeQuery', { queryId: opened.id })
      if (isProblem(done)) return showProblem(done.problem)
      const before = draft.id
      draft.id = none
      const undo = async () => {
        const undone = await done.ok()
        if (isProblem(undone)) showProblem(undone.problem)
        else draft.id = before
      }
      const action = { label: t('ui.undo'), onClick: () => void undo() }
      toast.show({ kind: 'success', message: t('query.deleted', { title: opened.title }), action, id: 'step' })
    },
  }
}
