import { Fragment } from 'react'
import { useT } from '../../i18n/useT.ts'
import { isWhole, type ReadDraft, type ReadFilterDraft } from '../../state/queryDraft.ts'
import { fieldLabel, operatorLabel, valueLabel } from './filterWords.ts'
import { type Reading, readingOf } from './reading.ts'

/** What is asked, as one sentence with its brackets; how And and Or are read stands with it as soon as it matters. */
export function FilterReading({ query, properties }: { query: ReadDraft; properties: readonly string[] }) {
  const t = useT()
  const reading = readingOf(query.filters.filter(isWhole))
  const text = query.textSearch.trim() === '' ? null : query.textSearch
  if (!reading && text === null) return <p className="query-reading">{t('query.everything')}</p>
  const isMixed = reading !== null && 'parts' in reading && reading.parts.some((part) => 'parts' in part)
  return (
    <div className="query-reading">
      <p>
        {reading &&
          (text === null ? (
            <Part reading={reading} properties={properties} />
          ) : (
            <>
              <Bracketed reading={reading} properties={properties} />
              <Joint clause="And" />
            </>
          ))}
        {text !== null && t('query.contains', { text })}
      </p>
      {(isMixed || (reading && 'parts' in reading && reading.clause === 'Or' && text !== null)) && (
        <p className="query-rule">{t('query.rule')}</p>
      )}
    </div>
  )
}

interface PartProps {
  reading: Reading<ReadFilterDraft>
  properties: readonly string[]
}

/** One filter needs no brackets. */
const Bracketed = ({ reading, properties }: PartProps) =>
  'one' in reading ? (
    <Part reading={reading} properties={properties} />
  ) : (
    <span className="query-bracket">
      (<Part reading={reading} properties={properties} />)
    </span>
  )

function Part({ reading, properties }: PartProps) {
  const t = useT()
  if ('one' in reading) {
    const { field, operator, value } = reading.one
    return (
      <span className="query-one">
        {fieldLabel(t, field, properties)} {operatorLabel(t, field, operator)} <b>{valueLabel(t, field, value)}</b>
      </span>
    )
  }
  return reading.parts.map((part, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
    <Fragment key={n}>
      {n > 0 && <Joint clause={reading.clause} />}
      <Bracketed reading={part} properties={properties} />
    </Fragment>
  ))
}

const Joint = ({ clause }: { clause: 'And' | 'Or' }) => {
  const t = useT()
  return <span className="query-joint"> {t(clause === 'And' ? 'query.and' : 'query.or')} </span>
}
