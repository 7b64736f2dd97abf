import { useState } from 'react'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { TranscriptionEntry } from '../../model/contract/shapes.ts'
import type { Problem } from '../../model/problems.ts'
import type { SpeechAbilities, SpeechWanted } from '../../model/transcript.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { AudioIcon } from '../../ui/icons.ts'
import { TranscriptionEntries } from './TranscriptionEntries.tsx'
import { TranscriptionOptions } from './TranscriptionOptions.tsx'

interface TranscriptionDialogProps {
  open: boolean
  /** The newest first; null: not known yet. */
  entries: readonly TranscriptionEntry[] | null
  /** Why they are not. */
  problem: Problem | null
  onRetry: () => void
  abilities: SpeechAbilities
  isProtected: boolean
  /** Recordings are about to be chosen. */
  busy: boolean
  /** Which is becoming a source; null: none. */
  collecting: string | null
  onChoose: (wanted: SpeechWanted) => void
  onCollect: (entry: TranscriptionEntry) => void
  onClose: () => void
}

/** 2 §2: the recordings of this person in the project, what has become of them, and how the next ones are to be heard. */
export function TranscriptionDialog(props: TranscriptionDialogProps) {
  const { open, entries, problem, onRetry, abilities, isProtected, busy, collecting, onChoose, onCollect, onClose } =
    props
  const t = useT()
  const [wanted, setWanted] = useState(() => usual(abilities))
  return (
    <Modal
      open={open}
      title={t('transcription.title')}
      description={t('transcription.text')}
      onClose={onClose}
      onSubmit={() => onChoose(wanted)}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.close')}</Button>
          <Button type="submit" kind="primary" busy={busy}>
            {t('transcription.choose')}
          </Button>
        </>
      }
    >
      <TranscriptionOptions abilities={abilities} isProtected={isProtected} wanted={wanted} onChange={setWanted} />
      {!entries && problem ? (
        <ErrorState onRetry={onRetry}>{problemText(problem)}</ErrorState>
      ) : !entries ? (
        <Skeleton lines={2} height="3rem" />
      ) : entries.length === 0 ? (
        <EmptyState icon={AudioIcon} title={t('transcription.none')} />
      ) : (
        <TranscriptionEntries entries={entries} collecting={collecting} onCollect={onCollect} />
      )}
    </Modal>
  )
}

/** 2 §9: the language is found out, where the engine can. */
const usual = ({ languages }: SpeechAbilities): SpeechWanted => ({
  language: languages.includes('auto') ? 'auto' : (languages[0] ?? 'auto'),
  highAccuracy: false,
  diarize: false,
})
