import { useEffect, useRef, useState } from 'react'
import { saveOfProject } from '../../data/files/saveOfProject.ts'
import { useProject } from '../../data/live/useLive.ts'
import type { MessageKey } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import { toastTime } from '../../model/limits.ts'
import { isProblem, type Result } from '../../model/problems.ts'
import type { QuoteRow, QuotesAsked } from '../../model/queries.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { gatherQuoteFile, idsOf, readQuotes, type Work, writingOf } from './gatherQuoteFile.ts'
import { type Heading, headingOf } from './quoteHeading.ts'

/** More is no use on a clipboard, or as paper. */
const mostCopied = 20_000
export const mostPrinted = 2000

export interface Taking {
  /** What is being done: a share from 0 to 1, or null while nobody knows. */
  running: { label: string; share: number | null; cancel: () => void } | null
  /** Without `choose` all. */
  copy: (choose?: (ids: Float64Array) => Float64Array) => void
  download: (as: 'text' | 'csv') => void
  /** Asks first where they are too many; `whatever`: the first of them. */
  print: (whatever?: boolean) => void
  /** So many would be printed: they are too many. */
  tooMany: number | null
  forgetTooMany: () => void
  /** To be drawn for the printer. */
  printed: { rows: readonly QuoteRow[]; heading: Heading } | null
  donePrinting: () => void
}

class TooMuch extends Error {}

/** The browser wants the clipboard asked for while the click or key is fresh; the words may come later, where it knows that. */
async function put(text: Promise<Blob>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await (await text).text())
  const plain = text.then((blob) => new Blob([blob], { type: 'text/plain' }))
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': plain })])
}

/** Takes the listed passages out of the program: to the clipboard, into a file, on paper. */
export function useTaking(asked: QuotesAsked | null, name: string, questions: boolean): Taking {
  const t = useT()
  const project = useProject()
  const [running, setRunning] = useState<Taking['running']>(null)
  const [tooMany, setTooMany] = useState<number | null>(null)
  const [printed, setPrinted] = useState<Taking['printed']>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  /** One at a time; what is given up, or too much, rejects. */
  const work = async <T>(
    label: MessageKey,
    body: (work: Work & { say: (n: number) => void }) => Promise<Result<T>>,
  ) => {
    stop.current?.abort()
    const own = new AbortController()
    stop.current = own
    const show = (change: { label?: string; share?: number }) =>
      setRunning((before) => ({
        label: change.label ?? before?.label ?? '',
        share: change.share ?? before?.share ?? null,
        cancel: () => own.abort(),
      }))
    show({ label: t(label, { n: 0 }) })
    try {
      const { signal } = own
      return await body({ signal, onShare: (share) => show({ share }), say: (n) => show({ label: t(label, { n }) }) })
    } finally {
      if (stop.current === own) setRunning(null)
    }
  }
  const heading = asked ? headingOf(asked.order) : null
  const written = (as: 'text' | 'csv', take: (ids: Float64Array) => Float64Array) =>
    work('list.writing', async ({ say, ...work }) => {
      if (!asked) throw new TooMuch()
      const all = await idsOf(project, asked, work.signal)
      if (isProblem(all)) return all
      const ids = take(all.ok)
      say(ids.length)
      return gatherQuoteFile(
        project,
        ids,
        writingOf(t, { as, heading: ids.length === 1 ? null : heading, questions }),
        work,
      )
    })
  const unlessGivenUp = (error: unknown) => {
    if (!(error instanceof TooMuch) && !(error instanceof DOMException && error.name === 'AbortError')) throw error
  }

  const copy: Taking['copy'] = (choose = (ids) => ids) => {
    let count = 0
    const text = written('text', (ids) => {
      const chosen = choose(ids)
      count = chosen.length
      if (count <= mostCopied) return chosen
      toast.show({ kind: 'warning', message: t('list.tooMuchToCopy'), timeout: toastTime.long })
      throw new TooMuch()
    }).then((result) => {
      if (!isProblem(result)) return result.ok
      showProblem(result.problem)
      throw new TooMuch()
    })
    put(text).then(
      () => toast.show({ message: t('list.copied', { n: count }), timeout: 1500 }),
      () =>
        text.then(
          () => toast.show({ kind: 'error', message: t('text.notCopied') }),
          () => {},
        ),
    )
  }
  const download: Taking['download'] = (as) => {
    written(as, (ids) => ids)
      .then((result) => {
        if (isProblem(result)) showProblem(result.problem)
        else saveOfProject(project, result.ok, `${t('list.file', { name })}.${as === 'csv' ? 'csv' : 'txt'}`, as)
      })
      .catch(unlessGivenUp)
  }
  const print: Taking['print'] = (whatever = false) => {
    work('list.preparePrint', async ({ say: _, ...work }) => {
      if (!asked) throw new TooMuch()
      const all = await idsOf(project, asked, work.signal)
      if (isProblem(all)) return all
      if (all.ok.length > mostPrinted && !whatever) {
        setTooMany(all.ok.length)
        throw new TooMuch()
      }
      return readQuotes(project, all.ok.subarray(0, mostPrinted), work)
    })
      .then((result) => {
        if (isProblem(result)) showProblem(result.problem)
        else setPrinted({ rows: result.ok, heading })
      })
      .catch(unlessGivenUp)
  }
  return {
    running,
    copy,
    download,
    print,
    tooMany,
    forgetTooMany: () => setTooMany(null),
    printed,
    donePrinting: () => setPrinted(null),
  }
}
