import { type DragEvent, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { cssColour } from '../../model/palette.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { nestingProblem, type Parents } from '../../model/rules/nesting.ts'
import { none } from '../../model/schema.ts'
import { aimPassage, hasPassage, type Passage, takePassage } from '../../state/passage.ts'

const quirkType = 'application/x-thicket-quirk'

/** What a card, a column or a place is for what is dragged over it. */
export type DropMark = 'into' | 'refused' | undefined

export interface TreeDrag {
  /** The quirk in the hand. */
  readonly dragged: QuirkRow | null
  /** Props of what can be taken; the quirk whose tree is open cannot. */
  source(quirk: QuirkRow): { draggable: true; onDragStart(event: DragEvent): void; onDragEnd(): void }
  /** Props of what takes quirks and passages; `parent`: the quirk they go inside, null: out of all. */
  target(parent: QuirkRow | null): {
    onDragEnter(event: DragEvent): void
    onDragOver(event: DragEvent): void
    onDragLeave(event: DragEvent): void
    onDrop(event: DragEvent): void
  }
  mark(parent: QuirkRow | null): DropMark
}

interface Taken {
  onMove(quirk: QuirkRow, parent: QuirkRow | null): void
  /** A passage, from a window that shows the texts. */
  onPassage(quirk: QuirkRow, passage: Passage): void
}

/**
 * Quirks dragged within the tree, and passages dragged onto it. What the rules refuse is marked on the way, and refused with its message
 * when it is dropped.
 */
export function useTreeDrag(parents: Parents, { onMove, onPassage }: Taken): TreeDrag {
  const project = useProject().uuid
  const [dragged, setDragged] = useState<QuirkRow | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [passage, setPassage] = useState(false)
  const idOf = (parent: QuirkRow | null) => parent?.id ?? none
  /** Where it is already, nothing would change. */
  const takes = (parent: QuirkRow | null) =>
    dragged !== null && dragged.id !== parent?.id && dragged.parentQuirkId !== idOf(parent)

  const enter = (event: DragEvent, parent: QuirkRow | null) => {
    const words = parent !== null && hasPassage(event.dataTransfer, project)
    if (!dragged && !words) return
    event.stopPropagation()
    if (over !== idOf(parent)) setOver(idOf(parent))
    setPassage(words)
    if (words) aimAt(event.currentTarget, parent)
    if (!words && !takes(parent)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = words ? 'copy' : 'move'
  }
  const end = () => {
    setDragged(null)
    setOver(null)
    setPassage(false)
    aimPassage(null)
  }
  const drop = (event: DragEvent, parent: QuirkRow | null) => {
    const words = parent && takePassage(event.dataTransfer, project)
    if (words) onPassage(parent, words)
    else if (dragged && takes(parent)) onMove(dragged, parent)
    else return
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  return {
    dragged,
    source: (quirk) => ({
      draggable: true,
      onDragStart: (event) => {
        event.stopPropagation()
        event.dataTransfer.setData(quirkType, String(quirk.id))
        event.dataTransfer.effectAllowed = 'move'
        // At once the browser would take the places that appear for the drag into its picture.
        setTimeout(() => setDragged(quirk))
      },
      onDragEnd: end,
    }),
    target: (parent) => ({
      onDragEnter: (event) => enter(event, parent),
      onDragOver: (event) => enter(event, parent),
      onDragLeave: (event) => {
        const to = event.relatedTarget
        const inside = to instanceof Node && event.currentTarget.contains(to)
        if (inside) return
        setOver((now) => (now === idOf(parent) ? null : now))
        aimPassage(null)
      },
      onDrop: (event) => drop(event, parent),
    }),
    mark: (parent) => {
      if (over !== idOf(parent)) return undefined
      if (passage) return 'into'
      if (!dragged || !takes(parent)) return undefined
      return nestingProblem(parents, dragged.id, idOf(parent)) === null ? 'into' : 'refused'
    },
  }
}

/** What is in the hand is told where its target is, so that it does not cover it. */
function aimAt(element: Element, { title, color }: QuirkRow): void {
  const { top, bottom } = element.getBoundingClientRect()
  aimPassage({ top, bottom, title, colour: cssColour(color) })
}
