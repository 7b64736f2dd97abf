import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { LeftActions } from './LeftActions.tsx'
import { useLeftSteps } from './useLeftSteps.ts'

/** Steps that fitted the project no more, or could not be sent: kept until they are sent or their author gives them up. */
export function LeftSteps() {
  const t = useT()
  const { left, sendable, isSending, send } = useLeftSteps()
  if (left === 0) return null
  return (
    <section className="settings-left" aria-label={t('settings.left', { count: left })}>
      <p>
        {t('settings.left', { count: left })} {t('unsent.whatFor')}
      </p>
      {sendable > 0 && (
        <Button busy={isSending} onClick={() => void send()}>
          {t('unsent.send')}
        </Button>
      )}
      <LeftActions />
    </section>
  )
}
