/** Everything that can be done on the page of a project: its actions, and going to a view. Palette, keys and the list of shortcuts are made of this. */
import { type Action, type ActionId, actionOf, allActions, isDenied } from '../../../actions/actions.ts'
import type { Feature } from '../../../model/serverFacts.ts'
import { allViews, type ViewName, views } from '../../views/views.ts'

export type Doable = ActionId | ViewName

export const allDoable: readonly Doable[] = [...allActions, ...allViews]

export const recordOf = (id: Doable): Action => (id in views ? views[id as ViewName] : actionOf(id as ActionId))

/** What can be done now; what is missing here cannot. `title`: where it says more than its own. */
export type Handlers = Partial<Record<Doable, { run: () => void; title?: string | undefined } | undefined>>

/** What of it this person can do on this host, by what the records ask for. */
export const possible = (handlers: Handlers, canWrite: boolean, can: (feature: Feature) => boolean): Handlers =>
  Object.fromEntries(
    Object.entries(handlers).filter(([id]) => {
      const record = recordOf(id as Doable)
      return !isDenied(record, canWrite) && (!record.only || can(record.only))
    }),
  )
