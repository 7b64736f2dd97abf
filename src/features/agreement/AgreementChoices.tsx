import { useState } from 'react'
import { useValue } from '../../data/live/useLive.ts'
import { useQuestions } from '../../data/live/useQuestions.ts'
import { useSettled } from '../../data/live/useSettled.ts'
import { formatList, formatNumber } from '../../i18n/formats.ts'
import { questionTitle } from '../../i18n/questionTitle.ts'
import { useT } from '../../i18n/useT.ts'
import { windowRows } from '../../model/limits.ts'
import type { Coder } from '../../model/queries.ts'
import { type AgreementLevel, mostCoders } from '../../model/rules/analysis/agreement.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { ChecksPopover } from './ChecksPopover.tsx'

/** Who is compared, how, and in which texts; no sources or questions: in all. */
export interface AgreementChoice {
  authors: readonly string[]
  level: AgreementLevel
  sourceIds: readonly number[]
  questionIds: readonly number[]
}

export interface AgreementChoicesProps {
  coders: readonly Coder[]
  choice: AgreementChoice
  onChange: (change: Partial<AgreementChoice>) => void
}

export function AgreementChoices({ coders, choice, onChange }: AgreementChoicesProps) {
  const t = useT()
  const { authors, level } = choice
  return (
    <>
      <ChecksPopover
        label={t('agreement.authors')}
        shown={authors.length === 0 ? t('agreement.chooseTwo') : formatList(authors)}
        checks={coders.map(({ author, highlights, texts }) => ({
          key: author,
          title: author,
          note: t('agreement.coded', { highlights, texts }),
        }))}
        chosen={authors}
        isFull={authors.length >= mostCoders}
        onChange={(chosen) => onChange({ authors: chosen })}
      />
      <Select<AgreementLevel>
        label={t('agreement.level')}
        options={[
          { value: 'character', label: t('agreement.byCharacter') },
          { value: 'overlap', label: t('agreement.byOverlap') },
        ]}
        value={level}
        onChange={(next) => onChange({ level: next })}
      />
      <SourceChoice chosen={choice.sourceIds} onChange={(sourceIds) => onChange({ sourceIds })} />
      <QuestionChoice chosen={choice.questionIds} onChange={(questionIds) => onChange({ questionIds })} />
    </>
  )
}

interface ChoiceProps {
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

function SourceChoice({ chosen, onChange }: ChoiceProps) {
  const t = useT()
  const [text, setText] = useState('')
  const search = useSettled(text)
  const found = useValue('sources', { search, offset: 0, limit: windowRows })
  const rows = found?.rows ?? []
  const more = (found?.total ?? 0) - rows.length
  return (
    <ChecksPopover
      label={t('agreement.sources')}
      shown={chosen.length === 0 ? t('agreement.allSources') : t('agreement.someSources', { n: chosen.length })}
      checks={rows.map(({ id, title }) => ({ key: id, title }))}
      chosen={chosen}
      onChange={onChange}
      search={{
        text,
        onText: setText,
        note: more > 0 ? t('agreement.moreSources', { n: formatNumber(more) }) : undefined,
      }}
    />
  )
}

function QuestionChoice({ chosen, onChange }: ChoiceProps) {
  const t = useT()
  const questions = useQuestions()
  if (!questions || questions.length < 2) return null
  return (
    <ChecksPopover
      label={t('agreement.questions')}
      shown={chosen.length === 0 ? t('agreement.allQuestions') : t('agreement.someQuestions', { n: chosen.length })}
      checks={questions.map((question, at) => ({ key: question.id, title: questionTitle(question, at) }))}
      chosen={chosen}
      onChange={onChange}
    />
  )
}
