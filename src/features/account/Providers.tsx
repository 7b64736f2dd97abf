import { keepWay, providerAddress } from '../../data/server/ssoWay.ts'
import { useT } from '../../i18n/useT.ts'
import type { Facts } from '../../model/serverFacts.ts'

interface ProvidersProps {
  providers: NonNullable<Facts['sso']>
  /** What the ways in hand on to each other. */
  way: string
  /** Nothing else lets in here: the heading is theirs. */
  alone?: boolean
}

/** A way in by each provider of sign-ins: it leads away from the page, and back. */
export function Providers({ providers, way, alone = false }: ProvidersProps) {
  const t = useT()
  return (
    <div className="account-providers" data-alone={alone || undefined}>
      {alone && <h1>{t('account.signIn')}</h1>}
      {providers.map(({ id, name }) => (
        <a
          key={id}
          className="ui-button"
          data-kind={alone ? 'primary' : 'secondary'}
          data-size="large"
          href={providerAddress(id)}
          onClick={() => keepWay(way)}
        >
          {t('account.ssoWith', { name })}
        </a>
      ))}
      {!alone && <p className="account-or">{t('account.ssoOr')}</p>}
    </div>
  )
}
