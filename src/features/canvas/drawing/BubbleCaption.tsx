import { useLayoutEffect, useRef } from 'react'
import { faceOf } from '../../../actions/actionFace.ts'
import { useValue } from '../../../data/live/useLive.ts'
import { formatNumber } from '../../../i18n/formats.ts'
import { useT } from '../../../i18n/useT.ts'
import { titleOf } from '../../../model/canvas/labels.ts'
import { type Bubble, branchOf, hasChildren, holdsMore } from '../../../model/canvas/scene.ts'
import { cssColour } from '../../../model/palette.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconButton } from '../../../ui/fields/IconButton.tsx'
import { HighlightIcon } from '../../../ui/icons.ts'
import { MoreButton } from '../../../ui/menus/MoreButton.tsx'
import type { Camera } from '../placing/camera.ts'
import { occupied } from '../placing/occupied.ts'
import type { Sight } from '../placing/sight.ts'
import { type Box, toScreen } from '../placing/viewport.ts'
import type { Board } from './board.ts'
import { type CaptionPlace, captionPlace } from './captionPlace.ts'

interface BubbleCaptionProps {
  bubble: Bubble
  board: Board
  camera: Camera
  /** What it should not cover. */
  sight: Sight
  counter: boolean
  /** Its title is not to be read whole on the canvas: it stands here. */
  words: boolean
  /** Its description: then the card tells all that there is to tell about it. */
  about?: string | undefined
  /** Everything is counted, not only what a query lets through. */
  isWhole?: boolean
  /** Names that stand beside the canvas's own while the pointer rests, in px of the screen. */
  lensed?: readonly Box[]
  /** With the buttons of a chosen bubble; without it is only read. */
  actions?: Actions | undefined
}

interface Actions {
  onMenu: (at: { x: number; y: number }) => void
  onHighlight: (() => void) | null
  onQuotes: () => void
  onEdit: (() => void) | null
}

/** Beside a bubble: its title, where it is cut or hidden there, what it means and holds, and for a chosen one the way to all its actions by single clicks. */
export function BubbleCaption(props: BubbleCaptionProps) {
  const { bubble, board, camera, sight, counter, words, about, isWhole, lensed = [], actions } = props
  const t = useT()
  const element = useRef<HTMLDivElement>(null)
  const line = useRef<SVGLineElement>(null)
  const isRead = actions === undefined
  useLayoutEffect(() => {
    const place = () => {
      const card = element.current
      if (!card) return
      // On its way elsewhere it is awaited there.
      const { x, y, r } = board.find(bubble.id) ?? bubble
      const { view, size } = camera
      const disc = { ...toScreen(view, { x, y }), r: r * view.scale }
      const box = { width: card.offsetWidth, height: card.offsetHeight }
      const { names, discs } = occupied(sight, bubble, words, view, box)
      const at = captionPlace(disc, box, { names: [...names, ...lensed], discs }, size, isRead)
      card.style.transform = `translate(${at.x}px, ${at.y}px)`
      draw(line.current, at)
    }
    place()
    return camera.onChange(place)
  })
  const title = titleOf(bubble, { untitled: t('quirk.untitled') })
  return (
    <div
      ref={element}
      className="canvas-caption"
      data-chosen={actions ? '' : undefined}
      data-about={about === undefined ? undefined : ''}
    >
      {about !== undefined && (
        <About
          bubble={bubble}
          title={title}
          description={about}
          counter={counter}
          spreadOf={isWhole ? branchOf(sight.whole, bubble.id) : null}
        />
      )}
      {about === undefined && (words || bubble.frame) && (
        <span className="canvas-caption-words" aria-hidden>
          {words && <span className="canvas-caption-title">{title}</span>}
          {(counter || bubble.frame) && (
            <span className="canvas-caption-count">
              {bubble.frame ? t('canvas.frameNote') : t('canvas.highlights', { n: bubble.highlights })}
              {!bubble.frame && holdsMore(bubble) && `, ${t('canvas.withInside', { total: bubble.total })}`}
            </span>
          )}
        </span>
      )}
      {actions && <Buttons bubble={bubble} actions={actions} />}
      {isRead && (
        <svg className="canvas-caption-line" aria-hidden>
          <line ref={line} style={{ stroke: cssColour(bubble.colour) }} />
        </svg>
      )}
    </div>
  )
}

/** From the disc to a card that stands far from it, in px of the card. */
function draw(line: SVGLineElement | null, at: CaptionPlace): void {
  const [from, to] = at.line ?? [at, at]
  const ends = { x1: from.x - at.x, y1: from.y - at.y, x2: to.x - at.x, y2: to.y - at.y }
  for (const [end, px] of Object.entries(ends)) line?.setAttribute(end, String(px))
}

function Buttons({ bubble, actions }: { bubble: Bubble; actions: Actions }) {
  const { onMenu, onHighlight, onQuotes, onEdit } = actions
  const t = useT()
  return (
    <div className="canvas-caption-buttons">
      {onHighlight && <IconButton icon={HighlightIcon} label={t('canvas.highlightHere')} onClick={onHighlight} />}
      <Button kind="quiet" onClick={onQuotes}>
        {t('list.title')} <b>{formatNumber(bubble.highlights)}</b>
      </Button>
      {onEdit && <IconButton {...faceOf(t, 'editQuirk')} onClick={onEdit} />}
      <MoreButton onMenu={onMenu} />
    </div>
  )
}

interface AboutProps {
  bubble: Bubble
  title: string
  description: string
  counter: boolean
  /** It and what is inside it, of which it is told in how many sources they are; null: that is not told. */
  spreadOf: readonly Bubble[] | null
}

/** What it means, and how many highlights it has itself and with what is inside. A screen reader has all of that with the bubble. */
function About({ bubble, title, description, counter, spreadOf }: AboutProps) {
  const t = useT()
  return (
    <div className="canvas-caption-about" aria-hidden>
      <span className="canvas-caption-name">{title}</span>
      {description.trim() !== '' && <span className="canvas-caption-description">{description}</span>}
      {bubble.frame && <span className="canvas-caption-count">{t('canvas.frameNote')}</span>}
      {counter && !bubble.frame && (
        <dl style={{ borderColor: cssColour(bubble.colour) }}>
          <dt>{t('codebook.own')}</dt>
          <dd>{formatNumber(bubble.highlights)}</dd>
          {hasChildren(bubble) && (
            <>
              <dt>{t('codebook.all')}</dt>
              <dd>{formatNumber(bubble.total)}</dd>
            </>
          )}
          {spreadOf && <Spread quirkIds={spreadOf.map(({ id }) => id)} />}
        </dl>
      )}
    </div>
  )
}

/** In how many sources, of all, something was given to one of these quirks. */
function Spread({ quirkIds }: { quirkIds: readonly number[] }) {
  const t = useT()
  const spread = useValue('quirkSources', { quirkIds })
  return (
    <>
      <dt>{t('canvas.inSources')}</dt>
      <dd>{spread && t('canvas.sourcesOf', { n: spread.sources, of: spread.of })}</dd>
    </>
  )
}
