import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { bubbleDiameter } from '../../model/canvas/bubble.ts'
import { cssColour, cssInk } from '../../model/palette.ts'
import type { Arranged } from '../../model/rules/arrangedOrder.ts'
import { MoreIcon } from '../../ui/icons.ts'
import type { Point } from '../../ui/menus/MenuAt.tsx'

export interface ArrangedCellProps {
  id: string
  number: number
  /** From 1 on. */
  column: number
  left: number
  width: number
  cell: Arranged
  next: Arranged | undefined
  title: string
  most: number
  counter: boolean
  isActive: boolean
  /** A passage would be dropped here. */
  isOver: boolean
  onAim: () => void
  onOpen: () => void
  onMenu: (at: Point) => void
}

/** Of the count, in px: so it stands inside where the disc is as wide. */
const digit = 7
const around = 12

/** A quirk as large as on the canvas, with its title below; a family stands on one band. */
export function ArrangedCell(props: ArrangedCellProps) {
  const { id, number, column, left, width, cell, next, title, most, counter, isActive, isOver } = props
  const { onAim, onOpen, onMenu } = props
  const t = useT()
  const { quirk, depth } = cell
  const size = bubbleDiameter(quirk.highlights, most)
  const count = counter && quirk.highlights > 0 ? formatNumber(quirk.highlights) : ''
  const isInside = size >= count.length * digit + around
  const goesOn = next !== undefined && next.depth > 1
  const family = depth > 1 || goesOn ? (depth === 1 ? 'first' : goesOn ? 'middle' : 'last') : undefined
  const level = depth > 1 ? `, ${t('arranged.level', { n: depth })}` : ''
  const said = `${title}, ${t('canvas.highlights', { n: quirk.highlights })}${level}`
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's
    <div
      id={id}
      role="gridcell"
      aria-colindex={column}
      aria-selected={isActive}
      className="arranged-cell"
      data-cell={number}
      data-active={isActive || undefined}
      data-over={isOver || undefined}
      data-family={family}
      data-depth={depth}
      style={{ left, width }}
      onClick={onAim}
      onDoubleClick={onOpen}
    >
      <span className="arranged-disc" aria-hidden>
        <span
          className="arranged-bubble"
          style={{ '--bubble': cssColour(quirk.color), '--bubble-ink': cssInk, width: size, height: size }}
        >
          {isInside && count}
        </span>
      </span>
      <span className="arranged-title" data-tooltip={title.length > 24 ? title : undefined} aria-hidden>
        {title}
      </span>
      <span className="visually-hidden">{said}</span>
      {!isInside && count !== '' && (
        <span className="arranged-count" aria-hidden>
          {count}
        </span>
      )}
      {/* For the pointer: by key it is the menu key. */}
      <span
        className="arranged-more"
        aria-hidden
        data-tooltip={t('ui.more')}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          onMenu({ x: box.left, y: box.bottom + 4 })
          event.stopPropagation()
        }}
      >
        <MoreIcon />
      </span>
    </div>
  )
}
