import { type RefObject, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { panelHeights } from '../../model/limits.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { DeleteIcon } from '../../ui/icons.ts'
import type { GroupEntry } from './groupEntries.ts'

export interface GroupListProps {
  groups: readonly GroupEntry[]
  /** Resolves to whether it was removed. */
  onRemove: (group: GroupEntry) => Promise<boolean>
  /** Gets the focus when the last group has gone. */
  after: RefObject<HTMLElement | null>
}

/** Each group with its description, the count of its quirks and a button that deletes it. */
export function GroupList({ groups, onRemove, after }: GroupListProps) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const remove = async (group: GroupEntry, row: number) => {
    const buttons = list.current?.querySelectorAll('button')
    // The button that was pressed goes with its row, and a dialog takes the focus of what has gone: it goes ahead.
    const next = buttons?.[row + 1] ?? buttons?.[row - 1] ?? after.current
    next?.focus()
    if (!(await onRemove(group))) buttons?.[row]?.focus()
  }
  return (
    <ul ref={list} className="group-list" aria-label={t('group.title')} style={{ maxHeight: panelHeights.groups }}>
      {groups.map((group, row) => (
        <li key={group.id} className="group-row">
          <span className="group-name">{group.name}</span>
          <span className="group-count">{t('group.count', { n: group.quirks })}</span>
          <IconButton
            icon={DeleteIcon}
            label={t('group.delete', { name: group.name })}
            onClick={() => void remove(group, row)}
          />
        </li>
      ))}
    </ul>
  )
}
