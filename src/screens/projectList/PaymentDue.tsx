import { useOwed } from '../../features/account/useOwed.ts'
import { useT } from '../../i18n/useT.ts'
import { WarningIcon } from '../../ui/icons.ts'

/** Over the list of projects, where new ones are offered: that the account has to be paid for first, why, and where. */
export function PaymentDue() {
  const t = useT()
  const owed = useOwed()
  if (!owed) return null
  const title = t(`buy.owed.${owed}`)
  return (
    <section className="projects-unsent" aria-label={title} data-keep-clear>
      <WarningIcon aria-hidden />
      <p>
        <strong>{title}</strong> {t('buy.owedText')}
      </p>
      {owed !== 'review' && (
        <span>
          <a className="ui-button" data-kind="primary" href="#/account">
            {t('buy.pay')}
          </a>
        </span>
      )}
    </section>
  )
}
