/**
 * Accounts that are no more, as the server said to a session of theirs in this browser: their copies go, whoever signs in next.
 *
 * Promises: what was not sent is kept (`unsentSteps.ts`) before its copy goes; what could not be done is done when the page next starts.
 */
import { proxy } from 'valtio'
import { locks } from '../locks.ts'
import { projectsHere, takeOutCopy } from './copies.ts'
import { keyOfCopy } from './copyKey.ts'
import { giveUp, heldOf } from './heldProjects.ts'
import { forgetGone, type GoneAccount, notedGone } from './notedGone.ts'
import { findUnsent, giveUpUnsent, keepUnsent } from './unsentSteps.ts'
import { mayKeepWords } from './wordsKept.ts'

/** Accounts of which something is still to be offered; null: not looked for yet. Each step of `unsentSteps.ts` of theirs was never sent. */
export const goneAccounts = proxy<{ left: string[] | null }>({ left: null })

/** Each tab closes what it has open of them itself. */
export async function clearGoneAccounts(): Promise<void> {
  const gone = notedGone()
  if (gone.length === 0) return
  for (const { account } of gone) await takeOutHeld(account)
  const left = await locks().request('thicket:gone', async () => {
    const left: string[] = []
    for (const account of gone) if (!(await isCleared(account))) left.push(account.account)
    return left
  })
  goneAccounts.left = left
}

/** A copy that was in memory alone has no other place. */
async function takeOutHeld(account: string): Promise<void> {
  for (const open of heldOf(account)) {
    const { uuid, state } = open
    const keep = async () => keepUnsent({ account, uuid, name: state.name, text: await open.waitingAsFile() })
    // What may lie nowhere goes with the account.
    if (state.waiting > 0 && mayKeepWords(keyOfCopy(open))) await keep()
    giveUp(open)
  }
}

/** Nothing of it is left in this browser: it need not be known any more. */
async function isCleared({ account, names }: GoneAccount): Promise<boolean> {
  for (const uuid of await projectsHere(account)) {
    const keep = (text: string) => keepUnsent({ account, uuid, name: names[uuid] ?? '', text })
    // One that another tab has open is taken by that tab.
    await takeOutCopy(account, uuid, { keep }).catch(() => {})
  }
  const unsent = await findUnsent(account)
  for (const { uuid, isTaken } of unsent) if (isTaken) await giveUpUnsent(account, uuid)
  if (unsent.some(({ isTaken }) => !isTaken) || (await projectsHere(account)).length > 0) return false
  forgetGone(account)
  return true
}
