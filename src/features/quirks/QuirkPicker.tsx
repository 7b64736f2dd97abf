import { useMemo } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Modal } from '../../ui/Modal.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { QuirkOptions } from './QuirkOptions.tsx'
import type { QuirkItem } from './quirkItems.ts'
import { useQuirkItems } from './useQuirkItems.ts'
import { useQuirkSearch } from './useQuirkSearch.ts'

/** A quirk that there is, or the title of one to be made. */
export type Picked = { quirkId: number } | { title: string }

export interface PickerQuestion {
  /** What the quirk is chosen for; else "Choose a quirk". */
  title?: string | undefined
  /** Quirks that cannot be chosen are not listed. */
  without?: ReadonlySet<number> | undefined
  recent?: readonly number[] | undefined
  /** What is typed can become a quirk. */
  mayCreate?: boolean | undefined
}

export interface QuirkPickerProps extends PickerQuestion {
  open: boolean
  /** Null when the dialog was left. */
  onClose: (picked: Picked | null) => void
}

/**
 * Choosing a quirk: those used last and most stand first, what is typed narrows, and becomes a quirk where there is none. It
 * opens once the quirks are known, so that the focus goes to the field.
 */
export function QuirkPicker({ open, title, onClose, ...question }: QuirkPickerProps) {
  const t = useT()
  const items = useQuirkItems()
  return (
    <Modal
      open={open && items !== undefined}
      onClose={() => onClose(null)}
      title={title ?? t('quirk.choose')}
      size="small"
    >
      {items && <Choices items={items} {...question} onPick={onClose} />}
    </Modal>
  )
}

interface ChoicesProps extends Omit<PickerQuestion, 'title'> {
  items: readonly QuirkItem[]
  onPick: (picked: Picked) => void
}

function Choices({ items, without, recent, mayCreate, onPick }: ChoicesProps) {
  const t = useT()
  const quirks = useMemo(() => items.filter(({ id }) => !without?.has(id)), [items, without])
  const search = useQuirkSearch({
    items: quirks,
    recent,
    mayCreate,
    onChoose: (choice) => onPick('quirk' in choice ? { quirkId: choice.quirk.id } : { title: choice.create }),
  })
  return (
    <div className="quirk-picker">
      <SearchField
        label={t(mayCreate ? 'quirk.searchOrCreate' : 'quirk.search')}
        value={search.text}
        onChange={search.setText}
        {...search.field}
      />
      <QuirkOptions search={search} label={t('quirk.choose')} />
      {search.choices.length === 0 && (
        <p className="quirk-choices-none" role="status">
          {t(quirks.length === 0 ? 'canvas.empty' : 'ui.noMatch')}
        </p>
      )}
    </div>
  )
}
