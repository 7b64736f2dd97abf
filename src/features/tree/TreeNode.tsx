import type { KeyboardEvent } from 'react'
import { treeColumnWidth } from '../../model/limits.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { TreeCard } from './TreeCard.tsx'
import type { Node } from './treeOf.ts'
import type { TreeDrag } from './useTreeDrag.ts'

export interface TreeNodeProps {
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

/** A quirk and all inside it: the top over its children's columns, a child over its own children, and so on. */
export function TreeNode(props: TreeNodeProps) {
  const { node, writes, drag } = props
  const { quirk, level, children } = node
  const isColumn = level === 2
  const width = children.length > 0 ? treeColumnWidth.withGrandchildren : treeColumnWidth.without
  return (
    <div
      className={isColumn ? 'tree-node tree-column' : 'tree-node'}
      style={isColumn ? { '--column': `${width}px` } : undefined}
      data-drop={writes ? drag.mark(quirk) : undefined}
      data-dragged={drag.dragged?.id === quirk.id || undefined}
      {...(writes && drag.target(quirk))}
    >
      <TreeCard {...props} />
      {children.length > 0 && (
        <div className={level === 1 ? 'tree-columns' : 'tree-inside'}>
          {children.map((child) => (
            <TreeNode key={child.quirk.id} {...props} node={child} />
          ))}
        </div>
      )}
    </div>
  )
}
