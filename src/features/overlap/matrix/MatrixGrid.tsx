import { memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { withoutMiddle } from '../../../model/canvas/fitTitle.ts'
import type { Matrix } from '../../../model/canvas/matrix/matrixOf.ts'
import type { Cell, Colours } from '../../../model/canvas/matrix/paintMatrix.ts'
import { shades } from '../../../model/canvas/matrix/shades.ts'
import { cssColour, labelColour } from '../../../model/palette.ts'
import { Dot } from '../../../ui/Dot.tsx'
import { useGrid } from '../../../ui/grid/useGrid.ts'
import { ByKey } from '../../../ui/keyboard.ts'
import { canvasFont, measureText } from '../../../ui/measureText.ts'
import { themeColour, useScheme } from '../../../ui/theme.ts'
import { useBeforePaint } from '../../../ui/useBeforePaint.ts'
import { type Size, useSize } from '../../../ui/useSize.ts'
import type { Shown } from '../useQuirks.ts'
import { MatrixStage, type MatrixStageHandle } from './MatrixStage.tsx'
import { readable } from './readable.ts'

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

/** So much room a title needs to be read, in px. Beside smaller cells only every second one stands, or every third, and so on, like the numbers on an axis. */
const titled = 13
/** What stands beside the words of a title, and the size of its letters where they are meant: as in `matrix.css`, in px. */
const [beside, letter] = [30, 12.5]

/** The overlaps of each two quirks as shades. The cells in sight are painted on a canvas; the titles, and the cell that is meant, are HTML. */
export function MatrixGrid({ matrix, cell, onZoom, onMeant, onOpen, onRoom }: MatrixGridProps) {
  const t = useT()
  const id = useId()
  const size = matrix.quirks.length
  const widths = useMemo(() => new Array<number>(size).fill(cell), [size, cell])
  const [pointed, setPointed] = useState<Cell | null>(null)
  const grid = useGrid({
    label: t('matrix.label'),
    rows: size,
    rowHeight: cell,
    columns: size,
    widths,
    fixed: 0,
    readOnly: true,
    spotAt: (event) => {
      const at = cellAt(event)
      return at && { row: at.row, col: at.column }
    },
    onEnter: ({ row, col }) => onOpen({ row, column: col }),
    onKey: ({ key, ctrlKey, metaKey }) => {
      const by = ctrlKey || metaKey ? undefined : { '+': 1 as const, '-': -1 as const }[key]
      if (by) onZoom(by)
      return by !== undefined
    },
    onWork: () => setPointed(null),
    textAt: ({ row, col }) => cellText(t, matrix, { row, column: col }),
  })
  const { element } = grid
  const stage = useRef<MatrixStageHandle>(null)
  const rowTitles = useRef<HTMLDivElement>(null)
  const columnTitles = useRef<HTMLDivElement>(null)
  const [titles, setTitles] = useState<HTMLDivElement | null>(null)
  const room = useSize(element, true)
  const titleRoom = useSize(titles, true)?.width ?? 0
  const colours = useColours()
  const within = { row: grid.active.row, column: grid.active.col }
  const meant = pointed ?? (grid.isFocused ? within : null)
  const [row, column] = [meant?.row ?? -1, meant?.column ?? -1]

  const paint = useBeforePaint(() => {
    if (!element || !room) return
    const { scrollLeft: left, scrollTop: top } = element
    stage.current?.paint({ left, top, width: room.width, height: room.height, cell })
    if (rowTitles.current) rowTitles.current.style.transform = `translateY(${-top}px)`
    if (columnTitles.current) columnTitles.current.style.transform = `translateX(${-left}px)`
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is painted is another one
  useLayoutEffect(paint, [paint, element, room, cell, matrix, colours])

  useEffect(
    () => onMeant(row >= 0 && row < size && column < size ? { row, column } : null),
    [onMeant, row, column, size],
  )
  useEffect(() => {
    if (room) onRoom(room)
  }, [room, onRoom])
  useWheelZoom(element, onZoom)
  useKeptCentre(element, cell)

  const cellAt = (event: { clientX: number; clientY: number }): Cell | null => {
    const box = element?.getBoundingClientRect()
    if (!element || !box) return null
    const at = {
      row: Math.floor((event.clientY - box.top + element.scrollTop) / cell),
      column: Math.floor((event.clientX - box.left + element.scrollLeft) / cell),
    }
    return at.row >= 0 && at.row < size && at.column >= 0 && at.column < size ? at : null
  }
  const length = size * cell
  return (
    <div className="matrix-frame">
      <div className="matrix-columns" data-keep-clear-if-room aria-hidden>
        <div ref={columnTitles}>
          {titleRoom > 0 && (
            <Titles
              quirks={matrix.quirks}
              shown={grid.columns.map(({ col }) => col)}
              cell={cell}
              room={titleRoom}
              meant={column}
            />
          )}
        </div>
      </div>
      <div ref={setTitles} className="matrix-rows" aria-hidden>
        <div ref={rowTitles}>
          {titleRoom > 0 && (
            <Titles
              quirks={matrix.quirks}
              shown={grid.rows.map(({ row: at }) => at)}
              cell={cell}
              room={titleRoom}
              meant={row}
            />
          )}
        </div>
      </div>
      <div
        {...grid.props}
        className="ui-grid matrix-grid"
        aria-describedby={`${id}-keys`}
        onScroll={paint}
        onPointerMove={(event) => {
          const at = cellAt(event)
          setPointed((before) => (before?.row === at?.row && before?.column === at?.column ? before : at))
        }}
        onPointerLeave={() => setPointed(null)}
      >
        <div role="rowgroup" className="matrix-room" style={{ width: length, height: length }}>
          {room && (
            <MatrixStage
              ref={stage}
              size={room}
              matrix={matrix}
              colours={colours}
              marked={row >= 0 && row < size && column < size ? { row, column } : null}
            />
          )}
          <div {...grid.row(within.row)}>
            <div
              {...grid.cell(within.row, within.column, { label: cellText(t, matrix, within) })}
              className="matrix-cell"
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
  /** Those that are drawn. */
  shown: readonly number[]
  cell: number
  /** For a title with its dot, in px. */
  room: number
  meant: number
}

function Titles({ quirks, shown, cell, room, meant }: TitlesProps) {
  const size = Math.max(cell, titled)
  return readable(shown, Math.ceil(titled / cell), meant).map((at) => {
    const quirk = quirks[at]
    const from = Math.max(0, (at + 0.5) * cell - size / 2)
    return quirk && <Title key={quirk.id} quirk={quirk} at={from} cell={size} room={room} isMeant={at === meant} />
  })
}

const Title = memo(function Title(props: { quirk: Shown; at: number; cell: number; room: number; isMeant: boolean }) {
  const { quirk, at, cell, room, isMeant } = props
  return (
    <div
      className="matrix-title"
      data-meant={isMeant || undefined}
      data-tooltip={quirk.title}
      style={{ '--at': `${at}px`, '--cell': `${cell}px`, '--dot': cssColour(quirk.color) }}
    >
      <span className="matrix-title-words">{withoutMiddle(quirk.title, (room - beside) / letter, measureText)}</span>
      <Dot size={8} />
    </div>
  )
})

function useColours(): Colours {
  const scheme = useScheme()
  return useMemo(
    () => ({
      scheme,
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
