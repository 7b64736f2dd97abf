/** What the screen of a project watches before a source is opened. */
import type { QueryArgs, QueryName } from '../src/model/queries.ts'

type Watched = { [N in QueryName]: readonly [N, QueryArgs<N>] }[QueryName]

export const firstScreen: readonly Watched[] = [
  ['quirks', {}],
  ['questions', {}],
  ['groups', {}],
  ['groupQuirks', {}],
  ['shortcutKeys', {}],
  ['preferences', {}],
  ['propertyKeys', {}],
  ['propertyOffers', { most: 100, chosen: [] }],
  ['sources', { offset: 0, limit: 500 }],
  ['totals', {}],
]
