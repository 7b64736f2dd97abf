import { type ReactNode, Suspense, useState } from 'react'
import { removeCopies, type WaitingCopy, waitingCopies } from '../../data/copies/copies.ts'
import { giveUp, heldOf, settledAll } from '../../data/copies/heldProjects.ts'
import { forgetProjects } from '../../data/copies/keptProjects.ts'
import { sendWaitingSteps } from '../../data/copies/sendWaitingSteps.ts'
import { accountKey, signOut } from '../../data/server/session.ts'
import type { Problem } from '../../model/problems.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { personsProjects } from '../projectList/personsProjects.ts'

const UnsentDialog = lazyPart(async () => (await import('./UnsentDialog.tsx')).UnsentDialog)

export interface LogOut {
  logOut: () => void
  /** At once, without asking: nothing of the person stays in this browser. */
  forget: () => Promise<void>
  /** To be put once into the screen. */
  dialogs: ReactNode
}

/** How long the last steps may take to be sent before the person is asked, in ms. */
const patience = 10_000

/**
 * Ends the session in all tabs of this browser, and takes the copies of projects off it. Where steps wait in them that have not been sent,
 * and cannot be sent now, the person is asked first.
 */
export function useLogOut(): LogOut {
  /** What waits; before that is known: the last steps are being sent, then the copies looked into. */
  const [asked, ask] = useState<'sending' | 'looking' | readonly WaitingCopy[] | null>(null)
  const logOut = async () => {
    ask('sending')
    await settledAll()
    await tellExports().catch(() => {})
    ask('looking')
    let waiting = await whatWaits()
    const unsent = waiting.filter(({ waiting }) => waiting > 0).map(({ uuid }) => uuid)
    if (unsent.length > 0) {
      ask('sending')
      await sendWaitingSteps(personsProjects(), unsent, AbortSignal.timeout(patience)).catch(() => {})
      ask('looking')
      waiting = await whatWaits()
    }
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

/** Copies that cannot be read hold nothing that could be taken along. */
const whatWaits = (): Promise<readonly WaitingCopy[]> => waitingCopies(accountKey()).catch(() => [])

/** What cannot be told now is told after the next sign-in. */
const tellExports = async () =>
  (await import('../../data/server/tellExport.ts')).tellExports(AbortSignal.timeout(patience))

async function forget(): Promise<void> {
  const account = accountKey()
  for (const open of heldOf(account)) giveUp(open)
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
