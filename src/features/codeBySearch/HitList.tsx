import { formatNumber } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { HitExtent, PassageRow } from '../../model/queries.ts'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { List } from '../../ui/lists/List.tsx'
import { groupOf, type HitGroup, ticked, withTicks } from './hits.ts'
import type { Search } from './useHits.ts'

export interface HitListProps {
  search: Search
  /** What is sought, and what of the text around it a hit is. */
  text: string
  extent: HitExtent
  /** A hit with what is around it; undefined while it is not known. */
  passage: (hit: number) => PassageRow | undefined
  disabled?: boolean
}

const ROW = 44

/** Every hit with what is around it, under its source: ticked ones are highlighted. */
export function HitList({ search, text, extent, passage, disabled = false }: HitListProps) {
  const t = useT()
  const { hits, ticks, setTicks, searching, problem } = search
  const count = ticked(ticks)
  const isAsked = text.trim() !== ''
  const said = problem
    ? problemText(problem)
    : !isAsked
      ? t('search.typeFirst')
      : hits.count === 0
        ? t('ui.noMatch')
        : t(`search.count.${extent}`, { ticked: formatNumber(count), n: hits.count, all: formatNumber(hits.count) })
  const tick = (from: number, to: number, on: boolean) => setTicks(withTicks(ticks, from, to, on))
  const group = ({ first, count: within }: HitGroup) => {
    const on = ticked(ticks, first, first + within)
    return (
      <div className="hits-group">
        <Checkbox
          label={
            <>
              <strong>{passage(first)?.source ?? '…'}</strong>{' '}
              <span className="hits-number">
                {formatNumber(on)} / {formatNumber(within)}
              </span>
            </>
          }
          checked={on === within}
          mixed={on > 0 && on < within}
          disabled={disabled}
          onChange={() => tick(first, first + within, on < within)}
        />
      </div>
    )
  }
  const hit = (index: number) => (
    <div className="hits-row" data-off={!ticks[index] || undefined}>
      <Checkbox
        label={<Words row={passage(index)} />}
        checked={ticks[index] === 1}
        disabled={disabled}
        onChange={(on) => tick(index, index + 1, on)}
      />
    </div>
  )
  return (
    <section className="hits" aria-label={t('search.hits')} aria-busy={searching}>
      <div className="hits-head">
        <p role="status">{searching && isAsked ? '' : said}</p>
        {hits.count > 0 && (
          <>
            <Button kind="quiet" disabled={disabled} onClick={() => tick(0, hits.count, true)}>
              {t('search.all')}
            </Button>
            <Button kind="quiet" disabled={disabled} onClick={() => tick(0, hits.count, false)}>
              {t('search.none')}
            </Button>
          </>
        )}
      </div>
      {searching && isAsked ? (
        <ProgressBar label={t('search.searching')} share={null} />
      ) : (
        hits.count > 0 && (
          <div className="hits-list">
            <List
              label={t('search.hits')}
              items={hits.rows}
              keyOf={(row) => row}
              rowHeight={ROW}
              row={(row) => {
                const of = row < 0 ? hits.groups[groupOf(row)] : undefined
                return of ? group(of) : hit(row)
              }}
            />
          </div>
        )
      )}
    </section>
  )
}

function Words({ row }: { row: PassageRow | undefined }) {
  if (!row) return <span className="hits-words">…</span>
  return (
    <span className="hits-words">
      {row.cutBefore && '…'}
      {row.before}
      <mark>{row.match}</mark>
      {row.after}
      {row.cutAfter && '…'}
    </span>
  )
}
