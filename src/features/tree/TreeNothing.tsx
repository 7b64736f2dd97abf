import { useT } from '../../i18n/useT.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { PlusIcon, TreeIcon } from '../../ui/icons.ts'

/** Under a quirk with nothing inside. */
export function TreeNothing({ title, onAdd }: { title: string; onAdd?: (() => void) | undefined }) {
  const t = useT()
  return (
    <EmptyState
      icon={TreeIcon}
      title={t('tree.empty')}
      actions={
        onAdd && (
          <Button kind="primary" icon={PlusIcon} onClick={onAdd}>
            {t('tree.addChild')}
          </Button>
        )
      }
    >
      {onAdd && t('tree.emptyText', { title })}
    </EmptyState>
  )
}
