import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { GiveUpDialog } from '../../GiveUpDialog.tsx'
import { useSetAsideSteps } from './useSetAsideSteps.ts'

/** What can be done with steps that fit the project no more: taken along, or given up after a question. */
export function SetAsideActions() {
  const t = useT()
  const { setAside, download, giveUp } = useSetAsideSteps()
  const [asking, ask] = useState(false)
  return (
    <>
      <Button onClick={() => void download()}>{t('unsent.download')}</Button>
      <Button kind="quiet" onClick={() => ask(true)}>
        {t('setAside.giveUp')}
      </Button>
      {asking && (
        <GiveUpDialog
          count={setAside}
          onDownload={() => void download()}
          onGiveUp={() => void giveUp()}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}
