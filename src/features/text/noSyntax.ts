/**
 * What CodeMirror's commands ask about the syntax of a program, answered for a text, which has none. The build gives them this instead of
 * `@codemirror/language` and `@lezer/common`, with which a parser of 12 kB would come with every text (`server/building/instead.ts`). The answers are
 * those of the packages for a state without a language.
 */
import { countColumn, type EditorState } from '@codemirror/state'

const unit = 2

/** How many columns of spaces at the beginning of a line are deleted as one. */
export const getIndentUnit = (): number => unit

export const indentString = (_state: EditorState, columns: number): string => ' '.repeat(columns)

/** How far a new line that begins at `pos` is indented, in columns; null: as the line before it. */
export const getIndentation = (_context: IndentContext, pos: number): number | null => (pos > 0 ? null : 0)

export class IndentContext {
  readonly #state: EditorState
  constructor(state: EditorState) {
    this.#state = state
  }
  /** How far the line at `pos` is indented, in columns. */
  lineIndent(pos: number): number {
    const { text } = this.#state.doc.lineAt(pos)
    return countColumn(text, this.#state.tabSize, text.search(/\S|$/))
  }
}

const nothing = { childBefore: () => null, childAfter: () => null }

/** A tree without a node. */
export const syntaxTree = () => ({ resolveInner: () => nothing })

/** What may be known of a node. */
export const NodeProp = { closedBy: null }

// Commands for which a text has no keys name these too, and the build leaves such commands out.
export const matchBrackets = () => null
export const indentUnit = ' '.repeat(unit)
