/** What the page of coding.browser.test.ts shows of itself to the test, as `page`. */
import type { EditorView } from '@codemirror/view'
import type { EditorState } from '../../../state/editor.ts'
import type { Passage } from '../../../state/passage.ts'
import type { MemoryProject } from './memoryProject.ts'

export interface TestPage {
  project: MemoryProject
  editor: EditorState
  view: () => EditorView
  /** "id from to" of every highlight as the view has it, in the order of the text. */
  shown: () => string[]
  /** The same of the memos. */
  memos: () => string[]
  /** Passages dropped on the place beside the text, and those for which a quirk was asked. */
  dropped: (Passage | null)[]
  picked: Passage[]
}
