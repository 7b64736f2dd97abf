import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import {
  countSteps,
  findUnsent,
  giveUpUnsent,
  takeUnsent,
  type UnsentSteps,
  unsent,
} from '../../data/copies/unsentSteps.ts'
import { t } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { CheckIcon, DownloadIcon, WarningIcon } from '../../ui/icons.ts'
import { saveUnsent } from './unsentPage.ts'

interface UnsentBannerProps {
  account: string
  listed: readonly ProjectEntry[]
}

/** Over the list of projects: what this person had not sent to projects that are theirs to see no more, or whose copy went for another reason. */
export function UnsentBanner({ account, listed }: UnsentBannerProps) {
  const t = useT()
  const { found } = useSnapshot(unsent)
  useEffect(() => {
    const look = () => void findUnsent(account).catch(() => {})
    look()
    // Another tab may have been put out meanwhile.
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [account])
  const theirs = found.filter((steps) => steps.account === account)
  return theirs.map((steps) => {
    const project = projectTitle(steps.name) || t('projects.oneOfBefore')
    // Shared again since, or of a server that was put back to an earlier state.
    const isListed = listed.some(({ project_uuid }) => project_uuid === steps.uuid)
    const title = t(isListed ? 'projects.unsentAgain' : 'projects.unsentTitle', { project })
    return (
      <section key={steps.uuid} className="projects-unsent" aria-label={title} data-keep-clear>
        {steps.isTaken ? null : <WarningIcon aria-hidden />}
        <p>
          <strong>{title}</strong> {t('projects.unsent', { n: countSteps(steps) })} {t('unsent.whatFor')}
        </p>
        <span>
          <Button icon={steps.isTaken ? CheckIcon : DownloadIcon} onClick={() => void take(steps)}>
            {t(steps.isTaken ? 'unsent.downloaded' : 'unsent.download')}
          </Button>
          <Button kind="quiet" onClick={() => void giveUpUnsent(steps.account, steps.uuid)}>
            {t('projects.unsentDiscard')}
          </Button>
        </span>
      </section>
    )
  })
}

function take({ account, uuid, name, text }: UnsentSteps): Promise<void> {
  saveUnsent(t, projectTitle(name), text)
  return takeUnsent(account, uuid)
}
