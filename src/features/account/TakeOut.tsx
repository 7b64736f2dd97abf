import { useState } from 'react'
import { download } from '../../data/server/server.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { DownloadIcon } from '../../ui/icons.ts'

/** All that the server has of the person, as one archive. */
export function TakeOut() {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    const taken = await download('GET /web/api/user/export', {}, 'thicket.zip')
    setBusy(false)
    if (isProblem(taken)) showProblem(taken.problem)
  }
  return (
    <>
      <p className="account-text">{t('account.takeOutText')}</p>
      <Button icon={DownloadIcon} busy={busy} onClick={() => void take()}>
        {t('account.takeOutNow')}
      </Button>
    </>
  )
}
