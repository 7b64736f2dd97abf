import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { Point, Size } from '../../model/canvas/box.ts'
import { bubbleDiameter } from '../../model/canvas/bubble.ts'
import { fitTitle } from '../../model/canvas/fitTitle.ts'
import { countSize } from '../../model/canvas/labels.ts'
import { cssColour, cssInk } from '../../model/palette.ts'
import { forgetWidths, measureText } from '../../ui/measureText.ts'
import { useSize } from '../../ui/useSize.ts'
import { cardPlace } from './cardPlace.ts'
import { discNames } from './discNames.ts'
import type { Overlapping } from './overlapsOf.ts'
import { directionsOf, type PlacedDisc, ringLayout } from './ringLayout.ts'
import type { Shown } from './useQuirks.ts'

export interface OverlapPictureProps {
  middle: Shown
  /** The most frequent first. */
  others: readonly Overlapping[]
  /** What the largest quirk of the project has. */
  mostHighlights: number
  /** The quirk that is pointed at, here or in the list. */
  marked: number | null
  onMark: (quirkId: number | null) => void
  onChoose: (quirkId: number) => void
  /** How many there is room for. */
  onDrawn: (count: number) => void
}

/** In px. */
const titleFont = 12
const countFont = 12
/** The middle is to be read. */
const leastMiddle = 34
const rim = 3

/**
 * One quirk and those around it that overlap it: nearer with more overlaps, larger with more highlights. For the eye and the pointer; the
 * list beside it says the same to everybody.
 */
export function OverlapPicture(props: OverlapPictureProps) {
  const { middle, others, mostHighlights, marked, onMark, onChoose, onDrawn } = props
  const [room, setRoom] = useState<HTMLElement | null>(null)
  const size = useSize(room)
  useFonts()
  const before = useRef<{ middle: number; directions: ReadonlyMap<number, number> }>(undefined)
  const ring = useMemo(() => {
    if (!size) return null
    const radius = (highlights: number) => bubbleDiameter(highlights, mostHighlights) / 2
    const discs = others.map(({ id, highlights, count }) => ({ id, count, r: radius(highlights) }))
    const directions = before.current?.middle === middle.id ? before.current.directions : undefined
    return ringLayout(Math.max(leastMiddle, radius(middle.highlights)), discs, size, directions)
  }, [size, middle, others, mostHighlights])
  useLayoutEffect(() => {
    if (!ring) return
    before.current = { middle: middle.id, directions: directionsOf(ring) }
    onDrawn(ring.discs.length)
  }, [ring, middle.id, onDrawn])
  const byId = useMemo(() => new Map(others.map((other) => [other.id, other])), [others])
  const names = useMemo(
    () => ring && size && discNames(ring.discs, ring.middle, (id) => byId.get(id)?.title ?? '', size),
    [ring, size, byId],
  )
  const pointed = marked === null ? undefined : byId.get(marked)
  const place = pointed && ring?.discs.find(({ id }) => id === pointed.id)
  return (
    <div ref={setRoom} className="overlap-picture" aria-hidden>
      {ring && size && (
        <>
          {[{ id: middle.id, x: 0, y: 0, r: ring.middle }, ...ring.discs].map((disc) => {
            const other = byId.get(disc.id)
            if (disc.id === middle.id)
              return (
                <Disc
                  key={disc.id}
                  disc={disc}
                  size={size}
                  quirk={middle}
                  lines={fitTitle(middle.title, ring.middle - rim, titleFont, 1, measureText)?.lines ?? []}
                  note={formatNumber(middle.highlights)}
                  isMiddle
                />
              )
            return (
              other && (
                <Disc
                  key={disc.id}
                  disc={disc}
                  size={size}
                  quirk={other}
                  lines={[]}
                  note={formatNumber(other.count)}
                  marked={disc.id === marked}
                  onMark={onMark}
                  onChoose={onChoose}
                />
              )
            )
          })}
          {names &&
            Array.from(names, ([id, { lines, x, y }]) => (
              <span
                key={id}
                className="overlap-beside"
                style={{ transform: `translate(${size.width / 2 + x}px, ${size.height / 2 + y}px)` }}
              >
                <span>{lines.join('\n')}</span>
              </span>
            ))}
          {pointed && place && (
            <Card
              key={pointed.id}
              quirk={pointed}
              place={(card) => {
                const around = { ...ring, name: names?.get(pointed.id)?.box ?? null }
                const { x, y } = cardPlace(place, card, around, size)
                return { x: size.width / 2 + x, y: size.height / 2 + y }
              }}
            />
          )}
        </>
      )}
    </div>
  )
}

/** What a disc stands for; `place`: its upper left corner in the picture, in px, once it is known how large it is. */
function Card({ quirk, place }: { quirk: Overlapping; place: (card: Size) => Point }) {
  const t = useT()
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = card
    if (!current) return
    const { x, y } = place({ width: current.offsetWidth, height: current.offsetHeight })
    current.style.translate = `${x}px ${y}px`
  })
  return (
    <div ref={card} className="overlap-caption">
      <strong>{quirk.title}</strong>
      <span>{t('overlap.overlaps', { n: quirk.count })}</span>
      <span>{t('canvas.highlights', { n: quirk.highlights })}</span>
    </div>
  )
}

interface DiscProps {
  disc: PlacedDisc
  size: { width: number; height: number }
  quirk: Shown
  /** Of the title of the middle, which stands inside, since others stand around it. */
  lines: readonly string[]
  /** How many: its own highlights in the middle, else its overlaps. */
  note: string
  isMiddle?: boolean
  marked?: boolean
  onMark?: (quirkId: number | null) => void
  onChoose?: (quirkId: number) => void
}

function Disc({ disc, size, quirk, lines, note, isMiddle = false, marked = false, onMark, onChoose }: DiscProps) {
  const { x, y, r } = disc
  // As on the canvas, a number is rather small than missing.
  const fitting = lines.length > 0 ? countFont : countSize(2 * r, note)
  const fontSize = note === '' || fitting === null ? null : Math.min(countFont, fitting)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the list is the same by key
    <div
      className="overlap-disc"
      data-middle={isMiddle || undefined}
      data-marked={marked || undefined}
      style={{
        '--disc': cssColour(quirk.color),
        '--disc-ink': cssInk,
        width: r * 2,
        height: r * 2,
        transform: `translate(${size.width / 2 + x - r}px, ${size.height / 2 + y - r}px)`,
      }}
      onPointerEnter={() => onMark?.(quirk.id)}
      onPointerLeave={() => onMark?.(null)}
      onClick={() => onChoose?.(quirk.id)}
    >
      {lines.map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are the title's, in their order
        <span key={row} className="overlap-disc-title">
          {line}
        </span>
      ))}
      {fontSize && (
        <span className="overlap-disc-count" style={{ fontSize }}>
          {note}
        </span>
      )}
    </div>
  )
}

/** Draws again when a font has come: then titles fit otherwise. */
function useFonts(): void {
  const [, drawAgain] = useState(0)
  useLayoutEffect(() => {
    if (document.fonts.status === 'loaded') return
    let isHere = true
    void document.fonts.ready.then(() => {
      if (!isHere) return
      forgetWidths()
      drawAgain((n) => n + 1)
    })
    return () => {
      isHere = false
    }
  }, [])
}
