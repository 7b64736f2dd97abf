import { type FormEvent, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import type { ShareRight } from '../../model/access.ts'
import { cleanEmail } from '../../model/rules/projects/email.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { InviteIcon } from '../../ui/icons.ts'
import { type Shares, shared } from './useShares.ts'

/** Whom to share with next, by e-mail. 2 §5: with an empty field nothing happens; read is the default. */
export function InviteForm({ share }: Pick<Shares, 'share'>) {
  const t = useT()
  const [written, write] = useState('')
  const [right, setRight] = useState<ShareRight>('read')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Within a dialog that may be a form too.
    event.stopPropagation()
    const email = cleanEmail(written)
    if (email === '' || busy) return
    setBusy(true)
    const done = await share(email, right)
    setBusy(false)
    if (!done) return
    write('')
    // Nobody is to get more than was meant for them because somebody else did.
    setRight('read')
    const said = done.waiting ? 'sharing.invitedAlready' : 'sharing.shared'
    toast.show({
      kind: 'success',
      message: t(done.invited ? 'sharing.invited' : said, { email, right: t(`privilege.${right}`) }),
      timeout: 6000,
      id: shared,
    })
  }
  return (
    <form className="sharing-invite" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('sharing.email')}
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        value={written}
        onChange={write}
      />
      <Select
        label={t('sharing.right')}
        options={[
          { value: 'read', label: t('privilege.read') },
          { value: 'write', label: t('privilege.write') },
        ]}
        value={right}
        onChange={setRight}
      />
      <Button type="submit" kind="primary" icon={InviteIcon} busy={busy}>
        {t('sharing.invite')}
      </Button>
    </form>
  )
}
