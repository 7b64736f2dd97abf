/** What the worker of a project tells this tab, as the screens read it: how the copy stands, its history, who else is here, and notices. */
import { proxy } from 'valtio'
import type { HistoryState, Notice, ProjectState, Told } from '../../../workers/project/api.ts'
import type { KeyParts } from '../../model/sealing/keys.ts'
import type { LongStep } from './handle.ts'
import { openPeopleHere, type PeopleHere } from './presence.ts'
import { forgetKey, noteKey, noteSealed } from './wordsKept.ts'

export interface OpenTold {
  /** valtio proxies. */
  readonly state: ProjectState
  readonly history: HistoryState
  readonly longStep: LongStep
  readonly people: PeopleHere
  /** Of a protected project that is open, for the worker that takes over. */
  readonly projectKey: KeyParts | null
  hear(told: Told): void
  /** Told of each; at once of those that came before somebody listened. Returns the function that stops it. */
  onNotice(listener: (notice: Notice) => void): () => void
  close(): void
}

export interface ToldParts {
  /** Of the copy. */
  key: string
  name: string
  author: string
  /** The server has refused this token. */
  refused: (token: string) => void
  /** There is something to keep, and the browser may still throw it away. */
  evictable: () => void
}

export function openTold({ key, name, author, refused, evictable }: ToldParts): OpenTold {
  const state = proxy<ProjectState>({ ...atFirst, name, author })
  const history = proxy<HistoryState>({ undo: null, redo: null })
  const longStep = proxy<LongStep>({ share: null })
  const people = openPeopleHere()
  const notices = openNotices()
  let projectKey: KeyParts | null = null
  let closed = false

  const hearState = (told: Partial<ProjectState>) => {
    Object.assign(state, told)
    if (state.isProtected) noteSealed(key)
    const { connection, kept } = state
    if (projectKey && !closed && connection === 'online') noteKey(key, projectKey)
    if (kept === 'evictable' && connection === 'online') evictable()
  }
  const hearKey = (told: KeyParts) => {
    projectKey = told
    if (!closed) noteKey(key, told)
  }

  return {
    state,
    history,
    longStep,
    people,
    get projectKey() {
      return projectKey
    },
    hear: (told) => {
      if ('state' in told) hearState(told.state)
      if ('history' in told) Object.assign(history, told.history)
      if ('longStep' in told) longStep.share = told.longStep
      if ('key' in told) hearKey(told.key)
      if ('refused' in told) refused(told.refused)
      if ('people' in told) people.hear(told.people, told.count)
      if ('notice' in told) notices.hear(told.notice)
    },
    onNotice: notices.on,
    close: () => {
      closed = true
      projectKey = null
      forgetKey(key)
    },
  }
}

const atFirst: Omit<ProjectState, 'name' | 'author'> = {
  connection: 'opening',
  head: 0,
  waiting: 0,
  setAside: 0,
  sendable: 0,
  access: 'own',
  isProtected: false,
  isLocked: false,
  kept: 'persistent',
  progress: null,
  problem: null,
}

function openNotices() {
  const listeners = new Set<(notice: Notice) => void>()
  /** What came before the screen that says it was there; null: it is there, or has been. */
  let unheard: Notice[] | null = []
  return {
    hear: (notice: Notice) => {
      unheard?.push(notice)
      for (const listener of listeners) listener(notice)
    },
    on: (listener: (notice: Notice) => void) => {
      listeners.add(listener)
      for (const notice of unheard ?? []) listener(notice)
      unheard = null
      return () => listeners.delete(listener)
    },
  }
}
