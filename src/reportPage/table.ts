import { el } from './el.ts'

export interface Head {
  title: string
  /** Of a column of numbers. */
  isNumber?: boolean
}

/** The table of the section `id`, whose heading names it; it scrolls sideways where it has no room. Without a head, a column has no title. */
export function table(id: string, heads: readonly (Head | null | false)[], body: HTMLTableSectionElement): HTMLElement {
  const cells = heads
    .filter((head) => head !== false)
    .map((head) => (head ? el('th', { scope: 'col', class: head.isNumber && 'number' }, head.title) : el('td')))
  return el(
    'div',
    { class: 'scrolled', tabindex: 0, role: 'region', 'aria-labelledby': `${id}-title` },
    el('table', {}, el('thead', {}, el('tr', {}, ...cells)), body),
  )
}
