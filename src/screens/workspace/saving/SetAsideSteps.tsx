import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { SetAsideActions } from './SetAsideActions.tsx'
import { useSetAsideSteps } from './useSetAsideSteps.ts'

/** Steps that are set aside: kept until they are sent or their author gives them up. */
export function SetAsideSteps() {
  const t = useT()
  const { setAside, sendable, isSending, send } = useSetAsideSteps()
  if (setAside === 0) return null
  return (
    <section className="settings-set-aside" aria-label={t('setAside.count', { count: setAside })}>
      <p>
        {t('setAside.count', { count: setAside })} {t('unsent.whatFor')}
      </p>
      {sendable > 0 && (
        <Button busy={isSending} onClick={() => void send()}>
          {t('setAside.send')}
        </Button>
      )}
      <SetAsideActions />
    </section>
  )
}
