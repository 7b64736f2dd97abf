/**
 * The upper part of every tab's history while steps are done again on another base: what takes back each of them as it is done there. An
 * entry that a rebase finds written with what it took earlier would not give back what others have put on its words meanwhile.
 *
 * Promises: each layer reads as `stacks.ts` has its entries: for the text as the layers above it leave it.
 */
import { type Change, type Edit, type Effect, invert } from '../../../src/model/change.ts'
import type { PendingStep } from '../pending/pending.ts'
import { mapEntry } from './stacks.ts'

interface Layer {
  entry: number
  changes: Change[]
}

export interface Layers {
  /** Texts were edited, by whoever is not the tab. */
  pass(edits: readonly Edit[], tab: string | null): void
  /** A step was done. */
  did(step: PendingStep, effects: readonly Effect[]): void
  /** What takes back now the entry that the step takes back, with all above it. */
  taking(step: PendingStep): Change[]
  all(): Layer[]
}

/** `settled`: what takes back the parts of an entry's step that the room has taken before, which are not done again. */
export function openLayers(settled: ReadonlyMap<number, readonly Change[]>): Layers {
  const tabs = new Map<string, { done: Layer[]; undone: Layer[] }>()
  const of = (tab: string) => {
    const stacks = tabs.get(tab) ?? { done: [], undone: [] }
    tabs.set(tab, stacks)
    return stacks
  }

  const pass = (edits: readonly Edit[], except: string | null) => {
    if (edits.length === 0) return
    for (const [tab, { done, undone }] of tabs)
      if (tab !== except) for (const stack of [done, undone]) passOver(stack, edits)
  }

  return {
    pass,
    did: ({ tab, entry, way }, effects) => {
      pass(
        effects.filter((effect) => effect.op === 'edit'),
        tab,
      )
      if (tab === null || entry === null || way === null) return
      const { done, undone } = of(tab)
      const changes = invert(effects)
      if (way === 'undo') {
        done.length = below(done, entry)
        put(undone, { entry, changes })
        return
      }
      if (way === 'do') undone.length = 0
      else if (undone.at(-1)?.entry === entry) undone.pop()
      put(done, { entry, changes })
    },
    taking: ({ tab, entry }) => {
      if (tab === null || entry === null) return []
      const { done } = of(tab)
      return done
        .slice(below(done, entry))
        .toReversed()
        .flatMap(({ changes }) => changes)
    },
    all: () =>
      [...tabs.values()].flatMap(({ done, undone }) =>
        [...done, ...undone].map(({ entry, changes }) => ({
          entry,
          changes: [...changes, ...(settled.get(entry) ?? [])],
        })),
      ),
  }
}

/** The parts of one step are one layer. */
function put(stack: Layer[], layer: Layer): void {
  const top = stack.at(-1)
  if (top?.entry === layer.entry) top.changes = [...layer.changes, ...top.changes]
  else stack.push(layer)
}

/** How many lie below the entry. */
const below = (done: readonly Layer[], entry: number): number => {
  const at = done.findIndex((layer) => layer.entry >= entry)
  return at < 0 ? done.length : at
}

/** From the top down: an edit reaches each layer as those above leave it. */
function passOver(stack: readonly Layer[], edits: readonly Edit[]): void {
  let over = [...edits]
  for (const layer of stack.toReversed()) {
    if (over.length === 0) return
    const mapped = mapEntry(layer.changes, over)
    layer.changes = mapped.changes
    over = mapped.over
  }
}
