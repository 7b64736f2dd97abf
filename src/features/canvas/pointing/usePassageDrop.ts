import { type DragEvent, useState } from 'react'
import { useProject } from '../../../data/live/useLive.ts'
import type { Bubble } from '../../../model/canvas/scene.ts'
import { hasPassage, type Passage, takePassage } from '../../../state/passage.ts'
import type { Board } from '../drawing/board.ts'
import type { Camera } from '../placing/camera.ts'
import type { Expansion } from '../placing/expansion.ts'
import { type Point, toCanvas } from '../placing/viewport.ts'

interface Taken {
  onQuirk: (bubble: Bubble, passage: Passage) => void
  onEmpty: (at: Point, passage: Passage) => void
}

/** A passage dragged from the text over the canvas: which bubble would take it, or where a new quirk would be made. */
export function usePassageDrop(board: Board, camera: Camera, expansion: Expansion, { onQuirk, onEmpty }: Taken) {
  const project = useProject().uuid
  const [offered, setOffered] = useState(false)

  const under = (event: DragEvent): { at: Point; bubble: Bubble | undefined } => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = toCanvas(camera.view, { x: event.clientX - box.left, y: event.clientY - box.top })
    return { at, bubble: board.under(at, 4 / camera.view.scale).bubble }
  }
  const clear = () => {
    board.aim(null)
    board.ghost(null)
    setOffered(false)
    expansion.rest(null)
  }
  const over = (event: DragEvent) => {
    if (!hasPassage(event.dataTransfer, project)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    const { at, bubble } = under(event)
    setOffered(true)
    expansion.rest(bubble?.id ?? null)
    board.aim(bubble ? { id: bubble.id, refused: false } : null)
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
