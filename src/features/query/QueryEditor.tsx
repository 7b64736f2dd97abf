import { type ReactNode, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { longestSought } from '../../model/rules/analysis/criteria.ts'
import { isFilterField, propertyField } from '../../model/rules/analysis/filters.ts'
import { mostFilters } from '../../model/rules/analysis/savedQueries.ts'
import type { ReadDraft, ReadFilterDraft } from '../../state/queryDraft.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { useRowDrag } from '../../ui/lists/useRowDrag.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { FilterReading } from './FilterReading.tsx'
import type { FilterChange, FilterRowProps } from './FilterRow.tsx'
import { type FilterQuirks, fieldLabel, fieldsOf } from './filterWords.ts'

export interface QueryEditorProps {
  label: string
  query: ReadDraft
  /** The names of the properties there are; undefined while unknown. */
  properties: readonly string[] | undefined
  /** Those with the most highlights first. */
  quirks: FilterQuirks
  /** Only what is asked and what comes of it is shown. */
  folded: boolean
  /** Its name, and what can be done with it as a whole. */
  head: ReactNode
  /** Draws a row with the values that its field can have. */
  row: (props: Omit<FilterRowProps, 'values'>) => ReactNode
  onText: (text: string) => void
  /** Returns the id of the new filter. */
  onAdd: (field: string) => number
  onChange: (filter: ReadFilterDraft, change: FilterChange) => void
  onMove: (filter: ReadFilterDraft, to: number) => void
  onRemove: (filter: ReadFilterDraft) => void
  /** What comes of it. */
  children?: ReactNode
}

/** Names of properties are the same whatever their case. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** One query: the words that passages must have, and filters, in the order in which they are read. */
export function QueryEditor(props: QueryEditorProps) {
  const { label, query, quirks, folded, head, row, onText, onAdd, onChange, onMove, onRemove, children } = props
  const t = useT()
  const { filters } = query
  const properties = props.properties ?? []
  const [added, setAdded] = useState<number | null>(null)
  const drag = useRowDrag((from, to) => filters[from] && onMove(filters[from], to))
  const isGone = (field: string) =>
    props.properties !== undefined && !isFilterField(field) && !properties.some((key) => isSame(key, field))
  const entry = (field: string): MenuEntry => ({
    label: fieldLabel(t, field, properties),
    onSelect: () => setAdded(onAdd(field)),
  })
  const fields: MenuEntry[] = [
    ...Array.from(fieldsOf, ([heading, fields]) => ({ heading: t(heading), items: fields.map(entry) })),
    ...(properties.length > 0
      ? [{ heading: t('query.ofProperties'), items: properties.map((key) => entry(propertyField(key))) }]
      : []),
  ]
  return (
    <section className="query-editor" aria-label={label}>
      <div className="query-head">{head}</div>
      {!folded && (
        <SearchField label={t('query.text')} value={query.textSearch} maxLength={longestSought} onChange={onText} />
      )}
      {!folded && filters.length > 0 && (
        <ol className="query-filters" aria-label={t('query.filters')}>
          {filters.map((filter, at) =>
            row({
              filter,
              at,
              last: filters.length - 1,
              properties,
              quirks,
              isGone: isGone(filter.field),
              drag,
              isNew: filter.id === added,
              onChange: (change) => onChange(filter, change),
              onMove: (to) => onMove(filter, to),
              onRemove: () => onRemove(filter),
            }),
          )}
        </ol>
      )}
      <div className="query-foot">
        {!folded && (
          <Dropdown
            trigger={
              <Button kind="quiet" icon={PlusIcon} disabled={filters.length >= mostFilters}>
                {t('query.add')}
              </Button>
            }
            items={fields}
          />
        )}
        <FilterReading query={query} properties={properties} quirks={quirks} />
      </div>
      {children}
    </section>
  )
}
