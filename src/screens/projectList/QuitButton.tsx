import { useState } from 'react'
import { stepsAtRisk } from '../../data/copies/held.ts'
import { settledAll } from '../../data/copies/heldProjects.ts'
import { projectsInUse, quitServer } from '../../data/server/localServer.ts'
import { formatList } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { QuitIcon } from '../../ui/icons.ts'

interface AtStake {
  /** Titles of projects that windows have open. */
  open: string[]
  /** Steps that are in this tab alone. */
  waiting: number
}

/** Ends the program of this machine; asks first where windows have projects open or steps wait that would be lost with this tab. */
export function QuitButton() {
  const t = useT()
  const [asked, ask] = useState<AtStake | null>(null)
  const [busy, setBusy] = useState(false)
  const quit = async () => {
    setBusy(true)
    const answer = await quitServer()
    setBusy(false)
    ask(null)
    if (isProblem(answer)) showProblem(answer.problem)
  }
  const begin = async () => {
    setBusy(true)
    await settledAll()
    const found = await projectsInUse()
    setBusy(false)
    if (isProblem(found)) return showProblem(found.problem)
    const stake = { open: found.ok.inUse.map(projectTitle), waiting: stepsAtRisk() }
    if (stake.open.length > 0 || stake.waiting > 0) ask(stake)
    else await quit()
  }
  return (
    <>
      <IconButton icon={QuitIcon} label={t('quit.title')} unavailable={busy} onClick={() => void begin()} />
      {asked && (
        <ConfirmDialog
          open
          busy={busy}
          title={t('quit.title')}
          confirm={t('quit.title')}
          onClose={() => ask(null)}
          onConfirm={() => void quit()}
        >
          {asked.open.length > 0 && t('quit.inUse', { n: asked.open.length, projects: formatList(asked.open) })}{' '}
          {asked.waiting > 0 && t('quit.waiting', { n: asked.waiting })}
        </ConfirmDialog>
      )}
    </>
  )
}
