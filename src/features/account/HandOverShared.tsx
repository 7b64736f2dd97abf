import { useEffect, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { useT } from '../../i18n/useT.ts'
import type { ProjectEntry, Share } from '../../model/contract/shapes.ts'
import { isProblem } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Select } from '../../ui/fields/Select.tsx'

export type SharedProject = Pick<ProjectEntry, 'project_uuid' | 'name'>

interface HandOverSharedProps {
  projects: readonly SharedProject[]
  /** One of them has another owner. */
  onHandedOver: () => void
}

/** Projects that others work in: each gets one of these people as its owner, so that nobody loses their work with this account. */
export function HandOverShared({ projects, onHandedOver }: HandOverSharedProps) {
  const t = useT()
  return (
    <>
      <p className="ui-modal-text">{t('account.deleteShared', { n: projects.length })}</p>
      <ul className="account-heirs" aria-label={t('account.sharedProjects')}>
        {projects.map((project) => (
          <HandOver key={project.project_uuid} project={project} onHandedOver={onHandedOver} />
        ))}
      </ul>
    </>
  )
}

function HandOver({ project, onHandedOver }: { project: SharedProject; onHandedOver: () => void }) {
  const t = useT()
  const { project_uuid: uuid } = project
  const title = projectTitle(project.name)
  const members = useMembers(uuid)
  const [chosen, choose] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [first] = members
  const email = chosen ?? first?.email ?? ''
  const handOver = async () => {
    setBusy(true)
    const done = await api('PUT /web/api/v2/projects/{uuid}/owner', { path: { uuid }, body: { user: email } })
    setBusy(false)
    if (isProblem(done)) showProblem(done.problem)
    else onHandedOver()
  }
  return (
    <li>
      <Select
        label={title}
        options={members.map(({ email = '', user }) => ({ value: email, label: user }))}
        value={email}
        onChange={choose}
      />
      <Button
        busy={busy}
        disabled={email === ''}
        aria-label={t('account.handOverOf', { title })}
        onClick={() => void handOver()}
      >
        {t('users.makeOwner')}
      </Button>
    </li>
  )
}

/** Who has an account and works in the project: whoever was only invited cannot own it. */
function useMembers(uuid: string): readonly Share[] {
  const [members, setMembers] = useState<readonly Share[]>([])
  useEffect(() => {
    void api('GET /web/api/v2/projects/{uuid}/share', { path: { uuid } }).then((answer) => {
      if (!isProblem(answer)) setMembers(answer.ok.shares.filter(({ email, invited }) => email && !invited))
    })
  }, [uuid])
  return members
}
