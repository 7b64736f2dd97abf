import { useMemo } from 'react'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import type { Shares } from '../../model/queries.ts'
import { Dot } from '../../ui/Dot.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { OverlapIcon } from '../../ui/icons.ts'
import { List } from '../../ui/lists/List.tsx'

export interface QuirkShare extends Shares {
  id: number
  title: string
  /** `#rrggbb`. */
  colour: string
}

export interface QuirkSharesProps {
  /** In their order. */
  quirks: readonly QuirkShare[]
  highlights: Shares
  answers: Shares
  /** Each source has one answer. */
  isPlain: boolean
  onQuirk: (quirkId: number) => void
}

/** Two queries side by side: what only the one lets through, what both do, what only the other; of each quirk as a bar. */
export function QuirkShares({ quirks, highlights, answers, isPlain, onQuirk }: QuirkSharesProps) {
  const t = useT()
  const most = useMemo(() => Math.max(1, ...quirks.map(unionOf)), [quirks])
  if (unionOf(highlights) === 0 && unionOf(answers) === 0)
    return (
      <EmptyState icon={OverlapIcon} title={t('query.none')}>
        {t('query.noneText')}
      </EmptyState>
    )
  return (
    <div className="query-shares">
      <table className="query-totals">
        <thead>
          <tr>
            <td />
            <th scope="col" data-part="a">
              {t('query.onlyA')}
            </th>
            <th scope="col" data-part="both">
              {t('query.both')}
            </th>
            <th scope="col" data-part="b">
              {t('query.onlyB')}
            </th>
          </tr>
        </thead>
        <tbody>
          <Total label={t('query.highlights')} shares={highlights} />
          <Total label={t(isPlain ? 'source.list' : 'query.answersHead')} shares={answers} />
        </tbody>
      </table>
      <div className="query-shares-list">
        <List
          label={t('query.byQuirk')}
          items={quirks}
          keyOf={({ id }) => id}
          rowHeight={44}
          row={(quirk) => <Row quirk={quirk} most={most} onQuirk={onQuirk} />}
        />
      </div>
    </div>
  )
}

export const unionOf = ({ a, b, both }: Shares): number => a + b - both

function Total({ label, shares: { a, b, both } }: { label: string; shares: Shares }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{formatNumber(a - both)}</td>
      <td>{formatNumber(both)}</td>
      <td>{formatNumber(b - both)}</td>
    </tr>
  )
}

interface RowProps {
  quirk: QuirkShare
  /** Of all quirks, in one or both. */
  most: number
  onQuirk: (quirkId: number) => void
}

function Row({ quirk, most, onQuirk }: RowProps) {
  const t = useT()
  const { a, b, both } = quirk
  const [onlyA, onlyB] = [a - both, b - both]
  const said = t('query.shares', { title: quirk.title, a: onlyA, both, b: onlyB })
  return (
    <button type="button" className="query-share" onClick={() => onQuirk(quirk.id)}>
      <span className="visually-hidden">{said}</span>
      <span className="query-share-title" aria-hidden>
        <Dot colour={cssColour(quirk.colour)} />
        <span>{quirk.title}</span>
      </span>
      <span className="query-share-numbers" aria-hidden>
        <span data-part="a">{formatNumber(onlyA)}</span>
        <span data-part="both">{formatNumber(both)}</span>
        <span data-part="b">{formatNumber(onlyB)}</span>
      </span>
      <span className="query-bar" aria-hidden>
        {(['a', 'both', 'b'] as const).map((part) => (
          <span key={part} data-part={part} style={{ '--share': ({ a: onlyA, both, b: onlyB }[part] / most) * 100 }} />
        ))}
      </span>
    </button>
  )
}
