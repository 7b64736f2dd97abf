/** What is told of the copy: how far it is, how much waits, and what is set aside. */
import type { Db } from '../../../wasm/database/db.ts'
import type { Copy } from '../copy.ts'
import { makeSure, sendableSteps, setAsideSteps } from '../setAside/setAside.ts'
import type { Keeps } from '../sync/nextConnection.ts'
import type { Tabs } from './tabs.ts'

/** Of the steps that are set aside. */
export const setAsideIn = (db: Db) => ({ setAside: setAsideSteps(db).length, sendable: sendableSteps(db) })

export interface Standing {
  /** Something was done in the copy, by whomever. */
  changed(): void
  /** The project is open on a socket. */
  met(): void
  /** What waits is sent no more; `all`: messages and what is under way too. */
  setAside(all: boolean): void
  /** What `body` does is not told: it is set aside right after it, neither shown nor sent. */
  heldBack<T>(body: () => T): T
}

export interface StandingParts {
  tabs: Pick<Tabs, 'state' | 'show'>
  copy: () => Copy | null
  /** The copy stands where the room stood as it was opened. */
  isCaughtUp: (head: number) => boolean
  keeps: (keeps: Partial<Keeps>) => void
  /** What was done is seen elsewhere too. */
  seen: () => void
}

export function openStanding({ tabs, copy, isCaughtUp, keeps, seen }: StandingParts): Standing {
  /** Of what is set aside the room may have some, which is known once it has told all that it had. */
  let arrived: 'unknown' | 'known' = 'unknown'
  let telling: 'at once' | 'held back' = 'at once'

  const look = ({ db, head }: Copy) => {
    if (isCaughtUp(head)) {
      makeSure(db)
      arrived = 'known'
    }
    const { state } = tabs
    const found = setAsideIn(db)
    if (found.setAside !== state.setAside || found.sendable !== state.sendable) tabs.show(found)
  }
  const changed = () => {
    const open = copy()
    if (!open || telling === 'held back') return
    const { waiting, head } = open
    const isOwn = waiting !== tabs.state.waiting
    if (isOwn || head !== tabs.state.head) tabs.show({ waiting, head, ...setAsideIn(open.db) })
    if (tabs.state.setAside > 0) {
      if (isOwn) arrived = 'unknown'
      else if (arrived === 'unknown') look(open)
    }
    seen()
    keeps({ waiting, head })
  }
  const setAside = (all: boolean) => {
    const open = copy()
    if (!open) return
    arrived = 'unknown'
    if (open.setAside(all) === 0) return
    const { waiting } = open
    tabs.show({ ...setAsideIn(open.db), waiting })
    keeps({ waiting })
  }
  return {
    changed,
    met: () => {
      const open = copy()
      if (open) look(open)
    },
    setAside,
    heldBack: (body) => {
      telling = 'held back'
      try {
        return body()
      } finally {
        telling = 'at once'
      }
    },
  }
}
