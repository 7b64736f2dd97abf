import { useEffect, useState } from 'react'
import { onProjectsChanged } from '../../data/server/projectChanges.ts'
import { api } from '../../data/server/server.ts'
import { isProblem } from '../../model/problems.ts'
import { type Owed, owedBy } from '../../model/rules/projects/licence.ts'

/** Why the person's account has to be paid for; null: it has not, or it is not known. Asked anew when what they may do may be another. */
export function useOwed(): Owed | null {
  const [owed, setOwed] = useState<Owed | null>(null)
  useEffect(() => {
    const ask = async () => {
      const answer = await api('GET /web/api/user/data')
      if (!isProblem(answer)) setOwed(owedBy(answer.ok))
    }
    void ask()
    return onProjectsChanged(() => void ask())
  }, [])
  return owed
}
