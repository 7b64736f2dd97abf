import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useT } from '../../i18n/useT.ts'
import type { PropertyCell } from '../../model/commands.ts'
import type { SourceTableRow } from '../../model/queries.ts'
import { asAdded, type SourceOrder } from '../../model/rules/sourceOrder.ts'
import { none } from '../../model/schema.ts'
import { MoreBeside } from '../../ui/lists/MoreBeside.tsx'
import { MenuAt, type Point } from '../../ui/menus/MenuAt.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { CellEditor, type Leaving } from './CellEditor.tsx'
import { cellText, cellWords, sameWords } from './cellWords.ts'
import {
  type Area,
  areaOf,
  type Chosen,
  chooseOne,
  type GridSize,
  head,
  isIn,
  moved,
  type Spot,
  within,
} from './gridMoves.ts'
import { PropertyHead } from './PropertyHead.tsx'
import { cellId, type GridColumn, PropertyRow } from './PropertyRow.tsx'
import { type FindValues, type Property, valuesHeld } from './properties.ts'
import { useGridWidths } from './useGridWidths.ts'

export interface PropertyGridProps {
  /** The sources in the order of the rows. */
  ids: readonly number[]
  /** Those that are known. */
  rows: ReadonlyMap<number, SourceTableRow>
  properties: readonly Property[]
  find: FindValues
  order: SourceOrder
  canWrite: boolean
  onOrder: (order: SourceOrder) => void
  /** Rows from the first to the last one in sight, where this changes. */
  onInSight: (first: number, last: number) => void
  onSet: (cell: PropertyCell) => void
  onClear: (area: Area) => void
  /** What goes to the clipboard; null: it goes there by itself, later. */
  onCopy: (area: Area) => string | null
  onPaste: (text: string, area: Area) => void
  onUndo: (way: 'undo' | 'redo') => void
  onOpen: (sourceId: number) => void
  onProperties: (sourceId: number) => void
  onEdit: (keyId: number) => void
}

const rowHeight = 36
const headHeight = 40

/**
 * Sources by properties, in the way of a spreadsheet. The grid has the focus and tells which cell is meant: so a cell that
 * is scrolled out of sight cannot take it along.
 */
export function PropertyGrid(props: PropertyGridProps) {
  const { ids, rows, properties, order, canWrite, onOrder, onSet, onEdit } = props
  const t = useT()
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Chosen>(() => chooseOne(0, Math.min(1, properties.length)))
  const [editing, setEditing] = useState<{ sourceId: number; keyId: number; start: string } | null>(null)
  /** Cells are being worked on: Escape first ends that, and only then the table. */
  const [held, setHeld] = useState(false)
  const [menu, setMenu] = useState<{ at: Point; spot: Spot } | null>(null)
  const { titleWidth, width } = useGridWidths(grid)
  const size: GridSize = { rows: ids.length, cols: properties.length + 1, page: pageOf(grid.current) }
  const active = within(chosen.active, size)
  const area = areaOf({ active, anchor: within(chosen.anchor, size) })

  const rowsShown = useVirtualizer({
    count: ids.length,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    overscan: 6,
    useFlushSync: false,
    rangeExtractor: useCallback((range: Range) => withActive(range, active.row), [active.row]),
  })
  const colsShown = useVirtualizer({
    horizontal: true,
    count: properties.length,
    getScrollElement: () => grid.current,
    estimateSize: () => width,
    paddingStart: titleWidth,
    scrollPaddingStart: titleWidth,
    overscan: 2,
    useFlushSync: false,
    rangeExtractor: useCallback((range: Range) => withActive(range, active.col - 1), [active.col]),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other widths, other places
  useLayoutEffect(() => {
    colsShown.measure()
  }, [colsShown, width])
  const drawn = rowsShown.getVirtualItems()
  const virtual = colsShown.getVirtualItems()
  const columns = useMemo(() => columnsOf(virtual, properties, titleWidth), [virtual, properties, titleWidth])
  const { startIndex = 0, endIndex = 0 } = rowsShown.range ?? {}
  const { onInSight } = props
  useEffect(() => onInSight(startIndex, endIndex), [onInSight, startIndex, endIndex])

  useEffect(() => {
    // What stood here while the sources were on their way had the focus for it.
    const { current } = grid
    if (current && current.parentElement === document.activeElement) current.focus()
  }, [])

  const wordsAt = (sourceId: number, property: Property): string[] =>
    valuesHeld(property, rows.get(sourceId)?.properties ?? []).map(({ value }) => value)

  const choose = (next: Chosen) => {
    setChosen(next)
    const { row, col } = next.active
    if (row >= 0) rowsShown.scrollToIndex(row, { align: 'auto' })
    if (col > 0) colsShown.scrollToIndex(col - 1, { align: 'auto' })
  }
  const edit = (start: string | null): boolean => {
    const sourceId = ids[active.row]
    const property = properties[active.col - 1]
    if (!canWrite || sourceId === undefined || !property || !rows.has(sourceId)) return false
    const words = wordsAt(sourceId, property)
    const text = cellText(words)
    // A key that is pressed writes into the field: it has to be there, focused, before the key arrives.
    flushSync(() => {
      setChosen(chooseOne(active.row, active.col))
      setHeld(true)
      setEditing({
        sourceId,
        keyId: property.id,
        start: start ?? (property.multiple && text !== '' ? `${text}, ` : text),
      })
    })
    return true
  }
  const store = async (text: string | Promise<string>, sourceId: number, property: Property) => {
    const before = wordsAt(sourceId, property)
    const values = cellWords(typeof text === 'string' ? text : await text, property)
    if (!sameWords(values, before)) onSet({ sourceId, keyId: property.id, values })
  }
  const commit = (text: string | Promise<string>, leaving: Leaving) => {
    const property = properties.find((one) => one.id === editing?.keyId)
    // One that went with its row is not the one that is open now.
    setEditing((now) => (now === editing ? null : now))
    if (editing && property) void store(text, editing.sourceId, property)
    if (leaving === 'stay') return
    grid.current?.focus({ preventScroll: true })
    const key = { down: 'ArrowDown', up: 'ArrowUp', right: 'ArrowRight', left: 'ArrowLeft' }[leaving]
    const to = moved(chooseOne(active.row, active.col), key, size, { shift: false, mod: false })
    if (to && to.active.row !== head && to.active.col > 0) choose(to)
  }
  const sortBy = (col: number, descending: boolean) => {
    const keyId = properties[col - 1]?.id
    onOrder(keyId === undefined ? { by: 'title', descending } : { by: 'property', keyId, descending })
  }
  const sorted = (col: number): 'ascending' | 'descending' | undefined => {
    const isBy = col === 0 ? order.by === 'title' : order.by === 'property' && order.keyId === properties[col - 1]?.id
    return isBy ? (order.descending ? 'descending' : 'ascending') : undefined
  }
  const toggleSort = (col: number) => {
    if (sorted(col) === 'descending') onOrder(asAdded)
    else sortBy(col, sorted(col) === 'ascending')
  }
  const enter = (): boolean => {
    if (active.row === head) toggleSort(active.col)
    else if (active.col === 0) openAt(active.row)
    else return edit(null)
    return true
  }
  const openAt = (row: number) => {
    const sourceId = ids[row]
    if (sourceId !== undefined) props.onOpen(sourceId)
  }
  const editHere = (): boolean => {
    const property = properties[active.col - 1]
    if (active.row !== head) return edit(null)
    if (property && canWrite) onEdit(property.id)
    return property !== undefined
  }
  const openMenu = (): boolean => {
    const cell = grid.current?.querySelector(`[data-row="${active.row}"][data-col="${active.col}"]`)
    const box = cell?.getBoundingClientRect()
    if (box) setMenu({ at: { x: box.left + 12, y: box.bottom }, spot: active })
    return true
  }

  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !(event.target instanceof Element) || event.target.closest('input')) return
    const { key, shiftKey: shift, altKey } = event
    const mod = event.ctrlKey || event.metaKey
    const done = (): boolean => {
      if (altKey) return false
      if (key !== 'Escape') setHeld(true)
      const to = moved({ active, anchor: chosen.anchor }, key, size, { shift, mod })
      if (to) choose(to)
      if (to) return true
      if (mod) return pressWithCtrl(key.toLowerCase(), shift)
      if (key === 'Tab') {
        const next = active.col + (shift ? -1 : 1)
        if (active.row === head || next < 0 || next >= size.cols) return false
        choose(chooseOne(active.row, next))
        return true
      }
      if (key === 'Enter') return enter()
      if (key === 'F2') return editHere()
      if (key === 'ContextMenu' || (key === 'F10' && shift)) return openMenu()
      if (key === 'Escape') {
        if (!held && area.top === area.bottom && area.left === area.right) return false
        setHeld(false)
        choose(chooseOne(active.row, active.col))
        return true
      }
      if ((key === 'Delete' || key === 'Backspace') && canWrite) {
        props.onClear(area)
        return true
      }
      // Its own writing goes on into the field: also that of a dead key or of an input method.
      if (key.length === 1 || key === 'Dead' || key === 'Process') edit('')
      return false
    }
    if (!done()) return
    event.preventDefault()
    event.stopPropagation()
  }
  const pressWithCtrl = (key: string, shift: boolean): boolean => {
    if (key === 'a') setChosen({ anchor: { row: head, col: 0 }, active: { row: size.rows - 1, col: size.cols - 1 } })
    else if (key === 'z' || key === 'y') props.onUndo(key === 'y' || shift ? 'redo' : 'undo')
    else return false
    return true
  }

  const copy = (event: ClipboardEvent, isCut: boolean) => {
    if (event.target instanceof Element && event.target.closest('input')) return
    event.preventDefault()
    const text = props.onCopy(area)
    if (text !== null) event.clipboardData.setData('text/plain', text)
    if (isCut && canWrite) props.onClear(area)
  }
  const paste = (event: ClipboardEvent) => {
    if (!canWrite) return
    event.preventDefault()
    props.onPaste(event.clipboardData.getData('text/plain'), area)
  }

  const down = (event: PointerEvent) => {
    const spot = spotOf(event.target)
    if (!spot || event.pointerType === 'touch' || isControl(event.target)) return
    // Leaving the field stores it, before another cell is chosen.
    grid.current?.focus({ preventScroll: true })
    setHeld(true)
    if (event.button === 0 && event.shiftKey) setChosen(({ anchor }) => ({ anchor, active: spot }))
    else if (event.button === 0 || !isIn(area, spot.row, spot.col)) setChosen(chooseOne(spot.row, spot.col))
  }
  const drag = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || event.buttons !== 1 || editing) return
    const spot = spotOf(event.target)
    if (spot && (spot.row !== active.row || spot.col !== active.col))
      setChosen(({ anchor }) => ({ anchor, active: spot }))
  }
  /** A finger chooses with the first touch and fills in with the second. */
  const tap = (event: MouseEvent) => {
    const native = event.nativeEvent
    if (!(native instanceof globalThis.PointerEvent) || native.pointerType !== 'touch' || isControl(event.target))
      return
    const spot = spotOf(event.target)
    if (!spot) return
    grid.current?.focus({ preventScroll: true })
    if (spot.row === active.row && spot.col === active.col) enter()
    else setChosen(chooseOne(spot.row, spot.col))
  }
  const menuAt = (event: MouseEvent) => {
    const spot = spotOf(event.target)
    if (!spot) return
    event.preventDefault()
    setMenu({ at: { x: event.clientX, y: event.clientY }, spot })
  }
  const menuOf = ({ row, col }: Spot): MenuEntry[] => {
    const property = properties[col - 1]
    const sourceId = ids[row]
    if (row === head) {
      const now = sorted(col)
      return [
        { label: t('property.ascending'), checked: now === 'ascending', onChange: () => sortBy(col, false) },
        { label: t('property.descending'), checked: now === 'descending', onChange: () => sortBy(col, true) },
        { label: t('property.asAdded'), checked: order.by === 'added', onChange: () => onOrder(asAdded) },
        ...(property && canWrite
          ? (['line', { label: t('property.edit'), shortcut: 'F2', onSelect: () => onEdit(property.id) }] as const)
          : []),
      ]
    }
    if (sourceId === undefined) return []
    return [
      ...(property && canWrite
        ? ([
            { label: t('property.editCell'), shortcut: 'F2', onSelect: () => queueMicrotask(() => edit(null)) },
            { label: t('property.clearCells'), shortcut: 'Del', onSelect: () => props.onClear(area) },
            'line',
          ] as const)
        : []),
      { label: t('property.one'), onSelect: () => props.onProperties(sourceId) },
      { label: t('source.open'), onSelect: () => props.onOpen(sourceId) },
    ]
  }

  const headCell = (name: string, col: number, gap: number) => (
    <PropertyHead
      key={col}
      id={cellId(id, head, col)}
      name={name}
      col={col}
      style={col === 0 ? { width: titleWidth } : { width, marginInlineStart: gap }}
      sorted={sorted(col)}
      isActive={active.row === head && active.col === col}
      isChosen={isIn(area, head, col)}
      onSort={() => toggleSort(col)}
      onMenu={(at) => setMenu({ at, spot: { row: head, col } })}
    />
  )
  const editor = (sourceId: number) => {
    const property = properties.find((one) => one.id === editing?.keyId)
    if (editing?.sourceId !== sourceId || !property) return null
    return (
      <CellEditor
        label={t('property.cell', { name: property.key, title: rows.get(sourceId)?.title ?? '' })}
        property={property}
        find={props.find}
        start={editing.start}
        onCommit={commit}
        onCancel={() => {
          setEditing(null)
          setHeld(false)
          grid.current?.focus({ preventScroll: true })
        }}
      />
    )
  }
  return (
    <>
      <div
        ref={grid}
        role="grid"
        className="property-grid"
        data-held={held || undefined}
        tabIndex={0}
        aria-label={t('property.table')}
        aria-rowcount={ids.length + 1}
        aria-colcount={size.cols}
        aria-multiselectable
        aria-readonly={!canWrite || undefined}
        aria-activedescendant={cellId(id, active.row, active.col)}
        onKeyDown={press}
        onCopy={(event) => copy(event, false)}
        onCut={(event) => copy(event, true)}
        onPaste={paste}
        onPointerDown={down}
        onPointerMove={drag}
        onClick={tap}
        onDoubleClick={(event) => !isControl(event.target) && spotOf(event.target)?.row !== head && enter()}
        onContextMenu={menuAt}
      >
        <MoreBeside scroller={grid} reach={colsShown.getTotalSize()} />
        <div
          role="rowgroup"
          className="property-grid-all"
          style={{ height: rowsShown.getTotalSize(), width: colsShown.getTotalSize() }}
        >
          {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
          <div role="row" className="property-head" aria-rowindex={1}>
            {headCell(t('property.source'), 0, 0)}
            {columns.map(({ property, col, gap }) => headCell(property.key, col, gap))}
          </div>
          {drawn.map(({ index: row, start }) => {
            const sourceId = ids[row]
            if (sourceId === undefined) return null
            const isChosen = row >= area.top && row <= area.bottom
            return (
              <PropertyRow
                key={sourceId}
                gridId={id}
                row={row}
                top={start}
                source={rows.get(sourceId)}
                columns={columns}
                titleWidth={titleWidth}
                width={width}
                left={isChosen ? area.left : none}
                right={isChosen ? area.right : none}
                activeCol={row === active.row ? active.col : none}
                edited={editing?.sourceId === sourceId ? editing.keyId : none}
                editor={editor(sourceId)}
              />
            )
          })}
        </div>
      </div>
      <MenuAt
        at={menu?.at ?? null}
        items={menu ? menuOf(menu.spot) : []}
        label={t('property.table')}
        onClose={() => setMenu(null)}
      />
    </>
  )
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, input, .property-offers') !== null

function spotOf(target: EventTarget): Spot | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row][data-col]') : null
  return cell ? { row: Number(cell.dataset.row), col: Number(cell.dataset.col) } : null
}

/** What is in sight, and the cell that is meant: it stays drawn wherever the table is scrolled. */
function withActive(range: Range, index: number): number[] {
  const shown = defaultRangeExtractor(range)
  if (index < 0 || index >= range.count || shown.includes(index)) return shown
  return [...shown, index].sort((a, b) => a - b)
}

/** The columns in sight; between one that stays drawn and those there is a gap. */
function columnsOf(virtual: readonly VirtualItem[], properties: readonly Property[], titleWidth: number): GridColumn[] {
  let end = titleWidth
  return virtual.flatMap((item) => {
    const property = properties[item.index]
    const gap = item.start - end
    end = item.end
    return property ? [{ property, col: item.index + 1, gap }] : []
  })
}

const pageOf = (grid: HTMLElement | null): number =>
  Math.max(1, Math.floor(((grid?.clientHeight ?? 0) - headHeight) / rowHeight) - 1)
