import { Suspense, useState } from 'react'
import { facts } from '../../data/server/serverFacts.ts'
import { formatRelative } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { LogOutIcon } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { AccountRow } from './AccountRow.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { DemandedFactor } from './DemandedFactor.tsx'
import { EditEmail } from './EditEmail.tsx'
import { EditName } from './EditName.tsx'
import { EmailStanding } from './EmailStanding.tsx'
import { FactorDialog } from './FactorDialog.tsx'
import { RecoveryDialog } from './RecoveryDialog.tsx'
import { SessionList } from './SessionList.tsx'
import { TakeOut } from './TakeOut.tsx'
import { UnlinkDialog } from './UnlinkDialog.tsx'
import { type AccountState, isHeldBack } from './useAccount.ts'
import { useEmailLink } from './useEmailLink.ts'
import { usePaid } from './usePaid.ts'

const Licences = lazyPart(async () => (await import('./Licences.tsx')).Licences)

const dialogs = {
  name: EditName,
  email: EditEmail,
  password: ChangePassword,
  factor: FactorDialog,
  codes: RecoveryDialog,
}
type DialogName = keyof typeof dialogs

interface AccountViewProps {
  state: AccountState
  /** Of a mail to a new email, or to one that is not confirmed. */
  emailLink: string | null
  onEmailLinkUsed: () => void
  /** The person comes back from paying. */
  hasPaid: boolean
  onPaidSeen: () => void
  onLogOut: () => void
  onDeleted: () => void
}

/** The person's account: who they are, how they sign in, where they are signed in. */
export function AccountView(props: AccountViewProps) {
  const { emailLink, onEmailLinkUsed, hasPaid, onPaidSeen, onLogOut, onDeleted } = props
  const t = useT()
  const { data, problem, reload, take } = props.state
  const [asked, ask] = useState<DialogName | 'delete' | null>(null)
  const [unlinked, setUnlinked] = useState<{ id: string; name: string } | null>(null)
  useEmailLink(emailLink, take, onEmailLinkUsed)
  usePaid(hasPaid, take, onPaidSeen)
  const close = () => ask(null)
  if (!data)
    return problem ? (
      <ErrorState onRetry={reload}>{problemText(problem)}</ErrorState>
    ) : (
      <Skeleton lines={4} height="3.5rem" />
    )
  const { account, factor, recoveryCodes, signIns = [], password: hasPassword = true } = data
  const isOnlyBySso = facts().sso?.some(({ only }) => only) ?? false
  if (isHeldBack(data)) return <DemandedFactor data={data} onChanged={take} onLogOut={onLogOut} />
  const Asked = asked && asked !== 'delete' ? dialogs[asked] : null
  return (
    <>
      <section className="account-part">
        <h2>{t('account.you')}</h2>
        <ul className="account-rows">
          <AccountRow what={account.name} of={t('account.name')}>
            <Button onClick={() => ask('name')}>{t('account.editName')}</Button>
          </AccountRow>
          <AccountRow what={account.email} of={t('account.email')}>
            <Button onClick={() => ask('email')}>{t('account.editEmail')}</Button>
          </AccountRow>
          <EmailStanding data={data} onChanged={take} />
        </ul>
        {data.operator && (
          <a className="ui-button" data-kind="secondary" href="#/operator">
            {t('operator.title')}
          </a>
        )}
        {data.mayCreate === false && <p className="account-text">{problemText({ kind: 'mayNotCreate' })}</p>}
        <Button icon={LogOutIcon} onClick={onLogOut}>
          {t('phone.logOut')}
        </Button>
      </section>
      <Suspense>{data.payment && <Licences data={data} onChanged={reload} />}</Suspense>
      <section className="account-part">
        <h2>{t('account.security')}</h2>
        <ul className="account-rows">
          <AccountRow
            what={t('account.password')}
            of={t(hasPassword ? 'account.passwordText' : 'account.passwordNone')}
          >
            {(hasPassword || !isOnlyBySso) && (
              <Button onClick={() => ask('password')}>
                {t(hasPassword ? 'account.changePassword' : 'account.passwordSet')}
              </Button>
            )}
          </AccountRow>
          {hasPassword && (
            <AccountRow what={t('account.factor')} of={t(factor ? 'account.factorIsOn' : 'account.factorIsOff')}>
              {!data.factorDemanded && (
                <Button onClick={() => ask('factor')}>
                  {t(factor ? 'account.factorRemove' : 'account.factorSetUp')}
                </Button>
              )}
            </AccountRow>
          )}
          {recoveryCodes !== null && (
            <AccountRow what={t('account.recovery')} of={t('account.recoveryLeft', { count: recoveryCodes })}>
              <Button onClick={() => ask('codes')}>{t('account.recoveryNew')}</Button>
            </AccountRow>
          )}
          {signIns.map((signIn) => (
            <AccountRow
              key={signIn.id}
              what={signIn.name}
              of={t('account.signInUsed', { when: formatRelative(signIn.used) })}
            >
              <Button aria-label={t('account.unlinkOf', { name: signIn.name })} onClick={() => setUnlinked(signIn)}>
                {t('account.unlink')}
              </Button>
            </AccountRow>
          ))}
        </ul>
      </section>
      <section className="account-part">
        <h2>{t('account.sessions')}</h2>
        <SessionList />
      </section>
      <section className="account-part">
        <h2>{t('account.takeOut')}</h2>
        <TakeOut />
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
      {unlinked && (
        <UnlinkDialog
          signIn={unlinked}
          hasPassword={hasPassword}
          onClose={() => setUnlinked(null)}
          onChanged={(changed) => {
            take(changed)
            setUnlinked(null)
          }}
        />
      )}
      {asked === 'delete' && <DeleteAccount hasPassword={hasPassword} onClose={close} onDeleted={onDeleted} />}
    </>
  )
}
