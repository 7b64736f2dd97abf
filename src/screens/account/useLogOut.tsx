import { type ReactNode, Suspense, useState } from 'react'
import { removeCopies, type WaitingCopy, waitingCopies } from '../../data/copies/copies.ts'
import { giveUpAll, settledAll } from '../../data/copies/heldProjects.ts'
import { forgetProjects } from '../../data/copies/keptProjects.ts'
import { accountKey, signOut } from '../../data/server/session.ts'
import type { Problem } from '../../model/problems.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { lazyPart } from '../lazyPart.ts'

const UnsentDialog = lazyPart(async () => (await import('./UnsentDialog.tsx')).UnsentDialog)

export interface LogOut {
  logOut: () => void
  /** At once, without asking: nothing of the person stays in this browser. */
  forget: () => Promise<void>
  /** To be put once into the screen. */
  dialogs: ReactNode
}

/**
 * Ends the session in all tabs of this browser, and takes the copies of projects off it. Where steps wait in them that have not been sent,
 * the person is asked first.
 */
export function useLogOut(): LogOut {
  /** What waits; before that is known: the last steps are being sent, then the copies looked into. */
  const [asked, ask] = useState<'sending' | 'looking' | readonly WaitingCopy[] | null>(null)
  const logOut = async () => {
    ask('sending')
    await settledAll()
    ask('looking')
    // Copies that cannot be read hold nothing that could be taken along.
    const waiting = await waitingCopies(accountKey()).catch(() => [])
    if (waiting.length > 0) return ask(waiting)
    ask(null)
    await forget()
  }
  return {
    logOut: () => void logOut(),
    forget,
    dialogs: asked && (
      <Suspense>
        <UnsentDialog
          by="logOut"
          waiting={asked}
          onDiscard={() => {
            ask(null)
            void forget()
          }}
          onClose={() => ask(null)}
        />
      </Suspense>
    ),
  }
}

async function forget(): Promise<void> {
  const account = accountKey()
  giveUpAll()
  // Before the server has answered: whoever closes the page in the meantime leaves nothing here.
  const told = signOut()
  // What they say was to this person.
  toast.close()
  forgetProjects()
  try {
    await removeCopies(account)
  } catch (error) {
    const found: Problem = { kind: 'noStorage', detail: error instanceof Error ? error.message : String(error) }
    showProblem(found)
  }
  await told
}
