import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { keyOfCopy } from '../../data/copies/copyKey.ts'
import { useProject, useRows } from '../../data/live/useLive.ts'
import type { Row } from '../../model/schema.ts'
import { keepRead, readAfter, recallRead, unreadOf } from './unread.ts'

export type Message = Row<'chat_messages'>

export interface Messages {
  /** The oldest first. */
  list: readonly Message[]
  /** The project is loaded: what is sent is taken. */
  isKnown: boolean
  /** Under which name one writes here. */
  me: string
  unread: number
}

/** The messages of the project; while the chat is open none is unread. */
export function useMessages(open: boolean): Messages {
  const project = useProject()
  const me = useSnapshot(project.state).author
  const copy = keyOfCopy(project)
  const rows = useRows('chatMessages', {})
  const list = useMemo(
    () => [...(rows?.values() ?? [])].sort((a, b) => a.timestamp - b.timestamp || a.id - b.id),
    [rows],
  )
  const others = useMemo(() => list.filter(({ author }) => author !== me), [list, me])
  const [read, setRead] = useState(() => recallRead(me, copy))
  useEffect(() => setRead(recallRead(me, copy)), [me, copy])
  useEffect(() => {
    const now = open ? readAfter(read, others) : read
    if (now === read) return
    setRead(now)
    keepRead(me, copy, now)
  }, [open, others, read, me, copy])
  return { list, isKnown: rows !== undefined, me, unread: open ? 0 : unreadOf(read, others) }
}
