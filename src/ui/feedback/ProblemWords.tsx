import { problemNote, problemText } from '../../i18n/problemText.ts'

/** A problem in its words, and what is to be known besides in an element of its own. */
export function ProblemWords({ problem }: { problem: { readonly kind: string } }) {
  const note = problemNote(problem)
  return (
    <span className="ui-problem">
      <span>{problemText(problem)}</span> {note !== '' && <span className="ui-problem-note">{note}</span>}
    </span>
  )
}
