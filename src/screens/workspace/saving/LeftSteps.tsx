import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { useLeftSteps } from './useLeftSteps.ts'

/** Steps that fitted the project no more, or could not be sent: kept until they are sent or their author gives them up. */
export function LeftSteps() {
  const t = useT()
  const { left, sendable, isSending, send, download, discard } = useLeftSteps()
  if (left === 0) return null
  return (
    <section aria-label={t('settings.left', { count: left })}>
      <p>
        {t('settings.left', { count: left })} {t('unsent.whatFor')}
      </p>
      {sendable > 0 && (
        <Button busy={isSending} onClick={() => void send()}>
          {t('unsent.send')}
        </Button>
      )}
      <Button onClick={() => void download()}>{t('settings.leftDownload')}</Button>
      <Button kind="quiet" onClick={() => void discard()}>
        {t('settings.leftDiscard')}
      </Button>
    </section>
  )
}
