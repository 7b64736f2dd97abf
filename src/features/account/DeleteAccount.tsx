import { useEffect, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { formatList } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { fieldOf } from './fieldOf.ts'
import { PasswordField } from './PasswordField.tsx'
import { useServerCall } from './useServerCall.ts'

interface DeleteAccountProps {
  onClose: () => void
  /** The account is gone. */
  onDeleted: () => void
}

/** What says nothing of why, 2 §8. */
const unsaid: ReadonlySet<Problem['kind']> = new Set<Problem['kind']>(['unexpectedResponse', 'storageFailed'])

export function DeleteAccount({ onClose, onDeleted }: DeleteAccountProps) {
  const t = useT()
  const asking = useServerCall()
  const { problem, setProblem } = asking
  const [password, setPassword] = useState('')
  const shared = useSharedTitles()
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
      {shared.length > 0 && (
        <p className="ui-modal-text">{t('account.deleteShared', { n: shared.length, projects: formatList(shared) })}</p>
      )}
      <PasswordField
        label={t('account.password')}
        autoComplete="current-password"
        value={password}
        onChange={(text) => {
          setPassword(text)
          setProblem(null)
        }}
        error={problem && fieldOf(problem) === 'password' ? problemText(problem) : undefined}
      />
    </AccountDialog>
  )
}

/** The person's own projects that others lose too; empty until they are known. */
function useSharedTitles(): readonly string[] {
  const [titles, setTitles] = useState<readonly string[]>([])
  useEffect(() => {
    void api('GET /web/api/v2/projects').then((answer) => {
      if (isProblem(answer)) return
      const shared = answer.ok.projects.filter(({ people = 0 }) => people > 0)
      setTitles(shared.map(({ name }) => projectTitle(name)))
    })
  }, [])
  return titles
}
