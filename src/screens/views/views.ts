/**
 * The views of a project, one record each: what it is called, its icon and keys, where it is offered, and what draws it. The name of a view is its
 * address below the project's (1 §2); the canvas alone has none, it stands at the project's own. Router, menus, palette, keys and the list of
 * shortcuts read the records. They are in the order of the menus.
 */
import type { ExoticComponent, ReactNode } from 'react'
import type { Action } from '../../actions/actions.ts'
import type { QuirkResult, ViewProps } from '../../state/viewProps.ts'
import {
  CanvasIcon,
  FilterIcon,
  HistoryIcon,
  ListIcon,
  SettingsIcon,
  SourcesIcon,
  TreeIcon,
  UsersIcon,
} from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { activeSource, asked } from './idsInAddress.ts'

/** What every view that takes the place of the canvas is given. */
export interface DeskViewProps extends ViewProps {
  /** The canvas itself with a query's result on it; `onBare` shows what of it belongs to no quirk. */
  canvas: (result: QuirkResult, onBare: () => void) => ReactNode
  /** Back to the canvas. */
  onCanvas: () => void
}

/** A view on a large screen. Without `Part` the desk itself draws it. */
export interface OnDesk {
  /** Where it is called up. `query`: a button of its own; `view`: another look at the quirks; `analysis`: a question to the project; `history`: what was done. */
  readonly menu?: 'query' | 'view' | 'analysis' | 'history'
  /** It says its title itself. */
  readonly hasTitle?: true
  /** While the result of a query is shown, it shows that alone, and says so. */
  readonly showsResult?: true
  /** Stands in place of the canvas. */
  readonly Part?: ExoticComponent<DeskViewProps>
}

/** A view on a phone, where its menu leads to it. Without `Part` the phone's desk itself draws it. */
export interface OnPhone {
  readonly Part?: ExoticComponent<object>
}

/**
 * A device that does not have the view shows another address instead: that, below the project's, with its query. `row` is what stands behind the
 * name of the view, `search` the query. Null: there is nothing at such an address.
 */
type Elsewhere = (row: string | undefined, search: string) => string | null

export interface View extends Action {
  readonly desk: OnDesk | Elsewhere
  readonly phone: OnPhone | Elsewhere
}

/** A phone shows the text instead. */
const newestText: Elsewhere = () => 'sources/highest'
/** A large screen shows the project instead, where what is asked for stands beside the canvas or over it. */
const project: Elsewhere = (row, search) => (row ? null : `?${search}`)
const HistoryDesk = lazyPart(async () => (await import('../desk/HistoryDesk.tsx')).HistoryDesk)

export const views = {
  canvas: {
    title: 'project.canvas',
    icon: CanvasIcon,
    area: 'everywhere',
    desk: { menu: 'view' },
    phone: (_, search) => `sources/${activeSource(search) ?? 'last'}`,
  },
  tree: { title: 'quirk.overview', icon: TreeIcon, area: 'everywhere', desk: {}, phone: newestText },
  query: {
    title: 'query.view',
    icon: FilterIcon,
    area: 'everywhere',
    keys: ['Mod+Shift+L'],
    desk: {
      menu: 'query',
      hasTitle: true,
      Part: lazyPart(async () => (await import('../desk/QueryDesk.tsx')).QueryDesk),
    },
    phone: newestText,
  },
  list: {
    title: 'list.view',
    area: 'everywhere',
    desk: {
      menu: 'view',
      hasTitle: true,
      showsResult: true,
      Part: lazyPart(async () => (await import('../../features/list/ListView.tsx')).ListView),
    },
    phone: () => 'quirks',
  },
  sort: {
    title: 'arranged.title',
    area: 'everywhere',
    desk: {
      menu: 'view',
      showsResult: true,
      Part: lazyPart(async () => (await import('../../features/arranged/ArrangedView.tsx')).ArrangedView),
    },
    phone: newestText,
  },
  cloud: {
    title: 'wordCloud.title',
    area: 'everywhere',
    desk: {
      menu: 'view',
      showsResult: true,
      Part: lazyPart(async () => (await import('../../features/wordCloud/WordCloudView.tsx')).WordCloudView),
    },
    phone: newestText,
  },
  overlap: {
    title: 'overlap.title',
    area: 'everywhere',
    desk: {
      menu: 'view',
      hasTitle: true,
      Part: lazyPart(async () => (await import('../../features/overlap/OverlapView.tsx')).OverlapView),
    },
    phone: newestText,
  },
  matrix: {
    title: 'matrix.title',
    area: 'everywhere',
    desk: {
      menu: 'analysis',
      hasTitle: true,
      Part: lazyPart(async () => (await import('../../features/overlap/matrix/MatrixView.tsx')).MatrixView),
    },
    phone: newestText,
  },
  crosstab: {
    title: 'crosstab.title',
    area: 'everywhere',
    desk: {
      menu: 'analysis',
      Part: lazyPart(async () => (await import('../../features/crosstab/CrosstabView.tsx')).CrosstabView),
    },
    phone: newestText,
  },
  agreement: {
    title: 'agreement.title',
    area: 'everywhere',
    desk: {
      menu: 'analysis',
      Part: lazyPart(async () => (await import('../../features/agreement/AgreementView.tsx')).AgreementView),
    },
    phone: newestText,
  },
  timeline: {
    title: 'timeline.title',
    area: 'everywhere',
    desk: {
      menu: 'analysis',
      Part: lazyPart(async () => (await import('../../features/timeline/TimelineView.tsx')).TimelineView),
    },
    phone: newestText,
  },
  console: {
    title: 'console.title',
    area: 'everywhere',
    desk: {
      menu: 'analysis',
      Part: lazyPart(async () => (await import('../../features/console/ConsoleView.tsx')).ConsoleView),
    },
    phone: newestText,
  },
  sources: {
    title: 'phone.sources',
    icon: SourcesIcon,
    area: 'everywhere',
    desk: (row, search) =>
      !row ? `?${search}` : row === 'last' || row === 'highest' ? '' : `?${asked('activeSource', row)}`,
    phone: {},
  },
  quirks: {
    title: 'phone.quirks',
    icon: ListIcon,
    area: 'everywhere',
    desk: (row, search) => (row ? `tree?${asked('quirkId', row)}` : `list?${search}`),
    phone: {},
  },
  users: {
    title: 'phone.users',
    icon: UsersIcon,
    area: 'everywhere',
    only: 'sharing',
    desk: project,
    phone: { Part: lazyPart(async () => (await import('../workspace/ProjectUsers.tsx')).ProjectUsers) },
  },
  history: {
    title: 'history.title',
    icon: HistoryIcon,
    area: 'everywhere',
    desk: { menu: 'history', Part: HistoryDesk },
    phone: { Part: HistoryDesk },
  },
  settings: { title: 'project.settings', icon: SettingsIcon, area: 'everywhere', desk: project, phone: {} },
} as const satisfies Record<string, View>

export type ViewName = keyof typeof views
/** The views that stand in place of the canvas. */
export type DeskViewName = {
  [Name in ViewName]: (typeof views)[Name]['desk'] extends { Part: unknown } ? Name : never
}[ViewName]

export const allViews = Object.keys(views) as ViewName[]
export const viewOf = (name: ViewName): View => views[name]

/** How a large screen has a view; null where it shows something else instead. */
export function onDesk(name: ViewName): OnDesk | null {
  const { desk } = viewOf(name)
  return typeof desk === 'function' ? null : desk
}

/** How a phone has a view; null where it shows something else instead. */
export function onPhone(name: ViewName): OnPhone | null {
  const { phone } = viewOf(name)
  return typeof phone === 'function' ? null : phone
}

export const isDeskView = (name: ViewName): name is DeskViewName => onDesk(name)?.Part !== undefined
export const deskViews = allViews.filter(isDeskView)
