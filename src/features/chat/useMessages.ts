import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRows } from '../../data/live/useLive.ts'
import type { Row } from '../../model/schema.ts'
import { keepSeen, readSeen, unreadAfter } from './unread.ts'

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
  const rows = useRows('chatMessages', {})
  const list = useMemo(
    () => [...(rows?.values() ?? [])].sort((a, b) => a.timestamp - b.timestamp || a.id - b.id),
    [rows],
  )
  const others = useMemo(() => list.reduce((n, { author }) => n + Number(author !== me), 0), [list, me])
  const [seen, setSeen] = useState(() => readSeen(me, project.uuid))
  useEffect(() => setSeen(readSeen(me, project.uuid)), [me, project.uuid])
  const now = open ? others : unreadAfter(seen, others).seen
  const isKnown = rows !== undefined
  useEffect(() => {
    if (!isKnown || now === seen) return
    setSeen(now)
    keepSeen(me, project.uuid, now)
  }, [isKnown, now, seen, me, project.uuid])
  return { list, isKnown, me, unread: open ? 0 : unreadAfter(seen, others).unread }
}
