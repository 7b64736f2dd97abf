/** What the menus of the table of properties have. */
import type { Translate } from '../../i18n/i18n.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import type { Sorting } from './sorting.ts'

interface ColumnMenuOptions {
  t: Translate
  sorting: Sorting
  col: number
  /** The property of the column; undefined where there is none, or it cannot be changed. */
  onEdit: (() => void) | false | undefined
}

/** At the head of a column. */
export function columnMenu({ t, sorting, col, onEdit }: ColumnMenuOptions): MenuEntry[] {
  const now = sorting.sorted(col)
  return [
    { label: t('property.ascending'), checked: now === 'ascending', onChange: () => sorting.by(col, false) },
    { label: t('property.descending'), checked: now === 'descending', onChange: () => sorting.by(col, true) },
    { label: t('property.asAdded'), checked: sorting.isAsAdded, onChange: sorting.asAdded },
    ...(onEdit ? (['line', { label: t('property.edit'), shortcut: 'F2', onSelect: onEdit }] as const) : []),
  ]
}

interface CellMenuOptions {
  t: Translate
  /** The cell; undefined where it is none of a property, or cannot be changed. */
  onEdit: (() => void) | false | undefined
  onClear: () => void
  onProperties: () => void
  onOpen: () => void
}

/** At a cell, and at the name of a source. */
export function cellMenu({ t, onEdit, onClear, onProperties, onOpen }: CellMenuOptions): MenuEntry[] {
  return [
    ...(onEdit
      ? ([
          { label: t('property.editCell'), shortcut: 'F2', onSelect: () => queueMicrotask(onEdit) },
          { label: t('property.clearCells'), shortcut: 'Del', onSelect: onClear },
          'line',
        ] as const)
      : []),
    { label: t('property.one'), onSelect: onProperties },
    { label: t('source.open'), onSelect: onOpen },
  ]
}
