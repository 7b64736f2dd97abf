import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { checkGroups, editorOf } from '../../state/editor.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { GroupsIcon } from '../../ui/icons.ts'
import { Popover } from '../../ui/menus/Popover.tsx'
import { GroupsFilter } from './GroupsFilter.tsx'
import { useGroupEntries } from './useGroupEntries.ts'

export interface GroupsDropdownProps {
  side?: 'right' | 'bottom'
  /** Opens the dialog of the groups. */
  onEdit: () => void
}

/** The groups of the navbar (specification 1 §2): missing where there are none and the person may make none. */
export function GroupsDropdown({ side = 'right', onEdit }: GroupsDropdownProps) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { uncheckedGroups } = useSnapshot(editor)
  const writes = mayWrite(useSnapshot(project.state).access)
  const groups = useGroupEntries()
  const [open, setOpen] = useState(false)
  if (!groups || (groups.length === 0 && !writes)) return null

  const unchecked = new Set(uncheckedGroups)
  const shown = groups.filter(({ id }) => !unchecked.has(id)).length
  const filtered = shown < groups.length
  return (
    <span className="groups-button" data-filtered={filtered || undefined}>
      <Popover
        label={t('group.title')}
        side={side}
        align={side === 'right' ? 'start' : 'end'}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <IconButton
            icon={GroupsIcon}
            label={filtered ? t('group.filtered', { shown, n: groups.length }) : t('group.title')}
          />
        }
      >
        <GroupsFilter
          groups={groups}
          unchecked={unchecked}
          onChange={(next) =>
            checkGroups(
              editor,
              groups.map(({ id }) => id),
              next,
            )
          }
          onEdit={
            writes
              ? () => {
                  setOpen(false)
                  onEdit()
                }
              : undefined
          }
        />
      </Popover>
    </span>
  )
}
