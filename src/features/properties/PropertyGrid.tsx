import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useT } from '../../i18n/useT.ts'
import type { PropertyCell } from '../../model/commands.ts'
import type { SourceTableRow } from '../../model/queries.ts'
import type { SourceOrder } from '../../model/rules/sourceOrder.ts'
import { none } from '../../model/schema.ts'
import { type Area, chooseOne, type Spot, sizeOf } from '../../ui/grid/gridMoves.ts'
import { useGrid } from '../../ui/grid/useGrid.ts'
import { MoreBeside } from '../../ui/lists/MoreBeside.tsx'
import { MenuAt, type Point } from '../../ui/menus/MenuAt.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { useSize } from '../../ui/useSize.ts'
import { CellEditor, type Leaving } from './CellEditor.tsx'
import { cellText, cellWords, sameWords } from './cellWords.ts'
import { cellMenu, columnMenu } from './gridMenus.ts'
import { PropertyHead } from './PropertyHead.tsx'
import { PropertyRow } from './PropertyRow.tsx'
import { type FindValues, type Property, valuesHeld } from './properties.ts'
import { sortingOf } from './sorting.ts'

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

const heads = [40]

/** Sources by properties, in the way of a spreadsheet: a key that writes fills in the cell that is meant. */
export function PropertyGrid(props: PropertyGridProps) {
  const { ids, rows, properties, order, canWrite, onOrder, onSet, onEdit } = props
  const t = useT()
  const [editing, setEditing] = useState<{ sourceId: number; keyId: number; start: string } | null>(null)
  /** Cells are being worked on: Escape first ends that, and only then the table. */
  const [held, setHeld] = useState(false)
  const [menu, setMenu] = useState<{ at: Point; spot: Spot } | null>(null)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const isNarrow = (useSize(frame)?.width ?? 560) < 560
  const widths = useMemo(
    // The names of the sources leave room for two columns on a phone.
    () => [isNarrow ? 128 : 232, ...properties.map(() => (isNarrow ? 124 : 176))],
    [isNarrow, properties],
  )
  const grid = useGrid({
    label: t('property.table'),
    rows: ids.length,
    rowHeight: 36,
    heads,
    columns: properties.length + 1,
    widths,
    columnKey: useCallback((col: number) => properties[col - 1]?.id ?? none, [properties]),
    start: { row: 0, col: Math.min(1, properties.length) },
    readOnly: !canWrite,
    ranges: true,
    chooses: true,
    onEnter: () => enter(),
    onMenu: (spot, at) => setMenu({ at, spot }),
    onCopy: props.onCopy,
    onKey: (event) => pressed(event),
    onWork: () => setHeld(true),
  })
  const { active, area, choose, first, last } = grid
  const sorting = sortingOf(properties, order, onOrder)
  const { sorted, toggle: toggleSort } = sorting
  const { onInSight } = props
  useEffect(() => onInSight(first, last), [onInSight, first, last])

  const { scroller } = grid
  useEffect(() => {
    const { current } = scroller
    setFrame(current)
    // What stood here while the sources were on their way had the focus for it.
    if (current && current.parentElement === document.activeElement) current.focus()
  }, [scroller])

  const wordsAt = (sourceId: number, property: Property): string[] =>
    valuesHeld(property, rows.get(sourceId)?.properties ?? []).map(({ value }) => value)

  const edit = (start: string | null): boolean => {
    const sourceId = ids[active.row]
    const property = properties[active.col - 1]
    if (!canWrite || sourceId === undefined || !property || !rows.has(sourceId)) return false
    const words = wordsAt(sourceId, property)
    const text = cellText(words)
    // A key that is pressed writes into the field: it has to be there, focused, before the key arrives.
    flushSync(() => {
      choose(chooseOne(active.row, active.col))
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
    grid.focus()
    const { row, col } = active
    const [down, right] = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1] }[leaving] as [number, number]
    const isThere = row + down >= 0 && row + down < ids.length && col + right > 0 && col + right <= properties.length
    if (isThere) choose(chooseOne(row + down, col + right))
  }
  const enter = (): boolean => {
    if (active.row < 0) toggleSort(active.col)
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
    if (active.row >= 0) return edit(null)
    if (property && canWrite) onEdit(property.id)
    return property !== undefined
  }
  /** What a key does beside moving; false where it is none of these. */
  const pressed = (event: KeyboardEvent): boolean => {
    const { key, shiftKey: shift } = event
    if (event.ctrlKey || event.metaKey) return pressedWithCtrl(key.toLowerCase(), shift)
    if (key === 'Tab') {
      const next = active.col + (shift ? -1 : 1)
      if (active.row < 0 || next < 0 || next > properties.length) return false
      choose(chooseOne(active.row, next))
      return true
    }
    if (key === 'Enter') return enter()
    if (key === 'F2') return editHere()
    if (key === 'Escape') {
      if (!held && sizeOf(area) === 1) return false
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
  const pressedWithCtrl = (key: string, shift: boolean): boolean => {
    if (key !== 'z' && key !== 'y') return false
    props.onUndo(key === 'y' || shift ? 'redo' : 'undo')
    return true
  }

  const cut = (event: ClipboardEvent) => {
    if (event.target instanceof Element && event.target.closest('input')) return
    event.preventDefault()
    const text = props.onCopy(area)
    if (text !== null) event.clipboardData.setData('text/plain', text)
    if (canWrite) props.onClear(area)
  }
  const paste = (event: ClipboardEvent) => {
    if (!canWrite) return
    event.preventDefault()
    props.onPaste(event.clipboardData.getData('text/plain'), area)
  }

  const menuOf = ({ row, col }: Spot): MenuEntry[] => {
    const property = properties[col - 1]
    const sourceId = ids[row]
    if (row < 0) return columnMenu({ t, sorting, col, onEdit: property && canWrite && (() => onEdit(property.id)) })
    if (sourceId === undefined) return []
    return cellMenu({
      t,
      onEdit: property && canWrite && (() => edit(null)),
      onClear: () => props.onClear(area),
      onProperties: () => props.onProperties(sourceId),
      onOpen: () => props.onOpen(sourceId),
    })
  }

  const headCell = (name: string, col: number, gap: number) => (
    <PropertyHead
      key={col}
      cell={grid.cell(-1, col, { sorted: sorted(col) })}
      name={name}
      style={{ width: grid.widths[col], ...(col > 0 && { marginInlineStart: gap }) }}
      sorted={sorted(col)}
      onSort={() => {
        // The keys go on from what was clicked: the row that was meant is another source now.
        choose(chooseOne(-1, col))
        toggleSort(col)
      }}
      onMenu={(at) => setMenu({ at, spot: { row: -1, col } })}
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
          grid.focus()
        }}
      />
    )
  }
  return (
    <>
      <div {...grid.props} className="ui-grid property-grid" data-held={held || undefined} onCut={cut} onPaste={paste}>
        <MoreBeside scroller={scroller} reach={grid.all.width ?? 0} />
        <div role="rowgroup" className="ui-grid-all" style={grid.all}>
          <div {...grid.row(-1)} className="property-head">
            {headCell(t('property.source'), 0, 0)}
            {grid.columns.map(({ col, gap }) => headCell(properties[col - 1]?.key ?? '', col, gap))}
          </div>
          {grid.rows.map(({ row, top }) => {
            const sourceId = ids[row]
            if (sourceId === undefined) return null
            const isChosen = row >= area.top && row <= area.bottom
            return (
              <PropertyRow
                key={sourceId}
                gridId={grid.id}
                row={row}
                top={top}
                source={rows.get(sourceId)}
                properties={properties}
                columns={grid.columns}
                titleWidth={grid.widths[0] ?? 0}
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
