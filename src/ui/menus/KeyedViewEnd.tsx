import { ByKey } from '../keyboard.ts'
import { MenuAt, type MenuAtProps } from './MenuAt.tsx'

interface KeyedViewEndProps extends MenuAtProps {
  /** Of what the view's tree or drawing is described by (`aria-describedby`). */
  keysId: string
  /** Which keys there are. */
  keys: string
  /** What was just done, for those who do not see it. */
  said: string
}

/** What stands at the end of a view that is walked by keys: its keys, what was just done in it, and the menu of one of its items. */
export function KeyedViewEnd({ keysId, keys, said, ...menu }: KeyedViewEndProps) {
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
      <MenuAt {...menu} />
    </>
  )
}
