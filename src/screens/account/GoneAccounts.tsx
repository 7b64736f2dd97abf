import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { clearGoneAccounts, goneAccounts } from '../../data/copies/goneAccounts.ts'
import { useT } from '../../i18n/useT.ts'
import { UnsentBanner } from './UnsentBanner.tsx'

/** On the way in: an account that was signed in here is no more, and what its person had not sent. */
export function GoneAccounts() {
  const t = useT()
  const { left } = useSnapshot(goneAccounts)
  useEffect(() => {
    void clearGoneAccounts().catch(() => {})
  }, [])
  if (left === null) return null
  return (
    <div className="landing-gone">
      <p role="status">{t('problem.accountDeleted')}</p>
      {left.slice(-1).map((account) => (
        <UnsentBanner key={account} account={account} listed={[]} />
      ))}
    </div>
  )
}
