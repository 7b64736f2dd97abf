/** What the page asks (`api.ts`), given to the parts of an open project. */
import type { Call } from '../../../src/model/commands.ts'
import { isProblem, ok, type Problem, problem } from '../../../src/model/problems.ts'
import { projectTitle } from '../../../src/model/rules/projects/projectTitle.ts'
import { readContents, readFrame } from '../../../wasm/database/projectReader.ts'
import type { ProjectApi } from '../api.ts'
import type { ProjectHost } from '../host.ts'
import type { Analyses } from '../live/analyses.ts'
import type { Live } from '../live/live.ts'
import type { Statements } from '../live/statements.ts'
import { giveUpSetAside, setAsideFile, waitingFile } from '../setAside/setAside.ts'
import type { Event } from '../sync/nextConnection.ts'
import { openedHistory } from '../sync/openedHistory.ts'
import type { PeopleHere } from '../sync/presence.ts'
import type { Author } from './author.ts'
import type { Commands } from './commands.ts'
import type { Device } from './device.ts'
import type { Held } from './held.ts'
import type { Loader } from './loader.ts'
import type { Lock } from './lock.ts'
import type { ShownMap } from './map.ts'
import { openSound } from './sound.ts'
import type { Tabs } from './tabs.ts'

export interface ApiParts {
  host: ProjectHost
  tabs: Tabs
  held: Held
  lock: Lock
  device: Device
  map: ShownMap
  author: Author
  commands: Commands
  loader: Loader
  live: Live
  analyses: Analyses
  statements: Statements
  people: PeopleHere
  tell: (event: Event) => void
  isHandedOn: () => boolean
}

const never = new Promise<never>(() => {})

export function projectApi(parts: ApiParts): ProjectApi {
  const { host, held, lock, device, map, author, tell } = parts
  const sound = openSound(host, lock)
  return {
    ...running(parts),
    ...asking(parts),
    ...tabsOf(parts),
    ...settingAside(parts),
    openHistory: (steps) =>
      held.whenReady(({ db }) => (lock.sealing ? openedHistory(db, lock.sealing.parts, steps) : [...steps])),
    takeKey: async (key) => lock.takeKey(key),
    unlock: async (secret) => lock.unlock(secret),
    changePassword: async (secret, password) => {
      const made = lock.rewrap(secret, password)
      if (isProblem(made)) return made
      const { from, hash, recovery } = made.ok
      const body = JSON.stringify({ from, ___db_hash: hash })
      const answer = await host.call(`/v1/thicket/projects/${host.uuid}/protection`, { method: 'PUT', body })
      if (answer?.status === 200) return ok({ recovery })
      const refused = answer && ((await answer.json().catch(() => null)) as { problem?: Problem } | null)
      return problem(answer ? (refused?.problem ?? { kind: 'protectionFailed' }) : { kind: 'cannotConnect' })
    },
    hearSound: (hash) => sound.hear(hash),
    keepSound: (bytes) => sound.keep(bytes),
    layOut: async (quirks, asked) => map.layOut(quirks, asked),
    reconnect: async () => tell({ is: 'wished' }),
    setAuthor: async (name) => author.call(name),
    setToken: async (token) => host.tokens?.set(token),
    environment: async (environment) => {
      // Whoever clears the browser's storage does it elsewhere, and comes back.
      device.look()
      tell({ is: 'environment', ...environment })
    },
    close: async () => {
      device.stopLooking()
      parts.analyses.close()
      tell({ is: 'disposed' })
      held.close()
      lock.close()
    },
  }
}

/** Whoever asks of a copy that is handed on is answered by the worker that takes over. */
const answered = <T>({ isHandedOn }: ApiParts, body: () => T): Promise<T> =>
  isHandedOn() ? never : Promise.resolve(body())

type Running = Pick<ProjectApi, 'run' | 'runAll' | 'undo' | 'redo' | 'sendSetAside'>
const running = (parts: ApiParts): Running => {
  const { commands } = parts
  return {
    run: async (tab, call, command, args) => {
      const calls = [{ command, args } as Call]
      const done = await answered(parts, () => commands.runAll(tab, call, calls, `undo.${command}`))
      return isProblem(done) ? done : (ok(done.ok[0]) as never)
    },
    runAll: (tab, call, calls, title) => answered(parts, () => commands.runAll(tab, call, calls, title)),
    undo: (tab) => answered(parts, () => commands.step(tab, 'undo')),
    redo: (tab) => answered(parts, () => commands.step(tab, 'redo')),
    sendSetAside: (tab) => answered(parts, () => commands.sendSetAside(tab)),
  }
}

type Asking = Pick<
  ProjectApi,
  | 'ask'
  | 'watch'
  | 'watchAnalysis'
  | 'unwatch'
  | 'runStatement'
  | 'statementRows'
  | 'statementFile'
  | 'frame'
  | 'contents'
  | 'readSource'
>
function asking({ held, live, analyses, statements, tabs }: ApiParts): Asking {
  /** Those of analyses have numbers below zero. */
  const analysisWatches = new Map<number, () => void>()
  let lastAnalysis = 0
  const { whenReady } = held
  return {
    ask: (query, args) => whenReady((open) => open.live.ask(query, args)),
    watch: (query, args, post) => whenReady(() => live.watch(query, args, post)),
    watchAnalysis: (query, args, post) =>
      whenReady(() => {
        lastAnalysis -= 1
        analysisWatches.set(lastAnalysis, analyses.watch(query, args, post))
        return lastAnalysis
      }),
    unwatch: async (watch) => {
      if (watch > 0) return live.unwatch(watch)
      analysisWatches.get(watch)?.()
      analysisWatches.delete(watch)
    },
    runStatement: (sql) => statements.run(sql),
    statementRows: async (run, offset) => statements.rows(run, offset),
    statementFile: (sql) => statements.file(sql),
    frame: () => whenReady(({ db }) => readFrame(db, projectTitle(tabs.state.name))),
    contents: (sourceIds) => whenReady(({ db }) => readContents(db, sourceIds)),
    readSource: (sourceId) => whenReady((open) => open.readSources([sourceId])),
  }
}

type OfTabs = Pick<ProjectApi, 'join' | 'leave' | 'handOn' | 'leaveAll' | 'place'>
function tabsOf({ host, tabs, held, lock, people, loader }: ApiParts): OfTabs {
  /** The tab that said last where the person is. */
  let placing: string | null = null
  const leave = async (tab: string): Promise<void> => {
    tabs.leave(tab)
    if (placing === tab) people.place(null)
    const { done } = loader
    if (tabs.names.length > 0 || !done) return
    loader.stop()
    await done
    if (!held.copy) await host.store.remove()
  }
  return {
    join: async (tab, listener, again = false) => {
      tabs.join(tab, listener, again)
      if (!again) held.takeUpHistory(tab)
      if (lock.key) listener({ key: lock.key })
      if (held.copy) listener({ history: held.copy.history(tab) })
      listener({ people: people.shown(), count: people.count })
      tabs.catchUp(tab)
    },
    leave,
    handOn: tabs.handOn,
    leaveAll: async (tab) => {
      await leave(tab)
      await tabs.allLeft()
    },
    place: async (tab, place) => {
      placing = tab
      people.place(place)
    },
  }
}

type SettingAside = Pick<ProjectApi, 'setAsideAsFile' | 'waitingAsFile' | 'giveUpSetAside'>
const settingAside = ({ held, tabs }: ApiParts): SettingAside => ({
  setAsideAsFile: () => held.whenReady((open) => setAsideFile(open.db)),
  waitingAsFile: async () => (held.copy || !tabs.state.problem ? held.whenReady((open) => waitingFile(open.db)) : '[]'),
  giveUpSetAside: () =>
    held.whenReady((open) => {
      giveUpSetAside(open.db)
      tabs.show({ setAside: 0, sendable: 0 })
    }),
})
