/** The passages of each quirk: those of a small project stand open, else a quirk's are read when it is opened. */
import { cssColour } from '../model/palette.ts'
import {
  partLength,
  placesOf,
  quotesPart,
  type ReportProject,
  type ReportQuirk,
  type ReportQuote,
} from '../model/report.ts'
import { dot, el, styled } from './el.ts'
import { growing } from './growing.ts'
import type { Parts } from './parts.ts'
import { section } from './section.ts'
import type { Speech } from './speech.ts'

/** So many passages in all stand open from the beginning: they are searched and printed without a further step. */
const mostOpen = 1000

export const passagesId = (quirkId: number): string => `quirk-${quirkId}`

export function passages(project: ReportProject, parts: Parts, speech: Speech): HTMLElement {
  const { say } = speech
  const used = project.quirks.filter(({ highlights }) => highlights > 0)
  if (used.length === 0) return section('quotes', say('report.quotes'), el('p', { class: 'soft' }, say('report.empty')))
  const lists = used.map((quirk) => list(quirk, project, parts, speech))
  const setAll = (open: boolean) => {
    for (const details of lists) details.open = open
  }
  const button = (word: 'report.openAll' | 'report.closeAll', open: boolean) => {
    const made = el('button', { type: 'button', class: 'quiet' }, say(word))
    made.onclick = () => setAll(open)
    return made
  }
  const isSmall = project.totals.highlights <= mostOpen
  if (isSmall) setAll(true)
  // A link leads to what it opens.
  const follow = () => {
    const target = document.getElementById(location.hash.slice(1))
    if (target instanceof HTMLDetailsElement) {
      target.open = true
      target.scrollIntoView()
    }
  }
  addEventListener('hashchange', follow)
  return section(
    'quotes',
    say('report.quotes'),
    el('p', { class: 'tools' }, button('report.openAll', true), button('report.closeAll', false)),
    ...lists,
  )
}

function list(quirk: ReportQuirk, project: ReportProject, parts: Parts, speech: Speech): HTMLDetailsElement {
  const { say, number } = speech
  const items = el('ol', { class: 'quotes' })
  let shown = 0
  const { foot, grow } = growing(
    quirk.highlights,
    async () => {
      const rows = (await parts.load(quotesPart(quirk.id, shown / partLength))) as readonly ReportQuote[]
      const made = rows.map((row) => quoteItem(row, project, speech))
      items.append(...made)
      shown += rows.length
      return { shown, first: made[0] }
    },
    speech,
  )
  const details = styled(
    el(
      'details',
      { class: 'passages', id: passagesId(quirk.id) },
      el(
        'summary',
        {},
        dot(quirk.color),
        el('h3', {}, quirk.title),
        el(
          'span',
          { class: 'count' },
          number(quirk.highlights),
          el('span', { class: 'unseen' }, ` ${say('report.highlights')}`),
        ),
      ),
      quirk.description ? el('p', { class: 'description' }, quirk.description) : null,
      items,
      foot,
    ),
    { '--dot': cssColour(quirk.color) },
  )
  let begun = false
  details.addEventListener('toggle', () => {
    if (!details.open || begun) return
    begun = true
    grow().catch(() => {
      begun = false
      foot.hidden = true
      items.replaceChildren(el('li', { class: 'missing' }, say('report.missing')))
    })
  })
  return details
}

function quoteItem(row: ReportQuote, project: ReportProject, { day }: Speech): HTMLElement {
  const question = project.questions[row.question]
  const about = [project.sources[row.source]?.title, question, ...placesOf(row), row.author, day(row.timestamp)]
  return el('li', {}, el('blockquote', {}, row.quote), el('p', { class: 'about' }, about.filter(Boolean).join(' · ')))
}
