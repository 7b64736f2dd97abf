/** The keys that make a grid's column narrower and wider, as `shortcutText` writes keys: the list of shortcuts tells them. */
export const columnKeys = { narrower: 'Alt+Shift+←', wider: 'Alt+Shift+→' } as const
