import { memo, type ReactNode } from 'react'
import type { SourceTableRow } from '../../model/queries.ts'
import { type CellProps, cellProps, type GridColumn, rowProps } from '../../ui/grid/useGrid.ts'
import { cellText } from './cellWords.ts'
import { type Property, valuesHeld } from './properties.ts'

interface PropertyRowProps {
  gridId: string
  row: number
  /** In px. */
  top: number
  /** Undefined while it is on its way. */
  source: SourceTableRow | undefined
  properties: readonly Property[]
  columns: readonly GridColumn[]
  titleWidth: number
  /** The first and the last column that is chosen; -1: none. */
  left: number
  right: number
  activeCol: number
  /** The property whose cell is filled in, by its editor. */
  edited: number
  editor: ReactNode
}

/** More characters than this hardly fit into a cell: they are shown beside it. */
const longText = 22
const tip = (text: string): string | undefined => (text.length > longText ? text : undefined)

/** A source with what it has of the properties in sight; drawn anew only where something of it is another. */
export const PropertyRow = memo(function PropertyRow(props: PropertyRowProps) {
  const { gridId, row, top, source, properties, columns, titleWidth, left, right, activeCol, edited, editor } = props
  const cell = (col: number, role: CellProps['role']) =>
    cellProps(gridId, row, col, role, { isActive: col === activeCol, isChosen: col >= left && col <= right })
  return (
    <div {...rowProps(row, 1)} className="property-row" style={{ top }}>
      <div {...cell(0, 'rowheader')} className="property-title" style={{ width: titleWidth }}>
        <span data-tooltip={tip(source?.title ?? '')}>{source?.title ?? '…'}</span>
      </div>
      {columns.map(({ col, width, gap }) => {
        const property = properties[col - 1]
        if (!property) return null
        const text = cellText(valuesHeld(property, source?.properties ?? []).map(({ value }) => value))
        return (
          <div
            key={property.id}
            {...cell(col, 'gridcell')}
            className="property-cell"
            style={{ width, marginInlineStart: gap }}
          >
            {edited === property.id ? editor : <span data-tooltip={tip(text)}>{text}</span>}
          </div>
        )
      })}
    </div>
  )
})
