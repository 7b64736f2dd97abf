/**
 * Answers: the quirks as lists show them, with the path to each, and in the order of their tree.
 * Promises: a title to show for each; whatever hangs in a cycle is listed too.
 */
import type { QuirkRow } from '../queries.ts'
import type { Row } from '../schema.ts'
import { ancestors } from './nesting.ts'

/** A quirk as lists show it. */
export interface QuirkItem {
  readonly id: number
  /** As it is shown: never empty. */
  readonly title: string
  /** `#rrggbb`. */
  readonly color: string
  readonly highlights: number
  readonly parent: number
  /** The titles of those it is inside, the outermost first. */
  readonly path: readonly string[]
  /** Its shortcut key; empty: none. */
  readonly key: string
}

export type ShortcutKeys = Iterable<Row<'quirk_shortcut_keys'>>

/** `untitled`: what is shown for a title that is empty. */
export function quirkItems(quirks: Iterable<QuirkRow>, keys: ShortcutKeys, untitled: string): QuirkItem[] {
  const rows = [...quirks]
  const titles = new Map(rows.map(({ id, title }) => [id, title.trim() || untitled]))
  const parents = new Map(rows.map(({ id, parentQuirkId }) => [id, parentQuirkId]))
  const keyOf = new Map([...keys].map(({ quirkId, shortcutKey }) => [quirkId, shortcutKey]))
  return rows.map(({ id, color, highlights, parentQuirkId }) => ({
    id,
    title: titles.get(id) ?? untitled,
    color,
    highlights,
    parent: parentQuirkId,
    path: ancestors(parents, id)
      .toReversed()
      .map((above) => titles.get(above) ?? untitled),
    key: keyOf.get(id) ?? '',
  }))
}

/** `Trust › Letters`, without the quirk itself; empty at the top level. */
export const pathText = ({ path }: Pick<QuirkItem, 'path'>): string => path.join(' › ')

/** A parent directly before all below it, siblings in the order given by `compare`; whatever hangs in a cycle comes last. */
export function inTreeOrder<T extends Pick<QuirkItem, 'id' | 'parent'>>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): T[] {
  const known = new Set(items.map(({ id }) => id))
  const below = new Map<number, T[]>()
  for (const item of items.toSorted(compare)) {
    const parent = known.has(item.parent) ? item.parent : -1
    const siblings = below.get(parent)
    if (siblings) siblings.push(item)
    else below.set(parent, [item])
  }
  const ordered: T[] = []
  const take = (parent: number) => {
    for (const item of below.get(parent) ?? []) {
      ordered.push(item)
      take(item.id)
    }
  }
  take(-1)
  if (ordered.length < items.length) {
    const taken = new Set(ordered)
    ordered.push(...items.filter((item) => !taken.has(item)))
  }
  return ordered
}
