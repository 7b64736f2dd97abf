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
  /** The key that highlights with it. */
  shortcut: string | undefined
  /** With the buttons of a chosen bubble; without it is only read. */
  actions?: { onMenu: (at: { x: number; y: number }) => void; onHighlight: (() => void) | null } | undefined
}

/** `at`, moved so far that `half` fits on both sides of it as long as it is in sight. */
const within = (at: number, half: number, length: number): number =>
  at < 0 || at > length || 2 * half > length ? at : Math.min(length - half, Math.max(half, at))

/** The whole title of a hovered or chosen bubble, under it; for a chosen one with a way to all its actions by single clicks. */
export function BubbleCaption({ bubble, board, camera, counter, shortcut, actions }: BubbleCaptionProps) {
  const t = useT()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const width = element.current?.firstElementChild?.clientWidth ?? 0
    const place = () => {
      // On its way elsewhere it is awaited there.
      const { x, y, r } = board.find(bubble.id) ?? bubble
      const on = toScreen(camera.view, { x, y: y + r })
      const left = within(on.x, width / 2 + 6, camera.size.width)
      if (element.current) element.current.style.transform = `translate(${left}px, ${on.y}px)`
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
          {shortcut && <kbd className="canvas-caption-key">{shortcut}</kbd>}
          {(counter || bubble.frame) && (
            <span className="canvas-caption-count">
              {bubble.frame ? t('canvas.frameNote') : t('canvas.highlights', { n: bubble.highlights })}
            </span>
          )}
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
