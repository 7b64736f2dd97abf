import { useState } from 'react'
import { api } from '../../data/server/server.ts'
import { facts } from '../../data/server/serverFacts.ts'
import { formatDate } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { OpenOrder, TranscriptionPrice, UserData } from '../../model/contract/shapes.ts'
import { toastTime } from '../../model/limits.ts'
import { isProblem } from '../../model/problems.ts'
import { type Owed, owedBy, pays } from '../../model/rules/projects/licence.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { AccountRow } from './AccountRow.tsx'
import { FormProblem } from './FormProblem.tsx'
import { Contact, PriceLine } from './LicenceFields.tsx'
import { moneyText } from './moneyText.ts'
import { useServerCall } from './useServerCall.ts'

/** Statuses that have words here: those of Stripe. */
const known = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'paused',
] as const
const isKnown = (status: string): status is (typeof known)[number] => known.some((each) => each === status)

/** What the account pays for, and what is still to be paid; cards, invoices and cancelling are Stripe's own page. */
export function Licences({ data, onChanged }: { data: UserData; onChanged: () => void }) {
  const t = useT()
  const { busy, problem, ask } = useServerCall()
  const { payment, subscriptions, volumelicence } = data
  const owed = owedBy(data)
  const lead = async (call: () => ReturnType<typeof api<'POST /web/api/user/subscription/cloud'>>) => {
    const answer = await ask(call)
    if (answer?.url) location.assign(answer.url)
    else if (answer) onChanged()
  }
  const has = (what: string) => subscriptions.some(({ user, status }) => user === what && pays.includes(status))
  // What is owed is said below, with what can be done about it.
  const told = owed ? subscriptions.filter(({ user }) => user !== 'cloud') : subscriptions
  const toBePaid = (owed: Owed, order: OpenOrder | null = null): string => {
    if (owed === 'review') return ''
    if (order) return t(`buy.each.${order.interval}`, { amount: moneyText(order.amount, order.currency) })
    return t(owed === 'failed' ? 'buy.changeCard' : 'buy.owedText')
  }
  return (
    <section className="account-part">
      <h2>{t('buy.licences')}</h2>
      <ul className="account-rows">
        {volumelicence && <AccountRow what={t('buy.cloud')} of={t('buy.volume')} />}
        {told.map(({ user, status, until, cancelled }) => (
          <AccountRow
            key={`${user} ${until} ${status}`}
            what={t(user === 'cloud' ? 'buy.cloud' : 'buy.transcription')}
            of={[
              isKnown(status) ? t(`buy.status.${status}`) : status,
              ...(pays.includes(status)
                ? [t(cancelled ? 'buy.endsAt' : 'buy.paidUntil', { date: formatDate(until) })]
                : []),
            ].join(' · ')}
          />
        ))}
        {owed && (
          <AccountRow what={t('buy.cloud')} of={`${t(`buy.owed.${owed}`)} ${toBePaid(owed, payment?.order)}`}>
            {payment?.order && owed !== 'review' && (
              <Button
                kind="primary"
                busy={busy}
                onClick={() => void lead(() => api('POST /web/api/user/subscription/cloud', { body: new FormData() }))}
              >
                {t('buy.pay')}
              </Button>
            )}
            {owed !== 'review' && (
              <a className="ui-button" data-kind="secondary" href="#/buy/cloud">
                {t('buy.choose')}
              </a>
            )}
          </AccountRow>
        )}
      </ul>
      <FormProblem problem={problem} />
      {subscriptions.length > 0 && (
        <div className="account-actions">
          <Button busy={busy} onClick={() => void lead(() => api('POST /web/api/user/subscription/portal'))}>
            {t('buy.portal')}
          </Button>
        </div>
      )}
      {has('cloud') && !has('transcription') && facts().payment?.transcription && (
        <AddTranscription onAdded={onChanged} />
      )}
    </section>
  )
}

/** 2 §5: what transcription costs beside the licence, with a code; then it is paid. */
function AddTranscription({ onAdded }: { onAdded: () => void }) {
  const t = useT()
  const { busy, problem, ask } = useServerCall()
  const [price, setPrice] = useState<TranscriptionPrice | null>(null)
  const [coupon, setCoupon] = useState('')
  const query = coupon.trim() ? { coupon: coupon.trim() } : {}
  const look = async () => {
    const answer = await ask(() => api('GET /web/api/user/subscription/transcription/price', { query }))
    if (!answer) return
    setPrice(answer)
    if (query.coupon) toast.show({ kind: 'success', message: t('buy.discounted'), timeout: toastTime.long })
  }
  const add = async () => {
    const answer = await ask(async () => {
      const begun = await api('POST /web/api/user/subscription/transcription', { query })
      // 2 §7: what was begun is known a second later.
      if (!isProblem(begun) && !begun.ok.url) await new Promise((done) => setTimeout(done, 1000))
      return begun
    })
    if (answer?.url) location.assign(answer.url)
    else if (answer) onAdded()
  }
  const isWrongCode = problem?.kind === 'couponInvalid'
  const hasNoPrice = problem?.kind === 'priceNotFound'
  return (
    <div className="account-part">
      <h3>{t('buy.transcription')}</h3>
      <div className="account-coupon">
        <TextField
          label={t('buy.coupon')}
          autoCapitalize="none"
          spellCheck={false}
          value={coupon}
          onChange={(code) => {
            setCoupon(code)
            setPrice(null)
          }}
          error={isWrongCode ? problemText(problem) : undefined}
        />
        <Button busy={busy} onClick={() => void look()}>
          {t('buy.showPrice')}
        </Button>
      </div>
      <div className="account-price" role="status">
        {price && (
          <>
            <p className="account-text">
              {t('buy.now', {
                amount: moneyText(price.prorated_price, price.currency),
                date: formatDate(price.first_full_charge),
              })}
            </p>
            <PriceLine price={price} />
          </>
        )}
      </div>
      <FormProblem
        problem={isWrongCode ? null : problem}
        words={hasNoPrice ? t('buy.noTranscriptionPrice') : undefined}
      />
      {hasNoPrice && <Contact />}
      {price && (
        <div className="account-actions">
          <Button kind="primary" busy={busy} onClick={() => void add()}>
            {t('buy.pay')}
          </Button>
        </div>
      )}
    </div>
  )
}
