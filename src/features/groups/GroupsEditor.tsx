import { type FormEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { GroupsIcon, PlusIcon } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { EmojiButton } from './EmojiButton.tsx'
import { GroupList } from './GroupList.tsx'
import type { GroupEntry } from './groupEntries.ts'

export interface GroupsEditorProps {
  /** Undefined while they load. */
  groups: readonly GroupEntry[] | undefined
  name: string
  onName: (name: string) => void
  /** What is wrong with the name. */
  error?: string | undefined
  /** The new group is on its way. */
  busy?: boolean
  onCreate: () => void
  /** Resolves to whether it was removed. */
  onRemove: (group: GroupEntry) => Promise<boolean>
  field?: RefObject<HTMLInputElement | null> | undefined
}

/** The inside of the dialog of the groups: the name of a new one, and those that there are. */
export function GroupsEditor(props: GroupsEditorProps) {
  const { groups, name, onName, error, busy = false, onCreate, onRemove } = props
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
          <TextField ref={field} label={t('group.name')} value={name} error={error} readOnly={busy} onChange={onName} />
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
      {groups && groups.length > 0 && <GroupList groups={groups} onRemove={onRemove} after={field} />}
      {groups && groups.length > 0 && <p className="group-how">{t('group.how')}</p>}
    </div>
  )
}

/** Puts words at the caret of a controlled field and the caret behind them. */
function useInserted(field: RefObject<HTMLInputElement | null>, value: string, onChange: (value: string) => void) {
  const caret = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the field has the new words
  useLayoutEffect(() => {
    if (caret.current === null) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [value])
  return (words: string) => {
    const from = field.current?.selectionStart ?? value.length
    const to = field.current?.selectionEnd ?? value.length
    caret.current = from + words.length
    onChange(value.slice(0, from) + words + value.slice(to))
  }
}
