import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import {
  type FilterClause,
  type FilterOperator,
  isDateField,
  isQuirkField,
  operatorsOf,
} from '../../model/rules/analysis/filters.ts'
import type { ReadFilterDraft } from '../../state/queryDraft.ts'
import { Dot } from '../../ui/Dot.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Combobox } from '../../ui/fields/Combobox.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ChevronDownIcon, ChevronUpIcon, CloseIcon, ErrorIcon, GripIcon } from '../../ui/icons.ts'
import type { RowDrag } from '../../ui/lists/useRowDrag.ts'
import { dayOf, type FilterQuirks, fieldLabel, operatorLabel, subjectLabel, valueLabel } from './filterWords.ts'

export interface FilterChange {
  operator?: FilterOperator
  value?: string | number | null
  clause?: FilterClause
  /** undefined: with what is nested under it. */
  alone?: true | undefined
}

export interface FilterRowProps {
  filter: ReadFilterDraft
  /** Its place, and that of the last one, from 0. */
  at: number
  last: number
  /** The names of the properties there are. */
  properties: readonly string[]
  /** Those with the most highlights first. */
  quirks: FilterQuirks
  /** The property that it asks for is no more. */
  isGone: boolean
  /** What it can be compared with; undefined while unknown. */
  values: readonly string[] | undefined
  drag: RowDrag
  /** The focus goes to its value. */
  isNew: boolean
  onChange: (change: FilterChange) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** One filter: how it joins those before it, what it asks for, and which value. */
export function FilterRow(props: FilterRowProps) {
  const { filter, at, last, properties, isGone, drag, isNew, onChange, onMove, onRemove } = props
  const { field, operator, clause } = filter
  const t = useT()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isNew) row.current?.querySelector<HTMLElement>('.query-value .ui-input')?.focus()
  }, [isNew])
  const name = fieldLabel(t, field, properties)
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    const to = event.key === 'ArrowUp' ? at - 1 : at + 1
    if (to >= 0 && to <= last) onMove(to)
  }
  return (
    <li
      ref={row}
      className="query-filter"
      aria-label={t('query.filterOf', { n: at + 1, name })}
      data-drop={drag.mark(at)}
      {...drag.row(at)}
      onKeyDownCapture={onKey}
    >
      <span className="query-grip" aria-hidden {...(last > 0 && drag.handle(at))} data-idle={last === 0 || undefined}>
        <GripIcon />
      </span>
      <div className="query-clause">
        {at > 0 && (
          <Select<FilterClause>
            label={t('query.joined', { n: at + 1 })}
            labelHidden
            options={[
              { value: 'And', label: t('query.and') },
              { value: 'Or', label: t('query.or') },
            ]}
            value={clause}
            onChange={(next) => onChange({ clause: next })}
          />
        )}
      </div>
      <span className="query-field" data-tooltip={name}>
        {subjectLabel(t, field, properties)}
      </span>
      <div className="query-operator">
        <Select<FilterOperator>
          label={t('query.operator', { name })}
          labelHidden
          options={operatorsOf(field).map((value) => ({ value, label: operatorLabel(t, field, value) }))}
          value={operator}
          onChange={(next) => onChange({ operator: next })}
        />
      </div>
      <div className="query-value">
        {isQuirkField(field) ? <FilterQuirkValue {...props} name={name} /> : <FilterValue {...props} name={name} />}
        {isGone && <Gone>{t('query.gone', { name })}</Gone>}
      </div>
      <Acts>
        <IconButton
          icon={ChevronUpIcon}
          label={t('query.up', { n: at + 1 })}
          shortcut="Alt+↑"
          unavailable={at === 0}
          onClick={() => at > 0 && onMove(at - 1)}
        />
        <IconButton
          icon={ChevronDownIcon}
          label={t('query.down', { n: at + 1 })}
          shortcut="Alt+↓"
          unavailable={at === last}
          onClick={() => at < last && onMove(at + 1)}
        />
        <IconButton icon={CloseIcon} label={t('query.remove', { n: at + 1 })} onClick={onRemove} />
      </Acts>
    </li>
  )
}

const Acts = ({ children }: { children: ReactNode }) => <div className="query-acts">{children}</div>

const Gone = ({ children }: { children: ReactNode }) => (
  <p className="ui-field-error">
    <ErrorIcon aria-hidden />
    {children}
  </p>
)

/** A quirk, and whether those inside it count too. */
function FilterQuirkValue({ filter, quirks, onChange, name }: FilterRowProps & { name: string }) {
  const { field, value, alone } = filter
  const t = useT()
  const choices = useMemo(
    () =>
      Array.from(quirks ?? [], ([id, { title, colour }]) => ({
        id: String(id),
        label: title,
        mark: <Dot colour={cssColour(colour)} />,
      })),
    [quirks],
  )
  const quirk = typeof value === 'number' ? quirks?.get(value) : undefined
  const chosen = value === null ? null : { id: String(value), label: valueLabel(t, { field, value }, quirks) }
  return (
    <>
      <Combobox
        label={t('query.value', { name })}
        labelHidden
        placeholder={quirks?.size === 0 ? t('query.noValues') : t('query.choose')}
        choices={choices}
        value={choices.find(({ id }) => id === chosen?.id) ?? chosen}
        onChange={(next) => onChange({ value: next ? Number(next.id) : null, alone: undefined })}
      />
      {(quirk?.holdsOthers || alone) && (
        <Checkbox
          label={t('query.nested')}
          checked={!alone}
          onChange={(checked) => onChange({ alone: checked ? undefined : true })}
        />
      )}
      {typeof value === 'number' && quirks && !quirk && <Gone>{t('query.quirkGone')}</Gone>}
    </>
  )
}

function FilterValue({ filter, values, onChange, name }: FilterRowProps & { name: string }) {
  const { field, value } = filter
  const t = useT()
  const label = t('query.value', { name })
  if (isDateField(field))
    return (
      <TextField
        type="date"
        label={label}
        labelHidden
        value={dayOf(value)}
        onChange={(day) => onChange({ value: day === '' ? null : day })}
      />
    )
  const choice = (text: string) => ({ id: text, label: valueLabel(t, { field, value: text }, undefined) })
  const chosen = value === null ? null : choice(String(value))
  const known = chosen && !values?.includes(chosen.id) ? [chosen.id] : []
  return (
    <Combobox
      label={label}
      labelHidden
      placeholder={values?.length === 0 && known.length === 0 ? t('query.noValues') : t('query.choose')}
      choices={[...known, ...(values ?? [])].map(choice)}
      value={chosen}
      onChange={(next) => onChange({ value: next?.id ?? null })}
    />
  )
}
