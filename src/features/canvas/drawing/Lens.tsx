import { type RefObject, useEffect, useMemo, useState } from 'react'
import { hoverDelay } from '../../../model/limits.ts'
import { cssColour } from '../../../model/palette.ts'
import type { Camera } from '../placing/camera.ts'
import { type LensName, lensNames, lensReach } from '../placing/lensNames.ts'
import type { Sight } from '../placing/sight.ts'
import type { Box, Point } from '../placing/viewport.ts'
import type { Hand } from '../pointing/useHand.ts'

interface LensProps {
  camera: Camera
  /** The canvas without its footer. */
  surface: RefObject<HTMLElement | null>
  hand: Hand
  sight: Sight
  /** What it names now, in px of the canvas: nothing else should lie over that. */
  onNamed: (names: readonly Box[]) => void
}

const nothing: readonly LensName[] = []

/** A pointer that goes no further is at rest. In px. */
const rests = 20

/** The names of the bubbles around a pointer that rests, where they do not stand on the canvas. A screen reader has them with their bubbles. */
export function Lens({ camera, surface, hand, sight, onNamed }: LensProps) {
  const at = useRest(camera, surface, hand)
  const names = useMemo(() => (at ? lensNames(sight, camera.view, at, camera.size) : nothing), [at, camera, sight])
  useEffect(() => {
    if (names.length === 0) return
    onNamed(names.map(boxOf))
    return () => onNamed([])
  }, [names, onNamed])
  if (!at || names.length === 0) return null
  return (
    <div className="canvas-lens" aria-hidden>
      <svg width="100%" height="100%" aria-hidden>
        <circle cx={at.x} cy={at.y} r={lensReach} />
        {names.map(({ bubble, line: [from, to] }) => (
          <line
            key={bubble.id}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            style={{ stroke: cssColour(bubble.colour) }}
          />
        ))}
      </svg>
      {names.map(({ bubble, left, top, width, height }) => (
        <span key={bubble.id} style={{ left, top, width, minHeight: height, borderColor: cssColour(bubble.colour) }}>
          <span>{bubble.title}</span>
        </span>
      ))}
    </div>
  )
}

const boxOf = ({ left, top, width, height }: LensName): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

/** Where the pointer rests on the canvas, in px of it; null while it is elsewhere or on its way, and once the canvas moves under it. */
function useRest(camera: Camera, surface: RefObject<HTMLElement | null>, hand: Hand): Point | null {
  const [at, setAt] = useState<Point | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let rested: Point | null = null
    const rest = (next: Point | null) => {
      rested = next
      setAt(next)
    }
    const leave = () => {
      clearTimeout(timer)
      if (rested) rest(null)
    }
    const moved = () => {
      const point = inside(surface.current, hand.at)
      if (point && rested && Math.hypot(point.x - rested.x, point.y - rested.y) <= rests) return
      leave()
      if (point) timer = setTimeout(() => rest(point), hoverDelay.first)
    }
    const stops = [hand.onMove(moved), camera.onChange(leave)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [camera, surface, hand])
  return at
}

function inside(surface: HTMLElement | null, at: Point | null): Point | null {
  const box = surface?.getBoundingClientRect()
  if (!box || !at || at.x < box.left || at.x > box.right || at.y < box.top || at.y > box.bottom) return null
  return { x: at.x - box.left, y: at.y - box.top }
}
