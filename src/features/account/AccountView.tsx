import { type ReactNode, useState } from 'react'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LogOutIcon } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { EditEmail } from './EditEmail.tsx'
import { EditName } from './EditName.tsx'
import { FactorDialog } from './FactorDialog.tsx'
import { SessionList } from './SessionList.tsx'
import { useAccount } from './useAccount.ts'

const dialogs = { name: EditName, email: EditEmail, password: ChangePassword, factor: FactorDialog }
type DialogName = keyof typeof dialogs

interface AccountViewProps {
  onLogOut: () => void
  onDeleted: () => void
}

/** The person's account: who they are, how they sign in, where they are signed in. */
export function AccountView({ onLogOut, onDeleted }: AccountViewProps) {
  const t = useT()
  const { data, problem, reload, take } = useAccount()
  const [asked, ask] = useState<DialogName | 'delete' | null>(null)
  const close = () => ask(null)
  if (!data)
    return problem ? (
      <ErrorState onRetry={reload}>{problemText(problem)}</ErrorState>
    ) : (
      <Skeleton lines={4} height="3.5rem" />
    )
  const { account, factor } = data
  const Asked = asked && asked !== 'delete' ? dialogs[asked] : null
  return (
    <>
      <section className="account-part">
        <h2>{t('account.you')}</h2>
        <ul className="account-rows">
          <Row what={account.name} of={t('account.name')}>
            <Button onClick={() => ask('name')}>{t('account.editName')}</Button>
          </Row>
          <Row what={account.email} of={t('account.email')}>
            <Button onClick={() => ask('email')}>{t('account.editEmail')}</Button>
          </Row>
        </ul>
        <Button icon={LogOutIcon} onClick={onLogOut}>
          {t('phone.logOut')}
        </Button>
      </section>
      <section className="account-part">
        <h2>{t('account.security')}</h2>
        <ul className="account-rows">
          <Row what={t('account.password')} of={t('account.passwordText')}>
            <Button onClick={() => ask('password')}>{t('account.changePassword')}</Button>
          </Row>
          <Row what={t('account.factor')} of={t(factor ? 'account.factorIsOn' : 'account.factorIsOff')}>
            <Button onClick={() => ask('factor')}>{t(factor ? 'account.factorRemove' : 'account.factorSetUp')}</Button>
          </Row>
        </ul>
      </section>
      <section className="account-part">
        <h2>{t('account.sessions')}</h2>
        <SessionList />
      </section>
      <section className="account-part">
        <h2>{t('account.delete')}</h2>
        <p className="account-text">{t('account.deleteText')}</p>
        <Button kind="danger" onClick={() => ask('delete')}>
          {t('account.delete')}
        </Button>
      </section>
      {Asked && (
        <Asked
          account={account}
          data={data}
          onClose={close}
          onChanged={(changed) => {
            take(changed)
            close()
          }}
        />
      )}
      {asked === 'delete' && <DeleteAccount onClose={close} onDeleted={onDeleted} />}
    </>
  )
}

function Row({ what, of, children }: { what: string; of: string; children: ReactNode }) {
  return (
    <li className="account-row">
      <div className="account-what">
        <span>{what}</span>
        <span>{of}</span>
      </div>
      {children}
    </li>
  )
}
