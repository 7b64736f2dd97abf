import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { GiveUpDialog } from '../../GiveUpDialog.tsx'
import { useLeftSteps } from './useLeftSteps.ts'

/** What can be done with steps that fit the project no more: taken along, or given up after a question. */
export function LeftActions() {
  const t = useT()
  const { left, download, discard } = useLeftSteps()
  const [asking, ask] = useState(false)
  return (
    <>
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
    </>
  )
}
