/**
 * What can be done on the page of a project, once: its title, where it belongs, its keys. The palette offers those that can be
 * done now, the sheet of keys lists all that have some, buttons and menus take their titles and keys from here. A new action is a
 * line here and a handler where it is done. Keys as `ui/shortcutText` writes them; several are alternatives.
 */
import type { MessageKey } from '../../../i18n/i18n.ts'
import type { Feature } from '../../../model/serverFacts.ts'
import { keys } from '../../../state/keys.ts'
import { onThisMac } from '../../../ui/shortcutText.ts'

export const areas = ['everywhere', 'canvas', 'quirk', 'tree', 'text', 'editing', 'sources', 'quotes'] as const
export type Area = (typeof areas)[number]

export interface Action {
  readonly title: MessageKey
  readonly area: Area
  readonly keys?: readonly string[]
  /** Single keys, which can be switched off, where their writing does not tell. */
  readonly single?: boolean
  /** What the host must be able to do; left out: any can. */
  readonly only?: Feature
}

export const actions = {
  palette: { title: 'palette.title', area: 'everywhere', keys: ['Mod+K'] },
  shortcuts: { title: 'shortcuts.title', area: 'everywhere', keys: ['?'] },
  // 1 §2 names Ctrl+Z and Ctrl+Y; a Mac has them too, after its own.
  undo: { title: 'ui.undo', area: 'everywhere', keys: onThisMac ? ['Mod+Z', 'Ctrl+Z'] : ['Mod+Z'] },
  redo: {
    title: 'act.redo',
    area: 'everywhere',
    keys: onThisMac ? ['Mod+Shift+Z', 'Ctrl+Y'] : ['Mod+Y', 'Mod+Shift+Z'],
  },
  home: { title: 'project.home', area: 'everywhere' },
  saveAs: { title: 'projects.saveAs', area: 'everywhere', keys: ['Mod+Shift+S'] },
  backupTo: { title: 'projects.backupTo', area: 'everywhere', only: 'localFiles' },
  openFile: { title: 'projects.open', area: 'everywhere', keys: ['Mod+O'], only: 'localFiles' },
  previewReport: { title: 'report.preview', area: 'everywhere' },
  downloadReport: { title: 'report.download', area: 'everywhere' },
  reportAsWord: { title: 'report.word', area: 'everywhere' },
  pictures: { title: 'pictures.title', area: 'everywhere' },
  exportXlsx: { title: 'export.as.xlsx', area: 'everywhere' },
  exportDocx: { title: 'export.as.docx', area: 'everywhere' },
  exportDocxEach: { title: 'export.as.docxEach', area: 'everywhere' },
  exportSourcesCsv: { title: 'export.as.sourcesCsv', area: 'everywhere' },
  exportCodebookCsv: { title: 'export.as.codebookCsv', area: 'everywhere' },
  exportMemosCsv: { title: 'export.as.memosCsv', area: 'everywhere' },
  exportQdpx: { title: 'export.as.qdpx', area: 'everywhere' },
  exportQdc: { title: 'export.as.qdc', area: 'everywhere' },
  exportJson: { title: 'export.as.json', area: 'everywhere' },
  exportQrk: { title: 'export.as.qrk', area: 'everywhere' },
  canvas: { title: 'project.canvas', area: 'everywhere' },
  query: { title: 'query.view', area: 'everywhere', keys: ['Mod+Shift+L'] },
  allQuirks: { title: 'phone.quirks', area: 'everywhere' },
  list: { title: 'quotes.view', area: 'everywhere' },
  sort: { title: 'arranged.title', area: 'everywhere' },
  cloud: { title: 'cloud.title', area: 'everywhere' },
  overlap: { title: 'overlap.title', area: 'everywhere' },
  agreement: { title: 'agreement.title', area: 'everywhere' },
  timeline: { title: 'timeline.title', area: 'everywhere' },
  console: { title: 'console.title', area: 'everywhere' },
  history: { title: 'history.title', area: 'everywhere' },
  matrix: { title: 'matrix.title', area: 'everywhere' },
  crosstab: { title: 'crosstab.title', area: 'everywhere' },
  textSearch: { title: 'textSearch.title', area: 'everywhere', keys: ['Mod+Shift+F'] },
  print: { title: 'act.print', area: 'everywhere' },
  questions: { title: 'question.edit', area: 'everywhere' },
  properties: { title: 'act.properties', area: 'everywhere', keys: ['F4'] },
  groups: { title: 'group.edit', area: 'everywhere' },
  showAllGroups: { title: 'group.showAll', area: 'everywhere' },
  settings: { title: 'project.settings', area: 'everywhere' },
  people: { title: 'sharing.share', area: 'everywhere' },
  chat: { title: 'chat.title', area: 'everywhere' },
  help: { title: 'help.title', area: 'everywhere' },
  about: { title: 'about.title', area: 'everywhere' },

  newQuirk: { title: 'canvas.newQuirk', area: 'canvas', keys: keys.newQuirk },
  walk: { title: 'shortcuts.walk', area: 'canvas', keys: ['←', '↑', '→', '↓'] },
  fit: { title: 'canvas.zoomFit', area: 'canvas', keys: keys.fit },
  zoomIn: { title: 'canvas.zoomIn', area: 'canvas', keys: keys.zoomIn },
  zoomOut: { title: 'canvas.zoomOut', area: 'canvas', keys: keys.zoomOut },
  pan: { title: 'shortcuts.pan', area: 'canvas', keys: ['Space'] },

  highlightHere: { title: 'canvas.highlightHere', area: 'quirk', keys: keys.highlightHere },
  overview: { title: 'quirk.overview', area: 'quirk', keys: keys.overview },
  readQuotes: { title: 'quotes.read', area: 'quirk' },
  editQuirk: { title: 'quirk.edit', area: 'quirk', keys: keys.editQuirk },
  move: { title: 'shortcuts.move', area: 'quirk', keys: keys.move },
  mergeQuirk: { title: 'quirk.merge', area: 'quirk', keys: keys.mergeQuirk },
  quirkMenu: { title: 'ui.more', area: 'quirk', keys: keys.quirkMenu },
  deleteQuirk: { title: 'quirk.delete', area: 'quirk', keys: keys.deleteQuirk },

  walkTree: { title: 'shortcuts.walk', area: 'tree', keys: ['←', '↑', '→', '↓'] },
  addChild: { title: 'tree.addChild', area: 'tree', keys: keys.addChild },
  moveInto: { title: 'quirk.moveInto', area: 'tree', keys: keys.moveInto },
  tell: { title: 'shortcuts.tell', area: 'tree', keys: keys.tell },
  leaveTree: { title: 'tree.close', area: 'tree', keys: keys.leaveTree },

  codeTo: { title: 'text.codeTo', area: 'text', keys: ['Enter'] },
  quirkKey: { title: 'shortcuts.quirkKey', area: 'text', keys: ['A … Z'], single: true },
  codeAgain: { title: 'shortcuts.again', area: 'text', keys: ['.'] },
  newQuirkFrom: { title: 'text.newQuirkFrom', area: 'text', keys: ['N'] },
  memo: { title: 'memo.write', area: 'text', keys: ['M'] },
  memoOnSource: { title: 'memo.writeOnSource', area: 'text' },
  memos: { title: 'memo.toggle', area: 'text', keys: ['Shift+M'] },
  nextHighlight: { title: 'text.nextHighlight', area: 'text', keys: ['F8'] },
  previousHighlight: { title: 'text.previousHighlight', area: 'text', keys: ['Shift+F8'] },
  moveEnd: { title: 'shortcuts.moveEnd', area: 'text', keys: ['Alt+←', 'Alt+→'] },
  moveStart: { title: 'shortcuts.moveStart', area: 'text', keys: ['Alt+Shift+←', 'Alt+Shift+→'] },
  changeQuirk: { title: 'shortcuts.changeQuirk', area: 'text', keys: ['Enter'] },
  removeHighlight: { title: 'text.removeHighlight', area: 'text', keys: ['Del'] },
  copyReference: { title: 'text.copyReference', area: 'text', keys: ['Mod+Alt+C'] },
  filterHighlights: { title: 'text.filter', area: 'text', keys: ['Shift+F'] },
  numbers: { title: 'text.numbers', area: 'text', keys: ['Shift+P'] },
  codeBySearch: { title: 'search.title', area: 'everywhere', keys: ['Mod+Shift+H'] },
  find: { title: 'text.find', area: 'text', keys: ['Mod+F'] },
  editText: { title: 'text.edit', area: 'text', keys: ['F2'] },
  unselect: { title: 'shortcuts.unselect', area: 'text', keys: ['Esc'] },

  bold: { title: 'text.bold', area: 'editing', keys: ['Mod+B'] },
  italic: { title: 'text.italic', area: 'editing', keys: ['Mod+I'] },
  underline: { title: 'text.underline', area: 'editing', keys: ['Mod+U'] },
  lineBreak: { title: 'shortcuts.lineBreak', area: 'editing', keys: ['Shift+Enter'] },
  done: { title: 'text.done', area: 'editing', keys: ['F2', 'Esc'] },

  newSource: { title: 'source.new', area: 'sources' },
  import: { title: 'source.import', area: 'sources' },
  scan: { title: 'ocr.import', area: 'sources' },
  openSource: { title: 'source.open', area: 'sources', keys: ['Enter'] },
  selectSource: { title: 'shortcuts.select', area: 'sources', keys: ['Space'] },
  selectRange: { title: 'shortcuts.selectRange', area: 'sources', keys: ['Shift+↑', 'Shift+↓'] },
  selectAllSources: { title: 'source.selectAll', area: 'sources', keys: ['Mod+A'] },
  openSelected: { title: 'source.openChosen', area: 'sources', keys: ['Mod+Enter'] },
  sourceProperties: { title: 'property.one', area: 'sources', keys: ['Alt+Enter'] },
  renameSource: { title: 'source.rename', area: 'sources', keys: ['F2'] },
  deleteSource: { title: 'source.delete', area: 'sources', keys: ['Del'] },
  closeTab: { title: 'source.close', area: 'sources', keys: ['Del'] },

  openQuote: { title: 'quotes.jump', area: 'quotes', keys: ['Enter'] },
  copyQuote: { title: 'text.copyReference', area: 'quotes', keys: ['C', 'Mod+C'] },
  selectQuote: { title: 'shortcuts.select', area: 'quotes', keys: ['Space'] },
  selectQuotes: { title: 'shortcuts.selectRange', area: 'quotes', keys: ['Shift+↑', 'Shift+↓'] },
  selectAllQuotes: { title: 'source.selectAll', area: 'quotes', keys: ['Mod+A'] },
  quoteMenu: { title: 'ui.more', area: 'quotes', keys: ['Shift+F10'] },
  removeQuote: { title: 'text.removeHighlight', area: 'quotes', keys: ['Del'] },
} as const satisfies Record<string, Action>

export type ActionId = keyof typeof actions

export const actionOf = (id: ActionId): Action => actions[id]
export const allActions = Object.keys(actions) as ActionId[]

/** A single letter or sign, with Shift or without, which can be switched off. */
export const isSingleKey = (keys: string): boolean =>
  [...keys.replace(/^Shift\+/, '')].length === 1 && !/[←↑→↓]/.test(keys)

/** What can be done now; an action that is missing here cannot. `title`: where it says more than its own. */
export type Handlers = Partial<Record<ActionId, { run: () => void; title?: string | undefined } | undefined>>
