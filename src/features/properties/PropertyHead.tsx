import type { CSSProperties } from 'react'
import { useT } from '../../i18n/useT.ts'
import { GridEdge } from '../../ui/grid/GridEdge.tsx'
import type { CellProps, Sorted } from '../../ui/grid/useGrid.ts'
import { DownIcon, UpIcon } from '../../ui/icons.ts'
import type { Point } from '../../ui/menus/MenuAt.tsx'
import { MoreButton } from '../../ui/menus/MoreButton.tsx'

interface PropertyHeadProps {
  cell: CellProps
  name: string
  style: CSSProperties
  sorted: Sorted
  onSort: () => void
  onMenu: (at: Point) => void
}

/** The name over a column: a click sorts by it, its button has the rest, its edge makes the column wider. */
export function PropertyHead({ cell, name, style, sorted, onSort, onMenu }: PropertyHeadProps) {
  const t = useT()
  return (
    <div {...cell} className="property-head-cell" style={style}>
      <button
        type="button"
        tabIndex={-1}
        className="property-head-name"
        data-tooltip={t('property.sortBy', { name })}
        onClick={onSort}
      >
        <span>{name}</span>
        {sorted === 'ascending' && <UpIcon aria-hidden />}
        {sorted === 'descending' && <DownIcon aria-hidden />}
      </button>
      <MoreButton size="small" tabIndex={-1} label={t('property.columnMenu', { name })} onMenu={onMenu} />
      <GridEdge col={cell['data-col']} />
    </div>
  )
}
