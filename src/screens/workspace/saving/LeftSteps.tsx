import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { GiveUpDialog } from '../../GiveUpDialog.tsx'
import { useLeftSteps } from './useLeftSteps.ts'

/** Steps that fitted the project no more, or could not be sent: kept until they are sent or their author gives them up. */
export function LeftSteps() {
  const t = useT()
  const { left, sendable, isSending, send, download, discard } = useLeftSteps()
  const [asking, ask] = useState(false)
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
      <Button onClick={() => void download()}>{t('settings.leftDownload')}</Button>
      <Button kind="quiet" onClick={() => ask(true)}>
        {t('settings.leftDiscard')}
      </Button>
      {asking && (
        <GiveUpDialog
          count={left}
          onDownload={() => void download()}
          onGiveUp={() => void discard()}
          onClose={() => ask(false)}
        />
      )}
    </section>
  )
}
