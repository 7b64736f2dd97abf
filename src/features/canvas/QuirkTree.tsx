import { type KeyboardEvent, memo, type Ref, useMemo } from 'react'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import { titleOf } from '../../model/canvas/labels.ts'
import { type Bubble, holdsMore } from '../../model/canvas/scene.ts'
import type { Sight } from './placing/sight.ts'

/** So many are in the page at once: those first in the order of painting, which are the largest. */
const mostMounted = 400

interface QuirkTreeProps extends ItemEvents {
  sight: Sight
  active: number | null
  /** Moved and scaled with the canvas by its owner. */
  ref: Ref<HTMLDivElement>
}

/**
 * The canvas for those who use it by keyboard or screen reader: one focusable item per bubble, lying exactly over it. It
 * takes no pointer: that is the surface's below.
 */
export const QuirkTree = memo(function QuirkTree({ sight, active, ref, ...events }: QuirkTreeProps) {
  const t = useT()
  const bubbles = useMemo(() => mounted(sight, active), [sight, active])
  const tabbed = bubbles.some(({ id }) => id === active) ? active : bubbles[0]?.id
  if (bubbles.length === 0) return <div ref={ref} />
  return (
    <div className="canvas-tree" role="tree" aria-label={t('canvas.label')} aria-describedby="canvas-keys" ref={ref}>
      {bubbles.map((bubble) => (
        <Item
          key={bubble.id}
          bubble={sight.opened?.scene.byId.get(bubble.id) ?? bubble}
          parent={sight.scene.byId.get(bubble.parent)?.title}
          tabbed={bubble.id === tabbed}
          active={bubble.id === active}
          {...events}
        />
      ))}
    </div>
  )
})

/** The same functions from drawing to drawing. */
interface ItemEvents {
  /** `byKey`: the focus came by keyboard. */
  onActive: (quirkId: number, byKey: boolean) => void
  onKey: (event: KeyboardEvent, bubble: Bubble) => void
  onLeave: (bubble: Bubble) => void
}

interface ItemProps extends ItemEvents {
  bubble: Bubble
  /** The title of the quirk that it hangs on. */
  parent: string | undefined
  tabbed: boolean
  active: boolean
}

const Item = memo(function Item({ bubble, parent, tabbed, active, onActive, onKey, onLeave }: ItemProps) {
  const t = useT()
  return (
    <div
      id={itemId(bubble.id)}
      role="treeitem"
      className="canvas-item"
      data-quirk={bubble.r > 0 ? bubble.id : undefined}
      tabIndex={tabbed ? 0 : -1}
      aria-level={bubble.depth}
      aria-posinset={bubble.place}
      aria-setsize={bubble.siblings}
      aria-selected={active}
      aria-label={spokenLabel(t, bubble, parent)}
      style={{ left: bubble.x - bubble.r, top: bubble.y - bubble.r, width: bubble.r * 2, height: bubble.r * 2 }}
      onFocus={({ currentTarget }) => onActive(bubble.id, currentTarget.matches(':focus-visible'))}
      onBlur={() => onLeave(bubble)}
      onKeyDown={(event) => onKey(event, bubble)}
    />
  )
})

export const itemId = (quirkId: number): string => `canvas-quirk-${quirkId}`

function mounted({ scene, numbers }: Sight, active: number | null): Bubble[] {
  const bubbles = numbers.slice(0, mostMounted).map((number) => scene.bubbles[number]!)
  const held = active === null ? undefined : scene.byId.get(active)
  return held && !bubbles.includes(held) ? [...bubbles, held].sort((a, b) => a.index - b.index) : bubbles
}

function spokenLabel(t: Translate, bubble: Bubble, parent: string | undefined): string {
  const untitled = t('quirk.untitled')
  const values = { title: titleOf(bubble, { untitled }), n: bubble.highlights }
  const inside = { ...values, parent: parent?.trim() || untitled }
  if (bubble.frame) return parent === undefined ? t('canvas.frameLabel', values) : t('canvas.frameLabelInside', inside)
  const label = parent === undefined ? t('canvas.quirkLabel', values) : t('canvas.quirkLabelInside', inside)
  // Of what has none itself, what its disc counts.
  return bubble.highlights === 0 && holdsMore(bubble)
    ? `${label}, ${t('canvas.withInside', { total: bubble.total })}`
    : label
}
