import { type DragEvent, useEffect, useState } from 'react'
import { useProject } from '../../../data/live/useLive.ts'
import { useT } from '../../../i18n/useT.ts'
import { titleOf } from '../../../model/canvas/labels.ts'
import type { Bubble } from '../../../model/canvas/scene.ts'
import { cssColour } from '../../../model/palette.ts'
import { aimPassage, hasPassage, type Passage, takePassage } from '../../../state/passage.ts'
import { onDragOver } from '../../../ui/onDragOver.ts'
import type { Board } from '../drawing/board.ts'
import type { Camera } from '../placing/camera.ts'
import type { Expansion } from '../placing/expansion.ts'
import { type Point, toCanvas, toScreen } from '../placing/viewport.ts'
import { useSteady } from '../useSteady.ts'

/** In px of the screen: beside a bubble, and across the smallest target. */
const slack = 8
const leastTarget = 24

interface Taken {
  onQuirk: (bubble: Bubble, passage: Passage) => void
  onEmpty: (at: Point, passage: Passage) => void
}

/** A passage dragged from the text over the canvas: which bubble would take it, or where a new quirk would be made. */
export function usePassageDrop(board: Board, camera: Camera, expansion: Expansion, { onQuirk, onEmpty }: Taken) {
  const untitled = useT()('quirk.untitled')
  const project = useProject().uuid
  const [offered, setOffered] = useState(false)

  const under = (event: DragEvent): { at: Point; bubble: Bubble | undefined } => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = toCanvas(camera.view, { x: event.clientX - box.left, y: event.clientY - box.top })
    return { at, bubble: targetAt(at) }
  }
  /** A small one is as large a target as `leastTarget`. */
  const targetAt = (at: Point): Bubble | undefined => {
    const { scale } = camera.view
    const near = board.under(at, slack / scale).bubble
    if (near) return near
    const small = board.under(at, (slack + leastTarget / 2) / scale).bubble
    const isReached = small && Math.hypot(small.x - at.x, small.y - at.y) * scale <= slack + leastTarget / 2
    return isReached ? small : undefined
  }
  /** Whoever carries the passage is told where its target is, so that neither it nor its name is covered. */
  const tell = (event: DragEvent, bubble: Bubble | undefined) => {
    if (!bubble) return aimPassage(null)
    const { top } = event.currentTarget.getBoundingClientRect()
    const { x, y, r } = board.shown(bubble)
    const middle = toScreen(camera.view, { x, y }).y + top
    const reach = r * camera.view.scale
    aimPassage({
      top: middle - reach,
      bottom: middle + reach,
      title: titleOf(bubble, { untitled }),
      colour: cssColour(bubble.colour),
    })
  }
  const clear = useSteady(() => {
    board.aim(null)
    board.ghost(null)
    aimPassage(null)
    setOffered(false)
    expansion.rest(null)
  })
  useEffect(() => (offered ? onDragOver(clear) : undefined), [offered, clear])
  const over = (event: DragEvent) => {
    if (!hasPassage(event.dataTransfer, project)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    const { at, bubble } = under(event)
    setOffered(true)
    expansion.rest(bubble?.id ?? null)
    board.aim(bubble ? { id: bubble.id, refused: false, branch: true } : null)
    tell(event, bubble)
    board.ghost(bubble ? null : at)
  }
  const drop = (event: DragEvent) => {
    const passage = takePassage(event.dataTransfer, project)
    const { at, bubble } = under(event)
    clear()
    if (!passage) return
    event.preventDefault()
    if (bubble) onQuirk(bubble, passage)
    else onEmpty(at, passage)
  }
  const leave = (event: DragEvent) => {
    const to = event.relatedTarget
    if (!(to instanceof Node && event.currentTarget.contains(to))) clear()
  }
  return { offered, handlers: { onDragEnter: over, onDragOver: over, onDragLeave: leave, onDrop: drop }, clear }
}
