import { useRef } from 'react'
import { type WaitingCopy, waitingText } from '../../data/copies/copies.ts'
import { takeUnsent } from '../../data/copies/unsentSteps.ts'
import { accountKey } from '../../data/server/session.ts'
import { formatList } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useDelayed } from '../../ui/feedback/useDelayed.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { DownloadIcon } from '../../ui/icons.ts'
import { nameOf } from '../projectList/useProjectList.ts'
import { saveUnsent } from './unsentPage.ts'

interface UnsentDialogProps {
  /** What the person was about to do: `logOut`, or to part from a project. */
  by: 'logOut' | 'leaving'
  /** What waits, or what has to be done before that is known. */
  waiting: readonly WaitingCopy[] | 'sending' | 'looking'
  onDiscard: () => void
  onClose: () => void
}

const titleOf = ({ uuid, name }: WaitingCopy): string => projectTitle(name ?? nameOf(uuid)) || uuid

/** Steps wait here that nobody else has: to be taken along, discarded, or sent by staying. */
export function UnsentDialog({ by, waiting, onDiscard, onClose }: UnsentDialogProps) {
  const t = useT()
  const slow = useDelayed(700)
  const stay = useRef<HTMLButtonElement>(null)
  if (typeof waiting === 'string')
    return (
      <Modal
        open={slow}
        locked
        size="small"
        title={t(by === 'logOut' ? 'phone.logOut' : 'projects.leave')}
        onClose={onClose}
      >
        <Spinner label={t(waiting === 'sending' ? 'status.saving' : 'account.looking')} />
      </Modal>
    )
  const count = waiting.reduce((sum, { waiting, setAside, memos }) => sum + waiting + setAside + memos, 0)
  const memos = waiting.reduce((sum, copy) => sum + copy.memos, 0)
  const download = async () => {
    const unread: string[] = []
    for (const copy of waiting) {
      const text = await waitingText(accountKey(), copy)
      if (text === null) unread.push(titleOf(copy))
      else saveUnsent(t, titleOf(copy), text)
      if (copy.name !== undefined) await takeUnsent(accountKey(), copy.uuid)
    }
    if (unread.length > 0)
      toast.show({
        id: 'unsent',
        kind: 'warning',
        message: t('account.unsentUnread', { projects: formatList(unread) }),
      })
  }
  return (
    <Modal
      open
      initialFocus={stay}
      title={t('account.unsentTitle', { count })}
      description={t(by === 'logOut' ? 'account.unsentText' : 'account.unsentLeaving', {
        count,
        projects: formatList(waiting.map(titleOf)),
      })}
      onClose={onClose}
      footer={
        <>
          <Button kind="danger" onClick={onDiscard}>
            {t(by === 'logOut' ? 'account.unsentDiscard' : 'account.unsentDiscardOnly', { count })}
          </Button>
          <Button icon={DownloadIcon} onClick={() => void download()}>
            {t('account.unsentDownload', { count })}
          </Button>
          <Button ref={stay} kind="primary" onClick={onClose}>
            {t('account.unsentStay')}
          </Button>
        </>
      }
    >
      {memos > 0 && <p>{t('unsent.memos', { n: memos })}</p>}
      <p>{t('unsent.whatFor')}</p>
    </Modal>
  )
}
