/** How the editor of statements looks; CodeMirror's base theme stands outside of the page's layers, so this must too. */
import { EditorView } from '@codemirror/view'

const mono = 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace'
const box = { border: '1px solid var(--edge)', borderRadius: 'var(--radius-m)' }
const field = { ...box, backgroundColor: 'var(--raised)', color: 'var(--ink)', fontSize: 'inherit' }

export const sqlTheme = EditorView.theme({
  '&': { ...box, backgroundColor: 'var(--raised)', color: 'var(--ink)', fontSize: '0.8125rem' },
  '&:hover': { borderColor: 'var(--ink-soft)' },
  '&.cm-focused': { borderColor: 'var(--accent)', outline: '1px solid var(--accent)' },
  '.cm-scroller': { minHeight: '96px', maxHeight: '40dvh', fontFamily: mono, lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--accent)', padding: 'var(--space-2) 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--accent)' },
  '.cm-placeholder': { color: 'var(--ink-faint)' },
  '.cm-gutters': { border: '0', backgroundColor: 'transparent', color: 'var(--ink-faint)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--wash)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
  '.cm-selectionMatch, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--wash-strong)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--danger-wash)' },
  '.cm-searchMatch': { backgroundColor: 'var(--accent-wash)', outline: '1px solid var(--edge)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--selection)' },
  '.cm-foldPlaceholder': { ...box, backgroundColor: 'var(--wash)', color: 'var(--ink-soft)' },
  '.cm-panels': { backgroundColor: 'var(--page)', color: 'var(--ink)', borderColor: 'var(--hairline)' },
  '.cm-panel.cm-search': { fontFamily: 'var(--font-ui)', fontSize: 'var(--text-s)' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', minHeight: '24px', fontSize: 'inherit' },
  '.cm-panel .cm-textfield': { ...field, minHeight: '28px' },
  '.cm-panel .cm-button': { ...field, minHeight: '28px', backgroundImage: 'none' },
  '.cm-panel.cm-search [name=close]': { minWidth: '24px', minHeight: '24px', color: 'var(--ink-soft)' },
  '.cm-tooltip': {
    ...box,
    borderColor: 'var(--hairline)',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow-float)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '14em', fontFamily: mono },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px var(--space-2)', lineHeight: '1.4' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.8' },
  '.cm-tooltip.cm-completionInfo': { padding: 'var(--space-2)', fontFamily: 'var(--font-ui)' },
  '.tok-keyword': { color: 'var(--accent)', fontWeight: '600' },
  '.tok-string, .tok-string2': { color: 'var(--success)' },
  '.tok-number, .tok-bool, .tok-typeName': { color: 'var(--warning)' },
  '.tok-comment': { color: 'var(--ink-faint)', fontStyle: 'italic' },
})
