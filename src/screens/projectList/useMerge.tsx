import { type ReactNode, Suspense } from 'react'
import { faceOf } from '../../actions/actionFace.ts'
import { useT } from '../../i18n/useT.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import type { Handlers } from '../workspace/actions/doable.ts'
import { useStanding } from '../workspace/useStanding.ts'

const MergeProjects = lazyPart(async () => (await import('./MergeProjects.tsx')).MergeProjects)

/** The way to a merge of the open project with others. */
export function useMerge(): { entry: MenuEntry; actions: Handlers; dialogs: ReactNode } {
  const t = useT()
  const { isOpen, setOpen } = useStanding()
  const run = () => setOpen(true)
  return {
    entry: { ...faceOf(t, 'mergeProjects'), onSelect: run },
    actions: { mergeProjects: { run } },
    dialogs: isOpen && (
      <Suspense>
        <MergeProjects onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
