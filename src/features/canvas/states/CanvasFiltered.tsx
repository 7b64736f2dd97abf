import { useT } from '../../../i18n/useT.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/fields/Button.tsx'
import { GroupsIcon } from '../../../ui/icons.ts'

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
