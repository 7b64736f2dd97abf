import type { KeyboardEvent } from 'react'
import { faceOf } from '../../actions/actionFace.ts'
import { useT } from '../../i18n/useT.ts'
import { bubbleDiameter } from '../../model/canvas/bubble.ts'
import { nestingDepth } from '../../model/limits.ts'
import { cssColour } from '../../model/palette.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { InfoIcon } from '../../ui/icons.ts'
import { MoreButton } from '../../ui/menus/MoreButton.tsx'
import type { Node } from './treeOf.ts'
import type { TreeDrag } from './useTreeDrag.ts'

export interface TreeCardProps {
  node: Node
  /** The highlights of the quirk that has the most. */
  most: number
  counter: boolean
  writes: boolean
  active: number
  /** Whose descriptions are shown. */
  told: ReadonlySet<number>
  drag: TreeDrag
  named: (quirk: QuirkRow) => string
  onFocus: (quirkId: number) => void
  onKey: (event: KeyboardEvent<HTMLElement>, node: Node) => void
  onTell: (quirkId: number) => void
  onOverview: (node: Node) => void
  onAdd: (parent: QuirkRow) => void
  onMenu: (node: Node, at: { x: number; y: number }) => void
}

/** Of a bubble on the canvas. */
const dotScale = 0.36

/** A tree item's id in the page. */
export const itemId = (quirkId: number): string => `tree-quirk-${quirkId}`

/**
 * Title, colour, count, and the description when it is asked for; that of the tree's own quirk always. It is the tree's item: its
 * buttons are for pointers, the keys of the item do the same.
 */
export function TreeCard(props: TreeCardProps) {
  const { node, most, counter, writes, active, told, drag, named, onFocus, onKey, onTell, onOverview, onAdd, onMenu } =
    props
  const t = useT()
  const { quirk, level, children, frame } = node
  const isTop = level === 1
  const dot = Math.round(bubbleDiameter(quirk.highlights, most) * dotScale)
  const tells = quirk.description !== '' && (isTop || told.has(quirk.id))
  const id = itemId(quirk.id)
  return (
    <>
      <div
        id={id}
        className="tree-card"
        data-quirk={quirk.id}
        role="treeitem"
        tabIndex={active === quirk.id ? 0 : -1}
        aria-level={level}
        aria-selected={active === quirk.id}
        aria-expanded={children.length > 0 ? true : undefined}
        aria-labelledby={`${id}-words`}
        aria-describedby={tells ? `${id}-description` : undefined}
        data-frame={frame || undefined}
        onFocus={(event) => event.target === event.currentTarget && onFocus(quirk.id)}
        onKeyDown={(event) => event.target === event.currentTarget && onKey(event, node)}
        onClick={(event) => {
          onFocus(quirk.id)
          if (!(event.target as Element).closest('button')) event.currentTarget.focus()
        }}
        onDoubleClick={() => onOverview(node)}
        onContextMenu={(event) => {
          event.preventDefault()
          event.stopPropagation()
          onMenu(node, { x: event.clientX, y: event.clientY })
        }}
        {...(writes && !isTop && drag.source(quirk))}
      >
        <span className="tree-mark" aria-hidden>
          <span className="tree-dot" style={{ '--dot': cssColour(quirk.color), '--size': `${dot}px` }} />
        </span>
        <span className="tree-words" id={`${id}-words`}>
          <span className="tree-title">{named(quirk)}</span>{' '}
          {frame ? (
            <span className="tree-count">{t('canvas.frameNote')}</span>
          ) : (
            counter && <span className="tree-count">{t('canvas.highlights', { n: quirk.highlights })}</span>
          )}
        </span>
        {!isTop && quirk.description !== '' && (
          <IconButton
            icon={InfoIcon}
            size="small"
            tabIndex={-1}
            label={t('quirk.description')}
            pressed={told.has(quirk.id)}
            onClick={() => onTell(quirk.id)}
          />
        )}
        {writes && level < nestingDepth && (
          <IconButton {...faceOf(t, 'addChild')} size="small" tabIndex={-1} onClick={() => onAdd(quirk)} />
        )}
        <MoreButton size="small" tabIndex={-1} onMenu={(at) => onMenu(node, at)} />
      </div>
      {tells && (
        <div className="tree-description" id={`${id}-description`}>
          {quirk.description}
        </div>
      )}
    </>
  )
}
