import { type ReactNode, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { saveTable } from '../../data/files/saveTable.ts'
import { useAnalysis, useProject, useRows, useValue } from '../../data/live/useLive.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { compareTitles, formatLocale } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import type { Crosstab as Table } from '../../model/queries.ts'
import {
  type CrosstabColumn,
  type CrosstabOrder,
  type CrosstabRow,
  columnsOf,
  sortedRows,
} from '../../model/rules/analysis/crosstabTable.ts'
import { type Filter, propertyField } from '../../model/rules/analysis/filters.ts'
import { firstProperty } from '../../model/rules/analysis/firstProperty.ts'
import { type Counting, countings, type Measure, measures } from '../../model/rules/analysis/shares.ts'
import type { Row } from '../../model/schema.ts'
import { editorOf } from '../../state/editor.ts'
import type { ViewProps } from '../../state/viewProps.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { DownloadIcon, PropertiesIcon } from '../../ui/icons.ts'
import { CellQuotes } from './CellQuotes.tsx'
import { CrosstabGrid } from './CrosstabGrid.tsx'

interface Asked {
  title: string
  quirkIds: readonly number[] | null
  filters: Filter[]
}

/** In the place of a property: who speaks. */
const speaker = 'speaker'

/** Quirks × values of a source property, or who speaks: counts and shares; a cell shows its passages. */
export function CrosstabView(props: ViewProps) {
  const t = useT()
  const keys = useRows('propertyKeys', {})
  const offers = useValue('propertyOffers', { most: 0, chosen: noneChosen })
  const [chosen, choose] = useState<number | typeof speaker | null>(null)
  if (!keys || !offers) return <Skeleton lines={8} />
  const all = [...keys.values()].sort((a, b) => a.id - b.id)
  const valuesOf = new Map(offers.map(({ keyId, total }) => [keyId, total]))
  const withValues = new Set(all.flatMap(({ id }) => (valuesOf.get(id) ? [id] : [])))
  const property =
    chosen === speaker
      ? undefined
      : (all.find(({ id }) => id === chosen) ?? firstProperty(all, (id) => valuesOf.get(id) ?? 0))
  return (
    <Crosstab
      {...props}
      property={property ?? null}
      lacking={!property || withValues.has(property.id) ? null : withValues.size > 0 ? 'its' : 'all'}
      hasProperties={all.length > 0}
      choice={
        <Select
          label={t('crosstab.property')}
          options={[
            ...all.map((one) => ({ value: one.id, label: one.key })),
            { value: speaker, label: t('query.saidBy') },
          ]}
          value={property?.id ?? speaker}
          onChange={choose}
        />
      }
    />
  )
}

interface CrosstabProps extends ViewProps {
  /** null: by who speaks. */
  property: Row<'source_metadata_keys'> | null
  /** Whether it has no values, or no property has. */
  lacking: 'its' | 'all' | null
  /** Whether the project has any. */
  hasProperties: boolean
  choice: ReactNode
}

function Crosstab({ property, lacking, hasProperties, choice, onPassage }: CrosstabProps) {
  const t = useT()
  const project = useProject()
  const quirks = useRows('quirks', {})
  const shown = useShownQuirks(useSnapshot(editorOf(project.uuid)).uncheckedGroups)
  const [counting, setCounting] = useState<Counting>('highlights')
  const [measure, setMeasure] = useState<Measure>('count')
  const [order, setOrder] = useState<CrosstabOrder>({ by: undefined, descending: true })
  const [asked, ask] = useState<Asked | null>(null)
  const [saving, setSaving] = useState(false)
  const quirkIds = useMemo(() => shown && [...shown], [shown])
  const keyId = property?.id ?? null
  const asking = quirkIds === undefined ? null : { keyId, quirkIds, counting, measure }
  const answer = useAnalysis('crosstab', asking)
  // What was counted of another property is not shown under the name of this one.
  const table = answer.value?.keyId === keyId ? answer.value : undefined
  const named = useValue('valuesNamed', { valueIds: (property && table?.valueIds) ?? noneChosen })
  // The names of the columns before are not those of these.
  const values = !property
    ? noValues
    : table && named && named.valueIds.join() === table.valueIds.join()
      ? named.rows
      : undefined
  const without = t(property ? 'crosstab.without' : 'crosstab.nobody')
  const columns = useMemo(
    () =>
      table &&
      values &&
      columnsOf(
        table,
        new Map(values.map((value) => [value.id, value])),
        { without, total: t('crosstab.total') },
        property?.sortValuesAlphabetically ? compareTitles : null,
      ),
    [table, values, t, without, property?.sortValuesAlphabetically],
  )
  const rows = useMemo(() => {
    if (!table || !columns || !quirks) return undefined
    const known = table.quirkIds.flatMap((id, place): CrosstabRow[] => {
      const quirk = quirks.get(id)
      return quirk ? [{ id, title: quirk.title.trim() || t('quirk.untitled'), color: quirk.color, place }] : []
    })
    return sortedRows(known, columns, table, order, compareTitles)
  }, [table, columns, quirks, order, t])

  const open = (row: CrosstabRow | null, column: CrosstabColumn) => {
    const title = [row?.title, column.title].filter(Boolean).join(' · ')
    ask({
      title,
      quirkIds: row ? [row.id] : (quirkIds ?? null),
      filters: filtersOf(property ? propertyField(property.key) : 'saidBy', column, columns ?? []),
    })
  }
  const label = property ? t('crosstab.label', { property: property.key }) : t('crosstab.bySpeaker')
  const nobodySpeaks = !property && table?.valueIds.length === 0
  const save = async () => {
    if (!asking) return
    setSaving(true)
    const words = { quirk: t('overlap.quirk'), total: t('crosstab.total'), without, untitled: t('quirk.untitled') }
    const file = { ...asking, order, words, language: formatLocale() }
    const name = property ? `${t('crosstab.title')}, ${property.key}` : label
    const saved = await saveTable(project, 'crosstabFile', file, name)
    setSaving(false)
    if (isProblem(saved)) showProblem(saved.problem)
  }
  return (
    <section className="crosstab" aria-label={t('crosstab.title')}>
      <header className="crosstab-bar" data-keep-clear>
        <div className="crosstab-choice">{choice}</div>
        <div className="crosstab-choice">
          <Select
            label={t('crosstab.counting')}
            options={countings.map((one) => ({ value: one, label: t(`crosstab.counting.${one}`) }))}
            value={counting}
            onChange={setCounting}
          />
        </div>
        <div className="crosstab-choice">
          <Select
            label={t('crosstab.measure')}
            options={measures.map((one) => ({ value: one, label: t(`crosstab.measure.${one}`) }))}
            value={measure}
            onChange={setMeasure}
          />
        </div>
        <div className="crosstab-tools">
          <Button
            icon={DownloadIcon}
            busy={saving}
            disabled={!rows || lacking !== null || nobodySpeaks}
            onClick={() => void save()}
          >
            {t('crosstab.csv')}
          </Button>
        </div>
      </header>
      {answer.problem ? (
        <ErrorState>{problemText(answer.problem)}</ErrorState>
      ) : lacking ? (
        <EmptyState
          icon={PropertiesIcon}
          title={t(lacking === 'its' ? 'crosstab.noValues' : 'crosstab.noneHasValues', {
            property: property?.key ?? '',
          })}
        >
          {t(lacking === 'its' ? 'crosstab.noValuesText' : 'crosstab.noPropertyText')}
        </EmptyState>
      ) : nobodySpeaks ? (
        <EmptyState icon={PropertiesIcon} title={t(hasProperties ? 'crosstab.noSpeakers' : 'crosstab.noProperty')}>
          {!hasProperties && `${t('crosstab.noPropertyText')} `}
          {t('crosstab.noSpeakersText')}
        </EmptyState>
      ) : !table || !columns || !rows ? (
        <Skeleton lines={8} />
      ) : rows.length === 0 ? (
        <EmptyState icon={PropertiesIcon} title={t('canvas.empty')}>
          {t('canvas.emptyText')}
        </EmptyState>
      ) : (
        <div className="crosstab-body">
          <div className="crosstab-main">
            <CrosstabGrid
              label={label}
              table={table}
              rows={rows}
              columns={columns}
              order={order}
              onOrder={setOrder}
              onOpen={open}
            />
            <p className="crosstab-note">
              {table.measure !== 'count' && `${t(baseOf(table, table.measure))} `}
              {!property && `${t('crosstab.spoken.several')} `}
              {property && property.multipleChoice !== 0 && `${t('crosstab.several')} `}
              {table.left > 0 && t(property ? 'crosstab.left' : 'crosstab.spoken.left', { n: table.left })}
            </p>
          </div>
          {asked && (
            <CellQuotes
              {...asked}
              onClose={() => {
                ask(null)
                document.querySelector<HTMLElement>('.crosstab-grid')?.focus()
              }}
              onPassage={onPassage}
            />
          )}
        </div>
      )}
    </section>
  )
}

/** What the shares are shares of. */
const baseOf = ({ counting, names }: Table, measure: Exclude<Measure, 'count'>) =>
  names && measure === 'column'
    ? (`crosstab.spoken.${counting}` as const)
    : (`crosstab.base.${counting}.${measure}` as const)

/** Of a column: those with its value or said by its speaker, those with none of the values, or all. */
function filtersOf(field: string, column: CrosstabColumn, columns: readonly CrosstabColumn[]): Filter[] {
  const filter = (operator: '=' | '!=', value: string): Filter => ({ field, operator, value, clause: 'And' })
  if (column.valueId === undefined) return []
  if (column.valueId !== null) return [filter('=', column.title)]
  return columns.filter(({ valueId }) => typeof valueId === 'number').map(({ title }) => filter('!=', title))
}

const noneChosen: readonly number[] = []
const noValues: readonly Row<'source_metadata_values'>[] = []
