import { useEffect, useRef } from 'react'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { shownAround } from '../../model/text/snippet.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { SourceIcon } from '../../ui/icons.ts'
import { LongList, type LongListHandle } from '../../ui/lists/LongList.tsx'
import { PassageRow } from '../../ui/lists/PassageRow.tsx'
import type { Found, FoundPlace } from './useFound.ts'

export interface FoundSourcesProps {
  /** Of the list; its options have ids that begin so. */
  id: string
  /** Null while nothing is sought, or known yet. */
  found: Found | null
  waiting: boolean
  problem: Problem | null
  /** There are several questions: each row says which. */
  questions: boolean
  active: number
  onActive: (index: number) => void
  onChoose: (index: number) => void
}

export const optionId = (id: string, index: number): string => `${id}-${index}`

/** The sources that contain what is sought, as a menu of their titles; further answers of a source, or its further places, stand under it. */
export function FoundSources(props: FoundSourcesProps) {
  const { id, found, waiting, problem, active } = props
  const t = useT()
  const list = useRef<LongListHandle>(null)
  useEffect(() => list.current?.show(active), [active])
  const said = problem
    ? problemText(problem)
    : found
      ? found.total === 0
        ? t('ui.noMatch')
        : found.hits === undefined
          ? t('source.count', { n: found.sources })
          : t('textSearch.found', { sources: found.sources, hits: found.hits })
      : waiting
        ? ''
        : t('textSearch.typeFirst')
  return (
    <>
      <p className="text-search-said">
        <span role="status">{said}</span>
        {waiting && <Spinner />}
      </p>
      {found && found.total > 0 && (
        <div className="text-search-list">
          <LongList
            ref={list}
            label={t('textSearch.sources')}
            count={found.total}
            keyOf={(index) => index}
            rowHeight={64}
            options={{ id, of: (index) => ({ id: optionId(id, index), selected: index === active }) }}
            row={(index) => (
              <Row
                row={found.at(index)}
                isFurther={index > 0 && found.at(index - 1)?.sourceId === found.at(index)?.sourceId}
                index={index}
                {...props}
              />
            )}
          />
        </div>
      )}
    </>
  )
}

interface RowProps extends FoundSourcesProps {
  row: FoundPlace | undefined
  /** The row above is of the same source. */
  isFurther: boolean
  index: number
}

function Row({ row, isFurther, index, questions, active, onActive, onChoose }: RowProps) {
  const t = useT()
  if (!row)
    return (
      <div className="text-search-wait">
        <span className="visually-hidden">{t('ui.loading')}</span>
      </div>
    )
  const { source, question, hits, match } = row
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the option around it is chosen by the keys of the field
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <div
      className="ui-menu-item text-search-item"
      data-further={isFurther || undefined}
      data-highlighted={index === active ? '' : undefined}
      onPointerMove={() => index !== active && onActive(index)}
      onClick={() => onChoose(index)}
    >
      {!isFurther && <SourceIcon aria-hidden />}
      <span className="text-search-face">
        {!isFurther && <span className="text-search-source">{source}</span>}
        {questions && question.trim() !== '' && <span className="text-search-question">{question}</span>}
        <PassageRow passage={{ quote: match, found: true, ...shownAround(row) }} index={index} />
      </span>
      {hits !== null && <span className="text-search-hits">{t('textSearch.hits', { n: hits })}</span>}
    </div>
  )
}
