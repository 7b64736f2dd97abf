import { useCallback, useEffect, useRef, useState } from 'react'
import { onProjectsChanged } from '../../data/server/projectChanges.ts'
import { api, isAway } from '../../data/server/server.ts'
import type { ShareRight } from '../../model/access.ts'
import type { Share } from '../../model/bridge.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'

export interface Shares {
  /** null until read. */
  shares: readonly Share[] | null
  problem: Problem | null
  reload: () => void
  /** A new share, or another right; whether an invitation was sent, `waiting`: or was before. What went wrong is shown; then null. */
  share: (email: string, right: ShareRight) => Promise<{ invited: boolean; waiting: boolean } | null>
  /** Takes the right away, or the invitation back. Whether it was done. */
  unshare: (email: string) => Promise<boolean>
  /** Makes them the owner. What kept it from being done, which is not shown; null: it is done. */
  handOver: (email: string) => Promise<Problem | null>
}

/** What became of the last one: the next toast about it takes its place. */
export const shared = 'shared'

/** With whom a project is shared; read anew when that changes. */
export function useShares(uuid: string): Shares {
  const [shares, setShares] = useState<readonly Share[] | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const project = `/v2/projects/${uuid}`
  const path = `${project}/share`
  const asked = useRef(0)
  const reload = useCallback(async () => {
    asked.current += 1
    const mine = asked.current
    const answer = await api<{ shares: Share[] }>(path)
    // A later answer may come first.
    if (asked.current !== mine) return
    setProblem(isProblem(answer) ? answer.problem : null)
    if (!isProblem(answer)) setShares(answer.ok.shares)
    // What one may not see any more is not to be seen.
    else if (!isAway(answer.problem)) setShares(null)
  }, [path])
  useEffect(() => {
    void reload()
    return onProjectsChanged(() => void reload())
  }, [reload])
  return {
    shares,
    problem,
    reload: () => void reload(),
    share: async (email, access_right) => {
      const body = { access_right, email }
      const answer = await api<{ shares: Share[]; invited: boolean }>(path, { method: 'POST', body })
      if (!isProblem(answer)) {
        const { shares, invited } = answer.ok
        setShares(shares)
        return { invited, waiting: shares.some((one) => one.email === email && one.invited === true) }
      }
      showProblem(answer.problem, { id: shared })
      return null
    },
    unshare: async (email) => {
      const answer = await api<{ shares: Share[] }>(`${path}?user=${encodeURIComponent(email)}`, { method: 'DELETE' })
      if (!isProblem(answer)) {
        setShares(answer.ok.shares)
        return true
      }
      showProblem(answer.problem)
      // Somebody else may have removed them: the list is what the server says.
      void reload()
      return false
    },
    handOver: async (user) => {
      const answer = await api(`${project}/owner`, { method: 'PUT', body: { user } })
      if (!isProblem(answer)) return null
      void reload()
      return answer.problem
    },
  }
}
