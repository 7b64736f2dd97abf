import type { ActionId } from '../../actions/actions.ts'

/** The names of the views of the desk, as they stand in addresses: known before the desk itself is there. In the order of the menus. */
export const deskViewNames = [
  'query',
  'list',
  'sort',
  'cloud',
  'overlap',
  'matrix',
  'crosstab',
  'agreement',
  'timeline',
  'console',
  'history',
] as const satisfies readonly ActionId[]

export type DeskViewName = (typeof deskViewNames)[number]

export const isDeskView = (name: string): name is DeskViewName => deskViewNames.some((one) => one === name)
