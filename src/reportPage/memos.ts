/** What was noted on passages. */
import { memosPart, partLength, type ReportMemo, type ReportProject } from '../model/report.ts'
import { el } from './el.ts'
import { growing } from './growing.ts'
import type { Parts } from './parts.ts'
import { section } from './section.ts'
import type { Speech } from './speech.ts'

export function memos(project: ReportProject, parts: Parts, speech: Speech): HTMLElement | null {
  const { say, day } = speech
  const all = project.totals.memos
  if (all === 0) return null
  const items = el('ol', { class: 'quotes memos' })
  let shown = 0
  const { foot, grow } = growing(
    all,
    async () => {
      const rows = (await parts.load(memosPart(shown / partLength))) as readonly ReportMemo[]
      const made = rows.map(({ memo, quote, source, question, author, timestamp }) => {
        const about = [project.sources[source]?.title, project.questions[question], author, day(timestamp)]
        return el(
          'li',
          {},
          el('p', { class: 'memo' }, memo),
          quote && el('blockquote', {}, quote),
          el('p', { class: 'about' }, about.filter(Boolean).join(' · ')),
        )
      })
      items.append(...made)
      shown += rows.length
      return { shown, first: made[0] }
    },
    speech,
  )
  grow().catch(() => items.replaceChildren(el('li', { class: 'missing' }, say('report.missing'))))
  return section('memos', say('report.memos'), items, foot)
}
