// The lines of the codebook: in which order, which of them are drawn, which has the focus, and which stand for what is pointed at elsewhere.
import { useEffect, useMemo, useRef, useState } from 'react'
import { titleOrder } from '../../i18n/formats.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { ancestors, type Parents } from '../../model/rules/nesting.ts'
import type { Key } from '../../model/schema.ts'
import type { Brushed } from '../../state/brush.ts'
import { useInSight } from '../../ui/lists/useInSight.ts'
import { useMedia } from '../../ui/useMedia.ts'
import { rowId } from './CodebookRow.tsx'
import type { OutlineLine } from './outlineOf.ts'

/** In px: by a pointer, and by a finger. */
const rowHeights = { fine: 28, coarse: 44 } as const

/** By title; what was in order stays so from one step to the next, so that thousands are not sorted anew. */
export function useTitleOrder(rows: ReadonlyMap<Key, QuirkRow>): readonly QuirkRow[] {
  const before = useRef<readonly number[]>([])
  return useMemo(() => {
    const known = before.current.flatMap((id) => rows.get(id) ?? [])
    const had = new Set(before.current)
    const added = [...rows.values()].filter(({ id }) => !had.has(id))
    const compare = titleOrder()
    const inOrder = [...known, ...added].sort((a, b) => compare(a.title, b.title) || a.id - b.id)
    before.current = inOrder.map(({ id }) => id)
    return inOrder
  }, [rows])
}

/** The lines that stand for what is pointed at elsewhere: its own, or that of what it is folded into. Null: nothing is. */
export function linesOf(
  lines: readonly OutlineLine[],
  parents: Parents,
  pointed: Brushed | null,
): ReadonlySet<number> | null {
  if (!pointed || pointed.by === 'codebook') return null
  const listed = new Set(lines.map(({ quirk }) => quirk.id))
  const found = new Set<number>()
  for (const quirkId of pointed.quirkIds) {
    const line = [quirkId, ...ancestors(parents, quirkId)].find((id) => listed.has(id))
    if (line !== undefined) found.add(line)
  }
  return found
}

/** Which lines are drawn, and the one that has, or last had, the focus. */
export function useLines(lines: readonly OutlineLine[]) {
  const rowHeight = useMedia('(pointer: coarse)') ? rowHeights.coarse : rowHeights.fine
  const [chosen, setChosen] = useState<number | null>(null)
  const newest = useRef<number | null>(null)
  const found = lines.findIndex(({ quirk }) => quirk.id === chosen)
  const at = Math.max(0, found)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useInSight({
    scroller,
    count: lines.length,
    sizeOf: () => rowHeight,
    sizes: rowHeight,
    kept: at,
    beyond: 10,
  })
  /** The line to be scrolled to, and whether the focus goes there: one that was just made or opened comes with the next rows. */
  const wanted = useRef<{ id: number; isFocused: boolean } | null>(null)
  useEffect(() => {
    const { id, isFocused } = wanted.current ?? {}
    if (id !== chosen || found < 0) return
    list.scrollToIndex(found, { align: 'auto' })
    const row = document.getElementById(rowId(id))
    if (!row) return
    wanted.current = null
    if (isFocused) row.focus({ preventScroll: true })
  })
  const choose = useRef((id: number, want: { isFocused: boolean } | null) => {
    const { current: before } = wanted
    // Whoever marks the line that the focus is on its way to does not stop it.
    if (want) wanted.current = { id, isFocused: want.isFocused || (before?.id === id && before.isFocused) }
    newest.current = id
    setChosen(id)
  }).current
  const [focus] = useState(() => (id: number) => choose(id, { isFocused: true }))
  const [onFocus] = useState(
    () =>
      (id: number, isShown = false) =>
        choose(id, isShown ? { isFocused: false } : null),
  )
  const [isAt] = useState(() => (id: number) => newest.current === id)
  return { chosenLine: chosen, at, scroller, list, focus, isAt, onFocus }
}

export type Lines = Pick<ReturnType<typeof useLines>, 'at' | 'focus' | 'isAt' | 'onFocus'>
