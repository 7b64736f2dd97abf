import {
  type ClipboardEvent,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useInSight } from '../lists/useInSight.ts'
import type { Point } from '../menus/MenuAt.tsx'
import { isShortcut } from '../shortcutText.ts'
import { columnKeys } from './columnKeys.ts'
import {
  type Area,
  areaOf,
  type Chosen,
  chooseOne,
  type GridSize,
  isIn,
  moved,
  type Spot,
  within,
} from './gridMoves.ts'
import { tableText } from './tsv.ts'
import { type ColumnKey, useColumnWidths } from './useColumnWidths.ts'

export interface GridOptions {
  label: string
  /** Rows below those that stay in sight, and the height of each in px. */
  rows: number
  rowHeight: number
  /** The heights in px of the rows that stay in sight over the others: names of columns, totals. The last of them is row -1. */
  heads?: readonly number[]
  columns: number
  /** Of the columns in px: those in sight are then drawn. Else all are, in what room the style gives. */
  widths?: readonly number[]
  /** Columns at the beginning that stay in sight over the others, of those with widths: one, where nothing else is said. */
  fixed?: 0 | 1
  /** Of cells that are painted and are no elements: the one under the pointer. */
  spotAt?: (event: { clientX: number; clientY: number }) => Spot | null
  /** Where given, the person can change widths: they are kept under these keys. */
  columnKey?: (col: number) => ColumnKey
  /** Steady. */
  keyOf?: (row: number) => string | number
  /** The cell that is meant at first. */
  start?: Spot
  /** Nothing can be filled in. */
  readOnly?: boolean
  /** Cells of several rows and columns can be chosen together. */
  ranges?: boolean
  /** Enter or Space on a cell, and a click where that acts. */
  onEnter?: (spot: Spot) => void
  /** What a click does: it chooses the cell, and only the second one acts; else it acts. */
  chooses?: boolean
  /** The menu of a cell, by key or pointer. */
  onMenu?: (spot: Spot, at: Point) => void
  /** The words of a cell, for the clipboard. */
  textAt?: (spot: Spot) => string
  /** In place of `textAt`: the words of what is chosen, or null where they get to the clipboard later. */
  onCopy?: (area: Area) => string | null
  /** A key that moves nothing, before the grid takes it. Answers whether it was one of the caller's. */
  onKey?: (event: KeyboardEvent) => boolean
  /** Cells are being worked on, by key or pointer. */
  onWork?: () => void
}

export interface GridColumn {
  col: number
  /** Where it begins, its width, and what is free before it, in px. */
  start: number
  width: number
  gap: number
}

export interface RowProps {
  role: 'row'
  'aria-rowindex': number
  'aria-selected'?: boolean
}

/** What a cell is to the page, and how it is told apart. */
export interface CellProps {
  role: 'columnheader' | 'rowheader' | 'gridcell'
  id: string
  'data-row': number
  'data-col': number
  'data-active': true | undefined
  'data-chosen': true | undefined
  'aria-colindex': number
  'aria-selected': boolean | undefined
  'aria-sort'?: Sorted
  'aria-label'?: string
}

export interface WhatCell {
  role?: CellProps['role']
  sorted?: Sorted
  /** What it says in words, where what stands in it does not. */
  label?: string
}

/** By a column; `undefined` where columns cannot be sorted by, or by several. */
export type Sorted = 'ascending' | 'descending' | 'none' | undefined

export interface Grid {
  id: string
  scroller: RefObject<HTMLDivElement | null>
  /** The same, null until it is there. */
  element: HTMLDivElement | null
  /** For the element that scrolls. */
  props: Record<string, unknown>
  /** As high and wide as all rows and columns: for the element within, which all rows stand in. */
  all: CSSProperties
  rows: readonly { row: number; key: string | number | bigint; top: number }[]
  /** Of columns with widths those to be drawn, but for one that stays in sight. */
  columns: readonly GridColumn[]
  widths: readonly number[]
  /** Rows in sight, the last one included. */
  first: number
  last: number
  active: Spot
  area: Area
  isFocused: boolean
  choose: (chosen: Chosen) => void
  focus: () => void
  /** Of a row: its role and number, and whether it is the one that is open. */
  row: (row: number, isOpen?: boolean) => RowProps
  /** Over the rows it is the head of a column, else a cell, where nothing else is said. */
  cell: (row: number, col: number, what?: WhatCell) => CellProps
}

const nothing: readonly number[] = []
/** Drawn beyond what is in sight. */
const beyond = { rows: 8, columns: 2 }

/**
 * What every grid of the page does: WAI-ARIA's keys, cells chosen together, copying, other widths, and drawing of any number of rows and
 * columns only what is in sight. The grid has the focus and says which cell is meant, so that a cell that is scrolled out of sight cannot
 * take the focus along.
 */
export function useGrid(options: GridOptions): Grid {
  const { label, rowHeight, heads = nothing, columns, keyOf, ranges = false, onEnter, onMenu, onWork } = options
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Chosen>(() => chooseOne(options.start?.row ?? 0, options.start?.col ?? 0))
  const [isFocused, setFocused] = useState(false)
  const headsHeight = heads.reduce((sum, height) => sum + height, 0)
  const room = (scroller.current?.clientHeight ?? 0) - headsHeight
  const size: GridSize = {
    rows: options.rows,
    cols: columns,
    heads: heads.length,
    page: Math.max(1, Math.floor(room / rowHeight) - 1),
  }
  const active = within(chosen.active, size)
  const anchor = within(chosen.anchor, size)
  const area = areaOf({ active, anchor })
  const isOne = area.top === area.bottom && area.left === area.right

  const { widths, resize, edge } = useColumnWidths(options.widths ?? nothing, options.columnKey)
  const fixed = options.fixed ?? 1
  const first = fixed === 1 ? (widths[0] ?? 0) : 0
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const ref = useCallback((shown: HTMLDivElement | null) => {
    scroller.current = shown
    setElement(shown)
  }, [])
  const down = useInSight({
    scroller,
    count: options.rows,
    sizeOf: () => rowHeight,
    sizes: rowHeight,
    keyOf,
    before: headsHeight,
    kept: active.row,
    beyond: beyond.rows,
  })
  const across = useInSight({
    scroller,
    sideways: true,
    count: Math.max(0, widths.length - fixed),
    sizeOf: (index) => widths[index + fixed] ?? 0,
    sizes: widths,
    before: first,
    kept: active.col - fixed,
    beyond: beyond.columns,
  })
  const inSight = across.getVirtualItems()
  const drawn = useMemo(() => {
    let end = first
    return inSight.map(({ index, start, size }): GridColumn => {
      const gap = start - end
      end = start + size
      return { col: index + fixed, start, width: size, gap }
    })
  }, [inSight, first, fixed])

  const choose = (next: Chosen) => {
    setChosen(next)
    const { row, col } = next.active
    if (row >= 0) down.scrollToIndex(row, { align: 'auto' })
    if (widths.length === 0) bringIntoSight(scroller.current, cellId(id, active.row, 0), cellId(id, active.row, col))
    else if (col >= fixed) across.scrollToIndex(col - fixed, { align: 'auto' })
  }
  const focus = () => scroller.current?.focus({ preventScroll: true })

  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isField(event.target)) return
    const { key, shiftKey: shift, altKey } = event
    const mod = event.ctrlKey || event.metaKey
    const done = (): boolean => {
      if (isShortcut(event, columnKeys.narrower)) return resize(active.col, -1)
      if (isShortcut(event, columnKeys.wider)) return resize(active.col, 1)
      if (altKey) return false
      if (key !== 'Escape') onWork?.()
      const to = moved({ active, anchor }, key, size, { shift: shift && ranges, mod })
      if (to) choose(to)
      if (to || options.onKey?.(event)) return true
      if (mod && key.toLowerCase() === 'a' && ranges) {
        setChosen({ anchor: { row: -size.heads, col: 0 }, active: { row: size.rows - 1, col: size.cols - 1 } })
        return true
      }
      if (key === 'ContextMenu' || (key === 'F10' && shift)) return menuHere()
      if (key === 'Escape' && !isOne) choose(chooseOne(active.row, active.col))
      else if (!mod && onEnter && (key === 'Enter' || key === ' ')) onEnter(active)
      else return false
      return true
    }
    if (!done()) return
    event.preventDefault()
    event.stopPropagation()
  }
  const spotOf = (event: PointerEvent | MouseEvent): Spot | null => {
    if (options.spotAt) return options.spotAt(event)
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row][data-col]') : null
    return cell ? { row: Number(cell.dataset.row), col: Number(cell.dataset.col) } : null
  }
  const menuHere = (): boolean => {
    const box = document.getElementById(cellId(id, active.row, active.col))?.getBoundingClientRect()
    if (box) onMenu?.(active, { x: box.left + 12, y: box.bottom })
    return onMenu !== undefined
  }

  const pointerDown = (event: PointerEvent<HTMLElement>) => {
    if (edge.down(event)) return
    const spot = spotOf(event)
    if (!spot || event.pointerType === 'touch' || isControl(event.target)) return
    // Leaving a field stores it, before another cell is chosen.
    focus()
    onWork?.()
    if (event.button === 0 && event.shiftKey && ranges) setChosen({ anchor, active: spot })
    else if (event.button === 0 || !isIn(area, spot.row, spot.col)) setChosen(chooseOne(spot.row, spot.col))
  }
  const pointerMove = (event: PointerEvent) => {
    if (edge.move(event) || !ranges || event.pointerType === 'touch' || event.buttons !== 1) return
    const spot = isField(document.activeElement) ? null : spotOf(event)
    if (spot && (spot.row !== active.row || spot.col !== active.col)) setChosen({ anchor, active: spot })
  }
  /** Where a click chooses, a finger acts with the second touch. */
  const click = (event: MouseEvent) => {
    const { nativeEvent: native } = event
    const spot = spotOf(event)
    const isTouch = native instanceof globalThis.PointerEvent && native.pointerType === 'touch'
    if (!spot || isControl(event.target) || isEdge(event.target)) return
    if (options.chooses && !isTouch) return
    const isMeant = spot.row === active.row && spot.col === active.col
    if (isTouch) focus()
    if (!isMeant) setChosen(chooseOne(spot.row, spot.col))
    if (options.chooses ? isMeant : isTouch || isOne) onEnter?.(spot)
  }
  const doubleClick = (event: MouseEvent) => {
    if (edge.reset(event.target)) return
    const spot = spotOf(event)
    if (options.chooses && spot && spot.row >= 0 && !isControl(event.target)) onEnter?.(spot)
  }
  const contextMenu = (event: MouseEvent) => {
    const spot = spotOf(event)
    if (!spot || !onMenu) return
    event.preventDefault()
    if (!isIn(area, spot.row, spot.col)) setChosen(chooseOne(spot.row, spot.col))
    onMenu(spot, { x: event.clientX, y: event.clientY })
  }
  /** What is pressed within leaves the focus with the grid, but for fields. */
  const focused = (event: FocusEvent<HTMLElement>) => {
    setFocused(true)
    if (event.target !== event.currentTarget && !isField(event.target)) focus()
  }
  const blurred = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocused(false)
  }
  const copy = (event: ClipboardEvent) => {
    if (isField(event.target) || !(options.onCopy ?? options.textAt)) return
    event.preventDefault()
    const text = options.onCopy ? options.onCopy(area) : options.textAt && textIn(area, options.textAt)
    if (text != null) event.clipboardData.setData('text/plain', text)
  }

  const { startIndex = 0, endIndex = 0 } = down.range ?? {}
  return {
    id,
    scroller,
    element,
    props: {
      ref,
      role: 'grid',
      tabIndex: 0,
      'aria-label': label,
      'aria-rowcount': options.rows + heads.length,
      'aria-colcount': columns,
      'aria-multiselectable': ranges || undefined,
      'aria-readonly': options.readOnly || undefined,
      'aria-activedescendant': cellId(id, active.row, active.col),
      onKeyDown: press,
      onFocus: focused,
      onBlur: blurred,
      onCopy: copy,
      onPointerDown: pointerDown,
      onPointerMove: pointerMove,
      onPointerUp: edge.up,
      onPointerCancel: edge.up,
      onClick: click,
      onDoubleClick: doubleClick,
      onContextMenu: contextMenu,
    },
    all: { height: down.getTotalSize(), ...(widths.length > 0 && { width: across.getTotalSize() }) },
    rows: down.getVirtualItems().map(({ index, key, start }) => ({ row: index, key, top: start })),
    columns: drawn,
    widths,
    first: startIndex,
    last: endIndex,
    active,
    area,
    isFocused,
    choose,
    focus,
    row: (row, isOpen) => ({
      ...rowProps(row, heads.length),
      ...(isOpen !== undefined && { 'aria-selected': isOpen }),
    }),
    cell: (row, col, { role = row < 0 ? 'columnheader' : 'gridcell', sorted, label } = {}) => ({
      ...cellProps(id, row, col, role, {
        isActive: row === active.row && col === active.col,
        isChosen: ranges ? isIn(area, row, col) : undefined,
      }),
      ...(sorted && { 'aria-sort': sorted }),
      ...(label !== undefined && { 'aria-label': label }),
    }),
  }
}

const cellId = (gridId: string, row: number, col: number): string => `${gridId}-${row}-${col}`

/** `heads`: how many rows stay in sight over the others. */
export const rowProps = (row: number, heads: number): RowProps => ({ role: 'row', 'aria-rowindex': row + heads + 1 })

/** `isChosen` undefined: cells cannot be chosen together. */
export const cellProps = (
  gridId: string,
  row: number,
  col: number,
  role: CellProps['role'],
  { isActive, isChosen }: { isActive: boolean; isChosen: boolean | undefined },
): CellProps => ({
  role,
  id: cellId(gridId, row, col),
  'data-row': row,
  'data-col': col,
  'data-active': isActive || undefined,
  'data-chosen': isChosen || undefined,
  'aria-colindex': col + 1,
  'aria-selected': role === 'gridcell' ? isChosen : undefined,
})

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [role=listbox]') !== null
const isControl = (target: EventTarget): boolean =>
  isField(target) || (target instanceof Element && target.closest('button') !== null)
const isEdge = (target: EventTarget): boolean => target instanceof HTMLElement && target.dataset.edge !== undefined

/** Sideways, where all columns are drawn; the first one may lie over the others. */
function bringIntoSight(scroller: HTMLElement | null, firstId: string, cellId: string): void {
  const [first, cell] = [document.getElementById(firstId), document.getElementById(cellId)]
  if (!scroller || !first || !cell) return
  if (first === cell) {
    scroller.scrollLeft = 0
    return
  }
  const covered = getComputedStyle(first).position === 'sticky' ? first.offsetWidth : 0
  const end = cell.offsetLeft + cell.offsetWidth - scroller.clientWidth
  scroller.scrollLeft = Math.min(Math.max(scroller.scrollLeft, end), cell.offsetLeft - covered)
}

function textIn({ top, bottom, left, right }: Area, textAt: (spot: Spot) => string): string {
  const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
  return tableText(upTo(top, bottom).map((row) => upTo(left, right).map((col) => textAt({ row, col }))))
}
