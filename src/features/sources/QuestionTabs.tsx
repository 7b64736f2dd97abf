import type { ReactNode } from 'react'
import { formatNumber } from '../../i18n/formats.ts'
import { questionTitle } from '../../i18n/questionTitle.ts'
import { useT } from '../../i18n/useT.ts'
import type { AnswerRow } from '../../model/queries.ts'
import type { Question } from '../../model/schema.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { Tabs } from '../../ui/fields/Tabs.tsx'
import { QuestionsIcon } from '../../ui/icons.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { useScrolledByKey } from '../../ui/useScrolledByKey.ts'

interface QuestionTabsProps {
  label: string
  /** All, in their order. */
  questions: readonly Question[]
  /** How the source answers them; undefined until known. */
  answers: readonly AnswerRow[] | undefined
  /** Those that have a tab, by id. */
  open: readonly number[]
  active: number
  onActivate: (questionId: number) => void
  onClose: (questionId: number) => void
  /** Missing for those who may only look. */
  onQuestions: (() => void) | undefined
  children: ReactNode
}

/** Longer than what a tab shows, a question stands over its answer too. */
const SHOWN_IN_TAB = 24

/**
 * The questions of a structured project over the answer to one of them; where there is one only, the text alone. The text stays mounted between the
 * two: a colleague's questions come while somebody types in it.
 */
export function QuestionTabs(props: QuestionTabsProps) {
  const { label, questions, answers, open, active, onActivate, onClose, onQuestions, children } = props
  const t = useT()
  const scrolled = useScrolledByKey()
  const titled = questions.map((question, at) => ({ id: question.id, title: questionTitle(question, at) }))
  const answerOf = (id: number) => answers?.find(({ questionId }) => questionId === id)
  const isOnly = questions.length < 2
  const shown = titled.find(({ id }) => id === active)?.title ?? ''
  const menu: MenuEntry[] = [
    {
      heading: t('question.all'),
      // Two questions may have the same words.
      items: titled.map(({ id, title }, at) => ({
        label: titled.findIndex((other) => other.title === title) === at ? title : `${title} (${at + 1})`,
        checked: id === active,
        onChange: () => onActivate(id),
      })),
    },
    ...(onQuestions ? (['line', { label: t('question.edit'), onSelect: onQuestions }] as const) : []),
  ]
  return (
    <div className="question-tabs">
      <Tabs
        label={label}
        stripless={isOnly}
        tabs={titled
          .filter(({ id }) => open.includes(id))
          .map(({ id, title }) => ({ id: String(id), title, note: answerNote(answerOf(id), t) }))}
        active={String(active)}
        onActivate={(id) => onActivate(Number(id))}
        {...(open.length > 1 && { onClose: (id: string) => onClose(Number(id)) })}
        after={
          <Dropdown align="end" trigger={<IconButton icon={QuestionsIcon} label={t('question.all')} />} items={menu} />
        }
      >
        {!isOnly && shown.length > SHOWN_IN_TAB && (
          <p ref={scrolled} className="question-words">
            {shown}
          </p>
        )}
        {children}
      </Tabs>
    </div>
  )
}

/** How much there is to a question: the highlights of its answer, or that there is no answer. */
function answerNote(answer: AnswerRow | undefined, t: ReturnType<typeof useT>): ReactNode {
  if (!answer) return undefined
  if (answer.answerId === null || answer.empty)
    return (
      <span
        className="question-empty"
        role="img"
        aria-label={t('question.noAnswer')}
        data-tooltip={t('question.noAnswer')}
      />
    )
  if (answer.highlights === 0) return undefined
  const words = t('canvas.highlights', { n: answer.highlights })
  return (
    <span role="img" aria-label={words} data-tooltip={words}>
      {formatNumber(answer.highlights)}
    </span>
  )
}
