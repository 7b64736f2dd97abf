import type { CSSProperties } from 'react'
import { useT } from '../../i18n/useT.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { DownIcon, MoreIcon, UpIcon } from '../../ui/icons.ts'
import type { Point } from '../../ui/menus/MenuAt.tsx'
import { head } from './gridMoves.ts'

interface PropertyHeadProps {
  id: string
  name: string
  col: number
  style: CSSProperties
  sorted: 'ascending' | 'descending' | undefined
  isActive: boolean
  isChosen: boolean
  onSort: () => void
  onMenu: (at: Point) => void
}

/** The name over a column: a click sorts by it, its button has the rest. */
export function PropertyHead({ id, name, col, style, sorted, isActive, isChosen, onSort, onMenu }: PropertyHeadProps) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div
      id={id}
      role="columnheader"
      aria-sort={sorted}
      aria-colindex={col + 1}
      className="property-head-cell"
      data-row={head}
      data-col={col}
      data-active={isActive || undefined}
      data-chosen={isChosen || undefined}
      style={style}
    >
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
      <IconButton
        icon={MoreIcon}
        size="small"
        tabIndex={-1}
        label={t('property.columnMenu', { name })}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          onMenu({ x: box.left, y: box.bottom })
        }}
      />
    </div>
  )
}
