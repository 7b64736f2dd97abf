import { ProgressBar, type ProgressBarProps } from './ProgressBar.tsx'
import { useDelayed } from './useDelayed.ts'

/** How far a work of some seconds is, over the page: what somebody is just reading or dragging must not move. Short work shows none. */
export function FloatingProgress(props: ProgressBarProps) {
  if (!useDelayed()) return null
  return (
    <div className="ui-floating-progress">
      <ProgressBar {...props} />
    </div>
  )
}
