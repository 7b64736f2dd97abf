import { type ReactNode, useId, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import type { PropertyValue } from '../../model/queries.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { type Choice, Combobox } from '../../ui/fields/Combobox.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { EditIcon, PlusIcon } from '../../ui/icons.ts'
import { cellText, cellWords } from './cellWords.ts'
import type { FindValues, Property } from './properties.ts'
import { useFound } from './useFindValues.ts'

export interface SourceValuesProps {
  property: Property
  held: readonly PropertyValue[]
  find: FindValues
  /** By their ids; without it nothing can be changed. */
  onSet?: ((valueIds: number[]) => void) | undefined
  /** Values that the property may not have yet, beside those that are held where there may be several. */
  onAdd?: (words: string[]) => void
  onEdit?: () => void
}

/** More values than this are chosen from a list. */
export const mostShown = 8

/** What one source has of one property: read, or chosen among its values. */
export function SourceValues({ property, held, find, onSet, onAdd, onEdit }: SourceValuesProps) {
  const t = useT()
  const text = cellText(held.map(({ value }) => value))
  if (!onSet)
    return (
      <div className="source-values" data-read="">
        <dt>{property.key}</dt>
        <dd data-none={text === '' || undefined}>{text === '' ? t('property.none') : text}</dd>
      </div>
    )
  const isLong = property.total > mostShown
  return (
    <fieldset className="source-values">
      <legend>{property.key}</legend>
      <div className="source-values-choices">
        {property.multiple ? (
          <Several property={property} held={held} find={find} onSet={onSet} isLong={isLong} />
        ) : isLong ? (
          <OneOfMany property={property} held={held} find={find} onSet={onSet} />
        ) : (
          <OneOfFew property={property} held={held} find={find} onSet={onSet} />
        )}
        {onAdd && <NewValue property={property} onAdd={onAdd} />}
      </div>
      {onEdit && (
        <span className="source-values-edit">
          <IconButton
            icon={EditIcon}
            size="small"
            label={t('property.editOf', { name: property.key })}
            onClick={onEdit}
          />
        </span>
      )}
    </fieldset>
  )
}

interface Choosing {
  property: Property
  held: readonly PropertyValue[]
  find: FindValues
  onSet: (valueIds: number[]) => void
}

function OneOfFew({ property, held, onSet }: Choosing) {
  const t = useT()
  const name = useId()
  const radio = (label: ReactNode, checked: boolean, valueIds: number[]) => (
    <label key={valueIds[0] ?? 0} className="ui-choice">
      <input type="radio" className="property-radio" name={name} checked={checked} onChange={() => onSet(valueIds)} />
      <span>{label}</span>
    </label>
  )
  return (
    <>
      {property.values.map(({ id, value }) =>
        radio(
          value,
          held.some((one) => one.id === id),
          [id],
        ),
      )}
      {radio(<span className="property-none">{t('property.none')}</span>, held.length === 0, [])}
    </>
  )
}

const choiceOf = ({ id, value }: PropertyValue): Choice => ({ id: String(id), label: value })

function OneOfMany({ property, held, find, onSet }: Choosing) {
  const t = useT()
  const [sought, setSought] = useState('')
  const found = useFound(find, property.id, sought, property.total)
  const none: Choice = { id: '', label: t('property.none') }
  const [first] = held
  return (
    <Combobox
      label={property.key}
      labelHidden
      placeholder={t('property.choose')}
      choices={[none, ...found.values.map(choiceOf)]}
      onSearch={setSought}
      value={first ? choiceOf(first) : none}
      onChange={(choice) => onSet(choice && choice.id !== '' ? [Number(choice.id)] : [])}
    />
  )
}

function Several({ property, held, find, onSet, isLong }: Choosing & { isLong: boolean }) {
  const ids = held.map(({ id }) => id)
  const shown = isLong ? held : property.values
  return (
    <>
      {shown.map(({ id, value }) => (
        <Checkbox
          key={id}
          label={value}
          checked={ids.includes(id)}
          onChange={(on) => onSet(on ? [...ids, id] : ids.filter((other) => other !== id))}
        />
      ))}
      {isLong && <OneMore property={property} held={held} find={find} onSet={onSet} />}
    </>
  )
}

function OneMore({ property, held, find, onSet }: Choosing) {
  const t = useT()
  const [sought, setSought] = useState('')
  const found = useFound(find, property.id, sought, property.total)
  const ids = held.map(({ id }) => id)
  return (
    <Combobox
      label={t('property.chooseMore', { name: property.key })}
      labelHidden
      placeholder={t('property.choose')}
      choices={found.values.filter(({ id }) => !ids.includes(id)).map(choiceOf)}
      onSearch={setSought}
      value={null}
      onChange={(choice) => choice && onSet([...ids, Number(choice.id)])}
    />
  )
}

function NewValue({ property, onAdd }: { property: Property; onAdd: (words: string[]) => void }) {
  const t = useT()
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === null)
    return (
      <IconButton
        icon={PlusIcon}
        size="small"
        label={t('property.newValueOf', { name: property.key })}
        onClick={() => setTyped('')}
      />
    )
  const add = () => {
    const words = cellWords(typed, property)
    setTyped(null)
    if (words.length > 0) onAdd(words)
  }
  return (
    <span className="source-values-new">
      <TextField
        autoFocus
        label={t('property.newValueOf', { name: property.key })}
        labelHidden
        placeholder={t('property.newValue')}
        value={typed}
        onChange={setTyped}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter') add()
          else setTyped(null)
        }}
      />
    </span>
  )
}
