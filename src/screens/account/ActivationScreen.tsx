import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { activation } from '../../data/server/activation.ts'
import { hearServer } from '../../data/server/localServer.ts'
import { ActivationForm } from '../../features/account/ActivationForm.tsx'
import { useT } from '../../i18n/useT.ts'
import { toastTime } from '../../model/limits.ts'
import { daysLeft } from '../../model/rules/projects/trial.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { AsideLayout } from '../AsideLayout.tsx'
import { wayBack } from '../guards.ts'
import { go, useHashSearch } from '../hash.ts'
import { useTitle } from '../useTitle.ts'

/** 2 §2: a desktop is activated, or its trial goes on; then one is where one wanted to go. */
export function ActivationScreen() {
  const t = useT()
  const next = wayBack(useHashSearch()) ?? '/projects'
  const { trial } = useSnapshot(activation)
  useTitle(t('activation.title'))
  // Another window may have activated it.
  useEffect(() => void hearServer(), [])
  return (
    <AsideLayout>
      {trial?.trial ? (
        <ActivationForm
          trial={trial}
          onDone={(how, now) => {
            if (how === 'activation')
              toast.show({ kind: 'success', message: t('activation.done'), timeout: toastTime.long })
            if (how === 'extension') {
              const days = daysLeft(now, Date.now())
              toast.show({ kind: 'success', message: t('activation.extended', { days }), timeout: toastTime.long })
            }
            go(next, { replace: true })
          }}
        />
      ) : (
        trial && (
          <div className="account-form">
            <h1>{t('activation.done')}</h1>
            <p className="account-links">
              <a href={`#${next}`}>{t('account.toProjects')}</a>
            </p>
          </div>
        )
      )}
    </AsideLayout>
  )
}
