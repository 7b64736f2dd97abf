import { Popover } from '@base-ui/react/popover'
import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import type { QuirkItem } from '../../model/rules/quirkItems.ts'
import type { NamedQuirk } from '../../state/codePassage.ts'
import { editorOf } from '../../state/editor.ts'
import { Dot } from '../../ui/Dot.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { CloseIcon, PlusIcon, SearchIcon } from '../../ui/icons.ts'
import { QuirkOptions } from './QuirkOptions.tsx'
import { pickedOf } from './QuirkPicker.tsx'
import { useQuirkItems } from './useQuirkItems.ts'
import { useQuirkSearch } from './useQuirkSearch.ts'

interface QuirkFieldProps {
  label: string
  value: NamedQuirk | null
  onChange: (picked: NamedQuirk | null) => void
  /** Where its input is to be known, to give it the focus. */
  field: RefObject<HTMLInputElement | null>
  disabled?: boolean
}

export function QuirkField(props: QuirkFieldProps) {
  const items = useQuirkItems()
  const { recentQuirks } = useSnapshot(editorOf(useProject().uuid))
  return <QuirkFieldBox items={items} recent={recentQuirks} {...props} />
}

interface QuirkFieldBoxProps extends QuirkFieldProps {
  /** Undefined while they load. */
  items: readonly QuirkItem[] | undefined
  recent: readonly number[]
}

/**
 * A quirk chosen or named within a form. While its list is open Enter takes from it, as Tab and a press elsewhere do, so that nothing
 * typed is lost; after that Enter is the form's.
 */
export function QuirkFieldBox(props: QuirkFieldBoxProps) {
  const { items, recent, label, value, onChange, field, disabled = false } = props
  const t = useT()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const search = useQuirkSearch({
    items: items ?? noItems,
    recent,
    mayCreate: true,
    onChoose: (choice) => {
      onChange(pickedOf(choice))
      leaveList()
    },
  })
  const leaveList = () => {
    search.setText('')
    setOpen(false)
  }
  const chosen = value && 'quirkId' in value ? items?.find(({ id }) => id === value.quirkId) : undefined
  const title = value && 'title' in value ? value.title : (chosen?.title ?? '')
  const shown = search.text || title
  const listed = open && items !== undefined && !disabled

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      leaveList()
    } else if (open) search.field.onKeyDown(event)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
    }
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Element && relatedTarget.closest('.quirk-field-list')) return
    const choice = search.choices[search.current]
    if (search.text.trim() !== '' && choice) search.choose(choice, false)
    else leaveList()
  }
  return (
    <div className="ui-field">
      <label className="ui-field-label" htmlFor={search.field.id}>
        {label}
      </label>
      <div className="ui-search quirk-field" ref={box}>
        {search.text === '' && chosen ? (
          <Dot colour={cssColour(chosen.color)} size={14} />
        ) : search.text === '' && value ? (
          <PlusIcon aria-hidden />
        ) : (
          <SearchIcon aria-hidden />
        )}
        <input
          {...search.field}
          role="combobox"
          ref={field}
          className="ui-input"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('quirk.searchOrCreate')}
          disabled={disabled}
          value={shown}
          aria-expanded={listed}
          aria-controls={listed ? search.listId : undefined}
          aria-activedescendant={listed ? search.field['aria-activedescendant'] : undefined}
          onChange={({ target }) => {
            search.setText(target.value)
            setOpen(true)
            if (target.value === '') onChange(null)
          }}
          onKeyDown={press}
          onClick={() => setOpen(true)}
          onFocus={({ target }) => target.select()}
          onBlur={leave}
        />
        {shown !== '' && !disabled && (
          <IconButton
            icon={CloseIcon}
            label={t('ui.clear')}
            size="small"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              search.setText('')
              onChange(null)
              search.focus()
            }}
          />
        )}
      </div>
      {/* The field alone says when it is open: a press on it is no press outside. */}
      <Popover.Root open={listed}>
        <Popover.Portal>
          <Popover.Positioner className="ui-float" anchor={box} align="start" sideOffset={4} collisionPadding={8}>
            <Popover.Popup
              className="ui-menu quirk-field-list"
              initialFocus={false}
              finalFocus={false}
              aria-label={label}
              onMouseDown={(event) => event.preventDefault()}
            >
              <QuirkOptions search={search} label={t('quirk.choose')} />
              {search.choices.length === 0 && (
                <p className="quirk-choices-none" role="status">
                  {t('canvas.empty')}
                </p>
              )}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}

const noItems: readonly QuirkItem[] = []
