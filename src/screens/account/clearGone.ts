import { projectsHere, takeOutCopy } from '../../data/copies/copies.ts'
import { goneCopies } from '../../data/copies/goneCopies.ts'
import { keepUnsent } from '../../data/copies/unsentSteps.ts'
import { accountKey } from '../../data/server/session.ts'
import { t } from '../../i18n/i18n.ts'
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import type { Result } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { tellGone } from '../projectList/goneMessages.ts'

/**
 * Projects that went while nothing of them was open here leave this browser as those do that go before one's eyes (`clearRevoked.ts`): what the
 * person had not sent is kept for them (`UnsentBanner.tsx`), and only then the copy goes. Memos that lie encrypted go unread, which is said. `listed` was the answer for `account`.
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
    const lose = (n: number) => tellLost(uuid, nameOf(uuid), n)
    // One that cannot be read, or that a tab has open, stays: its turn comes with another list.
    await takeOutCopy(account, uuid, { keep, lose }).catch(() => {})
  }
}

/** `n`: how many memos. `name`: empty where it is not known any more. */
function tellLost(uuid: string, name: string, n: number): void {
  const message = name === '' ? t('status.noSuchProject') : t('status.revokedOrDeleted', { name: projectTitle(name) })
  tellGone(uuid, { message, note: t('status.sealedMemosGone', { n }) })
}
