import { useEffect } from 'react'
import { useT } from '../i18n/useT.ts'
import { useTitle } from './useTitle.ts'

/** 1 §2: an unknown route. */
export function NotFoundScreen() {
  const t = useT()
  useTitle(t('error.notFound'))
  useEffect(() => {
    document.getElementById('main')?.focus()
  }, [])
  return (
    <main className="notice-screen" id="main" tabIndex={-1}>
      <div className="notice">
        <p className="notice-number" aria-hidden>
          404
        </p>
        <h1>{t('error.notFound')}</h1>
        <p>{t('error.notFoundText')}</p>
        <a className="ui-button" data-kind="primary" data-size="large" href="#/">
          {t('error.home')}
        </a>
      </div>
    </main>
  )
}
