import { useT } from '../../i18n/useT.ts'
import { useDelayed } from './useDelayed.ts'

export interface SkeletonProps {
  lines?: number
  /** CSS height of a line. */
  height?: string
  /** In ms; nothing is drawn before. */
  after?: number
}

/** Stands where content will be, from 200 ms on. */
export function Skeleton({ lines = 3, height = '0.8em', after = 200 }: SkeletonProps) {
  const t = useT()
  if (!useDelayed(after)) return null
  return (
    <div className="ui-skeleton" role="status" aria-label={t('ui.loading')} style={{ '--skeleton-height': height }}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <span key={line} />
      ))}
    </div>
  )
}
