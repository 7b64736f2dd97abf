import { el } from './el.ts'

/** A part of the report under a heading of its own; the contents lead to it. */
export function section(id: string, title: string, ...children: (Node | string | null | false)[]): HTMLElement {
  return el('section', { id, 'aria-labelledby': `${id}-title` }, el('h2', { id: `${id}-title` }, title), ...children)
}
