/** A step that takes long: its tab is told how far it is, and may stop it, though the worker can do nothing else meanwhile. */
import { refuse } from '../../../src/model/problems.ts'
import type { Signals } from '../../../src/model/signals.ts'
import type { Tabs } from './tabs.ts'

export interface LongStep {
  /** `share`: what of it is done, 0 to 1. Refuses with `stepStopped` once somebody has said so: nothing of the step is left then. */
  at(share: number): void
  /** It is over, whatever has become of it. */
  end(): void
}

/** What is told apart from what was told last. */
const leastMore = 0.01

export function beginLongStep(tabs: Pick<Tabs, 'tell'>, signals: () => Signals | null, tab: string): LongStep {
  const before = signals()?.stepStops
  let told: number | null = null
  return {
    at: (share) => {
      if (signals()?.stepStops !== before) refuse({ kind: 'stepStopped' })
      if (told !== null && share - told < leastMore) return
      told = share
      tabs.tell(tab, { longStep: share })
    },
    end: () => {
      if (told !== null) tabs.tell(tab, { longStep: null })
    },
  }
}
