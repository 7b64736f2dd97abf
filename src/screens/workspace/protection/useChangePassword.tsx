import { type ReactNode, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { faceOf } from '../../../actions/actionFace.ts'
import { useProject } from '../../../data/live/useLive.ts'
import { useT } from '../../../i18n/useT.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import type { MenuEntry } from '../../../ui/menus/menuEntry.ts'
import type { Handlers } from '../actions/doable.ts'
import { useStanding } from '../useStanding.ts'

const ChangePassword = lazyPart(async () => (await import('./ChangePassword.tsx')).ChangePassword)

/** The way to another password of the open project, for whoever owns it; no entries where it is not protected. */
export function useChangePassword(): { entries: MenuEntry[]; actions: Handlers; dialogs: ReactNode } {
  const t = useT()
  const { isOpen, setOpen } = useStanding()
  const { isProtected, access } = useSnapshot(useProject().state)
  const run = () => setOpen(true)
  if (!isProtected || access !== 'own') return { entries: [], actions: {}, dialogs: null }
  return {
    entries: [{ ...faceOf(t, 'changePassword'), onSelect: run }],
    actions: { changePassword: { run } },
    dialogs: isOpen && (
      <Suspense>
        <ChangePassword onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
