import type { ProjectHandle } from '../../data/handle.ts'
import { useProject } from '../../data/useLive.ts'
import { formatList } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { branchOf } from '../../model/rules/nesting.ts'
import { toast } from '../../ui/toast.ts'

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
    const done = await project.run('removeQuirk', { quirkId })
    if (isProblem(done)) {
      toast.show({ kind: 'error', message: problemText(done.problem) })
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
      // Only the removal itself: by now another step may lie on top of it.
      const top = project.history.undo
      if (top?.key !== 'undo.removeQuirk' || !isAbout(top.about?.[0] ?? '', quirk.title)) return
      const undone = await project.undo()
      if (isProblem(undone)) toast.show({ kind: 'error', message: problemText(undone.problem) })
    }
    toast.show({ id: 'quirk-deleted', message, action: { label: t('ui.undo'), onClick: () => void undo() } })
    return true
  }
}

/** The titles of steps are on one line and cut where they are long. */
const isAbout = (about: string, title: string): boolean =>
  title.replace(/\s+/g, ' ').trim().startsWith(about.replace(/…$/, ''))

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
