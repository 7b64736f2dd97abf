import { useRef, useState } from 'react'
import type { Translate } from '../../i18n/i18n.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { ShareRight } from '../../model/access.ts'
import type { Share } from '../../model/contract/shapes.ts'
import { toastTime } from '../../model/limits.ts'
import type { Problem } from '../../model/problems.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { CloseIcon, OwnerIcon } from '../../ui/icons.ts'
import { InviteForm } from './InviteForm.tsx'
import { shared, useShares } from './useShares.ts'

interface UsersProps {
  uuid: string
  /** Whose project it is, where that is another's; null: the person's own, who alone may change who sees it. */
  owner: string | null
  /** Somebody else is the owner now; missing in the open project, which tells its former owner itself what they may do now. */
  onHandedOver?: (() => void) | undefined
}

/** With whom a project is shared, and as what. */
export function Users({ uuid, owner, onHandedOver }: UsersProps) {
  const t = useT()
  const { shares, problem, reload, invite, changeRight, unshare, handOver } = useShares(uuid)
  const [removed, remove] = useState<Share | null>(null)
  const [heir, setHeir] = useState<Share | null>(null)
  const [busy, setBusy] = useState(false)
  const people = useRef<HTMLDivElement>(null)
  /** The row of who was to be removed, with the button that asked. */
  const isGone = useRef(false)
  if (!shares)
    return problem ? (
      <ErrorState onRetry={reload}>{problemText(problem)}</ErrorState>
    ) : (
      <Skeleton lines={3} height="3rem" />
    )
  const owns = owner === null
  const confirm = async () => {
    if (!removed?.email) return
    setBusy(true)
    isGone.current = await unshare(removed.email)
    setBusy(false)
    remove(null)
  }
  const makeOwner = async () => {
    if (!heir?.email) return
    setBusy(true)
    const refused = await handOver(heir.email)
    setBusy(false)
    setHeir(null)
    const name = heir.user
    if (refused) return toast.show({ kind: 'error', message: refusalText(t, refused, name), id: shared })
    if (!onHandedOver) return toast.close(shared)
    toast.show({ kind: 'success', message: t('users.handedOver', { name }), timeout: toastTime.long, id: shared })
    onHandedOver()
  }
  return (
    <div ref={people} className="share">
      {owns && <InviteForm invite={invite} />}
      <ul className="share-list" aria-label={t('users.people')}>
        <li className="share-row">
          <div className="share-who">
            <span>{owns ? t('users.you') : owner || t('users.ownerUnknown')}</span>
          </div>
          <span className="share-right">{t('privilege.own')}</span>
        </li>
        {shares.map((each) => (
          <Person
            key={each.email ?? each.user}
            share={each}
            owns={owns}
            onRight={(right) => each.email && void changeRight(each.email, right)}
            onRemove={() => {
              isGone.current = false
              remove(each)
            }}
            onMakeOwner={() => setHeir(each)}
          />
        ))}
      </ul>
      {shares.length === 0 && owns && <p className="ui-field-note">{t('users.nobody')}</p>}
      {removed && (
        <ConfirmDialog
          open
          danger
          busy={busy}
          title={t('users.removeTitle', { name: removed.user })}
          confirm={t('users.remove')}
          finalFocus={() => (isGone.current ? people.current : null)}
          onClose={() => remove(null)}
          onConfirm={() => void confirm()}
        >
          {t(removed.invited ? 'users.removeInvitation' : 'users.removeText')}
        </ConfirmDialog>
      )}
      {heir && (
        <ConfirmDialog
          open
          busy={busy}
          title={t('users.makeOwnerTitle', { name: heir.user })}
          confirm={t('users.makeOwner')}
          onClose={() => setHeir(null)}
          onConfirm={() => void makeOwner()}
        >
          {t('users.makeOwnerText', { name: heir.user })}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** What stands in the way lies with the other person, and is said of them. */
function refusalText(t: Translate, refused: Problem, name: string): string {
  switch (refused.kind) {
    case 'accountNotFound':
      return t('users.ownerGone', { name })
    case 'projectNameTaken':
      return t('users.ownerHasName', { name })
    case 'quotaExceeded':
      return t('users.ownerNoRoom', { name, most: refused.most })
    default:
      return problemText(refused)
  }
}

interface PersonProps {
  share: Share
  owns: boolean
  onRight: (right: ShareRight) => void
  onRemove: () => void
  onMakeOwner: () => void
}

function Person({ share: { user, email, access_right, invited }, owns, onRight, onRemove, onMakeOwner }: PersonProps) {
  const t = useT()
  // Others than the owner are told no emails but their own.
  const isMe = !owns && email !== undefined
  const named = isMe ? t('users.you') : user
  const who = invited ? (email ?? user) : named
  const note = invited ? t('users.pending') : (email ?? (owns ? t('users.noEmail') : null))
  return (
    <li className="share-row" data-invited={invited}>
      <div className="share-who">
        <span>{who}</span>
        {note !== null && <span>{note}</span>}
      </div>
      {owns && email ? (
        <>
          <Select
            label={t('users.rightOf', { name: who })}
            labelHidden
            options={[
              { value: 'read', label: t('privilege.read') },
              { value: 'write', label: t('privilege.write') },
            ]}
            value={access_right}
            onChange={onRight}
          />
          {!invited && (
            <IconButton icon={OwnerIcon} label={t('users.makeOwnerOf', { name: who })} onClick={onMakeOwner} />
          )}
          <IconButton icon={CloseIcon} label={t('users.removeOf', { name: who })} onClick={onRemove} />
        </>
      ) : (
        <span className="share-right">{t(`privilege.${access_right}`)}</span>
      )}
    </li>
  )
}
