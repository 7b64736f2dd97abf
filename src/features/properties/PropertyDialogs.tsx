import { useRef } from 'react'
import type { PropertiesAsked } from './asked.ts'
import { EditProperty } from './EditProperty.tsx'
import { NewProperty } from './NewProperty.tsx'
import { PropertyTable } from './PropertyTable.tsx'
import { SourceProperties } from './SourceProperties.tsx'

export interface PropertyDialogsProps {
  asked: PropertiesAsked
  onAsk: (change: Partial<PropertiesAsked>) => void
  /** Shows the text of a source. */
  onOpen: (sourceId: number) => void
  onUndo: (way: 'undo' | 'redo') => void
}

/** The table of the properties, those of one source over it, and one property over both. */
export function PropertyDialogs({ asked, onAsk, onOpen, onUndo }: PropertyDialogsProps) {
  const { table, sourceId, property } = asked
  const lastSource = useLast(sourceId)
  const lastEdited = useLast(typeof property === 'number' ? property : null)
  const news = useTurns(property === 'new')
  const tables = useTurns(table)
  const onNew = () => onAsk({ property: 'new' })
  const onEdit = (keyId: number) => onAsk({ property: keyId })
  const closeProperty = () => onAsk({ property: null })
  return (
    <>
      <PropertyTable
        key={`table ${tables}`}
        open={table}
        onClose={() => onAsk({ table: false })}
        onNew={onNew}
        onEdit={onEdit}
        onOpen={onOpen}
        onProperties={(id) => onAsk({ sourceId: id })}
        onUndo={onUndo}
      />
      {lastSource !== null && (
        <SourceProperties
          key={`source ${lastSource}`}
          sourceId={lastSource}
          open={sourceId !== null}
          onClose={() => onAsk({ sourceId: null })}
          onNew={onNew}
          onEdit={onEdit}
          onTable={() => onAsk({ sourceId: null, table: true })}
        />
      )}
      <NewProperty key={`new ${news}`} open={property === 'new'} onClose={closeProperty} />
      {lastEdited !== null && (
        <EditProperty
          key={`edit ${lastEdited}`}
          keyId={lastEdited}
          open={typeof property === 'number'}
          onClose={closeProperty}
        />
      )}
    </>
  )
}

/** What was asked stays while the dialog closes. */
function useLast<T>(value: T | null): T | null {
  const last = useRef<T>(null)
  if (value !== null) last.current = value
  return last.current
}

/** Counts up each time that it becomes true: a dialog that opens begins anew. */
function useTurns(open: boolean): number {
  const turns = useRef({ count: 0, open })
  if (open && !turns.current.open) turns.current.count += 1
  turns.current.open = open
  return turns.current.count
}
