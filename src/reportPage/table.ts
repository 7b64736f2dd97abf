import { mostColumnsOnPaper } from '../model/report.ts'
import { el } from './el.ts'

export interface Head {
  title: string
  /** Of a column of numbers. */
  isNumber?: boolean
}

/**
 * The table of the section `id`, whose heading names it; it scrolls sideways where it has no room. With many columns each row is printed as its title and a paragraph
 * (`row`). Without a head, a column has no title.
 */
export function table(id: string, heads: readonly (Head | null | false)[], body: HTMLTableSectionElement): HTMLElement {
  const shown = heads.filter((head) => head !== false)
  const cells = shown.map((head) =>
    head ? el('th', { scope: 'col', class: head.isNumber && 'number' }, head.title) : el('td'),
  )
  return el(
    'div',
    { class: 'scrolled', tabindex: 0, role: 'region', 'aria-labelledby': `${id}-title` },
    el('table', { class: shown.length > mostColumnsOnPaper && 'many' }, el('thead', {}, el('tr', {}, ...cells)), body),
  )
}

/** A row of a table that may have many columns: each cell knows the title of its own, for print. */
export function row(heads: readonly Head[], title: string, cells: readonly HTMLTableCellElement[]): HTMLElement {
  for (const [n, cell] of cells.entries()) cell.dataset.head = heads[n + 1]?.title ?? ''
  return el('tr', {}, el('th', { scope: 'row' }, title), ...cells)
}
