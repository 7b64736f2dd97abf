import { type ReactNode, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { faceOf } from '../../actions/actionFace.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import type { Handlers } from './actions/doable.ts'

/** By the action that opens it. */
const dialogs = {
  protectProject: lazyPart(async () => (await import('../projectList/ProtectProject.tsx')).ProtectProject),
  changePassword: lazyPart(async () => (await import('./protection/ChangePassword.tsx')).ChangePassword),
  mergeProjects: lazyPart(async () => (await import('../projectList/MergeProjects.tsx')).MergeProjects),
}
type DialogName = keyof typeof dialogs

/** The ways to a protected copy of the open project, to another password, which its owner alone gives, and to a merge with others. */
export function useProjectDialogs(): { entries: MenuEntry[]; actions: Handlers; dialog: ReactNode } {
  const t = useT()
  const { isProtected, access } = useSnapshot(useProject().state)
  const [shown, setShown] = useState<DialogName | null>(null)
  const names: DialogName[] = [
    'protectProject',
    ...(isProtected && access === 'own' ? (['changePassword'] as const) : []),
    'mergeProjects',
  ]
  const Dialog = shown && names.includes(shown) && dialogs[shown]
  return {
    entries: names.map((name) => ({ ...faceOf(t, name), onSelect: () => setShown(name) })),
    actions: Object.fromEntries(names.map((name) => [name, { run: () => setShown(name) }])),
    dialog: Dialog && (
      <Suspense>
        <Dialog onClose={() => setShown(null)} />
      </Suspense>
    ),
  }
}
