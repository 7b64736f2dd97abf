/** What there is in the project, in numbers and bars. */
import { numbersOf, type ReportProject } from '../model/report.ts'
import { bars } from './bars.ts'
import { el } from './el.ts'
import { passagesId } from './passages.ts'
import { section } from './section.ts'
import type { Speech } from './speech.ts'

export function overview(project: ReportProject, speech: Speech): HTMLElement {
  const { quirks, sources } = project
  const { say, number } = speech
  const used = quirks.filter(({ highlights }) => highlights > 0).toSorted((a, b) => b.highlights - a.highlights)
  const coded = sources.filter(({ highlights }) => highlights > 0).toSorted((a, b) => b.highlights - a.highlights)
  return section(
    'overview',
    say('report.overview'),
    el(
      'dl',
      { class: 'numbers' },
      ...numbersOf(project).map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, number(value)))),
    ),
    el(
      'div',
      { class: 'charts' },
      used.length > 0 &&
        bars(
          say('report.perQuirk'),
          say('report.quirk'),
          used.map(({ id, title, color, highlights }) => ({
            title,
            color,
            value: highlights,
            href: `#${passagesId(id)}`,
          })),
          speech,
        ),
      coded.length > 0 &&
        bars(
          say('report.perSource'),
          say('report.source'),
          coded.map(({ title, highlights }) => ({ title, value: highlights })),
          speech,
        ),
    ),
  )
}
