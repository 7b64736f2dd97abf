import { type RefObject, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { panelHeights } from '../../model/limits.ts'
import { GroupRow } from './GroupRow.tsx'
import type { GroupEntry } from './groupEntries.ts'

export interface GroupListProps {
  groups: readonly GroupEntry[]
  onRename: (group: GroupEntry, name: string) => Promise<boolean>
  renaming?: number | undefined
  /** Resolves to whether it was removed. */
  onRemove: (group: GroupEntry) => Promise<boolean>
  /** Gets the focus when the last group has gone. */
  after: RefObject<HTMLElement | null>
}

/** Each group with its description, the count of its quirks and buttons that rename and delete it. */
export function GroupList({ groups, onRename, renaming, onRemove, after }: GroupListProps) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const remove = async (group: GroupEntry, row: number) => {
    const buttons = list.current?.querySelectorAll<HTMLElement>('.group-acts > button:last-child')
    // The button that was pressed goes with its row, and a dialog takes the focus of what has gone: it goes ahead.
    const next = buttons?.[row + 1] ?? buttons?.[row - 1] ?? after.current
    next?.focus()
    if (!(await onRemove(group))) buttons?.[row]?.focus()
  }
  return (
    <ul ref={list} className="group-list" aria-label={t('group.title')} style={{ maxHeight: panelHeights.groups }}>
      {groups.map((group, row) => (
        <GroupRow
          key={group.id}
          group={group}
          onRename={onRename}
          renaming={group.id === renaming}
          onRemove={() => void remove(group, row)}
        />
      ))}
    </ul>
  )
}
