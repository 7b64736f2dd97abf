import { useMemo, useState } from 'react'
import { facts } from '../../data/server/serverFacts.ts'
import { formatLocale } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useLanguage, useT } from '../../i18n/useT.ts'
import type { LicencePrice } from '../../model/contract/shapes.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { countries } from './countries.ts'
import { FormProblem } from './FormProblem.tsx'
import { moneyText } from './moneyText.ts'
import type { LicenceState } from './useLicence.ts'

/** Sectors that have words here; others are called as the server calls them. */
const known = ['academic', 'student', 'public', 'business'] as const
const isKnown = (sector: string): sector is (typeof known)[number] => known.some((each) => each === sector)

/** For whom a licence is, how often it is paid, a code, and what it costs. */
export function LicenceFields({ licence }: { licence: LicenceState }) {
  const t = useT()
  const language = useLanguage()
  const { config, price, problem, isDiscounted } = licence
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const all = useMemo(() => countries(language && formatLocale()), [language])
  const sectors = (facts().payment?.sectors ?? []).map((value) => ({
    value,
    label: isKnown(value) ? t(`buy.sector.${value}`) : value,
  }))
  const frequencies = (['year', 'month'] as const).map((value) => ({ value, label: t(`buy.frequency.${value}`) }))
  const isWrongCode = problem?.kind === 'couponInvalid'
  const apply = async () => {
    setBusy(true)
    await licence.applyCoupon(code)
    setBusy(false)
  }
  return (
    <>
      <Select
        label={t('buy.sector')}
        options={sectors}
        value={config.sector}
        onChange={(sector) => licence.choose({ sector })}
      />
      <Select
        label={t('buy.country')}
        options={all}
        value={config.country}
        onChange={(country) => licence.choose({ country })}
      />
      <Select
        label={t('buy.frequency')}
        options={frequencies}
        value={config.frequency ?? 'year'}
        onChange={(frequency) => licence.choose({ frequency })}
      />
      {config.sector === 'student' && (
        <div className="ui-field">
          <label className="ui-field-label" htmlFor="student-file">
            {t('buy.studentFile')}
          </label>
          <input
            id="student-file"
            type="file"
            accept=".pdf,.png,.jpg,.jpeg"
            onChange={(event) => licence.setFile(event.target.files?.[0] ?? null)}
          />
          <div className="ui-field-note">{t('buy.studentFileText')}</div>
        </div>
      )}
      <div className="account-coupon">
        <TextField
          label={t('buy.coupon')}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={code}
          onChange={setCode}
          onKeyDown={(event) => {
            // It stands in the form of the account, which is not meant.
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (code.trim() !== '') void apply()
          }}
          error={isWrongCode ? problemText(problem) : undefined}
        />
        <Button busy={busy} disabled={code.trim() === ''} onClick={() => void apply()}>
          {t('buy.couponApply')}
        </Button>
      </div>
      <div className="account-price" role="status">
        {price && <PriceLine price={price} />}
        {isDiscounted && <p className="account-text">{t('buy.discounted')}</p>}
      </div>
      <FormProblem problem={isWrongCode ? null : problem} />
      {problem?.kind === 'priceNotFound' && <Contact />}
      {problem?.kind === 'paymentUnavailable' && <Button onClick={() => licence.choose({})}>{t('ui.retry')}</Button>}
    </>
  )
}

/** What is charged first, and later where a code lasts a while only. */
export function PriceLine({ price }: { price: LicencePrice }) {
  const t = useT()
  const { full_price, currency, interval, later_price, later_months } = price
  const each = (amount: number) => t(`buy.each.${interval}`, { amount: moneyText(amount, currency) })
  return (
    <>
      <p className="account-amount">{each(full_price)}</p>
      {later_price !== undefined && (
        <p className="account-text">{t('buy.later', { months: later_months ?? 0, price: each(later_price) })}</p>
      )}
      <p className="account-text">{t('buy.taxIncluded')}</p>
    </>
  )
}

export function Contact() {
  const { contact } = facts()
  return contact ? (
    <p className="account-links">
      <a href={`mailto:${contact}`}>{contact}</a>
    </p>
  ) : null
}
