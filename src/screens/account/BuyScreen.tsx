import { useState } from 'react'
import { can, facts } from '../../data/server/serverFacts.ts'
import { BuyLicence } from '../../features/account/BuyLicence.tsx'
import { useT } from '../../i18n/useT.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { AsideLayout } from '../AsideLayout.tsx'
import { go } from '../hash.ts'
import { useTitle } from '../useTitle.ts'

/** 2 §2, `/buy/cloud` and `/buy/offline`: what there is to buy here, else that there is nothing, and whom to ask. */
export function BuyScreen({ licence }: { licence: 'cloud' | 'offline' }) {
  const t = useT()
  useTitle(t(licence === 'cloud' ? 'buy.cloud' : 'buy.offline'))
  return <AsideLayout>{licence === 'cloud' ? <Cloud /> : <Offline />}</AsideLayout>
}

function Cloud() {
  if (!facts().payment) return <NoPayments licence="cloud" />
  return <BuyLicence signInAddress="#/" resetAddress="#/reset" onOrdered={() => go('/account', { replace: true })} />
}

function Offline() {
  const { shop } = facts()
  return shop ? <Shop address={shop} /> : <NoPayments licence="offline" />
}

function NoPayments({ licence }: { licence: 'cloud' | 'offline' }) {
  const t = useT()
  const { contact, payment } = facts()
  return (
    <div className="account-form">
      <h1>{t(licence === 'cloud' ? 'buy.cloud' : 'buy.offline')}</h1>
      <p>{t(licence === 'offline' && payment ? 'buy.notSoldHere' : 'buy.noPayments')}</p>
      {licence === 'cloud' && (
        <p className="account-text">{t(can('registration') ? 'buy.freeText' : 'buy.invitationText')}</p>
      )}
      <p className="account-text">{t(contact ? 'buy.ask' : 'buy.askOperator')}</p>
      <p className="account-links">
        {contact && <a href={`mailto:${contact}`}>{contact}</a>}
        {licence === 'cloud' && can('registration') && <a href="#/?register=1">{t('account.register')}</a>}
        <a href="#/">{t('account.signIn')}</a>
      </p>
    </div>
  )
}

/** How many desktops are to be activated; the rest is the shop's. */
function Shop({ address }: { address: string }) {
  const t = useT()
  const [count, setCount] = useState('1')
  const isCount = /^[1-9]\d{0,3}$/.test(count)
  const wanted = new URL(address)
  wanted.searchParams.set('activationNumber', count)
  return (
    <div className="account-form">
      <h1>{t('buy.offline')}</h1>
      <p className="account-text">{t('buy.offlineText')}</p>
      <TextField
        label={t('buy.desktops')}
        inputMode="numeric"
        value={count}
        onChange={setCount}
        error={isCount ? undefined : t('buy.desktopsWrong')}
      />
      {isCount && (
        <a className="ui-button" data-kind="primary" data-size="large" href={wanted.href} rel="noopener">
          {t('buy.toShop')}
        </a>
      )}
    </div>
  )
}
