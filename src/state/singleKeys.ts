/** What has a use of its own for letters and signs, or stands in their way: fields, the text, lists that are walked through, menus, dialogs. */
const ownKeys = [
  'input',
  'textarea',
  'select',
  '[contenteditable="true"]',
  '.cm-editor',
  ...['textbox', 'combobox', 'listbox', 'menu', 'grid', 'tree', 'slider', 'separator', 'dialog', 'alertdialog'].map(
    (role) => `[role="${role}"]`,
  ),
].join(', ')

/** A dialog or sheet lies over the page: what is behind it does nothing, wherever the focus has got to. */
export const isUnderModal = (): boolean => document.querySelector('.ui-modal[data-open]') !== null

/** Whether the page's single keys act while this has the focus: nothing at all, or a button and its like, which has no use for them. Space is the button's. */
export const leavesSingleKeys = (target: EventTarget | null): boolean =>
  !isUnderModal() && (target === document.body || (target instanceof Element && target.closest(ownKeys) === null))
