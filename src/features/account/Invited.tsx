import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { api } from '../../data/server/server.ts'
import { session } from '../../data/server/session.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { FormProblem } from './FormProblem.tsx'

interface InvitedProps {
  link: string
  /** What waited for the account is its own now. */
  onTaken: () => void
  onLogOut: () => void
  /** Address of the list of projects. */
  projects: string
}

/** An invitation that is opened by somebody who is signed in: theirs, or another's. */
export function Invited({ link, onTaken, onLogOut, projects }: InvitedProps) {
  const t = useT()
  const { account } = useSnapshot(session)
  const own = account?.email ?? ''
  /** For whom it is, where that is somebody else. */
  const [other, setOther] = useState<string | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const taken = useRef(onTaken)
  taken.current = onTaken
  useEffect(() => {
    let isWanted = true
    void open(link, own).then((answer) => {
      if (!isWanted) return
      if (isProblem(answer)) setProblem(answer.problem)
      else if (answer.ok === own) taken.current()
      else setOther(answer.ok)
    })
    return () => {
      isWanted = false
    }
  }, [link, own])
  const isUsed = problem?.kind === 'linkExpired'
  return (
    <div className="account-form">
      <h1>{t('account.invitation')}</h1>
      <div role="status">
        {other === null && !problem && <Skeleton lines={2} />}
        {other !== null && <p className="account-text">{t('account.invitationOther', { email: other, own })}</p>}
        {isUsed && <p className="account-text">{t('account.invitationUsed')}</p>}
      </div>
      <FormProblem problem={isUsed ? null : problem} />
      {other !== null && (
        <Button kind="primary" size="large" onClick={onLogOut}>
          {t('phone.logOut')}
        </Button>
      )}
      <p className="account-links">
        <a href={projects}>{t('account.toProjects')}</a>
      </p>
    </div>
  )
}

/** For whom the invitation is; accepted where that is `own`. */
async function open(link: string, own: string): Promise<Result<string>> {
  const found = await api('POST /web/api/v2/register/invitation', { body: { link } })
  if (isProblem(found) || found.ok.email !== own) return isProblem(found) ? found : { ok: found.ok.email }
  const taken = await api('POST /web/api/user/invitation', { body: { link } })
  return isProblem(taken) ? taken : { ok: own }
}
