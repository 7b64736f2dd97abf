import { memo, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatDate } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { QuoteRow } from '../../model/queries.ts'
import type { QuirkFace } from './QuoteItem.tsx'
import { beginsGroup, type Heading } from './quoteHeading.ts'

interface PrintedQuotesProps {
  title: string
  rows: readonly QuoteRow[]
  heading: Heading
  quirkOf: (quirkId: number) => QuirkFace
  questions: boolean
  onDone: () => void
}

/** Drawn in one go; the page stays usable between two of them. */
const atOnce = 100

/** The passages on paper, with headings. They are drawn out of sight, and printed once all are. */
export function PrintedQuotes({ title, rows, onDone, ...shown }: PrintedQuotesProps) {
  const t = useT()
  const [drawn, draw] = useState(atOnce)
  useEffect(() => {
    if (drawn < rows.length) {
      const timer = setTimeout(() => draw((n) => n + atOnce))
      return () => clearTimeout(timer)
    }
    const after = () => onDone()
    addEventListener('afterprint', after, { once: true })
    // The browser may ask at once and hold the page up meanwhile: what is drawn is there before.
    const timer = setTimeout(() => print())
    return () => {
      clearTimeout(timer)
      removeEventListener('afterprint', after)
    }
  }, [drawn, rows.length, onDone])
  const parts = Array.from({ length: Math.ceil(Math.min(drawn, rows.length) / atOnce) }, (_, n) => n * atOnce)
  return createPortal(
    <article className="print-only list-print">
      <h1>{title}</h1>
      <p>{t('list.count', { n: rows.length })}</p>
      {parts.map((from) => (
        <Part key={from} rows={rows} from={from} {...shown} />
      ))}
    </article>,
    document.body,
  )
}

type PartProps = Pick<PrintedQuotesProps, 'rows' | 'heading' | 'quirkOf' | 'questions'> & { from: number }

const Part = memo(function Part({ rows, from, heading, quirkOf, questions }: PartProps) {
  const t = useT()
  return rows.slice(from, from + atOnce).map((row, n) => {
    const quirk = quirkOf(row.quirkId)
    const { id, quote, before, after, source, question, author, timestamp } = row
    const [first, last] = row.paragraphs
    const where = questions && question.trim() !== '' ? `${source}, ${question}` : source
    return (
      <section key={id}>
        {beginsGroup(heading, row, rows[from + n - 1], from + n) && (
          <h2>{heading === 'quirk' ? quirk.title : source}</h2>
        )}
        <blockquote>
          <span>{before}</span>
          {quote}
          <span>{after}</span>
        </blockquote>
        <p>
          {heading !== 'quirk' && `${quirk.title} · `}
          {where} {t('list.at', { at: first === last ? first : `${first}–${last}` })} ·{' '}
          {t('text.byWhen', { author: author || t('text.noAuthor'), time: formatDate(timestamp) })}
        </p>
      </section>
    )
  })
})
