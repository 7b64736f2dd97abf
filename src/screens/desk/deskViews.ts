/**
 * The views of the desk that stand in place of the canvas, each at an address of its own below the project's (1 §2). A new view is a name
 * in `deskViewNames.ts` (in the order of the menus), a line in `deskViews`, and an action of the same name in `src/actions/actions.ts`.
 */
import type { ExoticComponent, ReactNode } from 'react'
import type { MessageKey } from '../../i18n/i18n.ts'
import type { QuirkResult, ViewProps } from '../../state/viewProps.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import type { DeskViewName } from './deskViewNames.ts'

export interface DeskView {
  /** `query`: a button of its own in the navbar; `view`: another look at the quirks; `analysis`: a question to the project; `history`: what was done. */
  kind: 'query' | 'view' | 'analysis' | 'history'
  title: MessageKey
  /** It says its title itself. */
  hasTitle?: true
  Part: ExoticComponent<DeskViewProps>
}

export interface DeskViewProps extends ViewProps {
  /** The canvas itself with a query's result on it; `onBare` shows what of it belongs to no quirk. */
  canvas: (result: QuirkResult, onBare: () => void) => ReactNode
  /** Back to the canvas. */
  onCanvas: () => void
}

export const deskViews: Readonly<Record<DeskViewName, DeskView>> = {
  query: {
    kind: 'query',
    title: 'query.view',
    hasTitle: true,
    Part: lazyPart(async () => (await import('./QueryDesk.tsx')).QueryDesk),
  },
  list: {
    kind: 'view',
    title: 'quotes.view',
    hasTitle: true,
    Part: lazyPart(async () => (await import('../../features/quotes/QuotesView.tsx')).QuotesView),
  },
  sort: {
    kind: 'view',
    title: 'arranged.title',
    Part: lazyPart(async () => (await import('../../features/arranged/ArrangedView.tsx')).ArrangedView),
  },
  cloud: {
    kind: 'view',
    title: 'cloud.title',
    Part: lazyPart(async () => (await import('../../features/wordCloud/CloudView.tsx')).CloudView),
  },
  overlap: {
    kind: 'view',
    title: 'overlap.title',
    Part: lazyPart(async () => (await import('../../features/overlap/OverlapView.tsx')).OverlapView),
  },
  matrix: {
    kind: 'analysis',
    title: 'matrix.title',
    Part: lazyPart(async () => (await import('../../features/overlap/matrix/MatrixView.tsx')).MatrixView),
  },
  crosstab: {
    kind: 'analysis',
    title: 'crosstab.title',
    Part: lazyPart(async () => (await import('../../features/crosstab/CrosstabView.tsx')).CrosstabView),
  },
  agreement: {
    kind: 'analysis',
    title: 'agreement.title',
    Part: lazyPart(async () => (await import('../../features/agreement/AgreementView.tsx')).AgreementView),
  },
  timeline: {
    kind: 'analysis',
    title: 'timeline.title',
    Part: lazyPart(async () => (await import('../../features/timeline/TimelineView.tsx')).TimelineView),
  },
  history: {
    kind: 'history',
    title: 'history.title',
    Part: lazyPart(async () => (await import('./HistoryDesk.tsx')).HistoryDesk),
  },
  console: {
    kind: 'analysis',
    title: 'console.title',
    Part: lazyPart(async () => (await import('../../features/console/ConsoleView.tsx')).ConsoleView),
  },
}
