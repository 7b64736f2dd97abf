import { useState } from 'react'
import { useWindows, type Windows } from '../../data/live/useWindows.ts'
import { formatList, formatNumber } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { AgreementAsked, CodedWho } from '../../model/queries.ts'
import type { AgreementLevel } from '../../model/rules/analysis/agreement.ts'
import type { Passage } from '../../state/passage.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { PassagePanel } from '../../ui/lists/PassagePanel.tsx'

interface Shown {
  title: string
  onClose: () => void
  onPassage: (passage: Passage) => void
}

export interface DifferencesProps extends Shown {
  quirkId: number
  asked: Omit<AgreementAsked, 'quirkIds'>
  level: AgreementLevel
}

/** The passages of one quirk that only some of the authors have, or all of them; each leads to its text. */
export function Differences({ quirkId, asked, level, ...shown }: DifferencesProps) {
  const [who, setWho] = useState<CodedWho>('some')
  const found = useWindows('codedStretches', { ...asked, quirkIds: [quirkId], level, who })
  return (
    <DifferencesView
      {...shown}
      authors={asked.authors}
      who={who}
      onWho={setWho}
      found={found}
      listKey={`${quirkId} ${who} ${level}`}
    />
  )
}

export interface DifferencesViewProps extends Shown {
  authors: readonly string[]
  who: CodedWho
  onWho: (who: CodedWho) => void
  found: Windows<'codedStretches'>
  listKey: string
}

export function DifferencesView(props: DifferencesViewProps) {
  const { title, authors, who, onWho, found, listKey, onClose, onPassage } = props
  const t = useT()
  const totals = found.value?.totals
  const option = (value: CodedWho, label: string) => {
    const count = totals?.[value === 'all' ? 0 : value === 'some' ? 1 : value + 2]
    return { value: String(value), label: count === undefined ? label : `${label} (${formatNumber(count)})` }
  }
  const options = [
    option('some', t('agreement.differing')),
    ...authors.map((author, seat) => option(seat, t('agreement.only', { author }))),
    option('all', authors.length === 2 ? t('agreement.both') : t('agreement.all')),
  ]
  const { total } = found
  return (
    <PassagePanel
      title={title}
      label={t('agreement.passagesOf', { title })}
      onClose={onClose}
      choice={
        <Select
          label={t('agreement.whose')}
          labelHidden
          options={options}
          value={String(who)}
          onChange={(next) => onWho(next === 'all' || next === 'some' ? next : Number(next))}
        />
      }
      said={total === undefined ? '' : t('agreement.passages', { n: total, count: formatNumber(total) })}
      total={total}
      problem={found.problem && problemText(found.problem)}
      at={(index) => {
        const row = found.at(index)
        return row && { source: row.source, quote: row.quote, author: formatList(row.by) }
      }}
      onOpen={(index) => {
        const row = found.at(index)
        if (row) onPassage(row)
      }}
      listKey={listKey}
      nothing={t('agreement.noPassages')}
    />
  )
}
