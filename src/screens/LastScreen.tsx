import { t } from '../i18n/i18n.ts'

/** 1 §8, the error on the error page: nothing of the kit, no hook, only words and a way out that needs no script of ours. */
export function LastScreen() {
  return (
    <main className="notice-screen">
      <h1>{t('error.last')}</h1>
      <p>{t('error.crashText')}</p>
      <p>
        <a href="./">{t('error.reload')}</a>
      </p>
    </main>
  )
}
