/** A snapshot instead of events. The copy that is there, if any, goes on until the new one is whole. */
import { isProblem } from '../../../src/model/problems.ts'
import type { Opened } from '../../../src/model/protocol.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { ProjectHost } from '../host.ts'
import { loadCopy } from '../sync/loadCopy.ts'
import type { Event } from '../sync/nextConnection.ts'
import type { Tabs } from './tabs.ts'

export interface Loader {
  load(opened: Opened): Promise<void>
  stop(): void
  /** Resolves when what is being loaded has come to its end, of whatever kind; null: nothing is. */
  readonly done: Promise<void> | null
}

export interface LoaderParts {
  host: ProjectHost
  tabs: Pick<Tabs, 'show' | 'showProgress'>
  tell: (event: Event) => void
  /** The copy that has come is to be shown. */
  take: (db: Db, opened: Opened) => Promise<void>
}

export function openLoader({ host, tabs, tell, take }: LoaderParts): Loader {
  let loading: { stop: AbortController; done: Promise<void> } | null = null
  return {
    load: async (opened) => {
      const stop = new AbortController()
      const loaded = loadCopy(host, tabs.showProgress, stop.signal)
      loading = { stop, done: loaded.then(() => {}) }
      tabs.show({ progress: 0 })
      const found = await loaded
      loading = null
      if (isProblem(found)) {
        // What was asked for is not read any further.
        stop.abort()
        tabs.show({ progress: null })
        return tell({ is: 'notLoaded', problem: found.problem })
      }
      await take(found.ok, opened)
      tell({ is: 'loaded' })
    },
    stop: () => loading?.stop.abort(),
    get done() {
      return loading?.done ?? null
    },
  }
}
