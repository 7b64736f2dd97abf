import { useMemo } from 'react'
import { List } from './List.tsx'

export interface PassageShown {
  source: string
  /** The words of the passage. */
  quote: string
  /** Beside the source: who, when. */
  note?: string | undefined
}

export interface PassageListProps {
  label: string
  total: number
  /** Undefined while it is on its way. */
  at: (index: number) => PassageShown | undefined
  onOpen: (index: number) => void
}

/** Of a long passage its beginning is drawn: it is read in its text. */
const mostDrawn = 600

/** Passages by their words, each a way to its text; of any number. */
export function PassageList({ label, total, at, onOpen }: PassageListProps) {
  const items = useMemo(() => Array.from({ length: total }, (_, index) => index), [total])
  return (
    <List
      label={label}
      items={items}
      keyOf={(index) => index}
      rowHeight={76}
      row={(index) => {
        const passage = at(index)
        if (!passage) return <div className="ui-passage-wait" />
        const { source, quote, note } = passage
        return (
          <button type="button" className="ui-passage" onClick={() => onOpen(index)}>
            <span className="ui-passage-head">
              <span className="ui-passage-source">{source}</span>
              {note !== undefined && <span className="ui-passage-note">{note}</span>}
            </span>
            <span className="ui-passage-quote">
              {quote.length > mostDrawn ? `${quote.slice(0, mostDrawn)}…` : quote}
            </span>
          </button>
        )
      }}
    />
  )
}
