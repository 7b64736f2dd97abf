import { OperatorView } from '../../features/operator/OperatorView.tsx'
import { useT } from '../../i18n/useT.ts'
import { BackIcon } from '../../ui/icons.ts'
import { useNarrow } from '../useNarrow.ts'
import { useTitle } from '../useTitle.ts'

/** How the server stands, for whoever runs it. */
export function OperatorScreen() {
  const t = useT()
  useTitle(t('operator.title'))
  return (
    <main className="operator">
      <a className="ui-button account-back" data-kind="quiet" href="#/account">
        <BackIcon aria-hidden />
        {t('account.title')}
      </a>
      <h1>{t('operator.title')}</h1>
      <OperatorView isNarrow={useNarrow()} />
    </main>
  )
}
