/**
 * The keys of the canvas and the tree, once: what answers to them, the menus that show them and the list of actions (`screens/workspace/actions/actions.ts`) take
 * them from here. As `ui/shortcutText` writes them; several are alternatives, of which menus show the first.
 */
export const keys = {
  newQuirk: ['N'],
  fit: ['Shift+1'],
  zoomIn: ['+'],
  zoomOut: ['−'],

  highlightHere: ['H'],
  overview: ['O'],
  editQuirk: ['F2', 'Enter'],
  move: ['M'],
  mergeQuirk: ['G'],
  quirkMenu: ['Shift+F10'],
  deleteQuirk: ['Del'],

  addChild: ['N'],
  moveInto: ['M'],
  tell: ['Space'],
  leaveTree: ['Esc'],
} as const
