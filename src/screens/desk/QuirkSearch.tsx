import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { QuirkList, type QuirkListProps } from '../../features/quirks/QuirkList.tsx'
import { editorOf } from '../../state/editor.ts'

/** The search box of the canvas, for the quirks that the groups filter leaves. */
export function QuirkSearch(props: Omit<QuirkListProps, 'shown'>) {
  const { uncheckedGroups } = useSnapshot(editorOf(useProject().uuid))
  return <QuirkList shown={useShownQuirks(uncheckedGroups)} {...props} />
}
