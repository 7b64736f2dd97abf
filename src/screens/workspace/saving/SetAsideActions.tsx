import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { GiveUpDialog } from '../../GiveUpDialog.tsx'
import { usePlainWarning } from '../protection/usePlainWarning.tsx'
import { useSetAsideSteps } from './useSetAsideSteps.ts'

/** What can be done with steps that fit the project no more: taken along, or given up after a question. */
export function SetAsideActions() {
  const t = useT()
  const { setAside, download, giveUp } = useSetAsideSteps()
  const [asking, ask] = useState(false)
  const plain = usePlainWarning()
  const save = () => plain.ask(() => void download())
  return (
    <>
      <Button onClick={save}>{t('unsent.download')}</Button>
      <Button kind="quiet" onClick={() => ask(true)}>
        {t('setAside.giveUp')}
      </Button>
      {asking && (
        <GiveUpDialog count={setAside} onDownload={save} onGiveUp={() => void giveUp()} onClose={() => ask(false)} />
      )}
      {plain.dialog}
    </>
  )
}
