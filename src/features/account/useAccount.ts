import { useCallback, useEffect, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { correctAccount } from '../../data/server/session.ts'
import type { Account, UserData } from '../../model/contract/shapes.ts'
import { isProblem, type Problem } from '../../model/problems.ts'

/** What a dialog of the account screen is given. */
export interface AccountDialogOf {
  account: Account
  data: UserData
  onClose: () => void
  onChanged: (data: UserData) => void
}

export interface AccountState {
  data: UserData | null
  problem: Problem | null
  reload: () => void
  take: (data: UserData) => void
}

/** A second factor is demanded and there is none yet: until it is set up the account is all that there is. */
export const isHeldBack = ({ factorDemanded, factor }: UserData): boolean => factorDemanded === true && !factor

/** What the server knows of the person who is signed in. */
export function useAccount(): AccountState {
  const [data, setData] = useState<UserData | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const take = useCallback((changed: UserData) => {
    setData(changed)
    correctAccount(changed.account)
  }, [])
  const reload = useCallback(async () => {
    const answer = await api('GET /web/api/user/data')
    setProblem(isProblem(answer) ? answer.problem : null)
    if (!isProblem(answer)) take(answer.ok)
  }, [take])
  useEffect(() => {
    void reload()
  }, [reload])
  return { data, problem, reload: () => void reload(), take }
}
