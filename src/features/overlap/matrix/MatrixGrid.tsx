import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useT } from '../../../i18n/useT.ts'
import { withoutMiddle } from '../../../model/canvas/fitTitle.ts'
import type { Matrix } from '../../../model/canvas/matrix/matrixOf.ts'
import { type Cell, type Colours, type Range, rangeOf, type Sight } from '../../../model/canvas/matrix/paintMatrix.ts'
import { shades } from '../../../model/canvas/matrix/shades.ts'
import { labelColour } from '../../../model/palette.ts'
import { ByKey } from '../../../ui/keyboard.ts'
import { canvasFont, measureText } from '../../../ui/measureText.ts'
import { themeColour, useScheme } from '../../../ui/theme.ts'
import { type Size, useSize } from '../../../ui/useSize.ts'
import type { Shown } from '../useQuirks.ts'
import { MatrixStage, type MatrixStageHandle } from './MatrixStage.tsx'
import { movedCell } from './movedCell.ts'

export interface MatrixGridProps {
  matrix: Matrix<Shown>
  /** Width of a cell in px. */
  cell: number
  /** One step in or out. */
  onZoom: (by: 1 | -1) => void
  /** The cell that is pointed at, or has the focus; null: none. */
  onMeant: (cell: Cell | null) => void
  onOpen: (cell: Cell) => void
  /** The room for cells, without the titles. */
  onRoom: (room: Size) => void
}

/** Below this titles cannot be read beside the rows. */
const titled = 13
/** What stands beside the words of a title, and the size of its letters where they are meant: as in `matrix.css`, in px. */
const [beside, letter] = [30, 12.5]
/** Titles are drawn for so many more than are in sight. */
const chunk = 12

/**
 * The overlaps of each two quirks as shades. The cells in sight are painted on a canvas, the titles are HTML; the grid has the focus and
 * tells which cell is meant.
 */
export function MatrixGrid({ matrix, cell, onZoom, onMeant, onOpen, onRoom }: MatrixGridProps) {
  const t = useT()
  const id = useId()
  const size = matrix.quirks.length
  const [grid, setGrid] = useState<HTMLDivElement | null>(null)
  const stage = useRef<MatrixStageHandle>(null)
  const rowTitles = useRef<HTMLDivElement>(null)
  const columnTitles = useRef<HTMLDivElement>(null)
  const [titles, setTitles] = useState<HTMLDivElement | null>(null)
  const room = useSize(grid)
  const titleRoom = useSize(titles)?.width ?? 0
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 })
  const [isFocused, setFocused] = useState(false)
  const [pointed, setPointed] = useState<Cell | null>(null)
  const [ranges, setRanges] = useState<{ rows: Range; columns: Range }>({
    rows: { first: 0, end: 0 },
    columns: { first: 0, end: 0 },
  })
  const colours = useColours()
  const within = { row: Math.min(active.row, size - 1), column: Math.min(active.column, size - 1) }
  const meant = pointed ?? (isFocused ? within : null)
  const [row, column] = [meant?.row ?? -1, meant?.column ?? -1]

  const sightOf = useCallback(
    (): Sight | null =>
      grid && room && { left: grid.scrollLeft, top: grid.scrollTop, width: room.width, height: room.height, cell },
    [grid, room, cell],
  )
  const paint = useCallback(() => {
    const sight = sightOf()
    if (!sight) return
    stage.current?.paint()
    if (rowTitles.current) rowTitles.current.style.transform = `translateY(${-sight.top}px)`
    if (columnTitles.current) columnTitles.current.style.transform = `translateX(${-sight.left}px)`
    const around = ({ first, end }: Range): Range => ({
      first: Math.max(0, Math.floor(first / chunk) * chunk - chunk),
      end: Math.min(size, Math.ceil(end / chunk) * chunk + chunk),
    })
    const rows = around(rangeOf(sight.top, sight.height, cell, size))
    const columns = around(rangeOf(sight.left, sight.width, cell, size))
    setRanges((before) =>
      sameRange(before.rows, rows) && sameRange(before.columns, columns) ? before : { rows, columns },
    )
  }, [sightOf, cell, size])
  const frame = useFrame(paint)

  useEffect(
    () => onMeant(row >= 0 && row < size && column < size ? { row, column } : null),
    [onMeant, row, column, size],
  )
  useEffect(() => {
    if (room) onRoom(room)
  }, [room, onRoom])
  useWheelZoom(grid, onZoom)
  useKeptCentre(grid, cell)

  const cellAt = (event: PointerEvent): Cell | null => {
    const box = grid?.getBoundingClientRect()
    if (!grid || !box) return null
    const at = {
      row: Math.floor((event.clientY - box.top + grid.scrollTop) / cell),
      column: Math.floor((event.clientX - box.left + grid.scrollLeft) / cell),
    }
    return at.row >= 0 && at.row < size && at.column >= 0 && at.column < size ? at : null
  }
  const show = (next: Cell) => {
    setActive(next)
    setPointed(null)
    if (!grid || !room) return
    grid.scrollLeft = into(next.column * cell, cell, grid.scrollLeft, room.width)
    grid.scrollTop = into(next.row * cell, cell, grid.scrollTop, room.height)
  }
  const press = (event: KeyboardEvent) => {
    if (event.altKey) return
    const mod = event.ctrlKey || event.metaKey
    const page = Math.max(1, Math.floor((room?.height ?? 0) / cell) - 1)
    const next = movedCell(within, event.key, mod, size, page)
    if (next) show(next)
    else if (event.key === 'Enter' || event.key === ' ') onOpen(within)
    else if (!mod && (event.key === '+' || event.key === '-')) onZoom(event.key === '+' ? 1 : -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const length = size * cell
  const hasTitles = cell >= titled
  return (
    <div className="matrix-frame" data-titled={hasTitles || undefined}>
      {hasTitles && (
        <>
          <div className="matrix-columns" aria-hidden>
            <div ref={columnTitles}>
              <Titles quirks={matrix.quirks} range={ranges.columns} cell={cell} room={titleRoom} meant={column} />
            </div>
          </div>
          <div ref={setTitles} className="matrix-rows" aria-hidden>
            <div ref={rowTitles}>
              <Titles quirks={matrix.quirks} range={ranges.rows} cell={cell} room={titleRoom} meant={row} />
            </div>
          </div>
        </>
      )}
      <div
        ref={setGrid}
        role="grid"
        tabIndex={0}
        className="matrix-grid"
        aria-label={t('matrix.label')}
        aria-rowcount={size}
        aria-colcount={size}
        aria-activedescendant={`${id}-cell`}
        aria-describedby={`${id}-keys`}
        onScroll={frame}
        onKeyDown={press}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onPointerMove={(event) => {
          const at = cellAt(event)
          setPointed((before) => (before?.row === at?.row && before?.column === at?.column ? before : at))
        }}
        onPointerLeave={() => setPointed(null)}
        onClick={(event) => {
          const at = cellAt(event as unknown as PointerEvent)
          if (!at) return
          setActive(at)
          onOpen(at)
        }}
      >
        <div role="rowgroup" className="matrix-room" style={{ width: length, height: length }}>
          {room && (
            <MatrixStage
              ref={stage}
              size={room}
              sightOf={sightOf}
              matrix={matrix}
              colours={colours}
              marked={row >= 0 && row < size && column < size ? { row, column } : null}
            />
          )}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
          <div role="row" aria-rowindex={within.row + 1}>
            {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
            <div
              role="gridcell"
              id={`${id}-cell`}
              className="matrix-cell"
              aria-colindex={within.column + 1}
              aria-label={cellText(t, matrix, within)}
              style={{ left: within.column * cell, top: within.row * cell, width: cell, height: cell }}
            />
          </div>
        </div>
      </div>
      <ByKey>
        <p id={`${id}-keys`} hidden>
          {t('matrix.keys')}
        </p>
      </ByKey>
    </div>
  )
}

/** What a cell says in words. */
export function cellText(t: ReturnType<typeof useT>, matrix: Matrix<Shown>, { row, column }: Cell): string {
  const [one, other] = [matrix.quirks[row], matrix.quirks[column]]
  if (!one || !other) return ''
  if (row === column) return t('matrix.itself', { title: one.title, n: one.highlights })
  return t('matrix.cell', { one: one.title, other: other.title, n: matrix.count(row, column) })
}

interface TitlesProps {
  quirks: readonly Shown[]
  range: Range
  cell: number
  /** For a title with its dot, in px. */
  room: number
  meant: number
}

const Titles = memo(function Titles({ quirks, range, cell, room, meant }: TitlesProps) {
  return quirks.slice(range.first, range.end).map(({ id, title, color }, n) => (
    <div
      key={id}
      className="matrix-title"
      data-meant={range.first + n === meant || undefined}
      data-tooltip={title}
      style={{ '--at': `${(range.first + n) * cell}px`, '--cell': `${cell}px`, '--dot': color }}
    >
      <span className="matrix-title-words">{withoutMiddle(title, (room - beside) / letter, measureText)}</span>
      <span className="overlap-dot" />
    </div>
  ))
})

const sameRange = (a: Range, b: Range): boolean => a.first === b.first && a.end === b.end

/** The least scrolling that brings a stretch into sight. */
function into(at: number, length: number, from: number, room: number): number {
  if (at < from) return at
  return at + length > from + room ? at + length - room : from
}

/** Paints after each drawing, and on demand once a frame. */
function useFrame(paint: () => void): () => void {
  const latest = useRef(paint)
  latest.current = paint
  const waiting = useRef(0)
  useLayoutEffect(paint, [paint])
  useEffect(() => () => cancelAnimationFrame(waiting.current), [])
  return useCallback(() => {
    cancelAnimationFrame(waiting.current)
    waiting.current = requestAnimationFrame(() => latest.current())
  }, [])
}

function useColours(): Colours {
  const scheme = useScheme()
  return useMemo(
    () => ({
      paper: themeColour('--raised'),
      ink: themeColour('--ink'),
      accent: themeColour('--accent'),
      shades: shades[scheme],
      inks: shades[scheme].map(labelColour),
      font: canvasFont(11, 450),
    }),
    [scheme],
  )
}

/** The wheel with Ctrl, and two fingers on a touchpad. */
function useWheelZoom(grid: HTMLElement | null, onZoom: (by: 1 | -1) => void): void {
  const latest = useRef(onZoom)
  latest.current = onZoom
  useEffect(() => {
    if (!grid) return
    let sum = 0
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      sum += event.deltaY
      if (Math.abs(sum) < 40) return
      latest.current(sum < 0 ? 1 : -1)
      sum = 0
    }
    grid.addEventListener('wheel', turn, { passive: false })
    return () => grid.removeEventListener('wheel', turn)
  }, [grid])
}

/** What is in the middle stays there when cells grow or shrink. */
function useKeptCentre(grid: HTMLElement | null, cell: number): void {
  const before = useRef(cell)
  useLayoutEffect(() => {
    if (!grid || before.current === cell) return
    const by = cell / before.current
    before.current = cell
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = grid
    grid.scrollLeft = (scrollLeft + clientWidth / 2) * by - clientWidth / 2
    grid.scrollTop = (scrollTop + clientHeight / 2) * by - clientHeight / 2
  }, [grid, cell])
}
