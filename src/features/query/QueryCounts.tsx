import { formatNumber } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import type { BareOf } from '../../state/viewProps.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { useDelayed } from '../../ui/feedback/useDelayed.ts'
import { ErrorIcon } from '../../ui/icons.ts'

export interface Counted {
  highlights: number
  quirks: number
  answers: number
  bare: number
  bareOf: BareOf
}

export interface QueryCountsProps {
  /** Undefined until first known; the last ones stay while others are counted. */
  counts: Counted | undefined
  /** Each source has one answer: they are counted as what they are taken for, sources. */
  isPlain: boolean
  waiting: boolean
  problem: Problem | null
}

/** What passes, in numbers. */
export function QueryCounts({ counts, isPlain, waiting, problem }: QueryCountsProps) {
  const t = useT()
  if (problem)
    return (
      <p className="query-counts ui-field-error" role="status">
        <ErrorIcon aria-hidden />
        {problemText(problem)}
      </p>
    )
  return (
    <p className="query-counts" role="status" aria-busy={waiting}>
      {counts && (
        <>
          <Count n={counts.highlights} text={t('canvas.highlights', { n: counts.highlights })} />
          <Count n={counts.quirks} text={t('group.count', { n: counts.quirks })} />
          <Count n={counts.answers} text={t(isPlain ? 'source.count' : 'query.answers', { n: counts.answers })} />
          <Count n={counts.bare} text={t(`query.bareCount.${counts.bareOf}`, { n: counts.bare })} />
        </>
      )}
      {waiting && <Late />}
    </p>
  )
}

const Late = () => useDelayed() && <Spinner />

/** The number stands out in its words. */
function Count({ n, text }: { n: number; text: string }) {
  const number = formatNumber(n)
  const at = text.indexOf(number)
  if (at < 0) return <span>{text}</span>
  return (
    <span>
      {text.slice(0, at)}
      <b>{number}</b>
      {text.slice(at + number.length)}
    </span>
  )
}
