import { useT } from '../i18n/useT.ts'
import { LockIcon } from '../ui/icons.ts'
import { useTitle } from './useTitle.ts'

/** The server lets nobody in without the secret of the printed address. Once another tab of this browser has it, this one goes on. */
export function NoSecretScreen() {
  const t = useT()
  useTitle(t('session.unknown'))
  return (
    <main className="notice-screen">
      <div className="notice">
        <LockIcon aria-hidden />
        <h1>{t('session.unknown')}</h1>
        <p>{t('session.unknownText')}</p>
        <code>{`${location.origin}/web/#launch=…`}</code>
        <p>{t('session.unknownWhere')}</p>
      </div>
    </main>
  )
}
