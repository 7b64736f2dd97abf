import { useCallback, useEffect, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { fieldOf } from './fieldOf.ts'
import { HandOverShared, type SharedProject } from './HandOverShared.tsx'
import { useServerCall } from './useServerCall.ts'

interface DeleteAccountProps {
  hasPassword: boolean
  onClose: () => void
  /** The account is gone. */
  onDeleted: () => void
}

/** What says nothing of why, 2 §8. */
const unsaid: ReadonlySet<Problem['kind']> = new Set<Problem['kind']>(['unexpectedResponse', 'storageFailed'])

export function DeleteAccount({ hasPassword, onClose, onDeleted }: DeleteAccountProps) {
  const t = useT()
  const asking = useServerCall()
  const { problem, setProblem } = asking
  const [password, setPassword] = useState('')
  const { shared, reload } = useSharedProjects()
  const submit = async () => {
    const deleted = await asking.ask(async () => {
      const answer = await api('DELETE /web/api/user/delete', { body: { password } })
      const isUnsaid = isProblem(answer) && unsaid.has(answer.problem.kind)
      return isUnsaid ? { problem: { kind: 'accountDeletionFailed' as const } } : answer
    })
    if (deleted) onDeleted()
  }
  return (
    <AccountDialog
      asking={asking}
      title={t('account.delete')}
      description={t('account.deleteText')}
      submit={t('account.delete')}
      danger
      fields={['password']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {shared.length > 0 && <HandOverShared projects={shared} onHandedOver={reload} />}
      {hasPassword && (
        <CurrentPassword
          value={password}
          onChange={(text) => {
            setPassword(text)
            setProblem(null)
          }}
          error={problem && fieldOf(problem) === 'password' ? problemText(problem) : undefined}
        />
      )}
    </AccountDialog>
  )
}

/** The person's own projects that others work in, which are handed over before the account can go; empty until they are known. */
function useSharedProjects() {
  const [shared, setShared] = useState<readonly SharedProject[]>([])
  const reload = useCallback(async () => {
    const answer = await api('GET /web/api/v2/projects')
    if (!isProblem(answer)) setShared(answer.ok.projects.filter(({ people = 0 }) => people > 0))
  }, [])
  useEffect(() => {
    void reload()
  }, [reload])
  return { shared, reload: () => void reload() }
}
