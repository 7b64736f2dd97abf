import { Fragment } from 'react'
import { formatList } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { isWhole, type ReadDraft, type ReadFilterDraft } from '../../state/queryDraft.ts'
import { askedLabel, type FilterQuirks, operatorLabel, rulesOf, subjectLabel } from './filterWords.ts'
import { type Reading, readingOf } from './reading.ts'

export interface FilterReadingProps {
  query: ReadDraft
  properties: readonly string[]
  quirks: FilterQuirks
}

/** What is asked, as one sentence with its brackets; how And and Or are read, and what the fields mean, stands with it as soon as it matters. */
export function FilterReading({ query, properties, quirks }: FilterReadingProps) {
  const t = useT()
  const whole = query.filters.filter(isWhole)
  const reading = readingOf(whole)
  const text = query.textSearch.trim() === '' ? null : query.textSearch
  const open = query.filters.flatMap((filter, at) => (isWhole(filter) ? [] : [String(at + 1)]))
  const without = open.length > 0 && <p>{t('query.noValue', { n: open.length, which: formatList(open) })}</p>
  if (!reading && text === null) return <div className="query-reading">{without || <p>{t('query.everything')}</p>}</div>
  const isMixed = reading !== null && 'parts' in reading && reading.parts.some((part) => 'parts' in part)
  return (
    <div className="query-reading">
      <p>
        {reading &&
          (text === null ? (
            <Part reading={reading} properties={properties} quirks={quirks} />
          ) : (
            <>
              <Bracketed reading={reading} properties={properties} quirks={quirks} />
              <Joint clause="And" />
            </>
          ))}
        {text !== null && t('query.contains', { text })}
      </p>
      {without}
      {(isMixed || (reading && 'parts' in reading && reading.clause === 'Or' && text !== null)) && (
        <p className="query-rule">{t('query.rule')}</p>
      )}
      {rulesOf(whole.map(({ field }) => field)).map((rule) => (
        <p key={rule} className="query-rule">
          {t(rule)}
        </p>
      ))}
    </div>
  )
}

interface PartProps {
  reading: Reading<ReadFilterDraft>
  properties: readonly string[]
  quirks: FilterQuirks
}

/** One filter needs no brackets. */
const Bracketed = ({ reading, properties, quirks }: PartProps) =>
  'one' in reading ? (
    <Part reading={reading} properties={properties} quirks={quirks} />
  ) : (
    <span className="query-bracket">
      (<Part reading={reading} properties={properties} quirks={quirks} />)
    </span>
  )

function Part({ reading, properties, quirks }: PartProps) {
  const t = useT()
  if ('one' in reading) {
    const { field, operator } = reading.one
    return (
      <span className="query-one">
        {subjectLabel(t, field, properties)} {operatorLabel(t, field, operator)}{' '}
        <b>{askedLabel(t, reading.one, quirks)}</b>
      </span>
    )
  }
  return reading.parts.map((part, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
    <Fragment key={n}>
      {n > 0 && <Joint clause={reading.clause} />}
      <Bracketed reading={part} properties={properties} quirks={quirks} />
    </Fragment>
  ))
}

const Joint = ({ clause }: { clause: 'And' | 'Or' }) => {
  const t = useT()
  return <span className="query-joint"> {t(clause === 'And' ? 'query.and' : 'query.or')} </span>
}
