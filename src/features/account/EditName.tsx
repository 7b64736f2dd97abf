import { useState } from 'react'
import { api } from '../../data/server/server.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { AccountDialog } from './AccountDialog.tsx'
import { fieldOf } from './fieldOf.ts'
import type { AccountDialogOf } from './useAccount.ts'
import { useServerCall } from './useServerCall.ts'

export function EditName({ account, onClose, onChanged }: AccountDialogOf) {
  const t = useT()
  const asking = useServerCall()
  const { problem, setProblem } = asking
  const [name, setName] = useState(account.name)
  const submit = async () => {
    if (!name.trim()) return setProblem({ kind: 'accountNameRequired' })
    const body = { name: name.trim() }
    const changed = await asking.ask(() => api('PUT /web/api/user/account', { body }))
    if (changed) onChanged(changed)
  }
  return (
    <AccountDialog
      asking={asking}
      title={t('account.editName')}
      submit={t('ui.save')}
      fields={['name']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label={t('account.name')}
        note={t('account.nameNote')}
        autoComplete="name"
        value={name}
        onChange={(text) => {
          setName(text)
          setProblem(null)
        }}
        error={problem && fieldOf(problem) === 'name' ? problemText(problem) : undefined}
        maxLength={100}
        required
      />
    </AccountDialog>
  )
}
