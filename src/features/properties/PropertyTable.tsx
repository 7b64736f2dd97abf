import { useCallback, useDeferredValue, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ProjectHandle } from '../../data/copies/handle.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import type { PropertyCell } from '../../model/commands.ts'
import { windowRows } from '../../model/limits.ts'
import type { SourceTableRow } from '../../model/queries.ts'
import { asAdded, type SourceOrder } from '../../model/rules/sourceOrder.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { toClipboard } from '../../ui/feedback/copyText.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import type { Area } from '../../ui/grid/gridMoves.ts'
import { parseTable, tableText } from '../../ui/grid/tsv.ts'
import { PlusIcon, SourcesIcon } from '../../ui/icons.ts'
import { ByKey } from '../../ui/keyboard.ts'
import { cellText, sameWords } from './cellWords.ts'
import { PropertyGrid } from './PropertyGrid.tsx'
import { pastedAt, pastedByName } from './pasted.ts'
import { type Property, valuesHeld } from './properties.ts'
import { NoProperties } from './SourceProperties.tsx'
import { useFindValues } from './useFindValues.ts'
import { useProperties } from './useProperties.ts'
import { useSteps } from './useSteps.ts'
import { useTableIds } from './useTableIds.ts'
import { useTableRows } from './useTableRows.ts'

export interface PropertyTableProps {
  open: boolean
  onClose: () => void
  onNew: () => void
  onEdit: (keyId: number) => void
  /** Shows the text of a source. */
  onOpen: (sourceId: number) => void
  onProperties: (sourceId: number) => void
  onUndo: (way: 'undo' | 'redo') => void
}

const nothing: readonly number[] = []
const wordsOf = (row: SourceTableRow | undefined, property: Property): string[] =>
  valuesHeld(property, row?.properties ?? []).map(({ value }) => value)

/** All sources with all their properties. */
export function PropertyTable({ open, onClose, ...props }: PropertyTableProps) {
  const t = useT()
  const inside = useRef<HTMLDivElement>(null)
  return (
    <Modal open={open} onClose={onClose} title={t('property.table')} size="large" initialFocus={inside}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it has the focus until there are cells to have it */}
      <div
        ref={inside}
        tabIndex={-1}
        className="property-table"
        onFocus={({ target, currentTarget }) =>
          target === currentTarget && currentTarget.querySelector<HTMLElement>('[role=grid]')?.focus()
        }
      >
        <Table {...props} />
      </div>
    </Modal>
  )
}

function Table(props: Omit<PropertyTableProps, 'open' | 'onClose'>) {
  const { onNew, onEdit } = props
  const t = useT()
  const project = useProject()
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const steps = useSteps()
  const properties = useProperties()
  const find = useFindValues()
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<SourceOrder>(asAdded)
  const found = useTableIds(useDeferredValue(search), order)
  const ids = found ?? nothing
  const [inSight, setInSight] = useState({ first: 0, last: 0 })
  const onInSight = useCallback((first: number, last: number) => setInSight({ first, last }), [])
  const rows = useTableRows(ids, inSight.first, inSight.last)
  const [busy, setBusy] = useState(false)

  /** One step; what stays as it was is left out of it. */
  const set = async (
    cells: readonly PropertyCell[],
    create: { key: string; multipleChoice: boolean }[],
    left: number,
  ) => {
    const byId = new Map(properties?.map((property) => [property.id, property]))
    const before = await rowsOf(project, [...new Set(cells.map(({ sourceId }) => sourceId))])
    const changed = cells.filter(({ sourceId, keyId, values }) => {
      const property = byId.get(keyId)
      return property ? !sameWords(values, wordsOf(before.get(sourceId), property)) : values.length > 0
    })
    if (changed.length === 0) return toast.show({ id: 'step', message: t('property.pasteNothing', { left }) })
    const valuesBefore = await valueCount(project)
    const message = async () =>
      t('property.pasted', {
        cells: changed.length,
        sources: new Set(changed.map(({ sourceId }) => sourceId)).size,
        values: (await valueCount(project)) - valuesBefore,
        created: create.length,
        left,
      })
    const problem = await steps.step('setSourceProperties', { cells: changed, create }, message)
    if (problem) showProblem(problem, { id: 'step' })
  }
  const working = async (work: () => Promise<void>) => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const setOne = async (cell: PropertyCell) => {
    const problem = await steps.quietly('setSourceProperties', { cells: [cell] })
    if (problem) showProblem(problem, { id: 'step' })
  }
  const propertiesIn = ({ left, right }: Area) => (properties ?? []).slice(Math.max(0, left - 1), right)
  const idsIn = ({ top, bottom }: Area) => ids.slice(Math.max(0, top), bottom + 1)
  const clear = (area: Area) => {
    const keys = propertiesIn(area)
    const cells = idsIn(area).flatMap((sourceId) => keys.map(({ id }) => ({ sourceId, keyId: id, values: [] })))
    const held = cells.filter(({ sourceId, keyId }) => {
      const row = rows.get(sourceId)
      return !row || row.properties.some((one) => one.keyId === keyId)
    })
    const [only] = held
    if (held.length === 1 && only && rows.has(only.sourceId)) void setOne(only)
    else if (held.length > 0) void working(() => set(held, [], 0))
  }
  const textOf = (area: Area, known: ReadonlyMap<number, SourceTableRow>): string => {
    const keys = propertiesIn(area)
    const withTitle = area.left === 0
    const names = [...(withTitle ? [t('property.source')] : []), ...keys.map(({ key }) => key)]
    const lines = idsIn(area).map((sourceId) => {
      const row = known.get(sourceId)
      return [...(withTitle ? [row?.title ?? ''] : []), ...keys.map((property) => cellText(wordsOf(row, property)))]
    })
    return tableText(area.top < 0 ? [names, ...lines] : lines)
  }
  const copy = (area: Area): string | null => {
    const wanted = idsIn(area)
    if (wanted.every((sourceId) => rows.has(sourceId))) return textOf(area, rows)
    void working(async () => {
      const text = textOf(area, await rowsOf(project, wanted))
      if (await toClipboard(text)) toast.show({ message: t('property.copied', { n: wanted.length }) })
      else toast.show({ kind: 'error', message: t('property.notCopied') })
    })
    return null
  }
  const paste = (text: string, area: Area) => {
    const table = parseTable(text)
    if (table.length === 0) return
    void working(async () => {
      if (area.top < 0 || area.left === 0) {
        const all = await rowsOf(project, await allIds(project))
        const { cells, create, left } = pastedByName(table, [...all.values()], properties ?? [])
        if (cells.length === 0)
          toast.show({ id: 'step', kind: 'warning', message: t('property.pasteHow'), timeout: 9000 })
        else await set(cells, create, left.rows)
        return
      }
      const { cells, left } = pastedAt(table, {
        sourceIds: ids.slice(area.top),
        properties: (properties ?? []).slice(area.left - 1),
        chosen: { rows: area.bottom - area.top + 1, columns: area.right - area.left + 1 },
      })
      await set(cells, [], left.rows + left.columns)
    })
  }
  const undo = (way: 'undo' | 'redo') => {
    // What the table covers is not to change behind it.
    if (/Propert/.test(project.history[way]?.key ?? '')) props.onUndo(way)
    else showProblem({ kind: way === 'undo' ? 'nothingToUndo' : 'nothingToRedo' }, { kind: 'warning', id: 'step' })
  }

  const isEmpty = properties?.length === 0
  const isLoading = !properties || !found
  return (
    <>
      {isLoading && <Skeleton lines={8} height="1.6em" />}
      {isEmpty && <NoProperties {...(canWrite && { onNew })} />}
      {properties && found && !isEmpty && (
        <>
          <div className="property-tools">
            <SearchField label={t('source.search')} value={search} onChange={setSearch} />
            {canWrite && (
              <Button icon={PlusIcon} onClick={onNew}>
                {t('property.new')}
              </Button>
            )}
          </div>
          {ids.length === 0 ? (
            <EmptyState icon={SourcesIcon} title={search.trim() === '' ? t('source.empty') : t('ui.noMatch')} />
          ) : (
            <PropertyGrid
              ids={ids}
              rows={rows}
              properties={properties}
              find={find}
              order={order}
              canWrite={canWrite}
              onOrder={setOrder}
              onInSight={onInSight}
              onSet={(cell) => void setOne(cell)}
              onClear={clear}
              onCopy={copy}
              onPaste={paste}
              onUndo={undo}
              onOpen={props.onOpen}
              onProperties={props.onProperties}
              onEdit={onEdit}
            />
          )}
          <p className="property-foot" role="status">
            {busy ? (
              <>
                <Spinner /> {t('property.working')}
              </>
            ) : (
              <>
                <span>{t('source.count', { n: ids.length })}</span>
                {canWrite && (
                  <ByKey>
                    <span className="property-how">{t('property.tableHow')}</span>
                  </ByKey>
                )}
              </>
            )}
          </p>
        </>
      )}
    </>
  )
}

async function allIds(project: ProjectHandle): Promise<number[]> {
  return (await project.ask('sourceIds', {})).value
}

async function rowsOf(project: ProjectHandle, ids: readonly number[]): Promise<Map<number, SourceTableRow>> {
  const rows = new Map<number, SourceTableRow>()
  for (let at = 0; at < ids.length; at += windowRows) {
    const { value } = await project.ask('sourceRows', { sourceIds: ids.slice(at, at + windowRows) })
    for (const row of value) rows.set(row.id, row)
  }
  return rows
}

/** Of all properties. */
async function valueCount(project: ProjectHandle): Promise<number> {
  const { value } = await project.ask('propertyOffers', { most: 0, chosen: nothing })
  return value.reduce((sum, { total }) => sum + total, 0)
}
