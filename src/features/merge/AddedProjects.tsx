import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { CloseIcon, ErrorIcon, LockIcon, ProjectIcon, WarningIcon } from '../../ui/icons.ts'
import type { Added } from './useMerging.ts'

interface AddedProjectsProps {
  added: readonly Added[]
  disabled: boolean
  onRemove: (key: number) => void
}

/** The projects that are to be added: what is in each, or what is wrong with it. */
export function AddedProjects({ added, disabled, onRemove }: AddedProjectsProps) {
  const t = useT()
  if (added.length === 0) return null
  return (
    <ul className="merge-added" aria-label={t('projects.merge.adding')}>
      {added.map((one) => (
        <li key={one.key}>
          <ProjectIcon aria-hidden />
          <div className="merge-added-words">
            <p>{one.name}</p>
            <div aria-live="polite">
              <Standing {...one} />
            </div>
          </div>
          <IconButton
            icon={CloseIcon}
            label={t('projects.merge.remove', { name: one.name })}
            disabled={disabled}
            onClick={() => onRemove(one.key)}
          />
        </li>
      ))}
    </ul>
  )
}

function Standing({ name, share, read }: Added) {
  const t = useT()
  if (!read) return <ProgressBar label={t('importQdpx.reading', { name })} share={share} />
  if (isProblem(read) && read.problem.kind === 'protectedProject')
    return (
      <p className="merge-soft merge-locked">
        <LockIcon aria-hidden />
        {t('protection.isProtected')}
      </p>
    )
  if (isProblem(read))
    return (
      <p className="ui-field-error">
        <ErrorIcon aria-hidden />
        {problemText(read.problem)}
      </p>
    )
  const { sources, quirks, highlights, unread = 0, silent = 0 } = read.ok
  return (
    <>
      <p className="merge-soft">{t('projects.merge.holds', { sources, quirks, highlights })}</p>
      {unread > 0 && <Warned>{t('projects.merge.unread', { n: unread })}</Warned>}
      {silent > 0 && <Warned>{t('projects.merge.silent', { n: silent })}</Warned>}
    </>
  )
}

function Warned({ children }: { children: string }) {
  return (
    <p className="merge-soft merge-locked">
      <WarningIcon aria-hidden />
      {children}
    </p>
  )
}
