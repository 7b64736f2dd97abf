import { projectsHere, takeOutCopy } from '../../data/copies/copies.ts'
import { goneCopies } from '../../data/copies/goneCopies.ts'
import { keepUnsent } from '../../data/copies/unsentSteps.ts'
import { accountKey } from '../../data/server/session.ts'
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import type { Result } from '../../model/problems.ts'

/**
 * Projects that went while nothing of them was open here leave this browser as those do that go before one's eyes (`clearRevoked.ts`): what the
 * person had not sent is kept for them (`UnsentBanner.tsx`), and only then the copy goes. `listed` was the answer for `account`.
 */
export async function clearGone(
  account: string,
  listed: readonly ProjectEntry[],
  ask: () => Promise<Result<readonly ProjectEntry[]>>,
  nameOf: (uuid: string) => string,
): Promise<void> {
  const here = () => projectsHere(account)
  const gone = await goneCopies({ listed, here, ask, isStill: () => accountKey() === account })
  for (const uuid of gone) {
    const keep = (text: string) => keepUnsent({ account, uuid, name: nameOf(uuid), text })
    // One that cannot be read, or that a tab has open, stays: its turn comes with another list.
    await takeOutCopy(account, uuid, keep).catch(() => {})
  }
}
