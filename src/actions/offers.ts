/**
 * What the views on the screen can do beyond their own buttons and keys: the palette offers it with the rest. A view offers while
 * it is mounted.
 */
import type { ActionId } from './actions.ts'

export type Offers = Partial<Record<ActionId, (() => void) | undefined>> & {
  /** The quirk that is chosen on the screen. */
  chosen?: { readonly id: number; readonly title: string } | undefined
}

const offering = new Set<() => Offers>()

/** `offers` is asked each time that somebody wants to know. Returns the end of it. */
export function offer(offers: () => Offers): () => void {
  offering.add(offers)
  return () => void offering.delete(offers)
}

/** What is offered now. */
export const offered = (): Offers => Object.assign({}, ...[...offering].map((offers) => offers()))
