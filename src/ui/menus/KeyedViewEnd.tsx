import type { ReactNode } from 'react'
import { ByKey } from '../keyboard.ts'

interface KeyedViewEndProps {
  /** Of what the view's tree or drawing is described by (`aria-describedby`). */
  keysId: string
  /** Which keys there are. */
  keys: string
  /** What was just done, for those who do not see it. */
  said: string
  /** The menu of one of its items. */
  children: ReactNode
}

/** What stands at the end of a view that is walked by keys: its keys, what was just done in it, and the menu of one of its items. */
export function KeyedViewEnd({ keysId, keys, said, children }: KeyedViewEndProps) {
  return (
    <>
      <ByKey>
        <p id={keysId} hidden>
          {keys}
        </p>
      </ByKey>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
      {children}
    </>
  )
}
