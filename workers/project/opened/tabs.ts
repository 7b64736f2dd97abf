/** The tabs of an open project, and what is said to them: how it stands (`ProjectState`), and notices. */
import type { Problem } from '../../../src/model/problems.ts'
import type { Notice, ProjectState, Told } from '../api.ts'

export interface Tabs {
  readonly state: Readonly<ProjectState>
  /** The project stands so from now on. */
  show(change: Partial<ProjectState>): void
  showProgress(progress: number | null): void
  say(told: Told): void
  warn(found: Problem): void
  /** To one alone. */
  tell(tab: string, told: Told): void
  /** `again`: it had the project open before, in another worker. */
  join(tab: string, listener: (told: Told) => void, again: boolean): void
  /** What was to be said while nobody was there. */
  catchUp(tab: string): void
  leave(tab: string): void
  /** This tab has handed on what was typed in it; resolves when all that are there have. */
  handOn(tab: string): Promise<void>
  /** Resolves when no tab is there. */
  allLeft(): Promise<void>
  /** Those that are there. */
  readonly names: string[]
  /** Of these, those that have opened the project anew. */
  readonly newNames: string[]
  /** With those that have just left and may only be loading again. */
  readonly namesSoon: string[]
}

/** A tab that has left may be loading again for so long, in ms. */
const reloadTime = 10_000

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

export function openTabs({ name, author }: Pick<ProjectState, 'name' | 'author'>, now: () => number): Tabs {
  // These alone: what else the project was opened with, as its token, is no tab's to hear, and cannot go to another page.
  const state: ProjectState = { ...atFirst, name, author }
  const tabs = new Map<string, { tell: (told: Told) => void; isNew: boolean }>()
  /** What is to be said to whoever comes first: a project speaks before its first tab has joined. */
  const unheard: Notice[] = []
  /** When tabs have left. */
  const left = new Map<string, number>()
  const handedOn = new Set<string>()
  let waits: { isOver: () => boolean; end: () => void }[] = []

  const lookAtWaits = () => {
    const over = waits.filter(({ isOver }) => isOver())
    waits = waits.filter((wait) => !over.includes(wait))
    for (const { end } of over) end()
  }
  const until = (isOver: () => boolean) =>
    new Promise<void>((resolve) => {
      waits.push({ isOver, end: resolve })
      lookAtWaits()
    })

  const say = (told: Told) => {
    if ('notice' in told && tabs.size === 0) unheard.push(told.notice)
    for (const { tell } of tabs.values()) tell(told)
  }
  const show = (change: Partial<ProjectState>) => {
    Object.assign(state, change)
    say({ state: { ...state } })
  }
  return {
    state,
    show,
    // Thousands of chunks: only steps that are seen are told.
    showProgress: (progress) => {
      const isSeen = progress === null || progress === 1 || Math.abs(progress - (state.progress ?? 0)) >= 0.005
      if (isSeen) show({ progress })
    },
    say,
    warn: (found) => say({ notice: { kind: 'problem', problem: found } }),
    tell: (tab, told) => tabs.get(tab)?.tell(told),
    join: (tab, listener, again) => {
      tabs.set(tab, { tell: listener, isNew: !again })
      left.delete(tab)
      handedOn.delete(tab)
      listener({ state: { ...state } })
    },
    catchUp: (tab) => {
      for (const notice of unheard.splice(0)) tabs.get(tab)?.tell({ notice })
    },
    leave: (tab) => {
      tabs.delete(tab)
      left.set(tab, now())
      lookAtWaits()
    },
    handOn: (tab) => {
      handedOn.add(tab)
      return until(() => [...tabs.keys()].every((name) => handedOn.has(name)))
    },
    allLeft: () => until(() => tabs.size === 0),
    get names() {
      return [...tabs.keys()]
    },
    get newNames() {
      return [...tabs].filter(([, { isNew }]) => isNew).map(([name]) => name)
    },
    get namesSoon() {
      const leaving = [...left].filter(([, at]) => now() - at < reloadTime).map(([name]) => name)
      return [...tabs.keys(), ...leaving]
    },
  }
}
