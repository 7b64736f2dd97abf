import { type DragEvent, useState } from 'react'
import { shortcutOf } from '../../actions/actionKeys.ts'
import { useT } from '../../i18n/useT.ts'
import { hasPassage, type Passage, takePassage } from '../../state/passage.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { PlusIcon } from '../../ui/icons.ts'

interface NewQuirkButtonProps {
  /** Whose passages it takes, by its uuid. */
  project: string
  onNew: (passage?: Passage) => void
  /** A passage is being dragged over the canvas: the button says that it takes it. */
  offered: boolean
}

export function NewQuirkButton({ project, onNew, offered }: NewQuirkButtonProps) {
  const t = useT()
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent) => {
    if (!hasPassage(event.dataTransfer, project)) return
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    const passage = takePassage(event.dataTransfer, project)
    if (!passage) return
    event.preventDefault()
    event.stopPropagation()
    onNew(passage)
  }
  return (
    <div className="canvas-new" data-keep-clear data-over={over || undefined}>
      <Button
        kind="primary"
        icon={PlusIcon}
        data-tooltip={t('canvas.newQuirkHint')}
        data-shortcut={shortcutOf('newQuirk')}
        onClick={() => onNew()}
        onDragEnter={drag}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {offered ? t('canvas.dropHere') : t('canvas.newQuirk')}
      </Button>
    </div>
  )
}
