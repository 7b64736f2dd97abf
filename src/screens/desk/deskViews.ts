/**
 * The views of the desk that stand in place of the canvas, each at an address of its own below the project's (1 §2). A new view is a name in
 * `deskViewNames.ts`, which is its address; then the types ask for its record here, and for an action of the same name in `src/actions/actions.ts`,
 * where its title, its icon and its keys are.
 */
import type { ExoticComponent, ReactNode } from 'react'
import type { QuirkResult, ViewProps } from '../../state/viewProps.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import type { DeskViewName } from './deskViewNames.ts'

export interface DeskView {
  /** Where it is called up. `query`: a button of its own in the navbar; `view`: another look at the quirks; `analysis`: a question to the project; `history`: what was done. */
  kind: 'query' | 'view' | 'analysis' | 'history'
  /** It says its title itself. */
  hasTitle?: true
  /** While the result of a query is shown, it shows that alone, and says so. */
  showsResult?: true
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
    hasTitle: true,
    Part: lazyPart(async () => (await import('./QueryDesk.tsx')).QueryDesk),
  },
  list: {
    kind: 'view',
    showsResult: true,
    hasTitle: true,
    Part: lazyPart(async () => (await import('../../features/quotes/QuotesView.tsx')).QuotesView),
  },
  sort: {
    kind: 'view',
    showsResult: true,
    Part: lazyPart(async () => (await import('../../features/arranged/ArrangedView.tsx')).ArrangedView),
  },
  cloud: {
    kind: 'view',
    showsResult: true,
    Part: lazyPart(async () => (await import('../../features/wordCloud/CloudView.tsx')).CloudView),
  },
  overlap: {
    kind: 'view',
    Part: lazyPart(async () => (await import('../../features/overlap/OverlapView.tsx')).OverlapView),
  },
  matrix: {
    kind: 'analysis',
    Part: lazyPart(async () => (await import('../../features/overlap/matrix/MatrixView.tsx')).MatrixView),
  },
  crosstab: {
    kind: 'analysis',
    Part: lazyPart(async () => (await import('../../features/crosstab/CrosstabView.tsx')).CrosstabView),
  },
  agreement: {
    kind: 'analysis',
    Part: lazyPart(async () => (await import('../../features/agreement/AgreementView.tsx')).AgreementView),
  },
  timeline: {
    kind: 'analysis',
    Part: lazyPart(async () => (await import('../../features/timeline/TimelineView.tsx')).TimelineView),
  },
  history: {
    kind: 'history',
    Part: lazyPart(async () => (await import('./HistoryDesk.tsx')).HistoryDesk),
  },
  console: {
    kind: 'analysis',
    Part: lazyPart(async () => (await import('../../features/console/ConsoleView.tsx')).ConsoleView),
  },
}
