import type { HTMLAttributes, ReactNode } from 'react'
import { DownIcon, UpIcon } from '../icons.ts'
import type { CellProps } from './useGrid.ts'

export interface SortHeadProps extends Omit<HTMLAttributes<HTMLDivElement>, 'title'> {
  /** With the way in which the rows are sorted by it. */
  cell: CellProps
  title: ReactNode
  /** Says more than the title. */
  hint?: string | undefined
}

/** The name over a column that the rows can be sorted by, with the way in which they are. */
export function SortHead({ cell, title, hint, className = '', ...native }: SortHeadProps) {
  const way = cell['aria-sort']
  return (
    <div {...native} {...cell} className={`ui-grid-sort ${className}`} data-tooltip={hint}>
      <span>{title}</span>
      {way === 'ascending' && <UpIcon aria-hidden />}
      {way === 'descending' && <DownIcon aria-hidden />}
    </div>
  )
}
