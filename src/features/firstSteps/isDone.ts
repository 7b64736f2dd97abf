/** Has somebody done what a step asks for since it was shown? What was done before counts for nothing: each step is read first. */

/** `id`: of the step that undo or redo would take. */
interface Taken {
  readonly id: number
  readonly key: string
}

export interface Now {
  readonly undo: Taken | null
  readonly redo: Taken | null
  readonly activeSource: number | null
}

const coding = ['undo.createHighlight', 'undo.createHighlights', 'undo.createQuirkForPassage']
const theme = ['undo.createQuirk', 'undo.createQuirkForPassage', 'undo.moveQuirk']

/** The `at`th step: reading, coding, a new quirk or one nested, undo. To look around is never done. */
export function isDone(at: number, begun: Now, now: Now): boolean {
  const did = (keys: readonly string[]) =>
    now.undo !== null && now.undo.id !== begun.undo?.id && now.redo === null && keys.includes(now.undo.key)
  if (at === 0) return now.activeSource !== null && now.activeSource !== begun.activeSource
  if (at === 1) return did(coding)
  if (at === 2) return did(theme)
  return at === 3 && now.redo !== null && now.redo.id !== begun.redo?.id
}
