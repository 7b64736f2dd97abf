import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { runTakeable } from '../../data/copies/runTakeable.ts'
import { useProject, useRun, useValue } from '../../data/live/useLive.ts'
import { useQuestions } from '../../data/live/useQuestions.ts'
import { formatList } from '../../i18n/formats.ts'
import { questionTitle } from '../../i18n/questionTitle.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import type { Question } from '../../model/schema.ts'
import { editorOf, openQuestion } from '../../state/editor.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { QuestionsEditor } from './QuestionsEditor.tsx'
import { questionMoves } from './questionMoves.ts'
import { questionParts } from './questionParts.ts'

export interface QuestionsDialogProps {
  open: boolean
  onClose: () => void
}

/** The questions of the project: added, put in other words, put in another order, removed; each is one step and can be undone. */
export function QuestionsDialog({ open, onClose }: QuestionsDialogProps) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const questions = useQuestions()
  const counts = useValue('questionCounts', {})
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [said, say] = useState('')
  const show = (problem: Problem) => showProblem(problem, { id: 'questions' })
  const run = useRun(show)
  const titleOf = (question: Question) => questionTitle(question, questions?.indexOf(question) ?? 0)

  const add = async (words: string): Promise<boolean> => {
    setBusy(true)
    const id = await run('createQuestion', { question: words })
    setBusy(false)
    if (id === undefined) return false
    openQuestion(editor, id)
    say(t('question.added', { title: words }))
    return true
  }
  const move = async (from: number, to: number) => {
    const moved = questions?.[from]
    const moves = questionMoves(questions ?? [], from, to)
    if (!moved || moves.length === 0) return
    const done = await project.runAll(
      moves.map((args) => ({ command: 'updateQuestion' as const, args })),
      'undo.orderQuestions',
    )
    if (isProblem(done)) return show(done.problem)
    say(t('question.moved', { title: titleOf(moved), n: to + 1 }))
  }
  const remove = async (question: Question) => {
    const title = titleOf(question)
    const { value } = await project.ask('questionCounts', {})
    const done = await runTakeable(project, 'removeQuestion', { questionId: question.id })
    if (isProblem(done)) return show(done.problem)
    const parts = questionParts(
      t,
      value.find(({ questionId }) => questionId === question.id),
    )
    const undo = async () => {
      const undone = await done.ok()
      if (isProblem(undone)) show(undone.problem)
    }
    toast.show({
      id: 'step',
      message:
        parts.length > 0
          ? t('question.removedWith', { title, parts: formatList(parts) })
          : t('question.removed', { title }),
      action: { label: t('ui.undo'), onClick: () => void undo() },
    })
  }
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('question.tabs')}
      description={t('question.text')}
      size="large"
      initialFocus={field}
    >
      <QuestionsEditor
        questions={questions}
        counts={counts}
        busy={busy}
        canWrite={canWrite}
        field={field}
        onAdd={add}
        onRename={(questionId, question) => void run('updateQuestion', { questionId, question })}
        onMove={(from, to) => void move(from, to)}
        onRemove={(question) => void remove(question)}
      />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </Modal>
  )
}
