/** The quirks as the lines of the codebook: an outline whose branches fold away, narrowed by what is sought and by the groups filter. */
import type { QuirkRow } from '../../model/queries.ts'
import { fold, searchQuirks } from '../../model/rules/quirkSearch.ts'
import { framesAround } from '../../model/rules/shownQuirks.ts'
import { type Key, none } from '../../model/schema.ts'
import { parentsOf } from './treeOf.ts'

export interface OutlineLine {
  readonly quirk: QuirkRow
  /** 1 is the outermost. */
  readonly level: number
  /** The line of what it is inside of; -1 for none. */
  readonly parent: number
  /** Among its siblings, from 1, and how many they are. */
  readonly place: number
  readonly siblings: number
  /** How many are directly inside. */
  readonly children: number
  /** What is inside stands below it. */
  readonly isOpen: boolean
  /** Highlights, with those of all inside. */
  readonly total: number
  /** Kept for what is inside it: the groups filter or the search leaves it out. */
  readonly isFrame: boolean
}

interface Narrowed {
  /** Whose insides are folded away, by id. */
  closed: ReadonlySet<number>
  /** While something is sought, every branch is open. */
  sought: string
  /** The ids that the groups filter leaves; null: all. */
  shown: ReadonlySet<number> | null
}

/** `inOrder`: all quirks, siblings in the order in which they are to stand. Quirks that hang in a cycle are outermost. */
export function outlineOf(inOrder: readonly QuirkRow[], { closed, sought, shown }: Narrowed): OutlineLine[] {
  const rows = new Map<Key, QuirkRow>(inOrder.map((quirk) => [quirk.id, quirk]))
  const wanted = fold(sought)
  const isFound = ({ id, title }: QuirkRow) =>
    (shown === null || shown.has(id)) && (wanted === '' || fold(title).includes(wanted))
  const found = new Set(inOrder.filter(isFound).map(({ id }) => id))
  const frames = found.size === inOrder.length ? null : framesAround(found, parentsOf(rows))
  const below = new Map<number, QuirkRow[]>()
  for (const quirk of inOrder) {
    const parent = rows.has(quirk.parentQuirkId) ? quirk.parentQuirkId : none
    const siblings = below.get(parent)
    if (siblings) siblings.push(quirk)
    else below.set(parent, [quirk])
  }
  const isListed = ({ id }: QuirkRow) => found.has(id) || frames?.has(id) === true

  const totals = new Map<number, number>()
  const totalOf = (quirk: QuirkRow): number => {
    const known = totals.get(quirk.id)
    if (known !== undefined) return known
    // A cycle ends where it closes.
    totals.set(quirk.id, quirk.highlights)
    const total = (below.get(quirk.id) ?? []).reduce((sum, child) => sum + totalOf(child), quirk.highlights)
    totals.set(quirk.id, total)
    return total
  }

  const lines: OutlineLine[] = []
  const seen = new Set<number>()
  const list = (quirks: readonly QuirkRow[], level: number, parent: number, isHidden: boolean): void => {
    const listed = quirks.filter((quirk) => !seen.has(quirk.id) && isListed(quirk))
    for (const { id } of listed) seen.add(id)
    listed.forEach((quirk, index) => {
      const inside = (below.get(quirk.id) ?? []).filter((child) => !seen.has(child.id) && isListed(child))
      const isOpen = inside.length > 0 && (wanted !== '' || !closed.has(quirk.id))
      if (!isHidden)
        lines.push({
          ...{ quirk, level, parent, place: index + 1, siblings: listed.length, children: inside.length, isOpen },
          total: totalOf(quirk),
          isFrame: !found.has(quirk.id),
        })
      list(inside, level + 1, quirk.id, isHidden || !isOpen)
    })
  }
  list(below.get(none) ?? [], 1, none, false)
  for (const quirk of inOrder) list([quirk], 1, none, false)
  return lines
}

/** What Enter goes to: of what is listed and found, what fits best. */
export function bestOf(lines: readonly OutlineLine[], sought: string): QuirkRow | undefined {
  const found = lines.filter(({ isFrame }) => !isFrame).map(({ quirk }) => quirk)
  return searchQuirks(found, sought, 1)[0]
}

/** Where an arrow key leads from a line, or that it opens or closes what is inside; undefined: nowhere. */
export function stepFrom(lines: readonly OutlineLine[], at: number, key: string): OutlineLine | 'fold' | undefined {
  const line = lines[at]
  if (key === 'Home') return lines[0]
  if (key === 'End') return lines.at(-1)
  if (key === 'ArrowDown') return lines[at + 1]
  if (key === 'ArrowUp') return lines[at - 1]
  if (key === 'ArrowRight') return line && line.children > 0 ? (line.isOpen ? lines[at + 1] : 'fold') : undefined
  if (key === 'ArrowLeft') return line?.isOpen ? 'fold' : lines.find(({ quirk }) => quirk.id === line?.parent)
  return undefined
}

/** The line before it on its own level, which it can be put inside of by a key. */
export const lineBefore = (lines: readonly OutlineLine[], at: number): OutlineLine | undefined => {
  const { parent, place } = lines[at] ?? {}
  return lines.find((line) => line.parent === parent && line.place === (place ?? 0) - 1)
}
