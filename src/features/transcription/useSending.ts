import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { askBeforeLeaving } from '../../data/askBeforeLeaving.ts'
import { useProject } from '../../data/live/useLive.ts'
import { openedKey } from '../../data/transcription/personKey.ts'
import { type NotSent, sendRecording } from '../../data/transcription/sendRecording.ts'
import { useT } from '../../i18n/useT.ts'
import type { TranscriptionEntry } from '../../model/contract/shapes.ts'
import { toastTime } from '../../model/limits.ts'
import type { SpeechWanted } from '../../model/transcript.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { nameFor, notSentMessage, waitInMinutes } from './told.ts'

/** One that is being made ready or sent: its file, from 0 to 1, and which it is of those that were chosen. */
export interface Sending {
  name: string
  share: number
  at: number
  of: number
}

interface Chosen {
  /** It stays the same when it is tried again: the server may have taken what it could not answer. */
  id: string
  file: File
  wanted: SpeechWanted
}

export interface Sender {
  sending: Sending | null
  send: (files: readonly File[], wanted: SpeechWanted) => void
  /** Stops it, with all that were to follow. */
  cancel: () => void
}

/**
 * Recordings on their way to the server, one after the other. `names`: of those that it has; `sent`: one has arrived, which the server knows by
 * `entry`, and whose file is called `fileName`.
 */
export function useSending(
  names: readonly string[],
  sent: (entry: TranscriptionEntry, fileName: string) => void,
): Sender {
  const t = useT()
  const { uuid, state, keepSound } = useProject()
  const { isProtected } = useSnapshot(state)
  const [sending, setSending] = useState<Sending | null>(null)
  const queue = useRef<Chosen[]>([])
  const running = useRef<AbortController>(null)
  const known = useRef(names)
  known.current = names
  useEffect(() => () => running.current?.abort(), [])
  const isSending = sending !== null
  // What was made ready goes with the page, and with it all that were to follow.
  useEffect(() => (isSending ? askBeforeLeaving() : undefined), [isSending])

  const tellFailure = (chosen: Chosen, why: NotSent) =>
    toast.show({
      ...notSentMessage(t, chosen.file.name, why),
      ...('problem' in why && { action: { label: t('ui.retry'), onClick: () => void run([chosen]) } }),
    })
  const sendOne = async (chosen: Chosen, progress: (share: number) => void, signal: AbortSignal): Promise<void> => {
    const { id, file, wanted } = chosen
    const key = openedKey()
    // They have signed out meanwhile.
    if (!key) return tellFailure(chosen, { problem: { kind: 'notSignedIn' } })
    const name = nameFor(t, file.name, isProtected, known.current)
    const { publicKey } = key
    const outcome = await sendRecording({ uuid, id, file, name, publicKey, wanted, keepSound }, progress, signal)
    if (outcome === null) return
    if (!('sent' in outcome)) return tellFailure(chosen, outcome)
    const { wait } = outcome.sent
    sent({ id, wait, FileName: name, Status: 'waiting' }, file.name)
    // The next one is named before this is drawn anew.
    known.current = [name, ...known.current]
    const message = t('transcription.sent', { name: file.name, minutes: waitInMinutes(wait) })
    toast.show({ kind: 'success', message, timeout: toastTime.long })
  }
  const run = async (chosen: readonly Chosen[]): Promise<void> => {
    queue.current.push(...chosen)
    if (running.current) return
    const own = new AbortController()
    running.current = own
    const { signal } = own
    for (let at = 1; queue.current.length > 0 && !signal.aborted; at += 1) {
      const [next] = queue.current.splice(0, 1) as [Chosen]
      const { name } = next.file
      const progress = (share: number) => setSending({ name, share, at, of: at + queue.current.length })
      await sendOne(next, progress, signal)
    }
    queue.current = []
    running.current = null
    setSending(null)
  }
  return {
    sending,
    send: (files, wanted) => void run(files.map((file) => ({ id: crypto.randomUUID(), file, wanted }))),
    cancel: () => running.current?.abort(),
  }
}
