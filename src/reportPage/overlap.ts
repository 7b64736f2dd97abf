/** The pairs of quirks that have the most words in common. */
import type { ReportProject } from '../model/report.ts'
import { el, named, styled } from './el.ts'
import { section } from './section.ts'
import type { Speech } from './speech.ts'
import { table } from './table.ts'

export function overlap({ overlap: pairs, quirks }: ReportProject, { say, number }: Speech): HTMLElement | null {
  if (pairs === null) return null
  if (pairs.length === 0)
    return section('overlap', say('report.overlap'), el('p', { class: 'soft' }, say('report.noOverlap')))
  const most = pairs[0]?.[2] ?? 1
  const quirkAt = (place: number) => {
    const quirk = quirks[place]
    return quirk && named(quirk.color, quirk.title)
  }
  return section(
    'overlap',
    say('report.overlap'),
    el('p', { class: 'soft' }, say('report.overlapHint')),
    table(
      'overlap',
      [
        { title: say('report.quirk') },
        { title: say('report.other') },
        null,
        { title: say('report.count'), isNumber: true },
      ],
      el(
        'tbody',
        {},
        ...pairs.map(([one, other, count]) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, quirkAt(one)),
            el('td', {}, quirkAt(other)),
            el('td', { class: 'bar-cell' }, styled(el('span', { class: 'bar' }), { '--share': String(count / most) })),
            el('td', { class: 'number' }, number(count)),
          ),
        ),
      ),
    ),
  )
}
