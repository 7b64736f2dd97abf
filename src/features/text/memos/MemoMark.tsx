import { useT } from '../../../i18n/useT.ts'
import { MemosIcon } from '../../../ui/icons.ts'

export interface MemoMarkProps {
  count: number
  /** Between cards, for those that have no room; else in the closed column. */
  isChip?: boolean
  active?: boolean
  isTabStop?: boolean
  onOpen: () => void
}

/** One or several memos that are not shown: at their place in the closed column, or folded between cards. */
export function MemoMark({ count, isChip, active, isTabStop = true, onOpen }: MemoMarkProps) {
  const t = useT()
  const name = t(isChip ? 'memo.moreHere' : 'memo.here', { n: count })
  return (
    <button
      type="button"
      className={isChip ? 'memo-chip' : 'memo-mark'}
      data-active={active || undefined}
      aria-label={name}
      data-tooltip={isChip ? undefined : name}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onOpen}
    >
      <MemosIcon aria-hidden />
      {isChip ? <span aria-hidden>{name}</span> : count > 1 && <span aria-hidden>{count}</span>}
    </button>
  )
}
