import { useState } from 'react'
import { leastDuration } from '../../data/live/leastDuration.ts'
import { can } from '../../data/server/serverFacts.ts'
import { currentLanguage } from '../../i18n/language.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import { firstSteps } from '../../state/firstSteps.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { ReadIcon } from '../../ui/icons.ts'
import { go } from '../hash.ts'
import { openSample } from './sampleProject.ts'

/** Makes the sample project, or finds the one that is there, and opens it. */
export function SampleButton() {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    const opened = await leastDuration(openSample(currentLanguage()))
    setBusy(false)
    if (isProblem(opened))
      return toast.show({ kind: 'error', message: t('projects.sampleFailed', { reason: problemText(opened.problem) }) })
    const { project_uuid, name, made } = opened.ok
    if (made) firstSteps.uuid = project_uuid
    if (made && can('localFiles')) toast.show({ message: t('projects.sampleSaved', { name }), timeout: 8000 })
    go(`/projects/${project_uuid}`)
  }
  return (
    <Button kind="quiet" size="large" icon={ReadIcon} busy={busy} onClick={() => void open()}>
      {t(busy ? 'projects.sampleMaking' : 'projects.sample')}
    </Button>
  )
}
