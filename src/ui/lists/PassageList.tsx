import { useMemo, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../fields/Button.tsx'
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

/** A longer passage shows its beginning, and the rest when it is asked for. */
const mostDrawn = 240

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
        return <PassageRow {...passage} onOpen={() => onOpen(index)} />
      }}
    />
  )
}

/** A passage with where it is from. */
function PassageRow({ source, quote, note, onOpen }: PassageShown & { onOpen: () => void }) {
  const t = useT()
  const [whole, setWhole] = useState(false)
  const isLong = quote.length > mostDrawn
  return (
    <div className="ui-passage-row">
      <button type="button" className="ui-passage" onClick={onOpen}>
        <span className="ui-passage-head">
          <span className="ui-passage-source">{source}</span>
          {note !== undefined && <span className="ui-passage-note">{note}</span>}
        </span>
        <span className="ui-passage-quote">{isLong && !whole ? `${quote.slice(0, mostDrawn).trimEnd()}…` : quote}</span>
      </button>
      {isLong && (
        <Button kind="quiet" onClick={() => setWhole(!whole)}>
          {t(whole ? 'list.less' : 'list.whole')}
        </Button>
      )}
    </div>
  )
}
