import { type FormEvent, type RefObject, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { GroupsIcon, PlusIcon } from '../../ui/icons.ts'
import { EmojiButton } from './EmojiButton.tsx'
import { GroupList } from './GroupList.tsx'
import type { GroupEntry } from './groupEntries.ts'
import { useInserted } from './useInserted.ts'

export interface GroupsEditorProps {
  /** Undefined while they load. */
  groups: readonly GroupEntry[] | undefined
  name: string
  onName: (name: string) => void
  /** Something is wrong with the name: a toast says what (1 §8). */
  invalid?: boolean | undefined
  /** The new group is on its way. */
  busy?: boolean
  onCreate: () => void
  /** Resolves to whether it has the name now. */
  onRename: (group: GroupEntry, name: string) => Promise<boolean>
  /** The group that is open to be renamed from the beginning. */
  renaming?: number | undefined
  /** Resolves to whether it was removed. */
  onRemove: (group: GroupEntry) => Promise<boolean>
  field?: RefObject<HTMLInputElement | null> | undefined
}

/** The inside of the dialog of the groups: the name of a new one, and those that there are. */
export function GroupsEditor(props: GroupsEditorProps) {
  const { groups, name, onName, invalid, busy = false, onCreate, onRename, renaming, onRemove } = props
  const t = useT()
  const own = useRef<HTMLInputElement>(null)
  const field = props.field ?? own
  const insert = useInserted(field, name, onName)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onCreate()
  }
  return (
    <div className="groups-editor">
      <form className="group-new" noValidate onSubmit={submit}>
        <div className="group-new-field">
          <TextField
            ref={field}
            label={t('group.name')}
            value={name}
            aria-invalid={invalid}
            readOnly={busy}
            onChange={onName}
          />
          <EmojiButton field={field} onChoose={insert} />
        </div>
        <Button type="submit" kind="primary" icon={PlusIcon} busy={busy}>
          {t('group.new')}
        </Button>
      </form>
      {groups === undefined && <Skeleton lines={3} height="1.4em" />}
      {groups?.length === 0 && (
        <EmptyState icon={GroupsIcon} title={t('group.empty')}>
          {t('group.emptyText')} {t('group.how')}
        </EmptyState>
      )}
      {groups && groups.length > 0 && (
        <GroupList groups={groups} onRename={onRename} renaming={renaming} onRemove={onRemove} after={field} />
      )}
      {groups && groups.length > 0 && <p className="group-how">{t('group.how')}</p>}
    </div>
  )
}
