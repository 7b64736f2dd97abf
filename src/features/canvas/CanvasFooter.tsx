import { memo, type ReactNode, useSyncExternalStore } from 'react'
import { faceOf } from '../../actions/actionFace.ts'
import { shortcutOf } from '../../actions/actionKeys.ts'
import { formatShare } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { zoom } from '../../model/limits.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { TidyIcon } from '../../ui/icons.ts'
import type { Camera } from './placing/camera.ts'

interface CanvasFooterProps {
  camera: Camera
  onFit: () => void
  /** Null where there is nothing to be tidied. */
  onTidy: (() => void) | null
  onZoom: (scale: number) => void
  /** What searches, from the screen: the box for quirks, which the codebook has too while it is open; none beside a tree (1 §2). */
  search: ReactNode
  /** What the signs of the map mean. */
  legend?: ReactNode
  /** What the screen adds: the chat. */
  children?: ReactNode
}

/** A button or key goes three notches of the wheel. */
export const buttonStep = 3 * zoom.step

export const CanvasFooter = memo(function CanvasFooter(props: CanvasFooterProps) {
  const { camera, onFit, onTidy, onZoom, search, legend, children } = props
  const t = useT()
  return (
    <div className="canvas-footer">
      <div className="canvas-search">{search}</div>
      <div className="canvas-footer-space">{children}</div>
      {onTidy && (
        <Button
          kind="quiet"
          icon={TidyIcon}
          aria-label={t('canvas.tidy')}
          data-tooltip={t('canvas.tidy')}
          data-shortcut={shortcutOf('tidy')}
          onClick={onTidy}
        >
          <span className="canvas-tidy-word">{t('canvas.tidyWord')}</span>
        </Button>
      )}
      {legend}
      <Zoom camera={camera} onFit={onFit} onZoom={onZoom} />
    </div>
  )
})

function Zoom({ camera, onFit, onZoom }: Pick<CanvasFooterProps, 'camera' | 'onFit' | 'onZoom'>) {
  const t = useT()
  const scale = useSyncExternalStore(camera.onChange, () => camera.view.scale)
  const share = formatShare(scale)
  return (
    <div className="canvas-zoom">
      <IconButton {...faceOf(t, 'zoomOut')} onClick={() => onZoom(scale - buttonStep)} />
      <button
        type="button"
        className="ui-button canvas-zoom-level"
        aria-label={t('canvas.zoomLevel', { share })}
        data-tooltip={t('canvas.actualSize')}
        onClick={() => onZoom(1)}
      >
        {share}
      </button>
      <IconButton {...faceOf(t, 'zoomIn')} onClick={() => onZoom(scale + buttonStep)} />
      <IconButton {...faceOf(t, 'fit')} onClick={onFit} />
    </div>
  )
}
