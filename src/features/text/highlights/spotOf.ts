import type { EditorView } from '@codemirror/view'

/** Where words are in the window; the middle of the text where they are out of sight. */
export function spotOf(view: EditorView | null, from: number, to: number): DOMRect | undefined {
  if (!view) return undefined
  const box = view.scrollDOM.getBoundingClientRect()
  const inside = (pos: number, side: 1 | -1) => {
    const found = view.coordsAtPos(pos, side)
    return found && found.bottom > box.top && found.top < box.bottom ? found : null
  }
  const end = inside(to, -1)
  const start = inside(from, 1)
  const seen = end ?? start
  if (!seen) return new DOMRect(box.left + box.width / 4, box.top + box.height / 3, 0, 0)
  const [left, right] = start && end && start.top === end.top ? [start.left, end.right] : [seen.left, seen.right]
  return new DOMRect(left, seen.top, right - left, seen.bottom - seen.top)
}
