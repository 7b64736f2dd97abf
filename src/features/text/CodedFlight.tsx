import { useEffect } from 'react'
import { cssColour } from '../../model/palette.ts'
import type { QuirkRow } from '../../model/queries.ts'
import type { Key } from '../../model/schema.ts'
import { flightMs } from '../../state/coded.ts'

export interface CodedFlightProps {
  /** Where the words are, in px of the window. */
  from: DOMRect
  words: string
  /** The quirk, once it is done; null where it was refused. */
  done: Promise<number | null>
  quirks: () => ReadonlyMap<Key, QuirkRow> | undefined
}

const flashMs = 600
const curve = 'cubic-bezier(.2, .75, .25, 1)'
/** Points of the way; between them it is straight. */
const steps = 12

/**
 * What was coded is seen to arrive: the words fold into a chip that flies to the bubble, or to what stands for it where that is out of sight. Who wants no
 * motion sees the bubble flash instead.
 */
export function CodedFlight({ from, words, done, quirks }: CodedFlightProps) {
  useEffect(() => {
    let isShown = true
    let flown: HTMLElement | null = null
    void done.then((quirkId) => {
      const rows = quirks()
      const target = quirkId === null || !isShown ? null : standingFor(quirkId, rows)
      if (!target || quirkId === null) return
      const colour = cssColour(rows?.get(quirkId)?.color ?? '#666872')
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
      flown = isStill ? flash(target, colour) : fly(from, target, words, colour)
    })
    return () => {
      isShown = false
      flown?.remove()
    }
  }, [from, words, done, quirks])
  return null
}

/** Of its own bubble, of that of the nearest quirk around it that is in sight, or of its row in a list. */
function standingFor(quirkId: number, rows: ReadonlyMap<Key, QuirkRow> | undefined): HTMLElement | null {
  const canvas = document.querySelector('.canvas-surface')?.getBoundingClientRect()
  for (let id: number | undefined = quirkId; canvas && id !== undefined; id = rows?.get(id)?.parentQuirkId) {
    const bubble = document.querySelector<HTMLElement>(`.canvas [data-quirk="${id}"]`)
    if (bubble && isWithin(canvas, bubble.getBoundingClientRect())) return bubble
  }
  const all = new DOMRect(0, 0, innerWidth, innerHeight)
  const others = [...document.querySelectorAll<HTMLElement>(`[data-quirk="${quirkId}"]`)]
  return others.find((row) => !row.closest('.canvas') && isWithin(all, row.getBoundingClientRect())) ?? null
}

function isWithin(around: DOMRect, { left, top, width, height }: DOMRect): boolean {
  const [x, y] = [left + width / 2, top + height / 2]
  return width > 0 && x > around.left && x < around.right && y > around.top && y < around.bottom
}

function put(className: string, target: HTMLElement, colour: string): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  element.dataset.to = target.dataset.quirk
  element.ariaHidden = 'true'
  element.style.setProperty('--coded', colour)
  document.body.append(element)
  return element
}

function goWith(element: HTMLElement, animation: Animation): HTMLElement {
  animation.onfinish = () => element.remove()
  animation.oncancel = () => element.remove()
  return element
}

/** On a curve that rises above the straight way. */
function fly(from: DOMRect, target: HTMLElement, words: string, colour: string): HTMLElement {
  const chip = put('coded-chip', target, colour)
  chip.textContent = words
  const [wide, high] = [chip.offsetWidth, chip.offsetHeight]
  const to = target.getBoundingClientRect()
  const start = { x: from.left + from.width / 2, y: from.top + from.height / 2 }
  const end = { x: to.left + to.width / 2, y: to.top + to.height / 2 }
  const rise = Math.min(120, Math.hypot(end.x - start.x, end.y - start.y) / 4)
  const over = { x: (start.x + end.x) / 2, y: Math.min(start.y, end.y) - rise }
  const folds = Math.max(1, from.width / wide)
  const frames = Array.from({ length: steps + 1 }, (_, step): Keyframe => {
    const share = step / steps
    const at = (a: number, b: number, c: number) => (1 - share) ** 2 * a + 2 * share * (1 - share) * b + share ** 2 * c
    const x = at(start.x, over.x, end.x) - wide / 2
    const y = at(start.y, over.y, end.y) - high / 2
    const folded = Math.min(1, share * 3)
    const across = (folds + (1 - folds) * folded) * (1 - 0.6 * share ** 3)
    const down = 1 - 0.6 * share ** 3
    return {
      transform: `translate(${x}px, ${y}px) scale(${across}, ${down})`,
      opacity: step === steps ? 0 : 1,
    }
  })
  return goWith(chip, chip.animate(frames, { duration: flightMs, easing: curve, fill: 'both' }))
}

function flash(target: HTMLElement, colour: string): HTMLElement {
  const element = put('coded-flash', target, colour)
  const { left, top, width, height } = target.getBoundingClientRect()
  Object.assign(element.style, {
    left: `${left - 6}px`,
    top: `${top - 6}px`,
    width: `${width + 12}px`,
    height: `${height + 12}px`,
    borderRadius: getComputedStyle(target).borderRadius,
  })
  return goWith(element, element.animate({ opacity: [0.75, 0.75, 0] }, { duration: flashMs }))
}
