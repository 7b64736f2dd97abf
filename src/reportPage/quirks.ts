/** The quirks with what is said of them: as a tree where the hierarchy is wanted, each leading to its passages. */
import type { ReportProject, ReportQuirk } from '../model/report.ts'
import { picture } from './canvasPictures.ts'
import { dot, el, styled } from './el.ts'
import type { Parts } from './parts.ts'
import { passagesId } from './passages.ts'
import { section } from './section.ts'
import type { Speech } from './speech.ts'
import { table } from './table.ts'

export function quirks(project: ReportProject, parts: Parts, speech: Speech): HTMLElement {
  const { say, number } = speech
  const { hierarchy } = project
  if (project.quirks.length === 0)
    return section('quirks', say('report.quirks'), el('p', { class: 'soft' }, say('report.empty')))
  const nested = hierarchy && project.quirks.some(({ depth }) => depth > 1)
  const row = (quirk: ReportQuirk) => {
    const { id, title, description, color, depth, highlights, within, groups } = quirk
    const name = highlights > 0 ? el('a', { href: `#${passagesId(id)}` }, title) : el('span', {}, title)
    const about = description && el('p', { class: 'description' }, description)
    return el(
      'tr',
      { 'data-depth': depth },
      styled(
        el(
          'th',
          { scope: 'row' },
          // What is inside another one says so to those who do not see that it stands further in.
          el(
            'span',
            { class: 'quirk-name' },
            dot(color),
            el('span', {}, name, about),
            quirk.picture !== undefined &&
              el('span', { class: 'quirk-tree' }, tree(quirk, quirk.picture, parts, speech)),
          ),
        ),
        { '--depth': String(depth - 1) },
      ),
      el('td', {}, groups.join(', ')),
      el('td', { class: 'number' }, number(highlights)),
      nested && el('td', { class: 'number' }, number(within)),
    )
  }
  return section(
    'quirks',
    say('report.quirks'),
    table(
      'quirks',
      [
        { title: say('report.quirk') },
        { title: say('report.groups') },
        { title: say('report.highlights'), isNumber: true },
        nested && { title: say('report.inside'), isNumber: true },
      ],
      el('tbody', {}, ...project.quirks.map(row)),
    ),
    nested && el('p', { class: 'soft note' }, say('report.insideHint')),
  )
}

/** What is inside a quirk, as a picture that is opened. */
function tree({ title }: ReportQuirk, file: string, parts: Parts, { say }: Speech): HTMLElement {
  const details = el('details', {}, el('summary', {}, say('report.tree'), el('span', { class: 'unseen' }, ` ${title}`)))
  details.addEventListener('toggle', () => {
    if (details.open && !details.querySelector('img')) details.append(picture({ file, title }, parts))
  })
  return details
}
