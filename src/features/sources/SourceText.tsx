import { type ReactNode, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRun, useValue } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import type { Question } from '../../model/schema.ts'
import { closeQuestion, editorOf, openedQuestions, openQuestion, shownQuestion } from '../../state/editor.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { answeredQuestion } from './answeredQuestion.ts'
import { MissingAnswer } from './MissingAnswer.tsx'
import { QuestionTabs } from './QuestionTabs.tsx'
import { questionsShown } from './questionsShown.ts'

interface SourceTextProps {
  sourceId: number
  questions: readonly Question[]
  onQuestions: (() => void) | undefined
  children: (sourceId: number, questionId: number) => ReactNode
}

/** What a source holds: one text, or the answer to the question whose tab is shown. */
export function SourceText({ sourceId, questions, onQuestions, children }: SourceTextProps) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { openQuestions, activeQuestion, questionAt } = useSnapshot(editor)
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const answers = useValue('answers', { sourceId })
  const run = useRun(showProblem)
  const ids = questions.map(({ id }) => id)
  const open = openedQuestions(openQuestions, ids)
  const own = questionAt?.sourceId === sourceId && open.includes(questionAt.questionId) ? questionAt.questionId : null
  const shown = own ?? shownQuestion({ openQuestions, activeQuestion }, ids)
  const isKnown = answers !== undefined && shown !== undefined
  /** Whose text has been shown last. */
  const held = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it opens is decided once, and stays when an answer is emptied, or questions move or come back
  useEffect(() => {
    if (own !== null) held.current = own
    if (!answers || shown === undefined || own !== null) return
    // One that was shown is gone; one that is asked for may be yet to come.
    if (editor.questionAt?.sourceId === sourceId && editor.questionAt.questionId !== held.current) return
    editor.questionAt = { sourceId, questionId: answeredQuestion(answers, open, shown) }
  }, [sourceId, isKnown, own])
  /** What has had a tab since this source is shown. */
  const tabbed = useRef<{ sourceId: number; ids: readonly number[] }>({ sourceId, ids: [] })
  if (shown === undefined) return null
  const before = tabbed.current.sourceId === sourceId ? tabbed.current.ids : []
  const tabs = questionsShown(answers, open, shown, before)
  // The question at which it does not open, as above, keeps no tab.
  const opened = answers && own === null ? answeredQuestion(answers, open, shown) : shown
  tabbed.current = { sourceId, ids: answers ? questionsShown(answers, open, opened, before) : [] }
  const close = (id: number) => {
    closeQuestion(editor, id, ids)
    const at = tabs.indexOf(id)
    const next = tabs[at + 1] ?? tabs[at - 1]
    if (id === shown && next !== undefined) openQuestion(editor, next)
  }

  const answer = answers?.find(({ questionId }) => questionId === shown)
  return (
    <QuestionTabs
      label={t('question.tabs')}
      questions={questions}
      answers={answers}
      open={tabs}
      active={shown}
      onActivate={(id) => openQuestion(editor, id)}
      onClose={close}
      onQuestions={canWrite ? onQuestions : undefined}
    >
      {answer?.answerId === null ? (
        <MissingAnswer
          onCreate={canWrite ? () => void run('createAnswer', { sourceId, questionId: shown }) : undefined}
        />
      ) : (
        children(sourceId, shown)
      )}
    </QuestionTabs>
  )
}
