import { saveFile } from '../../data/files/saveFile.ts'
import { tableWords } from '../../features/history/stepWords.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { StepOp } from '../../model/history.ts'
import { readStepsInWords, type Said, type StepInWords } from '../../model/stepsInWords.ts'
import { escapeHtml } from '../../model/text/toHtml.ts'

const verbs = {
  insert: 'history.added',
  update: 'history.changed',
  remove: 'history.removed',
  edit: 'history.edited',
} as const satisfies Record<StepOp, string>

const style =
  'body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 sans-serif}blockquote{white-space:pre-wrap}'

/** What could not be sent, as a page to be read anywhere; `text` as `model/stepsInWords.ts` has it, which lies in it for programs. */
export function unsentPage(t: Translate, project: string, text: string): string {
  const steps = readStepsInWords(text)
  const title = escapeHtml(t('unsent.title', { project }))
  return `<!doctype html>
<html><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body>
<h1>${title}</h1>
<p>${escapeHtml(t('unsent.text'))}</p>
<ol>
${steps.map((step) => `<li>${stepOf(t, step)}</li>`).join('\n')}
</ol>
<script type="application/json">${JSON.stringify(steps).replaceAll('<', '\\u003c')}</script>
</body></html>
`
}

const stepOf = (t: Translate, { said, changes }: StepInWords): string =>
  said.length > 0
    ? said.map((one) => saidOf(t, one)).join('\n')
    : escapeHtml(t('unsent.noWords', { n: changes.length }))

function saidOf(t: Translate, { op, table, quirk, source, passage, written = [], removed = [] }: Said): string {
  const about = [quirk && t('unsent.quirk', { title: quirk }), source && t('unsent.source', { title: source })]
  const head = [t(verbs[op], { what: tableWords(t, table, 1) }), ...about].filter(Boolean).join(' · ')
  const block = (label: string, words: string) =>
    `<p>${escapeHtml(label)}</p><blockquote>${escapeHtml(words)}</blockquote>`
  return [
    `<p><strong>${escapeHtml(head)}</strong></p>`,
    ...(passage ? [block(t('unsent.passage'), passage)] : []),
    ...removed.map((words) => block(t('history.wordsRemoved'), words)),
    ...written.map((words) => block(t(op === 'edit' ? 'history.wordsAdded' : 'unsent.written'), words)),
  ].join('')
}

/** `project`: its title; empty where it is not known. */
export function saveUnsent(t: Translate, project: string, text: string): void {
  const named = project || t('projects.oneOfBefore')
  saveFile(
    new Blob([unsentPage(t, named, text)], { type: 'text/html' }),
    `${t('unsent.title', { project: named }).replace(/[/\\:*?"<>|]/g, '-')}.html`,
  )
}
