import { useEffect } from 'react'
import { subscribe, useSnapshot } from 'valtio'
import { askBeforeLeaving } from '../../data/askBeforeLeaving.ts'
import { keyOfCopy } from '../../data/copies/copyKey.ts'
import type { ProjectHandle } from '../../data/copies/handle.ts'
import { keepOpen } from '../../data/copies/heldProjects.ts'
import { useProject } from '../../data/live/useLive.ts'
import { accountKey, session } from '../../data/server/session.ts'
import { openedKey } from '../../data/transcription/personKey.ts'
import { openSendQueue, type Sending, type SendQueue } from '../../data/transcription/sendQueue.ts'
import { type NotSent, sendRecording } from '../../data/transcription/sendRecording.ts'
import { useT } from '../../i18n/useT.ts'
import type { TranscriptionEntry } from '../../model/contract/shapes.ts'
import { toastTime } from '../../model/limits.ts'
import type { SpeechWanted } from '../../model/transcript.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { nameFor, notSentMessage, waitInMinutes } from './told.ts'

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

/** Of a project: what is on its way from it, and the screen that hears of it, while there is one. */
interface Outbox {
  queue: SendQueue<Chosen>
  /** As it was opened last. */
  project: ProjectHandle
  /** Names that the server has. */
  names: readonly string[]
  sent: ((entry: TranscriptionEntry, fileName: string) => void) | null
}

/** Those of this page, by the copies of their projects: who leaves a project and comes back finds the same. */
const outboxes = new Map<string, Outbox>()

function outboxOf(project: ProjectHandle): Outbox {
  const key = keyOfCopy(project)
  const known = outboxes.get(key)
  if (known) return known
  const queue = openSendQueue<Chosen>(
    ({ file }) => file.name,
    () => whileSending(outbox),
  )
  const outbox: Outbox = { queue, project, names: [], sent: null }
  outboxes.set(key, outbox)
  return outbox
}

/** The project stays open, the browser asks before it closes the tab, and it ends with the session of whoever sends. Returns the end of it. */
function whileSending({ project, queue }: Outbox): () => void {
  const ends = [
    askBeforeLeaving(),
    keepOpen(project),
    subscribe(session, () => accountKey() !== project.account && queue.cancel()),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/**
 * Recordings on their way to the server, one after the other, also when the project is left meanwhile. `names`: of those that it has; `sent`: one has
 * arrived, which the server knows by `entry`, and whose file is called `fileName`.
 */
export function useSending(
  names: readonly string[],
  sent: (entry: TranscriptionEntry, fileName: string) => void,
): Sender {
  const t = useT()
  const project = useProject()
  const outbox = outboxOf(project)
  const { queue } = outbox
  const { sending } = useSnapshot(queue.state)
  useEffect(() => {
    outbox.project = project
    outbox.names = names
    outbox.sent = sent
  })
  useEffect(
    () => () => {
      outbox.sent = null
    },
    [outbox],
  )

  const tellFailure = (chosen: Chosen, why: NotSent) =>
    toast.show({
      ...notSentMessage(t, chosen.file.name, why),
      ...('problem' in why && { action: { label: t('ui.retry'), onClick: () => queue.add([chosen], sendOne) } }),
    })
  const sendOne = async (chosen: Chosen, progress: (share: number) => void, signal: AbortSignal): Promise<void> => {
    const { id, file, wanted } = chosen
    const key = openedKey()
    // They have signed out meanwhile.
    if (!key) return tellFailure(chosen, { problem: { kind: 'notSignedIn' } })
    const { uuid, keepSound, state } = project
    const name = nameFor(t, file.name, state.isProtected, outbox.names)
    const { publicKey } = key
    const outcome = await sendRecording({ uuid, id, file, name, publicKey, wanted, keepSound }, progress, signal)
    if (outcome === null) return
    if (!('sent' in outcome)) return tellFailure(chosen, outcome)
    const { wait } = outcome.sent
    outbox.sent?.({ id, wait, FileName: name, Status: 'waiting' }, file.name)
    // The next one is named before this is drawn anew.
    outbox.names = [name, ...outbox.names]
    const message = t('transcription.sent', { name: file.name, minutes: waitInMinutes(wait) })
    toast.show({ kind: 'success', message, timeout: toastTime.long })
  }
  return {
    sending,
    send: (files, wanted) =>
      queue.add(
        files.map((file) => ({ id: crypto.randomUUID(), file, wanted })),
        sendOne,
      ),
    cancel: queue.cancel,
  }
}
