import { facts } from '../../data/server/serverFacts.ts'
import { accountKey } from '../../data/server/session.ts'
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import { UnsentBanner } from '../account/UnsentBanner.tsx'
import { PaymentDue } from './PaymentDue.tsx'

/** What is to be known of an account over its projects: that it has to be paid for, and what was not sent. */
export function Banners({ listed }: { listed: readonly ProjectEntry[] }) {
  return (
    <>
      {facts().payment && <PaymentDue />}
      <UnsentBanner account={accountKey()} listed={listed} />
    </>
  )
}
