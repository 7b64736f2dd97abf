/** The viewer of a report: a page that needs neither server nor network. It is built by itself, as a classic script. */
import type { ReportProject } from '../model/report.ts'
import { canvasPictures } from './canvasPictures.ts'
import { el } from './el.ts'
import { memos } from './memos.ts'
import { overlap } from './overlap.ts'
import { overview } from './overview.ts'
import { type Parts, partsFromParent, partsFromScripts } from './parts.ts'
import { passages } from './passages.ts'
import { quirks } from './quirks.ts'
import { sources } from './sources.ts'
import { speechOf } from './speech.ts'
import './report.css'

async function start(parts: Parts): Promise<void> {
  const project = (await parts.load('project')) as ReportProject
  const speech = speechOf(project)
  const { say, moment } = speech
  document.documentElement.lang = project.language
  document.title = `${project.title} – ${say('report.title')}`
  const sections = [
    overview(project, speech),
    canvasPictures(project, parts, speech),
    quirks(project, parts, speech),
    overlap(project, speech),
    sources(project, speech),
    passages(project, parts, speech),
    memos(project, parts, speech),
  ].filter((section) => section !== null)
  const links = sections.map((section) =>
    el('li', {}, el('a', { href: `#${section.id}` }, section.querySelector('h2')?.textContent)),
  )
  const print = el('button', { type: 'button', class: 'quiet' }, say('report.print'))
  print.onclick = () => window.print()
  document.body.replaceChildren(
    el('a', { class: 'skip', href: '#report' }, say('report.skip')),
    el(
      'header',
      {},
      el('p', { class: 'kicker' }, say('report.title')),
      el('h1', {}, project.title),
      el('p', { class: 'soft' }, say('report.made', { date: moment(project.made) })),
      print,
    ),
    el('nav', { 'aria-label': say('report.contents') }, el('ul', {}, ...links)),
    el('main', { id: 'report', tabindex: -1 }, ...sections),
  )
  if (location.hash) dispatchEvent(new Event('hashchange'))
}

void start(document.documentElement.hasAttribute('data-preview') ? partsFromParent() : partsFromScripts())
