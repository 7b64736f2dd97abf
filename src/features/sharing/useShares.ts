import { useCallback, useEffect, useState } from 'react'
import { api } from '../../data/server/server.ts'
import type { ShareRight } from '../../model/access.ts'
import type { Share } from '../../model/bridge.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'

export interface Shares {
  /** null until read. */
  shares: readonly Share[] | null
  problem: Problem | null
  reload: () => void
  /** A new share, or another right; whether an invitation was sent. What went wrong is shown; then null. */
  share: (email: string, right: ShareRight) => Promise<{ invited: boolean } | null>
  /** Takes the right away, or the invitation back. Whether it was done. */
  unshare: (email: string) => Promise<boolean>
}

/** What became of the last one: the next toast about it takes its place. */
export const shared = 'shared'

/** With whom a project is shared. */
export function useShares(uuid: string): Shares {
  const [shares, setShares] = useState<readonly Share[] | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const path = `/v2/projects/${uuid}/share`
  const reload = useCallback(async () => {
    const answer = await api<{ shares: Share[] }>(path)
    setProblem(isProblem(answer) ? answer.problem : null)
    if (!isProblem(answer)) setShares(answer.ok.shares)
  }, [path])
  useEffect(() => {
    void reload()
  }, [reload])
  return {
    shares,
    problem,
    reload: () => void reload(),
    share: async (email, access_right) => {
      const body = { access_right, email }
      const answer = await api<{ shares: Share[]; invited: boolean }>(path, { method: 'POST', body })
      if (!isProblem(answer)) {
        setShares(answer.ok.shares)
        return answer.ok
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
  }
}
