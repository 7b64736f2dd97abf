/** How CodeMirror's own elements look here; its base theme stands outside of the page's layers, so this must too. */
import { EditorView } from '@codemirror/view'

export const textTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-reading)',
    fontSize: 'var(--source-font-size, 16px)',
    lineHeight: '1.5',
    overflowX: 'hidden',
    // Beside the text, not within it: CodeMirror measures rows anew when the width of the content changes.
    paddingInline: 'calc(var(--grip-reach, 0px) + 4px) var(--memo-share, 0)',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    scrollbarGutter: 'stable',
  },
  '.cm-content': {
    flex: '0 1 auto',
    width: '100%',
    maxWidth: 'calc(34em + var(--column-width, 32px) + var(--numbers-width, 0px) + 44px)',
    minWidth: '0',
    margin: '0 auto',
    padding: '20px 12px 35vh calc(var(--column-width, 32px) + 8px + var(--numbers-width, 0px))',
    caretColor: 'var(--accent)',
    overflowWrap: 'anywhere',
  },
  '&[data-side=right] .cm-content': {
    padding: '20px calc(var(--column-width, 32px) + 12px + var(--numbers-width, 0px)) 35vh 12px',
  },
  // A phone has its words from edge to edge.
  '@media (max-width: 600px)': {
    '.cm-content': { paddingInline: 'calc(var(--column-width, 32px) + 4px + var(--numbers-width, 0px)) 6px' },
    '&[data-side=right] .cm-content': {
      paddingInline: '6px calc(var(--column-width, 32px) + 4px + var(--numbers-width, 0px))',
    },
  },
  '.cm-line': { padding: '0' },
  '.cm-tooltip': { border: '0', backgroundColor: 'transparent', zIndex: '50' },
  '.cm-announced': { position: 'fixed', top: '-10000px' },
})
