import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { longestTitle } from '../../model/limits.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { ChoiceCards } from '../../ui/fields/ChoiceCards.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.ts'

interface CreateQuestionsProps {
  /** One field each; null: every source is one text. */
  questions: readonly string[] | null
  onChange: (questions: readonly string[] | null) => void
}

/** What the sources of a new project hold: one text, or the answers to several questions, which are written here. */
export function CreateQuestions({ questions, onChange }: CreateQuestionsProps) {
  const t = useT()
  return (
    <fieldset className="create-holds">
      <legend>{t('create.holds')}</legend>
      <ChoiceCards
        choices={[
          { value: 'oneText', label: t('create.oneText'), note: t('create.oneTextNote') },
          { value: 'answers', label: t('create.answers'), note: t('create.answersNote') },
        ]}
        value={questions ? 'answers' : 'oneText'}
        onChange={(holds) => onChange(holds === 'answers' ? ['', ''] : null)}
      />
      {questions && <QuestionFields questions={questions} onChange={onChange} />}
    </fieldset>
  )
}

interface QuestionFieldsProps {
  questions: readonly string[]
  onChange: (questions: readonly string[]) => void
}

/** Enter goes on to the next field; several lines that are pasted become a question each. */
function QuestionFields({ questions, onChange }: QuestionFieldsProps) {
  const t = useT()
  const list = useRef<HTMLOListElement>(null)
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    const field = wanted.current === null ? undefined : list.current?.querySelectorAll('input')[wanted.current]
    wanted.current = null
    field?.focus()
  })
  const put = (at: number, remove: number, ...added: string[]) => onChange(questions.toSpliced(at, remove, ...added))
  const addAfter = (at: number) => {
    wanted.current = at + 1
    put(at + 1, 0, '')
  }
  const onKey = (event: KeyboardEvent, at: number) => {
    if (event.key === 'Enter') {
      // An empty last field has nothing to go on from: there Enter creates the project.
      if (questions[at] === '' && at === questions.length - 1) return
      event.preventDefault()
      if (at < questions.length - 1) list.current?.querySelectorAll('input')[at + 1]?.focus()
      else addAfter(at)
    } else if (event.key === 'Backspace' && questions[at] === '' && questions.length > 1) {
      event.preventDefault()
      wanted.current = Math.max(0, at - 1)
      put(at, 1)
    }
  }
  const onPaste = (event: ClipboardEvent, at: number) => {
    const lines = event.clipboardData
      .getData('text/plain')
      .split(/\r?\n/)
      .map((line) => line.trim().slice(0, longestTitle))
      .filter((line) => line !== '')
    if (lines.length < 2 || questions[at] !== '') return
    event.preventDefault()
    wanted.current = at + lines.length - 1
    put(at, 1, ...lines)
  }
  return (
    <>
      <ol className="create-questions" ref={list}>
        {questions.map((question, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place
          <li key={at}>
            <TextField
              label={t('question.unnamed', { n: at + 1 })}
              labelHidden
              placeholder={t('question.unnamed', { n: at + 1 })}
              value={question}
              maxLength={longestTitle}
              onChange={(next) => put(at, 1, next)}
              onKeyDown={(event) => onKey(event, at)}
              onPaste={(event) => onPaste(event, at)}
            />
            <IconButton
              icon={CloseIcon}
              label={t('create.removeQuestion', { n: at + 1 })}
              disabled={questions.length < 2}
              onClick={() => {
                wanted.current = Math.max(0, at - 1)
                put(at, 1)
              }}
            />
          </li>
        ))}
      </ol>
      <Button kind="quiet" icon={PlusIcon} onClick={() => addAfter(questions.length - 1)}>
        {t('question.add')}
      </Button>
    </>
  )
}
