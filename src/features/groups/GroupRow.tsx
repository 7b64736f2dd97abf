import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { DeleteIcon, EditIcon } from '../../ui/icons.ts'
import { EmojiButton } from './EmojiButton.tsx'
import type { GroupEntry } from './groupEntries.ts'
import { useInserted } from './useInserted.ts'

interface GroupRowProps {
  group: GroupEntry
  /** Resolves to whether it has the name now. */
  onRename: (group: GroupEntry, name: string) => Promise<boolean>
  onRemove: () => void
  /** It is open to be renamed from the beginning. */
  renaming?: boolean | undefined
}

/** A group with the count of its quirks. Renamed in its place: Enter or leaving the field keeps the name, Escape gives the old one back. */
export function GroupRow({ group, onRename, onRemove, renaming = false }: GroupRowProps) {
  const t = useT()
  const [open, setOpen] = useState(renaming)
  const rename = useRef<HTMLButtonElement>(null)
  const was = useRef(open)
  useLayoutEffect(() => {
    // Whoever was in the field goes on from the button that opened it; at once, since a dialog takes the focus of what has gone, and again a frame later.
    const isNowhere = document.activeElement?.contains(rename.current) ?? true
    if (was.current && !open && isNowhere) rename.current?.focus()
    was.current = open
  }, [open])
  return (
    <li className="group-row" data-renaming={open || undefined}>
      {open ? (
        <NameField group={group} onRename={onRename} onDone={() => setOpen(false)} />
      ) : (
        <>
          <span className="group-name">{group.name}</span>
          <span className="group-count">{t('group.count', { n: group.quirks })}</span>
          <span className="group-acts">
            <IconButton
              ref={rename}
              icon={EditIcon}
              label={t('group.rename', { name: group.name })}
              onClick={() => setOpen(true)}
            />
            <IconButton icon={DeleteIcon} label={t('group.delete', { name: group.name })} onClick={onRemove} />
          </span>
        </>
      )}
    </li>
  )
}

interface NameFieldProps extends Pick<GroupRowProps, 'group' | 'onRename'> {
  onDone: () => void
}

function NameField({ group, onRename, onDone }: NameFieldProps) {
  const t = useT()
  const [name, setName] = useState(group.name)
  const [refused, setRefused] = useState(false)
  const busy = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  const change = (next: string) => {
    setName(next)
    setRefused(false)
  }
  const insert = useInserted(field, name, change)
  useEffect(() => field.current?.select(), [])
  const keep = async () => {
    if (busy.current) return
    if (name.trim() === group.name) return onDone()
    busy.current = true
    const done = await onRename(group, name)
    busy.current = false
    if (done) return onDone()
    setRefused(true)
    field.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') void keep()
    else onDone()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus leaves it
    <div className="group-new-field" onBlur={leaving(() => void keep())}>
      <TextField
        ref={field}
        label={t('group.rename', { name: group.name })}
        labelHidden
        value={name}
        aria-invalid={refused || undefined}
        onChange={change}
        onKeyDown={press}
      />
      <EmojiButton field={field} onChoose={insert} />
    </div>
  )
}

interface Leaving {
  readonly currentTarget: Element
  readonly relatedTarget: EventTarget | null
}

/** Not while the focus goes to the emojis, which are no part of the field's element, nor when it is the window that loses it. */
const leaving =
  (left: () => void) =>
  ({ currentTarget, relatedTarget }: Leaving) => {
    if (!(relatedTarget instanceof Element)) return
    if (!currentTarget.contains(relatedTarget) && !relatedTarget.closest('.ui-popover')) left()
  }
