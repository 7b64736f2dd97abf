import { type ReactNode, useMemo, useState } from 'react'
import { formatList } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { QuirkItem } from '../../model/rules/quirkItems.ts'
import type { NamedQuirk } from '../../state/codePassage.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { ByKey } from '../../ui/keyboard.ts'
import { PopoverAt, type Spot } from '../../ui/menus/PopoverAt.tsx'
import { QuirkOptions } from './QuirkOptions.tsx'
import { useQuirkItems } from './useQuirkItems.ts'
import { type Choice, useQuirkSearch } from './useQuirkSearch.ts'

export interface PickerQuestion {
  /** What the quirk is chosen for; else "Choose a quirk". */
  title?: string | undefined
  /** Quirks that cannot be chosen are not listed. */
  without?: ReadonlySet<number> | undefined
  recent?: readonly number[] | undefined
  /** What is typed can become a quirk. */
  mayCreate?: boolean | undefined
  /** The words it is chosen for: it opens as a small box beside them, not as a dialog in the middle. */
  at?: Spot | undefined
  /** Several may be chosen one after the other, with Ctrl+Enter or Ctrl+click: each is told here, and the box stays. */
  onAlso?: ((picked: NamedQuirk) => void) | undefined
}

export interface QuirkPickerProps extends PickerQuestion {
  open: boolean
  /** Null when the dialog was left. */
  onClose: (picked: NamedQuirk | null) => void
}

/**
 * Choosing a quirk: those used last and most stand first, what is typed narrows, and becomes a quirk where there is none. It
 * opens once the quirks are known, so that the focus goes to the field.
 */
export function QuirkPicker({ open, title, at, onClose, ...question }: QuirkPickerProps) {
  const t = useT()
  const items = useQuirkItems()
  const name = title ?? t('quirk.choose')
  const shown = open && items !== undefined
  const choices = items && <QuirkChoices items={items} {...question} onPick={onClose} />
  if (!at)
    return (
      <Modal open={shown} onClose={() => onClose(null)} title={name} size="small">
        {choices}
      </Modal>
    )
  return (
    <PopoverAt open={shown} at={at} onClose={() => onClose(null)} label={name}>
      {choices}
    </PopoverAt>
  )
}

interface QuirkChoicesProps extends Omit<PickerQuestion, 'title' | 'at'> {
  items: readonly QuirkItem[]
  onPick: (picked: NamedQuirk) => void
  /** What is typed at first. */
  start?: string
}

export const pickedOf = (choice: Choice): NamedQuirk =>
  'quirk' in choice ? { quirkId: choice.quirk.id } : { title: choice.create }
const titleOf = (choice: Choice): string => ('quirk' in choice ? choice.quirk.title : choice.create)

export function QuirkChoices({ items, without, recent, mayCreate, onAlso, onPick, start }: QuirkChoicesProps) {
  const t = useT()
  const [also, setAlso] = useState<readonly string[]>([])
  const quirks = useMemo(() => items.filter(({ id }) => !without?.has(id)), [items, without])
  const search = useQuirkSearch({
    items: quirks,
    recent,
    mayCreate,
    start,
    onChoose: (choice, stays) => {
      if (!stays || !onAlso) return onPick(pickedOf(choice))
      onAlso(pickedOf(choice))
      setAlso((before) => [...before.filter((title) => title !== titleOf(choice)), titleOf(choice)])
      search.setText('')
      search.focus()
    },
  })
  return (
    <div className="quirk-picker" data-none={quirks.length === 0 || undefined}>
      <SearchField
        label={t(mayCreate ? 'quirk.searchOrCreate' : 'quirk.search')}
        value={search.text}
        onChange={search.setText}
        {...search.field}
      />
      <QuirkOptions search={search} label={t('quirk.choose')} />
      {search.choices.length === 0 && (
        <p className="quirk-choices-none" role="status">
          {t(items.length === 0 ? 'canvas.empty' : quirks.length === 0 ? 'quirk.noneTakesIn' : 'ui.noMatch')}
        </p>
      )}
      {onAlso && (
        <p className="quirk-picker-also">
          <span role="status">{also.length > 0 ? t('text.highlighted', { title: formatList(also) }) : ''}</span>
          <ByKey>
            <Hint keys="Mod+Enter">{t('quirk.chooseMore')}</Hint>
          </ByKey>
        </p>
      )}
    </div>
  )
}

const Hint = ({ keys, children }: { keys: string; children: ReactNode }) => (
  <span className="quirk-picker-hint">
    <Keys of={keys} /> {children}
  </span>
)
