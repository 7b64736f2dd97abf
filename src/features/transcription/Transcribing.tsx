import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { facts } from '../../data/server/serverFacts.ts'
import { allowance } from '../../data/transcription/allowance.ts'
import { openedKey, openKey, openOrMakeKey } from '../../data/transcription/personKey.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { TranscriptionEntry } from '../../model/contract/shapes.ts'
import { toastTime } from '../../model/limits.ts'
import { isProblem, type Result } from '../../model/problems.ts'
import type { SpeechWanted } from '../../model/transcript.ts'
import { FloatingProgress } from '../../ui/feedback/FloatingProgress.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { SelectFile } from './SelectFile.tsx'
import { TranscriptionDialog } from './TranscriptionDialog.tsx'
import { titleOfFile } from './told.ts'
import { useCollecting } from './useCollecting.ts'
import { type Sender, useSending } from './useSending.ts'
import { type Became, useTranscriptions } from './useTranscriptions.ts'

/** 2 §4, modes 2 and 3: the password of the account. */
export interface AskedPassword {
  text: string
  unlock: (password: string) => Promise<Result<unknown>>
  onCancel: () => void
}

interface TranscribingProps {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  askPassword: (asked: AskedPassword) => ReactNode
  /** A transcript is a source now. */
  onSource: (sourceId: number) => void
}

/** Where that is gone, there is nothing to show. */
const readyToast = 'transcripts'

/** Recordings of the open project on their way to texts: what is sent, what is heard of it, and what is collected, whether the dialog stands or not. */
export function Transcribing({ isOpen, onOpen, onClose, askPassword, onSource }: TranscribingProps) {
  const t = useT()
  const { isProtected } = useSnapshot(useProject().state)
  const { asked, unlocked } = usePassword()
  /** What recordings of a protected project are called, of which the server does not know it. */
  const fileNames = useRef(new Map<string, string>())
  const titleOf = ({ id, FileName }: TranscriptionEntry) => titleOfFile(fileNames.current.get(id) ?? FileName)

  const tell = ({ changed, isFirst, all }: Became) => {
    const done = (isFirst ? all : changed).filter(({ id, Status }) => Status === 'success' && !isCollected(id))
    // In the dialog it is to be seen.
    if (done.length > 0 && !isOpen)
      toast.show({
        id: readyToast,
        kind: 'success',
        message: t('transcription.ready', { n: done.length, name: done[0] ? titleOf(done[0]) : '' }),
        action: { label: t('transcription.show'), onClick: onOpen },
        timeout: toastTime.long,
      })
    for (const entry of changed.filter(({ Status }) => Status === 'failed'))
      toast.show({
        kind: 'error',
        message: t('transcription.failed', { name: titleOf(entry) }),
        ...(entry.problem && { note: problemText(entry.problem) }),
        timeout: toastTime.long,
      })
  }
  const { entries, problem, look, sent } = useTranscriptions(tell)
  const { collecting, collect, isCollected } = useCollecting({
    unlock: () => unlocked(t('transcription.passwordToOpen'), openKey),
    look,
    onSource,
  })
  const sender = useSending(entries?.map(({ FileName }) => FileName) ?? [], (entry, fileName) => {
    fileNames.current.set(entry.id, fileName)
    sent(entry)
  })
  const choosing = useChoosing(
    (files, wanted) => {
      onClose()
      sender.send(files, wanted)
    },
    () => unlocked(t('transcription.passwordToSend'), openOrMakeKey),
  )
  useEffect(() => () => toast.close(readyToast), [])
  useEffect(() => {
    if (isOpen) look()
  }, [isOpen, look])

  return (
    <>
      <TranscriptionDialog
        open={isOpen}
        entries={entries?.map((entry) => (isCollected(entry.id) ? { ...entry, Status: 'collected' } : entry)) ?? null}
        abilities={facts().speech ?? { languages: [], highAccuracy: false, diarize: false }}
        problem={problem}
        onRetry={look}
        isProtected={isProtected}
        busy={choosing.busy}
        collecting={collecting}
        onChoose={choosing.choose}
        onCollect={(entry) => collect({ id: entry.id, title: titleOf(entry) })}
        onClose={onClose}
      />
      {choosing.parts}
      {asked && askPassword(asked)}
      <Progress {...sender} />
    </>
  )
}

/** Asks for a password, one question at a time. */
function usePassword() {
  const [asked, setAsked] = useState<AskedPassword | null>(null)
  /** Resolves to whether `open` took one. */
  const unlocked = (text: string, open: (password: string) => Promise<Result<unknown>>) =>
    new Promise<boolean>((resolve) => {
      const end = (isOpen: boolean) => {
        setAsked(null)
        resolve(isOpen)
      }
      setAsked({
        text,
        unlock: async (password) => {
          const opened = await open(password)
          if (!isProblem(opened)) end(true)
          return opened
        },
        onCancel: () => end(false),
      })
    })
  return { asked, unlocked }
}

/** The way to the browser's dialogue for files, once there is time left and the person's key is open. */
function useChoosing(chosen: (files: readonly File[], wanted: SpeechWanted) => void, unlock: () => Promise<boolean>) {
  const input = useRef<HTMLInputElement>(null)
  const wanted = useRef<SpeechWanted>(null)
  const [busy, setBusy] = useState(false)
  const [isStep, setStep] = useState(false)
  const choose = async (how: SpeechWanted): Promise<void> => {
    wanted.current = how
    const left = await allowance()
    if (isProblem(left)) return showProblem(left.problem)
    if (!openedKey() && !(await unlock())) return
    // A browser opens it a few seconds after a press at most.
    if (navigator.userActivation?.isActive) input.current?.click()
    else setStep(true)
  }
  const parts = (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="audio/*,video/*"
        data-recordings
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same files may be chosen again.
          event.target.value = ''
          if (wanted.current && files.length > 0) chosen(files, wanted.current)
        }}
      />
      {isStep && (
        <SelectFile
          onSelect={() => {
            setStep(false)
            input.current?.click()
          }}
          onClose={() => setStep(false)}
        />
      )}
    </>
  )
  return {
    busy,
    parts,
    choose: (how: SpeechWanted) => {
      if (busy) return
      setBusy(true)
      void choose(how).finally(() => setBusy(false))
    },
  }
}

function Progress({ sending, cancel }: Pick<Sender, 'sending' | 'cancel'>) {
  const t = useT()
  if (!sending) return null
  const { name, share, at, of } = sending
  return <FloatingProgress label={t('transcription.sending', { name, at, of })} share={share} onCancel={cancel} />
}
