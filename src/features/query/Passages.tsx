import { type KeyboardEvent, useRef, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { SearchIcon } from '../../ui/icons.ts'
import { LongList, type LongListHandle } from '../../ui/lists/LongList.tsx'

export interface PassageRead {
  id: number | string
  source: string
  /** With the source, where there are several. */
  question: string
  before: string
  words: string
  after: string
  /** Of its quirk; `#rrggbb`. */
  colour?: string
  /** Its quirk, its author. */
  note: string
}

export interface PassagesProps {
  label: string
  /** Undefined until known. */
  total: number | undefined
  /** Undefined while it is on its way. */
  at: (index: number) => PassageRead | undefined
  onOpen: (index: number) => void
}

const rowHeight = 92
/** Rows that Page up and Page down go by. */
const page = 6

/** What a query lets through, with its words and what is around them; arrows walk it, Enter shows one in its text. */
export function Passages({ label, total, at, onOpen }: PassagesProps) {
  const t = useT()
  const list = useRef<LongListHandle>(null)
  if (total === undefined) return <Skeleton lines={6} height="4em" />
  if (total === 0)
    return (
      <EmptyState icon={SearchIcon} title={t('query.none')}>
        {t('query.noneText')}
      </EmptyState>
    )
  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')
    const index = row ? Number(row.dataset.row) : -1
    const to: number | undefined = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: total - 1,
    }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    list.current?.focus(Math.max(0, Math.min(total - 1, to)))
  }
  return (
    <LongList
      ref={list}
      label={label}
      count={total}
      keyOf={(index) => at(index)?.id ?? `at ${index}`}
      rowHeight={rowHeight}
      onKeyDown={onKeyDown}
      row={(index) => <Passage passage={at(index)} index={index} onOpen={onOpen} />}
    />
  )
}

interface PassageProps {
  passage: PassageRead | undefined
  index: number
  onOpen: (index: number) => void
}

/** Of the words: about as many as five lines hold in a narrow window. */
const mostDrawn = 320

function Passage({ passage, index, onOpen }: PassageProps) {
  const t = useT()
  const [whole, setWhole] = useState(false)
  if (!passage) return <div className="ui-passage-wait query-passage-wait" />
  const { source, question, before, words, after, colour, note } = passage
  const isLong = before.length + words.length + after.length > mostDrawn
  return (
    <div className="ui-passage-row">
      <button type="button" className="ui-passage query-passage" data-row={index} onClick={() => onOpen(index)}>
        <span className="ui-passage-head">
          {colour && <span className="query-dot" style={{ '--dot': cssColour(colour) }} aria-hidden />}
          <span className="ui-passage-note">{note}</span>
          <span className="ui-passage-source">{question === '' ? source : `${source} · ${question}`}</span>
        </span>
        <span className="query-passage-words" data-whole={!isLong || whole || undefined}>
          <span>{before}</span>
          <mark>{words}</mark>
          <span>{after}</span>
        </span>
      </button>
      {isLong && (
        <Button kind="quiet" tabIndex={-1} onClick={() => setWhole(!whole)}>
          {t(whole ? 'list.less' : 'list.whole')}
        </Button>
      )}
    </div>
  )
}
