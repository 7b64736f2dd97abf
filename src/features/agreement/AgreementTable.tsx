import { useMemo } from 'react'
import { compareTitles, formatDecimal, formatFineShare, formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import type { AgreementLevel } from '../../model/rules/analysis/agreement.ts'
import { type AgreementRow, numberOf, sortedRows } from '../../model/rules/analysis/agreementTable.ts'
import { Dot } from '../../ui/Dot.tsx'
import { type DataColumn, type DataOrder, DataTable } from '../../ui/lists/DataTable.tsx'
import { measureText } from '../../ui/measureText.ts'

export interface AgreementTableProps {
  rows: readonly AgreementRow[]
  authors: readonly string[]
  level: AgreementLevel
  order: DataOrder
  onOrder: (order: DataOrder) => void
  opened: number | null
  /** The passages of this quirk. */
  onOpen: (quirkId: number) => void
}

/** Of the words in a cell, px. */
const cellFont = 15

export interface AgreementTableColumn extends DataColumn {
  title: string
  /** In a file, where nothing else says what it counts. */
  name: string
  /** It counts characters or stretches. */
  isCount: boolean
}

/** The columns of the table, for the screen and for a file. */
export function useAgreementColumns(authors: readonly string[], level: AgreementLevel): AgreementTableColumn[] {
  const t = useT()
  return useMemo(() => {
    const column = (key: string, name: string, width: number, hint?: string) => ({
      ...{ key, name, title: name, width, isNumber: key !== 'title' },
      hint: hint ?? name,
      isCount: false,
    })
    const unit = t(level === 'character' ? 'agreement.characters' : 'agreement.stretches')
    const counted = (key: string, title: string, width: number) => {
      const name = `${title} (${unit})`
      return { ...column(key, name, width), title, isCount: true }
    }
    const isPair = authors.length === 2
    return [
      column(
        'title',
        t('agreement.quirk'),
        Math.max(172, Math.ceil(measureText(t('agreement.together')) * cellFont) + 28),
      ),
      column('percent', t('agreement.percent'), 84, t('agreement.percentText')),
      ...(isPair ? [column('kappa', t('agreement.kappa'), 84, t('agreement.kappaText'))] : []),
      column('alpha', t('agreement.alpha'), 92, t('agreement.alphaText')),
      counted('all', isPair ? t('agreement.both') : t('agreement.all'), 88),
      ...(isPair
        ? authors.map((author, n) => counted(`only:${n}`, t('agreement.only', { author }), 108))
        : [counted('some', t('agreement.some'), 110)]),
      ...authors.map((author, n) => column(`highlights:${n}`, t('agreement.highlightsOf', { author }), 150)),
    ]
  }, [authors, level, t])
}

/** Quirks by how far the authors agree; a row shows the passages. */
export function AgreementTable(props: AgreementTableProps) {
  const { rows, authors, level, order, onOrder, opened, onOpen } = props
  const t = useT()
  const columns = useAgreementColumns(authors, level)
  const sorted = useMemo(() => sortedRows(rows, order, compareTitles), [rows, order])
  const cell = (row: AgreementRow, key: string) => {
    const value = numberOf(row, key)
    if (value !== null) {
      // What is not whole is not told as whole.
      if (key === 'percent') return formatFineShare(value < 1 ? Math.min(value, 0.999) : 1)
      return key === 'kappa' || key === 'alpha' ? formatDecimal(value, 2) : formatNumber(value)
    }
    return (
      <span className="agreement-none" data-tooltip={t('agreement.undefined')}>
        <span aria-hidden>–</span>
        <span className="visually-hidden">{t('agreement.undefined')}</span>
      </span>
    )
  }
  const place = sorted.findIndex(({ quirkId }) => quirkId !== null && quirkId === opened)
  return (
    <DataTable
      label={t('agreement.table')}
      columns={columns}
      count={sorted.length}
      keyOf={(index) => sorted[index]?.quirkId ?? 'all'}
      row={(index) => {
        const row = sorted[index]
        return row && columns.map(({ key }) => (key === 'title' ? <QuirkTitle key={key} row={row} /> : cell(row, key)))
      }}
      opened={place < 0 ? null : place}
      onOpen={(index) => {
        const quirkId = sorted[index]?.quirkId
        if (quirkId !== null && quirkId !== undefined) onOpen(quirkId)
      }}
      order={order}
      onOrder={onOrder}
      keepFirst
    />
  )
}

function QuirkTitle({ row: { quirkId, title, color } }: { row: AgreementRow }) {
  if (quirkId === null) return <strong>{title}</strong>
  return (
    <span className="agreement-quirk">
      <Dot colour={cssColour(color)} size={12} />
      <span>{title}</span>
    </span>
  )
}
