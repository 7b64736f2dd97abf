import { useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import type { UserData } from '../../model/contract/shapes.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { LogOutIcon } from '../../ui/icons.ts'
import { FactorDialog } from './FactorDialog.tsx'

interface DemandedFactorProps {
  data: UserData
  onChanged: (data: UserData) => void
  onLogOut: () => void
}

/** The server demands a second factor, and the account has none yet: setting it up, or leaving, is all that there is. */
export function DemandedFactor({ data, onChanged, onLogOut }: DemandedFactorProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(true)
  return (
    <section className="account-part">
      <h2>{t('account.factor')}</h2>
      <p className="account-text">{t('account.factorDemanded')}</p>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t('account.factorSetUp')}
      </Button>
      <Button icon={LogOutIcon} onClick={onLogOut}>
        {t('phone.logOut')}
      </Button>
      {isOpen && (
        <FactorDialog account={data.account} data={data} onClose={() => setOpen(false)} onChanged={onChanged} />
      )}
    </section>
  )
}
