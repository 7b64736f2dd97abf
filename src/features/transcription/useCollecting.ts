import { useEffect, useRef, useState } from 'react'
import { type TakeBack, takeable } from '../../data/copies/runTakeable.ts'
import { useProject } from '../../data/live/useLive.ts'
import { api } from '../../data/server/server.ts'
import { collectedSources, noteCollected, type Telling, tellCollected } from '../../data/transcription/collected.ts'
import { openedKey, ownData } from '../../data/transcription/personKey.ts'
import { type ImportedSource, withTranscriber } from '../../data/transcription/transcriber.ts'
import { questionTitle } from '../../i18n/questionTitle.ts'
import { useT } from '../../i18n/useT.ts'
import type { TranscriptionEntry } from '../../model/contract/shapes.ts'
import { toastTime } from '../../model/limits.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { inOrder } from '../../model/rules/questionOrder.ts'
import { sentType } from '../../model/sound/media.ts'
import { editorOf, openQuestion, shownQuestion } from '../../state/editor.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'

type Collectable = Pick<TranscriptionEntry, 'id'> & { title: string }

export interface Collecting {
  /** Which is on its way; null: none. */
  collecting: string | null
  collect: (one: Collectable) => void
  /** It is a source already, of which the server has not been told yet. */
  isCollected: (id: string) => boolean
}

interface CollectingParts {
  /** Asks for the password that opens the person's key; resolves to whether it was given. */
  unlock: () => Promise<boolean>
  /** What the server says of transcriptions has changed. */
  look: () => void
  /** The source is there. */
  onSource: (sourceId: number) => void
}

/** The project has had its sound since the recording was sent. */
const withSound = (source: ImportedSource, hash: string, seconds: number): ImportedSource =>
  source.recording
    ? { ...source, recording: { ...source.recording, hash, type: sentType, milliseconds: Math.round(seconds * 1000) } }
    : source

/** A transcript that is done becomes a source, in one step; then the server is told, and deletes it. */
export function useCollecting({ unlock, look, onSource }: CollectingParts): Collecting {
  const t = useT()
  const project = useProject()
  const [collecting, setCollecting] = useState<string | null>(null)
  const telling = useRef<Telling>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` is that of the same project
  useEffect(() => {
    const tell = (id: string) => api('PATCH /web/api/transcription/{uuid}/{id}', { path: { uuid: project.uuid, id } })
    telling.current = tellCollected(project, tell, look)
    return telling.current.stop
  }, [project])

  const say = (problem: Problem) => showProblem(problem)
  const sayOf = (key: 'transcription.keyMissing' | 'transcription.cannotOpen', name: string) =>
    toast.show({ kind: 'error', message: t(key, { name }), timeout: toastTime.long })

  /** The person's key; undefined: it is not there, or was not opened, which has been said. */
  const keyFor = async (name: string) => {
    const data = await ownData()
    if (isProblem(data)) return say(data.problem)
    if (data.ok.account.transcription_key === null) return sayOf('transcription.keyMissing', name)
    const isOpen = openedKey() !== null || (await unlock())
    return isOpen ? (openedKey() ?? undefined) : undefined
  }
  /** The transcript as a source that can be imported; undefined: it cannot be had, which has been said. */
  const fetched = async ({ id, title }: Collectable) => {
    const key = await keyFor(title)
    if (!key) return undefined
    const answer = await api('GET /web/api/transcription/{uuid}/{id}', { path: { uuid: project.uuid, id } })
    if (isProblem(answer)) return say(answer.problem)
    const { SecretKey, Result, sound, audioLength = 0 } = answer.ok
    // Collected elsewhere meanwhile, or lost.
    if (SecretKey === null || Result === null) return look()
    const read = await withTranscriber(async (worker) => worker.open(title, { SecretKey, Result }, key.privateKey))
    if (isProblem(read)) return say(read.problem)
    if (read.ok === null) return sayOf('transcription.cannotOpen', title)
    if (isProblem(read.ok)) return say(read.ok.problem)
    const { sources } = read.ok.ok
    return sound === undefined ? sources : sources.map((source) => withSound(source, sound, audioLength))
  }
  const collect = async (one: Collectable): Promise<void> => {
    const sources = await fetched(one)
    if (!sources) return
    const question = await shownQuestionOf(project)
    const args = { sources, ...(question && { questionId: question.id }) }
    let ids: number[] = []
    const stored = await takeable(project, 'undo.importSources', async () => {
      const done = await project.run('importSources', args)
      if (!isProblem(done)) ids = done.ok
      return done
    })
    if (isProblem(stored)) return say(stored.problem)
    const [sourceId] = ids
    if (sourceId === undefined) return
    noteCollected(project, one.id, sourceId)
    telling.current?.look()
    if (question) openQuestion(editorOf(project.uuid), question.id)
    onSource(sourceId)
    tell(one.title, question, stored.ok)
  }
  const tell = (name: string, question: Question | null, takeBack: TakeBack) => {
    const collected = t('transcription.collected', { name })
    const title = question && questionTitle(question, question.number)
    const message = title ? t('import.answering', { imported: collected, question: title }) : collected
    const undo = async () => {
      const undone = await takeBack()
      if (isProblem(undone)) say(undone.problem)
    }
    const action = { label: t('ui.undo'), onClick: () => void undo() }
    toast.show({ id: 'step', kind: 'success', message, action, timeout: toastTime.long })
  }
  return {
    collecting,
    collect: (one) => {
      if (collecting !== null) return
      setCollecting(one.id)
      void collect(one).finally(() => setCollecting(null))
    },
    isCollected: (id) => id in collectedSources(project),
  }
}

interface Question {
  id: number
  question: string
  number: number
}

/** Which question the text answers, where there are several: the one that is shown. */
async function shownQuestionOf(project: ReturnType<typeof useProject>): Promise<Question | null> {
  const posted = await project.ask('questions', {})
  const questions = 'all' in posted ? inOrder(posted.all) : []
  if (questions.length < 2) return null
  const ids = questions.map(({ id }) => id)
  const shown = shownQuestion(editorOf(project.uuid), ids) ?? ids[0]
  const number = questions.findIndex(({ id }) => id === shown)
  const found = questions[number]
  return found ? { ...found, number } : null
}
