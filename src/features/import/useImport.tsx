import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FileReport, ImportProgress } from '../../data/importer.ts'
import { readFiles } from '../../data/importer.ts'
import { useProject } from '../../data/useLive.ts'
import { questionTitle } from '../../i18n/questionTitle.ts'
import { useT } from '../../i18n/useT.ts'
import { leastFetchDelay } from '../../model/limits.ts'
import { isProblem } from '../../model/problems.ts'
import { inOrder } from '../../model/rules/questionOrder.ts'
import { none, type Question } from '../../model/schema.ts'
import { editorOf, openQuestion, shownQuestion } from '../../state/editor.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { showProblem } from '../../ui/showProblem.ts'
import { toast } from '../../ui/toast.ts'
import { useDelayed } from '../../ui/useDelayed.ts'
import { ImportReport } from './ImportReport.tsx'
import { QuestionOfImport } from './QuestionOfImport.tsx'
import { withTakenTitles } from './takenTitles.ts'

export interface Importing {
  /** Opens the browser's own dialogue for files. */
  choose: () => void
  /** Reads these; does nothing while others are being read. */
  take: (files: readonly File[]) => void
  /** While files are read: how far it is, and a way to stop. To be put into the flow of the screen. */
  progress: ReactNode
  /** To be put once into the screen. */
  dialogs: ReactNode
}

/** The question whose answers the texts become. */
interface Answered {
  questionId: number
  title: string
}

interface Asked {
  turn: number
  open: boolean
  questions: readonly Question[]
  answer: (questionId: number | null) => void
}

/** Ends of the names of the files that can be read, as in `accept`. */
export const importedKinds = '.docx,.txt'

/** Files become sources of the project, in one undo step. `onImported` gets the ids of the new sources, in the files' order. */
export function useImport(onImported: (sourceIds: number[]) => void): Importing {
  const t = useT()
  const project = useProject()
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(null)
  const [at, setAt] = useState<ImportProgress | 'storing' | null>(null)
  const [report, setReport] = useState<{ files: FileReport[]; imported: string } | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** Undefined where there is one question only, null where nothing is to be imported. */
  const askQuestion = async (): Promise<Answered | null | undefined> => {
    const posted = await project.ask('questions', {})
    const questions = 'all' in posted ? inOrder(posted.all) : []
    if (questions.length < 2) return undefined
    const questionId = await new Promise<number | null>((answer) =>
      setAsked((before) => ({ turn: (before?.turn ?? 0) + 1, open: true, questions, answer })),
    )
    setAsked((before) => before && { ...before, open: false })
    const at = questions.findIndex(({ id }) => id === questionId)
    return questionId === null || !questions[at] ? null : { questionId, title: questionTitle(questions[at], at) }
  }
  const store = async (files: FileReport[], answered: Answered | undefined): Promise<void> => {
    const sources = files.flatMap(({ result }) => (isProblem(result) ? [] : result.ok.sources))
    setAt('storing')
    const stored =
      sources.length > 0
        ? await project.run('importSources', { sources, ...(answered && { questionId: answered.questionId }) })
        : { ok: [] }
    if (isProblem(stored)) return showProblem(stored.problem)
    if (answered && stored.ok.length > 0) openQuestion(editorOf(project.uuid), answered.questionId)
    if (stored.ok.length > 0) onImported(stored.ok)
    const told = await withTakenTitles(project, files, stored.ok)
    const n = stored.ok.length
    const count = t('source.imported', { n })
    const imported = answered && n > 0 ? t('import.answering', { imported: count, question: answered.title }) : count
    const quiet = told.every(({ result }) => !isProblem(result) && result.ok.notes.length === 0)
    if (quiet) toast.show({ id: 'step', kind: 'success', message: imported })
    else setReport({ files: told, imported })
  }
  const take = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0 || running.current) return
    const controller = new AbortController()
    running.current = controller
    try {
      const answered = await askQuestion()
      if (answered === null) return
      const reports = await readFiles(files, setAt, controller.signal)
      if (reports) await store(reports, answered)
    } finally {
      running.current = null
      setAt(null)
    }
  }
  const progress = at && <Progress at={at} onCancel={() => running.current?.abort()} />
  const dialogs = (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={importedKinds}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same files may be chosen again.
          event.target.value = ''
          void take(files)
        }}
      />
      {asked && (
        <QuestionOfImport
          key={asked.turn}
          open={asked.open}
          questions={asked.questions}
          shown={
            shownQuestion(
              editorOf(project.uuid),
              asked.questions.map(({ id }) => id),
            ) ?? none
          }
          onAnswer={asked.answer}
        />
      )}
      <ImportReport report={report} onClose={() => setReport(null)} />
    </>
  )
  return { choose: () => input.current?.click(), take: (files) => void take(files), progress, dialogs }
}

/** A small file is read before this could be seen. */
function Progress({ at, onCancel }: { at: ImportProgress | 'storing'; onCancel: () => void }) {
  const t = useT()
  if (!useDelayed(leastFetchDelay)) return null
  return (
    <div className="import-progress">
      {at === 'storing' ? (
        <ProgressBar label={t('import.storing')} share={null} />
      ) : (
        <ProgressBar label={t('source.importing', { name: at.file })} share={at.share} onCancel={onCancel} />
      )}
    </div>
  )
}
