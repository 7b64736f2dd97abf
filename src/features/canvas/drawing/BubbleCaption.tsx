import { useLayoutEffect, useRef } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { titleOf } from '../../../model/canvas/labels.ts'
import type { Bubble } from '../../../model/canvas/scene.ts'
import { IconButton } from '../../../ui/fields/IconButton.tsx'
import { HighlightIcon, MoreIcon } from '../../../ui/icons.ts'
import type { Camera } from '../placing/camera.ts'
import { occupied } from '../placing/occupied.ts'
import type { Sight } from '../placing/sight.ts'
import { toScreen } from '../placing/viewport.ts'
import type { Board } from './board.ts'
import { captionPlace } from './captionPlace.ts'

interface BubbleCaptionProps {
  bubble: Bubble
  board: Board
  camera: Camera
  /** What it should not cover. */
  sight: Sight
  counter: boolean
  /** Its title is not to be read whole on the canvas: it stands here. */
  words: boolean
  /** The key that highlights with it. */
  shortcut: string | undefined
  /** With the buttons of a chosen bubble; without it is only read. */
  actions?: { onMenu: (at: { x: number; y: number }) => void; onHighlight: (() => void) | null } | undefined
}

/** Beside a bubble: its title, where it is cut or hidden there, and for a chosen one the way to all its actions by single clicks. */
export function BubbleCaption(props: BubbleCaptionProps) {
  const { bubble, board, camera, sight, counter, words, shortcut, actions } = props
  const t = useT()
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => {
      const card = element.current
      if (!card) return
      // On its way elsewhere it is awaited there.
      const { x, y, r } = board.find(bubble.id) ?? bubble
      const { view, size } = camera
      const disc = { ...toScreen(view, { x, y }), r: r * view.scale }
      const box = { width: card.offsetWidth, height: card.offsetHeight }
      const at = captionPlace(disc, box, occupied(sight, bubble, words, view, box), size)
      card.style.transform = `translate(${at.x}px, ${at.y}px)`
    }
    place()
    return camera.onChange(place)
  })
  const title = titleOf(bubble, { untitled: t('quirk.untitled') })
  return (
    <div ref={element} className="canvas-caption" data-chosen={actions ? '' : undefined}>
      {(words || bubble.frame) && (
        <span className="canvas-caption-words" aria-hidden>
          {words && <span className="canvas-caption-title">{title}</span>}
          {(counter || bubble.frame) && (
            <span className="canvas-caption-count">
              {bubble.frame ? t('canvas.frameNote') : t('canvas.highlights', { n: bubble.highlights })}
            </span>
          )}
        </span>
      )}
      {shortcut && (
        <kbd className="canvas-caption-key" aria-hidden>
          {shortcut}
        </kbd>
      )}
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
  )
}
