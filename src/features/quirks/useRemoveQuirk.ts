import type { ProjectHandle } from '../../data/copies/handle.ts'
import { runTakeable } from '../../data/copies/runTakeable.ts'
import { useProject } from '../../data/live/useLive.ts'
import { formatList } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { branchOf } from '../../model/rules/nesting.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'

/**
 * Removes a quirk at once and says what went with it, with a way back (1 §4: its children, their highlights and group links, one step).
 * Resolves to whether it was removed.
 */
export function useRemoveQuirk(): (quirkId: number) => Promise<boolean> {
  const t = useT()
  const project = useProject()
  return async (quirkId) => {
    const before = await quirksOf(project)
    const quirk = before.find(({ id }) => id === quirkId)
    const done = await runTakeable(project, 'removeQuirk', { quirkId })
    if (isProblem(done)) {
      showProblem(done.problem)
      return false
    }
    if (!quirk) return true
    const { quirks, highlights } = goingWith(before, quirkId)
    const title = quirk.title.trim() || t('quirk.untitled')
    const parts = [
      ...(quirks > 0 ? [t('quirk.countBelow', { n: quirks })] : []),
      ...(highlights > 0 ? [t('canvas.highlights', { n: highlights })] : []),
    ]
    const message =
      parts.length > 0 ? t('quirk.deletedWith', { title, parts: formatList(parts) }) : t('quirk.deleted', { title })
    const undo = async () => {
      const undone = await done.ok()
      if (isProblem(undone)) showProblem(undone.problem)
    }
    toast.show({ id: 'step', message, action: { label: t('ui.undo'), onClick: () => void undo() } })
    return true
  }
}

/** What goes when a quirk goes: the quirks below it, and the highlights of it and of those. */
export function goingWith(all: readonly QuirkRow[], quirkId: number): { quirks: number; highlights: number } {
  const branch = branchOf(new Map(all.map(({ id, parentQuirkId }) => [id, parentQuirkId])), quirkId)
  const highlights = all.reduce((sum, quirk) => sum + (branch.has(quirk.id) ? quirk.highlights : 0), 0)
  return { quirks: branch.size - 1, highlights }
}

export async function quirksOf(project: ProjectHandle): Promise<QuirkRow[]> {
  const posted = await project.ask('quirks', {})
  return 'all' in posted ? posted.all : posted.put
}
