import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { ShareModal } from '../../features/users/ShareModal.tsx'
import { Users } from '../../features/users/Users.tsx'
import { useT } from '../../i18n/useT.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { useOwner } from '../projectList/useProjectList.ts'

/** With whom the open project is shared: a modal on a desk, the view itself on a phone (without `onClose`). */
export function ProjectUsers({ onClose }: { onClose?: () => void }) {
  const t = useT()
  const project = useProject()
  const { name, access } = useSnapshot(project.state)
  const found = useOwner(project.uuid, access !== 'own')
  const owner = access === 'own' ? null : found
  const title = projectTitle(name)
  // Rights that change change what can be done here.
  if (onClose) return <ShareModal key={access} uuid={project.uuid} title={title} owner={owner} onClose={onClose} />
  return (
    <section aria-label={t('users.people')}>
      <h2>{t('users.share', { name: title })}</h2>
      <Users key={access} uuid={project.uuid} owner={owner} />
    </section>
  )
}
