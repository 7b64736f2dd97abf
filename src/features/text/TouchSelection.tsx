import { useSnapshot } from 'valtio'
import { faceOf } from '../../actions/actionFace.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { editorOf } from '../../state/editor.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { HighlightIcon, PlusIcon } from '../../ui/icons.ts'

export interface TouchBarProps {
  /** Of the quirk used last. */
  lastTitle: string | undefined
  onPick: () => void
  onAgain: () => void
  onMemo: () => void
  onCreate: (() => void) | undefined
}

/** Shown while words are selected. */
export function TouchSelection(props: TouchBarProps) {
  const { selection } = useSnapshot(editorOf(useProject().uuid))
  return selection && <TouchBar {...props} />
}

/** Under the text while words are selected by touch: where the thumb is, and clear of the system's own handles and menu. */
export function TouchBar({ lastTitle, onPick, onAgain, onMemo, onCreate }: TouchBarProps) {
  const t = useT()
  return (
    <div
      className="text-touch"
      role="toolbar"
      aria-label={t('text.selectedWords')}
      onMouseDown={(event) => event.preventDefault()}
    >
      <Button kind="primary" icon={HighlightIcon} onClick={onPick}>
        {t('text.codeTo')}
      </Button>
      {lastTitle && (
        <Button aria-label={t('text.codeAgain', { title: lastTitle })} onClick={onAgain}>
          <span className="text-tools-last">{lastTitle}</span>
        </Button>
      )}
      <IconButton {...faceOf(t, 'memo')} onClick={onMemo} />
      {onCreate && (
        <Button icon={PlusIcon} onClick={onCreate}>
          {t('canvas.newQuirk')}
        </Button>
      )}
    </div>
  )
}
