import { useState } from 'react'
import { FactorCode } from '../features/account/FactorCode.tsx'
import { FormProblem } from '../features/account/FormProblem.tsx'
import { PasswordField } from '../features/account/PasswordField.tsx'
import { Providers } from '../features/account/Providers.tsx'
import { Badge } from '../features/chat/ChatButton.tsx'
import { Avatar } from '../features/users/Avatar.tsx'
import { problemText } from '../i18n/problemText.ts'
import { useT } from '../i18n/useT.ts'
import { IconButton } from '../ui/fields/IconButton.tsx'
import { ChatIcon } from '../ui/icons.ts'

const people = ['Ana', 'Ben Okafor', 'Cara Lindqvist-Oyelaran', '', 'Élodie', '山田']
const providers = ['Universität Heidelberg', 'ORCID'].map((name) => ({ id: name.toLowerCase(), name, only: false }))
const unread = [1, 12, 240]

/** Accounts and the people beside one: what stands for itself; the screens ask a server. */
export function AccountSamples() {
  const t = useT()
  const [password, setPassword] = useState('a long sentence')
  return (
    <div className="gallery-cards">
      <div className="gallery-card">
        <PasswordField
          label={t('account.password')}
          note={t('account.passwordHint', { least: 8 })}
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
        />
        <PasswordField
          label={t('account.oldPassword')}
          autoComplete="current-password"
          value=""
          onChange={() => {}}
          error={problemText({ kind: 'wrongPassword' })}
        />
        <FormProblem problem={{ kind: 'linkExpired' }} />
      </div>
      <div className="gallery-card">
        <Providers providers={providers} way="" />
      </div>
      <div className="gallery-card account-factor">
        <FactorCode text="otpauth://totp/Thicket:ana?secret=ABCDEFGH" label={t('account.factorPicture')} />
      </div>
      <div className="gallery-card">
        <div className="gallery-row">
          {people.map((name, at) => (
            <Avatar key={name} author={name} colour={at} />
          ))}
        </div>
        <div className="gallery-row">
          {unread.map((n) => (
            <span key={n} className="chat-button">
              <IconButton icon={ChatIcon} label={t('chat.unread', { n })} />
              <Badge n={n} />
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}
