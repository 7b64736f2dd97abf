import { useSnapshot } from 'valtio'
import { session } from '../../../data/server/session.ts'
import { Transcribing } from '../../../features/transcription/Transcribing.tsx'
import { useT } from '../../../i18n/useT.ts'
import { PasswordDialog } from '../protection/PasswordDialog.tsx'

interface TranscriptionProps {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  onSource: (sourceId: number) => void
}

/** Transcription with the dialog that asks for the password of the account. */
export function Transcription(props: TranscriptionProps) {
  const t = useT()
  const { account } = useSnapshot(session)
  return (
    <Transcribing
      {...props}
      askPassword={({ text, unlock, onCancel }) => (
        <PasswordDialog
          title={t('transcription.password', { email: account?.email ?? '' })}
          submit={t('transcription.continue')}
          text={text}
          unlock={unlock}
          onCancel={onCancel}
        />
      )}
    />
  )
}
