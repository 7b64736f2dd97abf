import { useT } from '../../i18n/useT.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { EditIcon, SourceIcon } from '../../ui/icons.ts'

/** While the text is on its way. */
export function LoadingText() {
  return (
    <div className="text-loading">
      <Skeleton lines={9} height="0.9em" />
    </div>
  )
}

interface EmptyTextProps {
  /** Of several answers of its source. */
  isAnswer: boolean
  /** Undefined where it cannot be edited. */
  onEdit: (() => void) | undefined
}

/** In place of a text without words. */
export function EmptyText({ isAnswer, onEdit }: EmptyTextProps) {
  const t = useT()
  const edit = onEdit && (
    <Button kind="primary" icon={EditIcon} onClick={onEdit}>
      {t('text.edit')}
    </Button>
  )
  return (
    <EmptyState icon={SourceIcon} title={t(isAnswer ? 'text.emptyAnswer' : 'text.empty')} actions={edit}>
      {t('text.emptyText')}
    </EmptyState>
  )
}
