import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { People } from '../../features/sharing/People.tsx'
import { ShareModal } from '../../features/sharing/ShareModal.tsx'
import { useT } from '../../i18n/useT.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { useOwner } from '../projectList/useProjectList.ts'

/** With whom the open project is shared: a modal on a desk, the view itself on a phone (without `onClose`). */
export function ProjectPeople({ onClose }: { onClose?: () => void }) {
  const t = useT()
  const project = useProject()
  const { name, access } = useSnapshot(project.state)
  const found = useOwner(project.uuid, access !== 'own')
  const owner = access === 'own' ? null : found
  const title = projectTitle(name)
  // Rights that change change what can be done here.
  if (onClose) return <ShareModal key={access} uuid={project.uuid} title={title} owner={owner} onClose={onClose} />
  return (
    <section aria-label={t('sharing.people')}>
      <h2>{t('sharing.title', { name: title })}</h2>
      <People key={access} uuid={project.uuid} owner={owner} />
    </section>
  )
}
