import { type KeyboardEvent, useRef, useState } from 'react'
import { isKeyOf } from '../../../actions/actionKeys.ts'
import type { ActionId } from '../../../actions/actions.ts'
import { useT } from '../../../i18n/useT.ts'
import type { Bubble, Scene } from '../../../model/canvas/scene.ts'
import { isSwitchedOff } from '../../../state/device.ts'
import type { Point } from '../placing/viewport.ts'
import type { QuirkActions } from '../useQuirkActions.ts'
import type { Drop } from './drop.ts'
import { directions, nearest, unit } from './nearest.ts'
import type { Drag } from './useDrag.ts'

/** How far an arrow moves a bubble, in canvas px; with Shift the second. */
const steps = { usual: 20, large: 100 } as const

interface TreeKeys {
  scene: Scene
  /** Where a bubble stands now, opened or at rest. */
  find: (quirkId: number) => Bubble | undefined
  drag: Drag
  actions: QuirkActions
  mayWrite: boolean
  say: (words: string) => void
  goTo: (bubble: Bubble) => void
  onEdit: (bubble: Bubble) => void
  onOverview: (bubble: Bubble) => void
  onMenu: (bubble: Bubble) => void
  onHighlight: (bubble: Bubble) => void
  onMerge: (bubble: Bubble) => void
  onRemove: (bubble: Bubble) => void
}

/** The keys of a bubble that has the focus. */
export function useTreeKeys(keys: TreeKeys) {
  const t = useT()
  const moving = useRef<{ from: Bubble; by: Point; drop: Drop } | null>(null)
  const [isMoving, setMoving] = useState(false)
  const { scene, drag, say, goTo, mayWrite } = keys

  const startMoving = (bubble: Bubble) => {
    moving.current = { from: keys.find(bubble.id) ?? bubble, by: { x: 0, y: 0 }, drop: { to: 'back' } }
    setMoving(true)
    say(t('canvas.moving', { title: keys.actions.named(bubble) }))
  }
  const stopMoving = (bubble: Bubble) => {
    if (!moving.current) return
    moving.current = null
    setMoving(false)
    drag.cancel()
    say(t('canvas.moveCancelled', { title: keys.actions.named(bubble) }))
  }

  /** True when the key belonged to the move. */
  const move = (event: KeyboardEvent, bubble: Bubble): boolean => {
    const held = moving.current
    if (held?.from.id !== bubble.id) return false
    const direction = directions[event.key]
    if (direction) {
      const length = event.shiftKey ? steps.large : steps.usual
      held.by = { x: held.by.x + unit[direction].x * length, y: held.by.y + unit[direction].y * length }
      const at = { x: held.from.x + held.by.x, y: held.from.y + held.by.y }
      const before = held.drop
      held.drop = drag.move(bubble, held.by, at, 0)
      if (held.drop.to === 'quirk' && !(before.to === 'quirk' && before.parent === held.drop.parent)) {
        say(t('canvas.overQuirk', { title: keys.actions.named(held.drop.parent) }))
      }
      return true
    }
    if (event.key === 'Enter' || event.key === ' ' || isKeyOf(event, 'move')) {
      moving.current = null
      setMoving(false)
      drag.end(bubble)
      return true
    }
    if (event.key === 'Escape') stopMoving(bubble)
    return event.key === 'Escape'
  }

  const go = (event: KeyboardEvent, bubble: Bubble): boolean => {
    const direction = directions[event.key]
    const edge = { Home: scene.bubbles[0], End: scene.bubbles.at(-1) }[event.key]
    const now = ({ id }: Bubble) => keys.find(id) ?? bubble
    const target = direction ? nearest(scene.bubbles.map(now), now(bubble), direction) : edge
    if (target) goTo(target)
    return direction !== undefined || edge !== undefined
  }

  const act = (event: KeyboardEvent, bubble: Bubble): boolean => {
    const is = (id: ActionId) => isKeyOf(event, id)
    if (is('quirkMenu')) keys.onMenu(bubble)
    else if (is('overview')) keys.onOverview(bubble)
    else if (!mayWrite) return false
    else if (is('editQuirk')) keys.onEdit(bubble)
    else if (is('deleteQuirk')) {
      // While it is held, the focus is on the next one already.
      if (!event.repeat) keys.onRemove(bubble)
    } else if (is('move')) startMoving(bubble)
    else if (is('mergeQuirk')) keys.onMerge(bubble)
    else if (is('highlightHere')) keys.onHighlight(bubble)
    else return false
    return true
  }

  const onKey = (event: KeyboardEvent, bubble: Bubble) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isSwitchedOff(event)) return
    if (!(move(event, bubble) || go(event, bubble) || act(event, bubble))) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { onKey, stopMoving, isMoving }
}
