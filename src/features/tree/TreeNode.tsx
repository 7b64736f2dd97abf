import { treeColumnWidth } from '../../model/limits.ts'
import { TreeCard, type TreeCardProps } from './TreeCard.tsx'

/** A quirk and all inside it: the top over its children's columns, a child over its own children, and so on. */
export function TreeNode(props: TreeCardProps) {
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
