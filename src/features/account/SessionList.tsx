import { useEffect, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { formatRelative } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { SessionEntry } from '../../model/contract/shapes.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { useArrival } from '../../ui/useArrival.ts'
import { agentName } from './agentName.ts'

/** Where the person is signed in; each session but this one can be ended here. */
export function SessionList() {
  const t = useT()
  const [sessions, setSessions] = useState<readonly SessionEntry[] | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const load = async () => {
    const answer = await api('GET /web/api/user/sessions')
    setProblem(isProblem(answer) ? answer.problem : null)
    if (!isProblem(answer)) setSessions(answer.ok.sessions)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void load()
  }, [])
  // A session that ends takes along the button that ended it.
  useArrival(String(sessions?.map(({ id }) => id)))
  const end = async (id: string) => {
    const answer = await api('DELETE /web/api/user/sessions/{id}', { path: { id } })
    if (isProblem(answer)) showProblem(answer.problem)
    await load()
  }
  if (!sessions)
    return problem ? (
      <ErrorState onRetry={() => void load()}>{problemText(problem)}</ErrorState>
    ) : (
      <Skeleton lines={2} height="3.5rem" />
    )
  return (
    <ul className="account-rows" aria-label={t('account.sessions')}>
      {sessions.map(({ id, agent, used, current }) => {
        const name = agentName(agent) || t('account.sessionUnknown')
        return (
          <li key={id} className="account-row">
            <div className="account-what">
              <span>{name}</span>
              <span>
                {current ? t('account.sessionHere') : t('account.sessionUsed', { when: formatRelative(used) })}
              </span>
            </div>
            {!current && (
              <Button aria-label={t('account.sessionEndOf', { name })} onClick={() => void end(id)}>
                {t('account.sessionEnd')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
