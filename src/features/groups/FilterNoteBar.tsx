import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/fields/Button.tsx'

export interface FilterNoteBarProps {
  /** Numbers of quirks. */
  shown: number
  all: number
  onShowAll: () => void
}

export function FilterNoteBar({ shown, all, onShowAll }: FilterNoteBarProps) {
  const t = useT()
  return (
    <div className="ui-note" data-keep-clear>
      <span>{t('group.shownOf', { shown, n: all })}</span>
      <Button kind="quiet" onClick={onShowAll}>
        {t('group.showAll')}
      </Button>
    </div>
  )
}
