/** The sources with their properties. */
import type { ReportProject } from '../model/report.ts'
import { el } from './el.ts'
import { growing } from './growing.ts'
import { section } from './section.ts'
import type { Speech } from './speech.ts'
import { type Head, row, table } from './table.ts'

const atOnce = 200

export function sources({ sources: all, properties }: ReportProject, speech: Speech): HTMLElement {
  const { say, number, day } = speech
  if (all.length === 0)
    return section('sources', say('report.sources'), el('p', { class: 'soft' }, say('report.empty')))
  const heads: Head[] = [
    { title: say('report.source') },
    ...properties.map((title) => ({ title })),
    { title: say('report.highlights'), isNumber: true },
    { title: say('report.memos'), isNumber: true },
    { title: say('report.author') },
    { title: say('report.date') },
  ]
  const body = el('tbody')
  let shown = 0
  const { foot, grow } = growing(
    all.length,
    async () => {
      const rows = all
        .slice(shown, shown + atOnce)
        .map((source) =>
          row(heads, source.title, [
            ...source.properties.map((value) => el('td', {}, value)),
            el('td', { class: 'number' }, number(source.highlights)),
            el('td', { class: 'number' }, number(source.memos)),
            el('td', {}, source.author),
            el('td', { class: 'day' }, day(source.timestamp)),
          ]),
        )
      body.append(...rows)
      shown += rows.length
      return { shown, first: rows[0]?.querySelector('th') ?? undefined }
    },
    speech,
  )
  void grow()
  return section('sources', say('report.sources'), table('sources', heads, body), foot)
}
