/** Numbers as bars: a table to those who cannot see them, since each bar says its number too. */
import { cssColour } from '../model/palette.ts'
import { el, named, styled } from './el.ts'
import type { Speech } from './speech.ts'

export interface Bar {
  title: string
  value: number
  /** `#rrggbb`; without one the report's own. */
  color?: string
  href?: string
}

const fewest = 12

/** The first rows; the others behind a button. */
export function bars(heading: string, label: string, rows: readonly Bar[], speech: Speech): HTMLElement {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  const body = el('tbody')
  const row = ({ title, value, color, href }: Bar) => {
    const fill = styled(el('span', { class: 'bar' }), {
      '--share': String(value / most),
      ...(color && { '--bar': cssColour(color) }),
    })
    const name = href ? el('a', { href }, title) : title
    return el(
      'tr',
      {},
      el('th', { scope: 'row' }, color ? named(color, name) : name),
      el('td', { class: 'bar-cell' }, fill),
      el('td', { class: 'number' }, speech.number(value)),
    )
  }
  body.append(...rows.slice(0, fewest).map(row))
  const table = el(
    'table',
    { class: 'bars' },
    el('caption', {}, heading),
    el(
      'thead',
      { class: 'unseen' },
      el(
        'tr',
        {},
        el('th', { scope: 'col' }, label),
        el('td'),
        el('th', { scope: 'col' }, speech.say('report.highlights')),
      ),
    ),
    body,
  )
  const figure = el('div', { class: 'chart' }, table)
  if (rows.length > fewest) {
    const more = el('button', { type: 'button', class: 'quiet' }, speech.say('report.more'))
    let shown = fewest
    more.onclick = () => {
      const next = rows.slice(shown, shown + 100).map(row)
      shown += next.length
      body.append(...next)
      if (shown >= rows.length) more.remove()
      const first = next[0]?.querySelector('th')
      first?.setAttribute('tabindex', '-1')
      first?.focus()
    }
    figure.append(more)
  }
  return figure
}
