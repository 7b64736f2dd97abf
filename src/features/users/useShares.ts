import { useCallback, useEffect, useRef, useState } from 'react'
import { onProjectsChanged } from '../../data/server/projectChanges.ts'
import { api, isAway } from '../../data/server/server.ts'
import type { ShareRight } from '../../model/access.ts'
import type { Share } from '../../model/contract/shapes.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'

export interface Shares {
  /** null until read. */
  shares: readonly Share[] | null
  problem: Problem | null
  reload: () => void
  /** Lets somebody in; whoever is there, or was invited, keeps their right. What went wrong is shown; then null. */
  invite: (email: string, right: ShareRight) => Promise<Invited | null>
  /** Gives somebody who is there another right. What went wrong is shown. */
  changeRight: (email: string, right: ShareRight) => Promise<void>
  /** Takes the right away, or the invitation back. Whether it was done. */
  unshare: (email: string) => Promise<boolean>
  /** Makes them the owner. What kept it from being done, which is not shown; null: it is done. */
  handOver: (email: string) => Promise<Problem | null>
}

export interface Invited {
  /** They may come in now, are `here` all the same, or an invitation is on its way to them, once `again`. */
  outcome: 'shared' | 'here' | 'invited' | 'invitedAgain'
  /** What they have now. */
  right: ShareRight
}

/** What became of the last one: the next toast about it takes its place. */
export const shared = 'shared'

/** With whom a project is shared; read anew when that changes. */
export function useShares(uuid: string): Shares {
  const [shares, setShares] = useState<readonly Share[] | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const asked = useRef(0)
  const reload = useCallback(async () => {
    asked.current += 1
    const mine = asked.current
    const answer = await api('GET /web/api/v2/projects/{uuid}/share', { path: { uuid } })
    // A later answer may come first.
    if (asked.current !== mine) return
    setProblem(isProblem(answer) ? answer.problem : null)
    if (!isProblem(answer)) setShares(answer.ok.shares)
    // What one may not see any more is not to be seen.
    else if (!isAway(answer.problem)) setShares(null)
  }, [uuid])
  useEffect(() => {
    void reload()
    return onProjectsChanged(() => void reload())
  }, [reload])
  const put = async (email: string, access_right: ShareRight) => {
    const answer = await api('POST /web/api/v2/projects/{uuid}/share', {
      path: { uuid },
      body: { access_right, email },
    })
    if (isProblem(answer)) showProblem(answer.problem, { id: shared })
    else setShares(answer.ok.shares)
    return isProblem(answer) ? null : answer.ok
  }
  return {
    shares,
    problem,
    reload: () => void reload(),
    invite: async (email, wanted) => {
      // What another window or the person themselves did may not have come here yet.
      const now = await api('GET /web/api/v2/projects/{uuid}/share', { path: { uuid } })
      if (isProblem(now)) {
        showProblem(now.problem, { id: shared })
        return null
      }
      const there = now.ok.shares.find((one) => one.email === email)
      const right = there?.access_right ?? wanted
      if (there && !there.invited) {
        setShares(now.ok.shares)
        return { outcome: 'here', right }
      }
      // Who invites again wants another mail: with the same right the server sends it.
      const done = await put(email, right)
      if (!done) return null
      if (!done.invited) return { outcome: 'shared', right }
      return { outcome: there ? 'invitedAgain' : 'invited', right }
    },
    changeRight: async (email, right) => {
      await put(email, right)
    },
    unshare: async (email) => {
      const answer = await api('DELETE /web/api/v2/projects/{uuid}/share', { path: { uuid }, query: { user: email } })
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
      const answer = await api('PUT /web/api/v2/projects/{uuid}/owner', { path: { uuid }, body: { user } })
      if (!isProblem(answer)) return null
      void reload()
      return answer.problem
    },
  }
}
