import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { GroupsIcon } from '../../ui/icons.ts'

/** There are quirks, but the groups filter leaves none of them. */
export function CanvasFiltered({ onShowAll }: { onShowAll: () => void }) {
  const t = useT()
  return (
    <div className="canvas-empty">
      <EmptyState
        icon={GroupsIcon}
        title={t('canvas.filteredOut')}
        actions={<Button onClick={onShowAll}>{t('group.showAll')}</Button>}
      >
        {t('canvas.filteredOutText')}
      </EmptyState>
    </div>
  )
}
