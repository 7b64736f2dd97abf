import { faceOf } from '../../../actions/actionFace.ts'
import { useT } from '../../../i18n/useT.ts'
import { IconButton } from '../../../ui/fields/IconButton.tsx'
import type { Undo } from './useUndo.ts'

/** Two large buttons; each names the step that it would take. */
export function UndoBar({ undo, redo, paused, take }: Undo) {
  const t = useT()
  return (
    <div className="undo-bar">
      <IconButton
        size="large"
        {...faceOf(t, 'undo')}
        label={undo === null ? t('project.nothingToUndo') : t('project.undo', { title: undo })}
        unavailable={undo === null || paused}
        onClick={() => take('undo')}
      />
      <IconButton
        size="large"
        {...faceOf(t, 'redo')}
        label={redo === null ? t('project.nothingToRedo') : t('project.redo', { title: redo })}
        unavailable={redo === null || paused}
        onClick={() => take('redo')}
      />
    </div>
  )
}
