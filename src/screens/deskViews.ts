/**
 * The views of the desk that stand in place of the canvas, each at an address of its own below the project's (1 §2). A new view is a name,
 * a line in `deskViews` (in the order of the menus), and an act of the same name in `acts.ts`.
 */
import type { ComponentType, LazyExoticComponent } from 'react'
import type { MessageKey } from '../i18n/i18n.ts'
import type { ViewProps } from '../state/viewProps.ts'

const names = [
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
] as const
export type DeskViewName = (typeof names)[number]

export interface DeskView {
  /** `query`: a button of its own in the navbar; `view`: another look at the quirks; `analysis`: a question to the project. */
  kind: 'query' | 'view' | 'analysis'
  title: MessageKey
  Part: LazyExoticComponent<ComponentType<ViewProps>>
}

export const deskViews: Partial<Record<DeskViewName, DeskView>> = {}

export const isDeskView = (name: string): name is DeskViewName => Object.hasOwn(deskViews, name)
export const deskViewNames = names.filter(isDeskView)
