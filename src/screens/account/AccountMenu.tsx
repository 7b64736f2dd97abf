import { useSnapshot } from 'valtio'
import { session } from '../../data/server/session.ts'
import { useT } from '../../i18n/useT.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { AccountIcon, LogOutIcon } from '../../ui/icons.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { go } from '../hash.ts'
import { useLogOut } from './useLogOut.tsx'

/** Who is signed in, and the ways to their account and out. */
export function AccountMenu() {
  const t = useT()
  const { account } = useSnapshot(session)
  const { logOut, dialogs } = useLogOut()
  if (!account) return null
  return (
    <>
      <Dropdown
        align="end"
        trigger={<IconButton icon={AccountIcon} label={t('account.of', { name: account.name })} />}
        items={[
          {
            heading: account.email,
            items: [
              { label: t('account.title'), icon: AccountIcon, onSelect: () => go('/account') },
              { label: t('phone.logOut'), icon: LogOutIcon, onSelect: logOut },
            ],
          },
        ]}
      />
      {dialogs}
    </>
  )
}
