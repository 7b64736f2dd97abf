import { DownIcon, UpIcon } from '../icons.ts'
import type { CellProps } from './useGrid.ts'

export interface SortHeadProps {
  /** With the way in which the rows are sorted by it. */
  cell: CellProps
  title: string
}

/** The name over a column that the rows can be sorted by, with the way in which they are. */
export function SortHead({ cell, title }: SortHeadProps) {
  const way = cell['aria-sort']
  return (
    <div {...cell} className="ui-grid-sort">
      <span>{title}</span>
      {way === 'ascending' && <UpIcon aria-hidden />}
      {way === 'descending' && <DownIcon aria-hidden />}
    </div>
  )
}
