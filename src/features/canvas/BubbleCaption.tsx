import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { HighlightIcon, MoreIcon } from '../../ui/icons.ts'
import type { Board } from './board.ts'
import type { Camera } from './camera.ts'
import { titleOf } from './labels.ts'
import type { Bubble } from './scene.ts'
import { toScreen } from './viewport.ts'

interface BubbleCaptionProps {
  bubble: Bubble
  board: Board
  camera: Camera
  counter: boolean
  /** With the buttons of a chosen bubble; without it is only read. */
  actions?: { onMenu: (at: { x: number; y: number }) => void; onHighlight: (() => void) | null } | undefined
}

/** The whole title of a hovered or chosen bubble, under it; for a chosen one with a way to all its actions by single clicks. */
export function BubbleCaption({ bubble, board, camera, counter, actions }: BubbleCaptionProps) {
  const t = useT()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = () => {
      const { x, y, r } = board.shown(bubble)
      const on = toScreen(camera.view, { x, y: y + r })
      if (element.current) element.current.style.transform = `translate(${on.x}px, ${on.y}px)`
    }
    place()
    return camera.onChange(place)
  }, [bubble, board, camera])
  const title = titleOf(bubble, { untitled: t('quirk.untitled') })
  return (
    <div ref={element} className="canvas-caption-at">
      <div className="canvas-caption" data-chosen={actions ? '' : undefined}>
        <span className="canvas-caption-words" aria-hidden>
          <span className="canvas-caption-title">{title}</span>
          {counter && <span className="canvas-caption-count">{t('canvas.highlights', { n: bubble.highlights })}</span>}
        </span>
        {actions?.onHighlight && (
          <IconButton icon={HighlightIcon} label={t('canvas.highlightHere')} onClick={actions.onHighlight} />
        )}
        {actions && (
          <IconButton
            icon={MoreIcon}
            label={t('ui.more')}
            aria-haspopup="menu"
            onClick={(event) => {
              const { left, bottom } = event.currentTarget.getBoundingClientRect()
              actions.onMenu({ x: left, y: bottom + 4 })
            }}
          />
        )}
      </div>
    </div>
  )
}
