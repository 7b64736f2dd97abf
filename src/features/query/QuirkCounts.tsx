import { useMemo } from 'react'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { filteredAnswersQuirkId } from '../../model/limits.ts'
import { cssColour } from '../../model/palette.ts'
import { none } from '../../model/schema.ts'
import type { BareOf } from '../../state/viewProps.ts'
import { Dot } from '../../ui/Dot.tsx'
import { List } from '../../ui/lists/List.tsx'

export interface QuirkCount {
  /** -1: all of them, `filteredAnswersQuirkId`: what belongs to none. */
  id: number
  title: string
  /** `#rrggbb`; missing: no quirk. */
  colour?: string | undefined
  highlights: number
}

export interface QuirkCountsProps {
  /** The most frequent first. */
  quirks: readonly QuirkCount[]
  highlights: number
  bare: number
  bareOf: BareOf
  chosen: number
  onChoose: (quirkId: number) => void
}

/** Whose passages the list shows: the quirks with what passes of each, as bars. */
export function QuirkCounts({ quirks, highlights, bare, bareOf, chosen, onChoose }: QuirkCountsProps) {
  const t = useT()
  // Whole answers are no passages: no bar sets them beside the others.
  const isPassages = bareOf === 'passages'
  const most = Math.max(1, isPassages ? bare : 0, quirks[0]?.highlights ?? 0)
  const items = useMemo(
    (): QuirkCount[] => [
      { id: none, title: t('query.all'), highlights },
      ...(bare > 0 ? [{ id: filteredAnswersQuirkId, title: t(`query.bare.${bareOf}`), highlights: bare }] : []),
      ...quirks,
    ],
    [quirks, highlights, bare, bareOf, t],
  )
  return (
    <List
      label={t('query.byQuirk')}
      items={items}
      keyOf={({ id }) => id}
      rowHeight={36}
      row={({ id, title, colour, highlights: count }) => (
        <button type="button" className="query-quirk" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
          {colour ? <Dot colour={cssColour(colour)} /> : <span className="query-bare" data-none={id} aria-hidden />}
          <span className="query-quirk-title">{title}</span>
          <span className="query-quirk-count">{formatNumber(count)}</span>
          {id !== none && (id !== filteredAnswersQuirkId || isPassages) && (
            <span className="query-quirk-bar" style={{ '--share': (count / most) * 100 }} aria-hidden />
          )}
        </button>
      )}
    />
  )
}
