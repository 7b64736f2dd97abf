import { type ReactNode, Suspense } from 'react'
import { faceOf } from '../../actions/actionFace.ts'
import { useT } from '../../i18n/useT.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import type { Handlers } from '../workspace/actions/doable.ts'
import { useStanding } from '../workspace/useStanding.ts'

const ProtectProject = lazyPart(async () => (await import('./ProtectProject.tsx')).ProtectProject)

/** The way to a copy of the open project that is protected by a password. */
export function useProtect(): { entry: MenuEntry; actions: Handlers; dialogs: ReactNode } {
  const t = useT()
  const { isOpen, setOpen } = useStanding()
  const run = () => setOpen(true)
  return {
    entry: { ...faceOf(t, 'protectProject'), onSelect: run },
    actions: { protectProject: { run } },
    dialogs: isOpen && (
      <Suspense>
        <ProtectProject onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
