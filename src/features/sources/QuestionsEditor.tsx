import { type FormEvent, type RefObject, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { longestTitle } from '../../model/limits.ts'
import type { QuestionCount } from '../../model/queries.ts'
import type { Question } from '../../model/schema.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { useRowDrag } from '../../ui/lists/useRowDrag.ts'
import { QuestionRow } from './QuestionRow.tsx'

export interface QuestionsEditorProps {
  /** In their order; undefined while they load. */
  questions: readonly Question[] | undefined
  counts: readonly QuestionCount[] | undefined
  /** The new one is on its way. */
  busy?: boolean
  canWrite: boolean
  /** Resolves to whether it was added. */
  onAdd: (words: string) => Promise<boolean>
  onRename: (questionId: number, words: string) => void
  onMove: (from: number, to: number) => void
  onRemove: (question: Question) => void
  /** The field of the new one. */
  field: RefObject<HTMLInputElement | null>
}

/** The inside of the dialogue of the questions: each in a field, with what there is to it, and a field for a new one. */
export function QuestionsEditor(props: QuestionsEditorProps) {
  const { questions, counts, busy = false, canWrite, onAdd, onRename, onMove, onRemove, field } = props
  const t = useT()
  const [words, setWords] = useState('')
  const drag = useRowDrag(onMove)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const wanted = words.trim()
    if (wanted === '' || busy) return field.current?.focus()
    if (await onAdd(wanted)) setWords('')
    field.current?.focus()
  }
  return (
    <div className="questions">
      {!questions && <Skeleton lines={3} height="2em" />}
      <ol className="questions-list" aria-label={t('question.tabs')}>
        {questions?.map((question, at) => (
          <QuestionRow
            key={question.id}
            question={question}
            at={at}
            last={questions.length - 1}
            count={counts?.find(({ questionId }) => questionId === question.id)}
            canWrite={canWrite}
            drag={drag}
            onRename={(next) => onRename(question.id, next)}
            onMove={(to) => onMove(at, to)}
            onRemove={() => onRemove(question)}
          />
        ))}
      </ol>
      {canWrite && (
        <form className="questions-new" noValidate onSubmit={submit}>
          <TextField
            ref={field}
            label={t('question.new')}
            value={words}
            maxLength={longestTitle}
            readOnly={busy}
            onChange={setWords}
          />
          <Button type="submit" kind="primary" icon={PlusIcon} busy={busy}>
            {t('question.add')}
          </Button>
        </form>
      )}
    </div>
  )
}
