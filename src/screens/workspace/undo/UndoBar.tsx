import { useT } from '../../../i18n/useT.ts'
import { IconButton } from '../../../ui/fields/IconButton.tsx'
import { RedoIcon, UndoIcon } from '../../../ui/icons.ts'
import { actions } from '../actions/actions.ts'
import type { Undo } from './useUndo.ts'

/** Two large buttons; each names the step that it would take. */
export function UndoBar({ undo, redo, paused, take }: Undo) {
  const t = useT()
  return (
    <div className="undo-bar">
      <IconButton
        size="large"
        icon={UndoIcon}
        label={undo === null ? t('project.nothingToUndo') : t('project.undo', { title: undo })}
        shortcut={actions.undo.keys[0]}
        unavailable={undo === null || paused}
        onClick={() => take('undo')}
      />
      <IconButton
        size="large"
        icon={RedoIcon}
        label={redo === null ? t('project.nothingToRedo') : t('project.redo', { title: redo })}
        shortcut={actions.redo.keys[0]}
        unavailable={redo === null || paused}
        onClick={() => take('redo')}
      />
    </div>
  )
}
