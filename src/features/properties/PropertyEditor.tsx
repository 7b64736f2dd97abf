import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import type { PropertyValueRow } from '../../model/queries.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { DeleteIcon, PlusIcon } from '../../ui/icons.ts'
import { LongList } from '../../ui/lists/LongList.tsx'
import { DraftField } from './DraftField.tsx'
import type { Property } from './properties.ts'
import type { ValueRows } from './useValueRows.ts'
import { Warning } from './Warning.tsx'

type Answer = Promise<Problem | null>

export interface PropertyEditorProps {
  property: Property
  values: ValueRows
  /** How many sources have several values. */
  several: number
  onRename: (key: string) => Answer
  onAdd: (value: string) => Answer
  onRenameValue: (value: PropertyValueRow, name: string) => Answer
  onRemoveValue: (value: PropertyValueRow) => Promise<boolean>
  onMultiple: (multiple: boolean) => void
  onSorted: (sorted: boolean) => void
  /** The value that is being typed. */
  typed: string
  onTyped: (typed: string) => void
  problem: Problem | null
  name?: RefObject<HTMLInputElement | null>
}

const rowHeight = 44
/** More than these are drawn where they are seen. */
const mostDrawn = 30

/** The inside of the dialog of a property: each change is done at once, and a step of its own. */
export function PropertyEditor(props: PropertyEditorProps) {
  const { property, several, onRename, onMultiple, onSorted, typed, onTyped, problem, name } = props
  const t = useT()
  const isError = problem?.kind === 'valueEmpty'
  return (
    <div className="property-fields">
      <DraftField
        {...(name && { field: name })}
        label={t('property.name')}
        stored={property.key}
        onStore={onRename}
        warnings={['keyEmpty']}
      />
      <Values {...props} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in its field adds */}
      <div className="property-add" onKeyDown={(event) => addOnEnter(event, () => void props.onAdd(typed))}>
        <TextField
          label={t('property.newValue')}
          value={typed}
          onChange={onTyped}
          error={problem && isError ? problemText(problem) : undefined}
          note={problem && !isError && <Warning>{problemText(problem)}</Warning>}
        />
        <Button icon={PlusIcon} onClick={() => void props.onAdd(typed)}>
          {t('property.addValue')}
        </Button>
      </div>
      <Switch
        label={t('property.multiple')}
        note={several > 0 && !property.multiple ? t('property.several', { n: several }) : t('property.multipleNote')}
        checked={property.multiple}
        onChange={onMultiple}
      />
      <Switch
        label={t('property.sorted')}
        note={t('property.sortedNote')}
        checked={property.sorted}
        onChange={onSorted}
      />
    </div>
  )
}

function addOnEnter(event: KeyboardEvent, add: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  add()
}

function Values({ values, onRenameValue, onRemoveValue }: PropertyEditorProps) {
  const t = useT()
  const list = useRef<HTMLFieldSetElement>(null)
  const [gone, setGone] = useState<number | null>(null)
  const remove = async (value: PropertyValueRow) => {
    const buttons: Element[] = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = document.activeElement ? buttons.indexOf(document.activeElement) : -1
    setGone(value.id)
    // The button that was pressed goes with its row, and a dialog takes the focus of what has gone: it goes ahead.
    const next = buttons[at + 1] ?? buttons[at - 1] ?? list.current?.closest('.property-fields')?.querySelector('input')
    if (next instanceof HTMLElement) next.focus()
    await onRemoveValue(value)
    setGone(null)
  }
  const { total } = values
  const row = (index: number) => {
    const value = values.at(index)
    // Its window is on its way.
    if (!value) return <div className="property-value" />
    return (
      <div className="property-value" key={value.id}>
        <DraftField
          label={t('property.value', { value: value.value })}
          labelHidden
          stored={value.value}
          onStore={(text) => onRenameValue(value, text)}
          refills
          warnings={['valueEmpty', 'valueExists']}
        />
        <span className="property-uses">{t('property.uses', { n: value.sources })}</span>
        <IconButton
          icon={DeleteIcon}
          label={t('property.deleteValue', { value: value.value })}
          disabled={gone === value.id}
          onClick={() => void remove(value)}
        />
      </div>
    )
  }
  return (
    <fieldset className="property-values" ref={list}>
      <legend className="ui-field-label">{t('property.values')}</legend>
      {total === 0 && <p className="ui-field-note">{t('property.noValues')}</p>}
      {total !== undefined && total > 0 && total <= mostDrawn && (
        <ul className="property-values-few" aria-label={t('property.values')}>
          {Array.from({ length: total }, (_, index) => (
            <li key={values.at(index)?.id ?? -index}>{row(index)}</li>
          ))}
        </ul>
      )}
      {total !== undefined && total > mostDrawn && (
        <div className="property-values-many">
          <LongList
            label={t('property.values')}
            count={total}
            keyOf={(index) => values.at(index)?.id ?? -index}
            rowHeight={rowHeight}
            row={row}
          />
        </div>
      )}
    </fieldset>
  )
}
