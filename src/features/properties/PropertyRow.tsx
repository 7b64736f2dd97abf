import { memo, type ReactNode } from 'react'
import type { SourceTableRow } from '../../model/queries.ts'
import { cellText } from './cellWords.ts'
import { type Property, valuesHeld } from './properties.ts'

export interface GridColumn {
  property: Property
  col: number
  /** In px before it. */
  gap: number
}

interface PropertyRowProps {
  gridId: string
  row: number
  /** In px. */
  top: number
  /** Undefined while it is on its way. */
  source: SourceTableRow | undefined
  columns: readonly GridColumn[]
  titleWidth: number
  width: number
  /** The first and the last column that is chosen; -1: none. */
  left: number
  right: number
  activeCol: number
  /** The property whose cell is filled in, by its editor. */
  edited: number
  editor: ReactNode
}

export const cellId = (gridId: string, row: number, col: number): string => `${gridId}-${row}-${col}`

/** More characters than this hardly fit into a cell: they are shown beside it. */
const longText = 22
const tip = (text: string): string | undefined => (text.length > longText ? text : undefined)

/** A source with what it has of the properties in sight; drawn anew only where something of it is another. */
export const PropertyRow = memo(function PropertyRow(props: PropertyRowProps) {
  const { gridId, row, top, source, columns, titleWidth, width, left, right, activeCol, edited, editor } = props
  const shared = (col: number) => ({
    id: cellId(gridId, row, col),
    'data-row': row,
    'data-col': col,
    'data-active': col === activeCol || undefined,
    'data-chosen': (col >= left && col <= right) || undefined,
    'aria-colindex': col + 1,
  })
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div role="row" className="property-row" aria-rowindex={row + 2} style={{ top }}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
      <div role="rowheader" className="property-title" {...shared(0)} style={{ width: titleWidth }}>
        <span data-tooltip={tip(source?.title ?? '')}>{source?.title ?? '…'}</span>
      </div>
      {columns.map(({ property, col, gap }) => {
        const text = cellText(valuesHeld(property, source?.properties ?? []).map(({ value }) => value))
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
          <div
            key={property.id}
            role="gridcell"
            className="property-cell"
            aria-selected={col >= left && col <= right}
            {...shared(col)}
            style={{ width, marginInlineStart: gap }}
          >
            {edited === property.id ? editor : <span data-tooltip={tip(text)}>{text}</span>}
          </div>
        )
      })}
    </div>
  )
})
