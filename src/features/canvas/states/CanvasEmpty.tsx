import { useT } from '../../../i18n/useT.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Button } from '../../../ui/fields/Button.tsx'
import { PlusIcon } from '../../../ui/icons.ts'

/** The first step of a project without quirks. `onNew` is missing for those who may only look. */
export function CanvasEmpty({ onNew }: { onNew?: (() => void) | undefined }) {
  const t = useT()
  return (
    <div className="canvas-empty">
      <div className="canvas-empty-bubbles" aria-hidden>
        <span />
        <span />
        <span />
      </div>
      <EmptyState
        title={t('canvas.empty')}
        actions={
          onNew && (
            <Button icon={PlusIcon} onClick={onNew}>
              {t('canvas.newQuirk')}
            </Button>
          )
        }
      >
        {t(onNew ? 'canvas.emptyText' : 'canvas.emptyReader')}
      </EmptyState>
    </div>
  )
}
