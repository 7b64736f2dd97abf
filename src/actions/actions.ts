/**
 * Everything that a person can do on the page of a project, one record each. The palette, the menus, the buttons, the keys and the list of
 * shortcuts all read these records, so a title, an icon, a key or a condition stands here and nowhere else. A new action is a record here and
 * a handler where it is done. Keys are written as in `ui/shortcutText`; several keys of one action are alternatives, and menus show the first.
 */
import type { MessageKey } from '../i18n/i18n.ts'
import type { Feature } from '../model/serverFacts.ts'
import { columnKeys } from '../ui/grid/columnKeys.ts'
import {
  AddFileIcon,
  AudioIcon,
  BoldIcon,
  CanvasIcon,
  CiteIcon,
  CodebookIcon,
  CopyIcon,
  DeleteIcon,
  DriveIcon,
  EditIcon,
  ExportIcon,
  ExternalIcon,
  FilterIcon,
  FitIcon,
  FolderOpenIcon,
  GroupsIcon,
  HighlightIcon,
  HomeIcon,
  type Icon,
  ImageIcon,
  ImportIcon,
  InfoIcon,
  ItalicIcon,
  KeyboardIcon,
  ListIcon,
  LockIcon,
  MemoIcon,
  MemosIcon,
  MergeIcon,
  MinusIcon,
  MoveIcon,
  PlusIcon,
  PrintIcon,
  PropertiesIcon,
  QuestionsIcon,
  ReadIcon,
  RedoIcon,
  SaveIcon,
  ScanIcon,
  SearchIcon,
  SelectAllIcon,
  ShareIcon,
  TableIcon,
  TextSearchIcon,
  TidyIcon,
  TreeIcon,
  UnderlineIcon,
  UndoIcon,
} from '../ui/icons.ts'
import { onThisMac } from '../ui/shortcutText.ts'

/** Where the keys of an action work; the list of shortcuts has a heading for each. */
export const areas = [
  'everywhere',
  'canvas',
  'quirk',
  'tree',
  'codebook',
  'text',
  'editing',
  'sources',
  'list',
  'table',
] as const
export type Area = (typeof areas)[number]

export interface Action {
  readonly title: MessageKey
  readonly icon?: Icon
  readonly area: Area
  /** The keys that are advertised. */
  readonly keys?: readonly string[]
  /** Keys that do the same without being advertised, such as Backspace beside Delete. */
  readonly quiet?: readonly string[]
  /** Single keys, which can be switched off, where their writing does not tell. */
  readonly single?: boolean
  /** The keys work wherever the focus is, although the list of shortcuts has the action under its own area. */
  readonly heardEverywhere?: boolean
  /** A field that has the focus keeps the keys for itself, even with Ctrl held. */
  readonly fieldsKeep?: boolean
  /** Only for those who may write in the project. */
  readonly writes?: boolean
  /** What the host must be able to do; left out: any can. */
  readonly only?: Feature
}

export const actions = {
  palette: { title: 'palette.title', icon: SearchIcon, area: 'everywhere', keys: ['Mod+K'] },
  shortcuts: { title: 'shortcuts.title', icon: KeyboardIcon, area: 'everywhere', keys: ['?'] },
  // 1 §2 names Ctrl+Z and Ctrl+Y; a Mac has them too, after its own.
  undo: {
    title: 'ui.undo',
    icon: UndoIcon,
    area: 'everywhere',
    keys: onThisMac ? ['Mod+Z', 'Ctrl+Z'] : ['Mod+Z'],
    fieldsKeep: true,
  },
  redo: {
    title: 'act.redo',
    icon: RedoIcon,
    area: 'everywhere',
    keys: onThisMac ? ['Mod+Shift+Z', 'Ctrl+Y'] : ['Mod+Y', 'Mod+Shift+Z'],
    fieldsKeep: true,
  },
  home: { title: 'project.home', icon: HomeIcon, area: 'everywhere' },
  saveAs: { title: 'projects.saveAs', icon: SaveIcon, area: 'everywhere', keys: ['Mod+Shift+S'] },
  protectProject: { title: 'protection.action', icon: LockIcon, area: 'everywhere' },
  changePassword: { title: 'protection.change', icon: LockIcon, area: 'everywhere' },
  mergeProjects: { title: 'projects.merge.action', icon: MergeIcon, area: 'everywhere' },
  backupTo: { title: 'projects.backupTo', icon: DriveIcon, area: 'everywhere', only: 'localFiles' },
  openFile: { title: 'projects.open', icon: FolderOpenIcon, area: 'everywhere', keys: ['Mod+O'], only: 'localFiles' },
  previewReport: { title: 'report.preview', icon: ExportIcon, area: 'everywhere' },
  downloadReport: { title: 'report.download', icon: ExportIcon, area: 'everywhere' },
  reportAsWord: { title: 'report.word', icon: ExportIcon, area: 'everywhere' },
  pictures: { title: 'pictures.title', icon: ImageIcon, area: 'everywhere' },
  exportXlsx: { title: 'export.as.xlsx', icon: ExportIcon, area: 'everywhere' },
  exportDocx: { title: 'export.as.docx', icon: ExportIcon, area: 'everywhere' },
  exportDocxEach: { title: 'export.as.docxEach', icon: ExportIcon, area: 'everywhere' },
  exportSourcesCsv: { title: 'export.as.sourcesCsv', icon: ExportIcon, area: 'everywhere' },
  exportCodebookCsv: { title: 'export.as.codebookCsv', icon: ExportIcon, area: 'everywhere' },
  exportMemosCsv: { title: 'export.as.memosCsv', icon: ExportIcon, area: 'everywhere' },
  exportQdpx: { title: 'export.as.qdpx', icon: ExportIcon, area: 'everywhere' },
  exportQdc: { title: 'export.as.qdc', icon: ExportIcon, area: 'everywhere' },
  exportJson: { title: 'export.as.json', icon: ExportIcon, area: 'everywhere' },
  exportQrk: { title: 'export.as.qrk', icon: ExportIcon, area: 'everywhere' },
  codebook: { title: 'codebook.title', icon: CodebookIcon, area: 'everywhere', keys: ['Shift+B'] },
  textSearch: { title: 'textSearch.title', icon: TextSearchIcon, area: 'everywhere', keys: ['Mod+Shift+F'] },
  print: { title: 'act.print', icon: PrintIcon, area: 'everywhere' },
  questions: { title: 'question.edit', icon: QuestionsIcon, area: 'everywhere', writes: true },
  properties: { title: 'act.properties', icon: TableIcon, area: 'everywhere', keys: ['F4'] },
  groups: { title: 'group.edit', icon: GroupsIcon, area: 'everywhere', writes: true },
  showAllGroups: { title: 'group.showAll', icon: GroupsIcon, area: 'everywhere' },
  people: { title: 'users.shareNow', icon: ShareIcon, area: 'everywhere' },
  chat: { title: 'chat.title', area: 'everywhere' },
  help: { title: 'help.title', icon: ExternalIcon, area: 'everywhere' },
  cite: { title: 'cite.title', icon: CiteIcon, area: 'everywhere' },
  about: { title: 'about.title', icon: InfoIcon, area: 'everywhere' },

  newQuirk: { title: 'canvas.newQuirk', icon: PlusIcon, area: 'canvas', keys: ['N'], writes: true },
  walk: { title: 'shortcuts.walk', area: 'canvas', keys: ['←', '↑', '→', '↓'] },
  walkEnds: { title: 'shortcuts.walkEnds', area: 'canvas', keys: ['Home', 'End'] },
  fit: { title: 'canvas.zoomFit', icon: FitIcon, area: 'canvas', keys: ['Shift+1'] },
  tidy: { title: 'canvas.tidy', icon: TidyIcon, area: 'canvas', keys: ['Shift+T'], writes: true },
  zoomIn: { title: 'canvas.zoomIn', icon: PlusIcon, area: 'canvas', keys: ['+'], quiet: ['='] },
  zoomOut: { title: 'canvas.zoomOut', icon: MinusIcon, area: 'canvas', keys: ['−'] },
  pan: { title: 'shortcuts.pan', area: 'canvas', keys: ['Space'] },

  highlightHere: { title: 'canvas.highlightHere', icon: HighlightIcon, area: 'quirk', keys: ['H'] },
  overview: { title: 'quirk.overview', icon: TreeIcon, area: 'quirk', keys: ['O'] },
  readQuotes: { title: 'list.read', icon: ReadIcon, area: 'quirk' },
  editQuirk: { title: 'quirk.edit', icon: EditIcon, area: 'quirk', keys: ['F2', 'Enter'], writes: true },
  move: { title: 'shortcuts.move', area: 'quirk', keys: ['M'] },
  mergeQuirk: { title: 'quirk.merge', icon: MergeIcon, area: 'quirk', keys: ['G'], writes: true },
  quirkMenu: { title: 'ui.more', area: 'quirk', keys: ['Shift+F10'], quiet: ['ContextMenu'] },
  deleteQuirk: {
    title: 'quirk.delete',
    icon: DeleteIcon,
    area: 'quirk',
    keys: ['Del'],
    quiet: ['Backspace'],
    writes: true,
  },

  walkTree: { title: 'shortcuts.walk', area: 'tree', keys: ['←', '↑', '→', '↓'] },
  addChild: { title: 'tree.addChild', icon: PlusIcon, area: 'tree', keys: ['N'] },
  moveInto: { title: 'quirk.moveInto', icon: MoveIcon, area: 'tree', keys: ['M'] },
  tell: { title: 'shortcuts.tell', area: 'tree', keys: ['Space'] },
  showOnCanvas: { title: 'codebook.showOnCanvas', icon: CanvasIcon, area: 'codebook', keys: ['Space'] },
  nestDeeper: { title: 'codebook.nestDeeper', area: 'codebook', keys: ['Shift+→'], writes: true },
  nestHigher: { title: 'codebook.nestHigher', area: 'codebook', keys: ['Shift+←'], writes: true },
  leaveTree: { title: 'tree.close', area: 'tree', keys: ['Esc'] },

  codeTo: { title: 'text.codeTo', icon: HighlightIcon, area: 'text', keys: ['Enter'], writes: true },
  quirkKey: { title: 'shortcuts.quirkKey', area: 'text', keys: ['A … Z'], single: true },
  recentQuirk: { title: 'shortcuts.recent', area: 'text', keys: ['1 … 3'], single: true },
  codeAgain: { title: 'shortcuts.again', icon: HighlightIcon, area: 'text', keys: ['.'], writes: true },
  newQuirkFrom: { title: 'text.newQuirkFrom', icon: PlusIcon, area: 'text', keys: ['N'], writes: true },
  memo: { title: 'memo.write', icon: MemoIcon, area: 'text', keys: ['M'], writes: true },
  memoOnSource: { title: 'memo.writeOnSource', icon: MemoIcon, area: 'text', writes: true },
  memos: { title: 'memo.toggle', icon: MemosIcon, area: 'text', keys: ['Shift+M'] },
  nextHighlight: { title: 'text.nextHighlight', icon: HighlightIcon, area: 'text', keys: ['F8'] },
  previousHighlight: { title: 'text.previousHighlight', icon: HighlightIcon, area: 'text', keys: ['Shift+F8'] },
  moveEnd: { title: 'shortcuts.moveEnd', area: 'text', keys: ['Alt+←', 'Alt+→'] },
  moveStart: { title: 'shortcuts.moveStart', area: 'text', keys: ['Alt+Shift+←', 'Alt+Shift+→'] },
  changeQuirk: { title: 'shortcuts.changeQuirk', area: 'text', keys: ['Enter'] },
  removeHighlight: { title: 'text.removeHighlight', area: 'text', keys: ['Del'], quiet: ['Backspace'] },
  copyReference: { title: 'text.copyReference', area: 'text', keys: ['Mod+Alt+C'] },
  filterHighlights: { title: 'text.filter', icon: FilterIcon, area: 'text', keys: ['Shift+F'] },
  numbers: { title: 'text.numbers', icon: ListIcon, area: 'text', keys: ['Shift+P'] },
  codeBySearch: { title: 'search.title', icon: HighlightIcon, area: 'everywhere', keys: ['Mod+Shift+H'], writes: true },
  find: { title: 'text.find', icon: SearchIcon, area: 'text', keys: ['Mod+F'] },
  editText: { title: 'text.edit', icon: EditIcon, area: 'text', keys: ['F2'], writes: true },
  renameSpeaker: { title: 'speakers.rename', icon: EditIcon, area: 'text', writes: true },
  unselect: { title: 'shortcuts.unselect', area: 'text', keys: ['Esc'] },

  bold: { title: 'text.bold', icon: BoldIcon, area: 'editing', keys: ['Mod+B'] },
  italic: { title: 'text.italic', icon: ItalicIcon, area: 'editing', keys: ['Mod+I'] },
  underline: { title: 'text.underline', icon: UnderlineIcon, area: 'editing', keys: ['Mod+U'] },
  undoTyping: { title: 'text.undoTyping', icon: UndoIcon, area: 'editing', keys: ['Mod+Z'] },
  redoTyping: { title: 'text.redoTyping', icon: RedoIcon, area: 'editing', keys: ['Mod+Y', 'Mod+Shift+Z'] },
  lineBreak: { title: 'shortcuts.lineBreak', area: 'editing', keys: ['Shift+Enter'] },
  done: { title: 'text.done', area: 'editing', keys: ['F2', 'Esc'] },

  newSource: { title: 'source.new', icon: AddFileIcon, area: 'sources', writes: true },
  import: { title: 'source.import', icon: ImportIcon, area: 'sources', writes: true },
  scan: { title: 'ocr.import', icon: ScanIcon, area: 'sources', writes: true },
  transcription: { title: 'transcription.title', icon: AudioIcon, area: 'sources', writes: true },
  openSource: { title: 'source.open', area: 'sources', keys: ['Enter'] },
  selectSource: { title: 'shortcuts.select', area: 'sources', keys: ['Space'] },
  selectRange: { title: 'shortcuts.selectRange', area: 'sources', keys: ['Shift+↑', 'Shift+↓'] },
  selectAllSources: { title: 'source.selectAll', icon: SelectAllIcon, area: 'sources', keys: ['Mod+A'] },
  openSelected: { title: 'source.openChosen', icon: FolderOpenIcon, area: 'sources', keys: ['Mod+Enter'] },
  sourceProperties: {
    title: 'property.one',
    icon: PropertiesIcon,
    area: 'sources',
    keys: ['Alt+Enter'],
    heardEverywhere: true,
  },
  renameSource: { title: 'source.rename', area: 'sources', keys: ['F2'], writes: true },
  deleteSource: { title: 'source.delete', area: 'sources', keys: ['Del'], writes: true },
  closeTab: { title: 'source.close', area: 'sources', keys: ['Del'] },

  openQuote: { title: 'list.jump', icon: ReadIcon, area: 'list', keys: ['Enter'] },
  copyQuote: { title: 'text.copyReference', icon: CopyIcon, area: 'list', keys: ['C', 'Mod+C'] },
  selectQuote: { title: 'shortcuts.select', area: 'list', keys: ['Space'] },
  selectQuotes: { title: 'shortcuts.selectRange', area: 'list', keys: ['Shift+↑', 'Shift+↓'] },
  selectAllQuotes: { title: 'source.selectAll', area: 'list', keys: ['Mod+A'] },
  quoteMenu: { title: 'ui.more', area: 'list', keys: ['Shift+F10'], quiet: ['ContextMenu'] },
  removeQuote: { title: 'text.removeHighlight', icon: DeleteIcon, area: 'list', keys: ['Del'], quiet: ['Backspace'] },

  columnWidth: { title: 'shortcuts.columnWidth', area: 'table', keys: [columnKeys.narrower, columnKeys.wider] },
} as const satisfies Record<string, Action>

export type ActionId = keyof typeof actions

/** Its record. A view of the project is no action, but what it has of one is drawn and heard alike: it comes as its record. */
export const actionOf = (one: ActionId | Action): Action => (typeof one === 'string' ? actions[one] : one)
export const allActions = Object.keys(actions) as ActionId[]

/** Whether it is not for this person, who may only read. */
export const isDenied = (one: ActionId | Action, canWrite: boolean): boolean =>
  !canWrite && actionOf(one).writes === true
