import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { PersonMark } from '../../data/copies/presence.ts'
import { useProject, useRows, useValue } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { none } from '../../model/schema.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { UsersIcon } from '../../ui/icons.ts'
import { Popover } from '../../ui/menus/Popover.tsx'
import { Avatar } from './Avatar.tsx'

interface UsersMenuProps {
  side?: 'right' | 'bottom' | 'top'
  /** Goes to where a person is. */
  onGo: (who: number) => void
}

/** So many are shown by their initials; the list has all. */
const mostAvatars = 3

/** Who else has the project open; nothing while one is alone. */
export function UsersMenu({ side = 'right', onGo }: UsersMenuProps) {
  const t = useT()
  const { others, count } = useSnapshot(useProject().people.here)
  const [open, setOpen] = useState(false)
  if (others.length === 0 && count < 2) return null
  const more = Math.max(others.length, count - 1) - others.length
  const all = others.length + more
  const names = others.map(({ author }) => author || t('text.someone'))
  return (
    <div className="users">
      <Popover
        label={t('users.title')}
        side={side}
        align="end"
        open={open}
        onOpenChange={setOpen}
        trigger={<IconButton icon={UsersIcon} label={t('users.here', { n: all })} />}
      >
        <ul className="users-list" aria-label={t('users.title')}>
          {others.map((person) => (
            <Person
              key={person.who}
              person={person}
              onGo={() => {
                setOpen(false)
                onGo(person.who)
              }}
            />
          ))}
        </ul>
        {more > 0 && <p className="users-more">{t('users.more', { n: more })}</p>}
      </Popover>
      <div className="users-avatars" aria-hidden>
        {others.slice(0, mostAvatars).map(({ who, author, colour }, i) => (
          <button key={who} type="button" tabIndex={-1} data-tooltip={names[i]} onClick={() => onGo(who)}>
            <Avatar author={author} colour={colour} />
          </button>
        ))}
        {all > 1 && <span className="users-count users-count-low">+{all - 1}</span>}
        {all > mostAvatars && <span className="users-count">+{all - mostAvatars}</span>}
      </div>
    </div>
  )
}

function Person({ person, onGo }: { person: PersonMark; onGo: () => void }) {
  const t = useT()
  const { author, colour, access } = person
  const where = useWhere(person)
  return (
    <li>
      <button type="button" className="users-person" onClick={onGo}>
        <Avatar author={author} colour={colour} />
        <span className="users-name">{author || t('text.someone')}</span>
        <span className="users-where">
          {where}
          {access === 'read' && ` · ${t('status.readOnly')}`}
        </span>
      </button>
    </li>
  )
}

function useWhere({ sourceId, quirkId }: PersonMark): string {
  const t = useT()
  const quirk = useRows('quirks', {})?.get(quirkId ?? none)
  const source = useValue('source', { sourceId })
  if (quirk) return t('users.withQuirk', { title: quirk.title || t('quirk.untitled') })
  return source?.title ?? t('users.inProject')
}
