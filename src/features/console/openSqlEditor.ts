/** Puts CodeMirror together for writing a statement. React stands around it, not in it. */
import { syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { keymap, placeholder } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { basicSetup, EditorView } from 'codemirror'
import type { MessageKey } from '../../i18n/i18n.ts'
import { statements as limits } from '../../model/limits.ts'
import { styleNonce } from '../../ui/styleNonce.ts'
import { phraseKeys } from './phraseKeys.ts'
import { sqlLanguage } from './sqlCompletion.ts'
import { sqlTheme } from './sqlTheme.ts'

export interface SqlEditorOptions {
  parent: HTMLElement
  doc: string
  /** The words of a key in the user's language. */
  t: (key: MessageKey) => string
  /** At each change, with the whole statement. */
  onChange: (sql: string) => void
  /** Mod+Enter, which CodeMirror would take for a new line. */
  onRun: () => void
}

/** The browser itself would keep the colour of what is typed over as a style in the document, which the page's policy forbids. */
const typingOverSelection = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { from, to, empty } = view.state.selection.main
    if (inputType !== 'insertText' || data === null || empty || view.composing) return false
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type' })
    const handlers = view.state.facet(EditorView.inputHandler)
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert())
    return true
  },
})

export function openSqlEditor({ parent, doc, t, onChange, onRun }: SqlEditorOptions): EditorView {
  const run = () => {
    onRun()
    return true
  }
  const extensions: Extension[] = [
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
    EditorView.cspNonce.of(styleNonce()),
    typingOverSelection,
    EditorState.phrases.of(Object.fromEntries(Object.entries(phraseKeys).map(([phrase, key]) => [phrase, t(key)]))),
    EditorState.changeFilter.of((change) => change.newDoc.length <= limits.longest),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.doc.toString())
    }),
    EditorView.contentAttributes.of({ 'aria-label': t('console.statement') }),
    placeholder(t('console.placeholder')),
    syntaxHighlighting(classHighlighter),
    sqlLanguage(t),
    sqlTheme,
    basicSetup,
  ]
  return new EditorView({ parent, state: EditorState.create({ doc, extensions }) })
}

/** Writes a name where the cursor is, and goes on behind it. */
export function insertName(view: EditorView, name: string): void {
  view.dispatch(view.state.replaceSelection(name))
  view.focus()
}

/** Another statement in the place of this one; undo brings it back. */
export function replaceStatement(view: EditorView, sql: string): void {
  if (view.state.doc.toString() !== sql)
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: sql }, selection: { anchor: sql.length } })
}
