import { type ReactNode, useState, useSyncExternalStore } from 'react'

export interface Slot {
  /** To be put once into the screen. */
  readonly place: ReactNode
  readonly put: (content: ReactNode) => void
}

/**
 * A place of the screen that is drawn by itself: whoever has it draws nothing anew when its content changes. For what changes many times a
 * second, or while much else is shown: as a state of the project's screen, each change would draw the whole of it.
 */
export const useSlot = (): Slot => useState(openSlot)[0]

function openSlot(): Slot {
  let content: ReactNode = null
  const listeners = new Set<() => void>()
  const listen = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const Content = () => useSyncExternalStore(listen, () => content)
  return {
    place: <Content />,
    put: (next) => {
      content = next
      for (const listener of listeners) listener()
    },
  }
}
