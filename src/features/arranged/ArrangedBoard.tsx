import { type DragEvent, type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react'
import { faceOf } from '../../actions/actionFace.ts'
import { isKeyOf } from '../../actions/actionKeys.ts'
import { useT } from '../../i18n/useT.ts'
import {
  type ArrangedGrid,
  arrangedGrid,
  cellTowards,
  columnsIn,
  rowOf,
  rowsBetween,
} from '../../model/canvas/arrangedGrid.ts'
import { bubbleDiameter } from '../../model/canvas/bubble.ts'
import { bubbleSize } from '../../model/limits.ts'
import { cssColour } from '../../model/palette.ts'
import type { Arranged, Section } from '../../model/rules/arrangedOrder.ts'
import { isSwitchedOff } from '../../state/device.ts'
import { hasPassage, takePassage } from '../../state/passage.ts'
import type { ViewProps } from '../../state/viewProps.ts'
import { Dot } from '../../ui/Dot.tsx'
import { CanvasIcon, ListIcon, OverlapIcon } from '../../ui/icons.ts'
import { useSight } from '../../ui/lists/useSight.ts'
import { MenuAt, type Point } from '../../ui/menus/MenuAt.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { ArrangedCell } from './ArrangedCell.tsx'
import type { Heading } from './headingOf.ts'
import { useMoves } from './useMoves.ts'

export interface ArrangedBoardProps extends Pick<ViewProps, 'onQuirk' | 'onQuotes' | 'onOverlap' | 'onHighlight'> {
  sections: readonly Section[]
  headed: boolean
  heading: (section: Section) => Heading
  /** The most highlights that any quirk has. */
  most: number
  counter: boolean
  /** Its uuid: passages of others are not taken. */
  project: string
  /** Words are selected in the text that can be given to a quirk. */
  selecting: boolean
}

const cellWidth = 118
/** Of a row, around its largest bubble: its title and what is between. */
const besideBubble = 58
const headingHeight = 48
/** Drawn beyond what is seen, in px. */
const beyond = 400

/** The quirks as bubbles in a grid that draws only what is seen. It has the focus and tells which quirk is meant. */
export function ArrangedBoard(props: ArrangedBoardProps) {
  const { sections, headed, heading, most, counter, onQuirk, onQuotes, onOverlap, onHighlight } = props
  const { project, selecting } = props
  const t = useT()
  const id = useId()
  const board = useRef<HTMLDivElement>(null)
  const { width, height, top, look } = useSight(board)
  const [active, setActive] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ at: Point; cell: Arranged } | null>(null)

  const { cells, keys } = useMemo(() => cellsOf(sections), [sections])
  const grid = useMemo(() => gridFor(sections, cells, headed, width, most), [sections, cells, headed, width, most])
  const order = useMemo(() => new Map(keys.map((key, n) => [key, n])), [keys])
  useMoves(board, keys, grid, height)
  const at = Math.max(0, order.get(active ?? '') ?? 0)
  const { from, to } = rowsBetween(grid, top - beyond, top + height + beyond)
  const drawn = Array.from({ length: to - from }, (_, n) => from + n)
  // A row out of sight that holds the one that is meant is drawn too: it is what screen readers are told of.
  const held = rowOf(grid, at)
  if (held >= 0 && (held < from || held >= to)) drawn.push(held)

  const aim = (cell: number) => {
    const key = keys[cell]
    if (key === undefined) return
    setActive(key)
    bringIntoSight(board.current, grid, cell)
  }
  const highlight = (quirkId: number) => (selecting && onHighlight ? () => onHighlight(quirkId) : undefined)
  const openMenu = (cell: number, point?: Point) => {
    const shown = cells[cell]
    const box = board.current?.querySelector(`[data-cell="${cell}"]`)?.getBoundingClientRect()
    if (!shown || !(point ?? box)) return
    setActive(keys[cell] ?? null)
    setMenu({ at: point ?? { x: (box?.left ?? 0) + 24, y: (box?.top ?? 0) + 96 }, cell: shown })
  }
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const quirk = cells[at]?.quirk
    if (altKey || !quirk || event.target !== event.currentTarget) return
    const mod = ctrlKey || metaKey
    const far = mod && (key === 'Home' || key === 'End') ? (key === 'Home' ? 'First' : 'Last') : key
    const next =
      mod && far === key ? null : cellTowards(grid, at, far, Math.floor(height / (bubbleSize.most + besideBubble)))
    if (next !== null) aim(next)
    else if (mod) return
    else if (key === 'Enter') onQuotes([quirk.id])
    else if (isKeyOf(event, 'quirkMenu')) openMenu(at)
    else if (isKeyOf(event, 'highlightHere') && !isSwitchedOff(event.nativeEvent) && highlight(quirk.id))
      onHighlight?.(quirk.id)
    else return
    event.preventDefault()
  }
  const cellUnder = (target: EventTarget): number | null => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset.cell : undefined
    return cell === undefined ? null : Number(cell)
  }
  const drag = (event: DragEvent) => {
    if (!onHighlight || !hasPassage(event.dataTransfer, project)) return
    const cell = cellUnder(event.target)
    setOver(cell === null ? null : (keys[cell] ?? null))
    if (cell === null) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
  }
  const drop = (event: DragEvent) => {
    const passage = takePassage(event.dataTransfer, project)
    const quirk = cells[cellUnder(event.target) ?? -1]?.quirk
    setOver(null)
    if (!passage || !quirk || !onHighlight) return
    event.preventDefault()
    onHighlight(quirk.id, passage)
  }
  const rightClick = (event: MouseEvent) => {
    const cell = cellUnder(event.target)
    if (cell === null) return
    event.preventDefault()
    openMenu(cell, { x: event.clientX, y: event.clientY })
  }
  const entries = ({ quirk: { id: quirkId } }: Arranged): MenuEntry[] => {
    const give = highlight(quirkId)
    return [
      ...(give ? ([{ ...faceOf(t, 'highlightHere'), onSelect: give }, 'line'] as const) : []),
      { label: t('arranged.passages'), icon: ListIcon, shortcut: 'Enter', onSelect: () => onQuotes([quirkId]) },
      { label: t('arranged.onCanvas'), icon: CanvasIcon, onSelect: () => onQuirk(quirkId) },
      { label: t('arranged.overlaps'), icon: OverlapIcon, onSelect: () => onOverlap(quirkId) },
    ]
  }
  const named = (title: string) => title.trim() || t('quirk.untitled')
  return (
    <>
      <div
        ref={board}
        role="grid"
        tabIndex={0}
        className="arranged-board"
        aria-label={t('arranged.title')}
        aria-rowcount={grid.rows.length}
        aria-colcount={grid.columns}
        aria-activedescendant={`${id}-${at}`}
        onScroll={look}
        onKeyDown={press}
        onContextMenu={rightClick}
        onDragEnter={drag}
        onDragOver={drag}
        onDragLeave={(event) => event.target === event.currentTarget && setOver(null)}
        onDrop={drop}
      >
        <div role="rowgroup" className="arranged-all" style={{ height: grid.height }}>
          {drawn.map((index) => {
            const row = grid.rows[index]
            if (!row) return null
            const section = sections[row.section]
            if (row.kind === 'heading')
              return (
                section && (
                  <SectionHeading
                    key={`h${row.section}`}
                    top={row.top}
                    index={index}
                    {...heading(section)}
                    count={section.quirks.length}
                    columns={grid.columns}
                  />
                )
              )
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
              <div
                key={`r${index}`}
                role="row"
                aria-rowindex={index + 1}
                className="arranged-row"
                style={{ top: row.top, height: row.height, '--bubbles': `${row.height - besideBubble}px` }}
              >
                {cells.slice(row.first, row.last).map((cell, n) => {
                  const number = row.first + n
                  const key = keys[number]
                  return (
                    <ArrangedCell
                      key={key}
                      id={`${id}-${number}`}
                      number={number}
                      column={n + 1}
                      left={n * grid.cellWidth}
                      width={grid.cellWidth}
                      cell={cell}
                      next={cells[number + 1]}
                      title={named(cell.quirk.title)}
                      most={most}
                      counter={counter}
                      isActive={number === at}
                      isOver={over !== null && key === over}
                      onAim={() => setActive(key ?? null)}
                      onOpen={() => onQuotes([cell.quirk.id])}
                      onMenu={(point) => openMenu(number, point)}
                    />
                  )
                })}
              </div>
            )
          })}
        </div>
      </div>
      <MenuAt
        at={menu?.at ?? null}
        onClose={() => setMenu(null)}
        label={menu ? named(menu.cell.quirk.title) : ''}
        items={menu ? entries(menu.cell) : []}
      />
    </>
  )
}

interface SectionHeadingProps extends Heading {
  top: number
  index: number
  count: number
  columns: number
}

function SectionHeading({ title, colour, top, index, count, columns }: SectionHeadingProps) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div role="row" aria-rowindex={index + 1} className="arranged-heading" style={{ top, height: headingHeight }}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: nothing to be done with it */}
      <div role="rowheader" aria-colspan={columns}>
        {colour && <Dot colour={cssColour(colour)} size={14} />}
        <span className="arranged-heading-title">{title}</span>
        <span className="arranged-heading-count">{t('group.count', { n: count })}</span>
      </div>
    </div>
  )
}

/** A quirk may stand in several sections: each place has a key of its own, the same after each new order. */
function cellsOf(sections: readonly Section[]): { cells: Arranged[]; keys: string[] } {
  const cells: Arranged[] = []
  const keys: string[] = []
  const seen = new Map<number, number>()
  for (const { quirks } of sections)
    for (const cell of quirks) {
      const times = seen.get(cell.quirk.id) ?? 0
      seen.set(cell.quirk.id, times + 1)
      cells.push(cell)
      keys.push(times === 0 ? `${cell.quirk.id}` : `${cell.quirk.id} ${times}`)
    }
  return { cells, keys }
}

function gridFor(
  sections: readonly Section[],
  cells: readonly Arranged[],
  headed: boolean,
  width: number,
  most: number,
): ArrangedGrid {
  const highest = (first: number, last: number) =>
    cells.slice(first, last).reduce((high, { quirk }) => Math.max(high, bubbleDiameter(quirk.highlights, most)), 0)
  return arrangedGrid(
    sections.map(({ quirks }) => quirks.length),
    headed,
    {
      width,
      columns: columnsIn(width, cellWidth),
      headingHeight,
      rowHeight: (first, last) => Math.ceil(highest(first, last)) + besideBubble,
    },
  )
}

function bringIntoSight(board: HTMLElement | null, grid: ArrangedGrid, cell: number): void {
  const index = rowOf(grid, cell)
  const row = grid.rows[index]
  if (!board || !row) return
  const heading = grid.rows[index - 1]
  const top = heading?.kind === 'heading' ? heading.top : row.top
  if (top < board.scrollTop) board.scrollTop = top
  else if (row.top + row.height > board.scrollTop + board.clientHeight)
    board.scrollTop = row.top + row.height - board.clientHeight
}
