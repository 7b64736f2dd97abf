import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { type TakeBack, takeable } from '../../data/copies/runTakeable.ts'
import { useProject } from '../../data/live/useLive.ts'
import { questionTitle } from '../../i18n/questionTitle.ts'
import { undoMessage } from '../../i18n/undoMessage.ts'
import { useT } from '../../i18n/useT.ts'
import type { Call } from '../../model/commands.ts'
import { acceptedKinds, acceptedProjects, fileKind } from '../../model/importedKinds.ts'
import type { OcrLanguage } from '../../model/ocrLanguages.ts'
import { isProblem, ok, type Result } from '../../model/problems.ts'
import { inOrder } from '../../model/rules/questionOrder.ts'
import { editorOf, fitCanvas, openQuestion, shownQuestion } from '../../state/editor.ts'
import { FloatingProgress } from '../../ui/feedback/FloatingProgress.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useSlot } from '../../ui/useSlot.tsx'
import { pathOf } from './droppedFiles.ts'
import type { Reported } from './ImportReport.tsx'
import type { FileReport, ImportOutcome, ImportProgress } from './importFlow.ts'
import { titlesOf } from './titlesOf.ts'
import { useImportQuestions } from './useImportQuestions.tsx'

const ImportReport = lazyPart(async () => (await import('./ImportReport.tsx')).ImportReport)

export interface Importing {
  /** Opens the browser's own dialogue for files. */
  choose: () => void
  /** The same for another program's project or codebook alone. */
  chooseProject: () => void
  /** Asks for a scanned PDF, and recognises its letters. */
  scan: () => void
  /** Reads these, once the project is open and what is being read is done. */
  take: (files: readonly File[]) => void
  /** While files are read: how far it is, and a way to stop. To be put into the flow of the screen. */
  progress: ReactNode
  /** To be put once into the screen. */
  dialogs: ReactNode
}

/** The question whose answers the texts become; `title` null: it has no words, and need not be spoken of. */
interface Answered {
  questionId: number
  title: string | null
}

/** What files hold becomes part of the project, in one undo step. `onImported` gets the ids of the new sources, in the files' order. */
export function useImport(onImported: (sourceIds: number[]) => void): Importing {
  const t = useT()
  const project = useProject()
  const asking = useImportQuestions()
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(null)
  /** Dropped meanwhile. */
  const held = useRef<File[]>([])
  const progress = useSlot()
  const report = useSlot()
  useEffect(() => () => running.current?.abort(), [])

  const setAt = (at: ImportProgress | 'storing' | null) => progress.put(at && <Progress at={at} onCancel={cancel} />)
  /** What was reported stays while its dialog closes. */
  const showReport = (of: Reported, open: boolean): void =>
    report.put(
      <Suspense>
        <ImportReport open={open} report={of} onClose={() => showReport(of, false)} />
      </Suspense>,
    )
  /** Undefined where there is one question only, or no document that would answer one; null where nothing is to be imported. */
  const askQuestion = async (files: readonly File[]): Promise<Answered | null | undefined> => {
    if (!files.some(({ name }) => fileKind(name) === 'document')) return undefined
    const posted = await project.ask('questions', {})
    const questions = 'all' in posted ? inOrder(posted.all) : []
    if (questions.length < 2) return undefined
    // Texts that nobody was asked for answer none of the others.
    const wordless = questions.filter(({ question }) => question.trim() === '')
    if (wordless.length === 1 && wordless[0]) return { questionId: wordless[0].id, title: null }
    const ids = questions.map(({ id }) => id)
    setAt(null)
    const questionId = await asking.question(questions, shownQuestion(editorOf(project.uuid), ids) ?? ids[0] ?? 0)
    const number = questions.findIndex(({ id }) => id === questionId)
    const question = questions[number]
    return questionId === null || !question ? null : { questionId, title: questionTitle(question, number) }
  }
  /** All files are one step; null where nothing has been stored. */
  const storing = () => {
    let step: { title: string; takeBack: TakeBack } | null = null
    const store = async (calls: Call[], title: string): Promise<Result<unknown[]>> => {
      let results: unknown[] = []
      const done = await takeable(project, title, async () => {
        const stored = await project.runAll(calls, title)
        if (!isProblem(stored)) results = stored.ok
        return stored
      })
      if (isProblem(done)) return done
      step = { title, takeBack: done.ok }
      return ok(results)
    }
    const undo = async () => {
      if (!step) return
      const { title, takeBack } = step
      const undone = await takeBack()
      if (isProblem(undone)) return showProblem(undone.problem, { id: 'step' })
      const words = undoMessage(t, { key: title })
      toast.show({ id: 'step', message: t('project.undone', { title: words }), timeout: 2000 })
    }
    return { store, undo: () => (step ? () => void undo() : undefined) }
  }
  const tell = async (
    { files, sourceIds }: ImportOutcome,
    answered: Answered | undefined,
    undo: (() => void) | undefined,
    given: readonly File[],
  ): Promise<void> => {
    const n = sourceIds.length
    const hasTexts = files.some(({ file, result }) => fileKind(file) === 'document' && !isProblem(result))
    if (answered && hasTexts) openQuestion(editorOf(project.uuid), answered.questionId)
    if (n > 0) onImported(sourceIds)
    if (files.some(({ result }) => !isProblem(result) && (result.ok.added?.counts.quirks ?? 0) > 0))
      fitCanvas(editorOf(project.uuid))
    // The text that comes and what is said of it are drawn one after the other: together they would hold the page for longer than keys may wait.
    await new Promise((resolve) => setTimeout(resolve))
    const changed = files.some(({ result }) => !isProblem(result) && result.ok.added !== null)
    const count = n === 0 && changed ? t('import.done') : t('source.imported', { n })
    const question = hasTexts ? answered?.title : null
    const imported = question ? t('import.answering', { imported: count, question }) : count
    const action = undo && { label: t('ui.undo'), onClick: undo }
    if (files.every(isQuiet)) toast.show({ id: 'step', kind: 'success', message: imported, ...(action && { action }) })
    else if (files.some(({ result }) => isProblem(result) || result.ok.added !== null))
      showReport({ files, imported, undo, scan: (file) => void scan(given.find((one) => pathOf(one) === file)) }, true)
    else toast.show({ id: 'step', message: t('import.cancelled') })
  }
  const take = async (files: readonly File[], scanned?: OcrLanguage): Promise<void> => {
    if (files.length === 0) return
    if (running.current) {
      held.current.push(...files)
      toast.show({ id: 'held', message: t('import.held', { n: held.current.length }) })
      return
    }
    const controller = new AbortController()
    running.current = controller
    // A project that is still being opened answers when it is.
    setAt({ file: files[0]?.name ?? '', share: 0 })
    try {
      const answered = await askQuestion(files)
      if (answered === null || controller.signal.aborted) return
      const [{ openReader }, { importFiles }] = await Promise.all([
        import('../../data/files/importer.ts'),
        import('./importFlow.ts'),
      ])
      const reader = openReader(controller.signal)
      const { store, undo } = storing()
      /** Files that are given together were written together: what is said of one holds for all. */
      let said: string | undefined
      try {
        const done = await importFiles(files, {
          reader: scanned
            ? { ...reader, readSources: (file, report) => reader.readScan(file, scanned, report) }
            : reader,
          onProgress: setAt,
          chooseTable: asking.table,
          chooseEncoding: async (file, guess) => {
            said ??= await asking.encoding(file, guess, reader)
            return said === guess ? null : said
          },
          confirmProject: asking.project,
          textsThere: async (documents) => (await project.ask('textsThere', { documents })).value,
          addAgain: asking.again,
          keepSound: project.keepSound,
          store,
          titlesOf: (ids) => titlesOf(project, ids),
          questionId: answered?.questionId,
        })
        if (done && isProblem(done)) showProblem(done.problem)
        else if (done) await tell(done.ok, answered, undo(), files)
      } finally {
        reader.end()
      }
    } finally {
      running.current = null
      setAt(null)
      const next = held.current.splice(0)
      if (!controller.signal.aborted) void take(next)
    }
  }
  const scan = async (file: File | null = null): Promise<void> => {
    const chosen = running.current ? null : await asking.scan(file)
    if (chosen) await take([chosen.file], chosen.language)
  }
  const cancel = () => {
    running.current?.abort()
    toast.show({ id: 'step', message: t('import.cancelled') })
  }
  const dialogs = (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same files may be chosen again.
          event.target.value = ''
          void take(files)
        }}
      />
      {asking.dialog}
      {report.place}
    </>
  )
  const chooseOf = (accepted: string) => {
    if (!input.current) return
    input.current.accept = accepted
    input.current.click()
  }
  return {
    choose: () => chooseOf(acceptedKinds),
    chooseProject: () => chooseOf(acceptedProjects),
    scan: () => void scan(),
    take: (files) => void take(files),
    progress: progress.place,
    dialogs,
  }
}

/** There is nothing more to know about it than that it is here. */
const isQuiet = ({ file, result }: FileReport): boolean =>
  !isProblem(result) && fileKind(file) === 'document' && result.ok.added !== null && result.ok.notes.length === 0

function Progress({ at, onCancel }: { at: ImportProgress | 'storing'; onCancel: () => void }) {
  const t = useT()
  return at === 'storing' ? (
    <FloatingProgress label={t('import.storing')} share={null} />
  ) : (
    <FloatingProgress label={t('source.importing', { name: at.file })} share={at.share} onCancel={onCancel} />
  )
}
