import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { can } from '../../data/server/serverFacts.ts'
import { formatDate } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { openAsNew } from './historyCalls.ts'
import type { Past } from './past.ts'

interface OpenAsDialogProps {
  past: Past
  onClose: () => void
  onProject: (uuid: string) => void
}

/** As the page writes dates, without what a name may not have in every place. */
const stamp = (at: number): string =>
  formatDate(at)
    .replace(/\s/g, ' ')
    .replace(/[/\\]/g, '-')
    .replaceAll(':', can('localFiles') ? '.' : ':')

/** A past state as a project of its own, under a name that is asked for. */
export function OpenAsDialog({ past, onClose, onProject }: OpenAsDialogProps) {
  const t = useT()
  const project = useProject()
  const title = projectTitle(useSnapshot(project.state).name)
  const [name, write] = useState(`${title} (${past.name ?? stamp(past.at)})`)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (busy) return
    setBusy(true)
    const made = await openAsNew(project.uuid, past.moment, name.trim())
    setBusy(false)
    if (isProblem(made)) return setError(problemText(made.problem))
    onClose()
    onProject(made.ok.project_uuid)
  }
  return (
    <Modal
      open
      size="small"
      locked={busy}
      title={t('history.openAs')}
      description={t('history.openAsText')}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={busy} disabled={name.trim() === ''}>
            {t('history.open')}
          </Button>
        </>
      }
    >
      <TextField label={t('history.projectName')} value={name} onChange={write} error={error} />
    </Modal>
  )
}
