import { type FormEvent, useEffect, useRef, useState } from 'react'
import { can } from '../../data/server/serverFacts.ts'
import type { MessageKey } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import type { ShareRight } from '../../model/access.ts'
import { toastTime } from '../../model/limits.ts'
import { cleanEmail } from '../../model/rules/projects/email.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { InviteIcon } from '../../ui/icons.ts'
import { type Invited, type Shares, shared } from './useShares.ts'

/** What is said of it. A mail that nobody sends is not said to be on its way. */
const said: Record<Invited['outcome'], () => MessageKey> = {
  shared: () => 'users.shared',
  here: () => 'users.hereAlready',
  invited: () => (can('mail') ? 'users.invited' : 'users.invitedNoMail'),
  invitedAgain: () => 'users.invitedAlready',
}

/** Whom to share with next, by email. 2 §5: with an empty field nothing happens; read is the default. */
export function InviteForm({ invite }: Pick<Shares, 'invite'>) {
  const t = useT()
  const [written, write] = useState('')
  const [right, setRight] = useState<ShareRight>('read')
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // It comes a moment after its dialog, which had nothing to focus but the button that closes it.
  useEffect(() => {
    if (document.activeElement?.closest('.ui-modal-close')) field.current?.focus()
  }, [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Within a dialog that may be a form too.
    event.stopPropagation()
    const email = cleanEmail(written)
    if (email === '' || busy) return
    setBusy(true)
    const done = await invite(email, right)
    setBusy(false)
    if (!done) return
    write('')
    toast.show({
      kind: done.outcome === 'here' ? 'info' : 'success',
      message: t(said[done.outcome](), { email, right: t(`privilege.${done.right}`) }),
      timeout: toastTime.long,
      id: shared,
    })
  }
  return (
    <form className="share-invite" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        ref={field}
        label={t('users.email')}
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        value={written}
        onChange={write}
      />
      <Select
        label={t('users.right')}
        options={[
          { value: 'read', label: t('privilege.read') },
          { value: 'write', label: t('privilege.write') },
        ]}
        value={right}
        onChange={setRight}
      />
      <Button type="submit" kind="primary" icon={InviteIcon} busy={busy}>
        {t('users.invite')}
      </Button>
    </form>
  )
}
