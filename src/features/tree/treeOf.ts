/** A quirk with everything inside it, as the tree view shows it. A cycle that two people made at the same time ends where it closes. */
import type { QuirkRow } from '../../model/queries.ts'
import { ancestors, type Parents } from '../../model/rules/nesting.ts'
import { framesAround } from '../../model/rules/shownQuirks.ts'
import type { Key } from '../../model/schema.ts'

export interface Node {
  readonly quirk: QuirkRow
  /** 1 is the top of the tree. */
  readonly level: number
  /** In the tree; -1 for its top. */
  readonly parent: number
  /** Those with the most highlights first. */
  readonly children: readonly Node[]
  /** Left out by the groups filter, and kept for what is inside it. */
  readonly frame: boolean
}

type Rows = ReadonlyMap<Key, QuirkRow>

export const parentsOf = (rows: Rows): Parents =>
  new Map([...rows.values()].map(({ id, parentQuirkId }) => [id, parentQuirkId]))

/** `shown`: the ids that the groups filter leaves, null for all; the top is there whatever it says. Null when it does not exist. */
export function treeOf(rows: Rows, topId: number, shown: ReadonlySet<number> | null): Node | null {
  const top = rows.get(topId)
  if (!top) return null
  const frames = shown && framesAround(shown, parentsOf(rows))
  const below = new Map<number, QuirkRow[]>()
  for (const quirk of rows.values()) {
    if (shown && !shown.has(quirk.id) && !frames?.has(quirk.id)) continue
    const siblings = below.get(quirk.parentQuirkId)
    if (siblings) siblings.push(quirk)
    else below.set(quirk.parentQuirkId, [quirk])
  }
  const seen = new Set<number>()
  const nodeOf = (quirk: QuirkRow, level: number, parent: number): Node => {
    seen.add(quirk.id)
    const inside = (below.get(quirk.id) ?? []).filter(({ id }) => !seen.has(id))
    const children = inside
      .sort((a, b) => b.highlights - a.highlights || a.id - b.id)
      .map((child) => nodeOf(child, level + 1, quirk.id))
    return { quirk, level, parent, children, frame: shown !== null && !shown.has(quirk.id) }
  }
  return nodeOf(top, 1, -1)
}

/** Each before what is inside it. */
export const inOrder = (node: Node): Node[] => [node, ...node.children.flatMap(inOrder)]

/** What `topId` is inside of, the outermost first. */
export function pathTo(rows: Rows, topId: number): QuirkRow[] {
  const above = ancestors(parentsOf(rows), topId).toReversed()
  return above.map((id) => rows.get(id)).filter((row) => row !== undefined)
}

/** Of `list`, which is in order: where an arrow key leads from `at`; undefined when nowhere. */
export function goFrom(list: readonly Node[], at: Node, key: string): Node | undefined {
  const place = list.indexOf(at)
  if (key === 'ArrowDown') return list[place + 1]
  if (key === 'ArrowUp') return list[place - 1]
  if (key === 'ArrowRight') return at.children[0]
  if (key === 'ArrowLeft') return list.find(({ quirk }) => quirk.id === at.parent)
  if (key === 'Home') return list[0]
  return key === 'End' ? list.at(-1) : undefined
}
