/**
 * The reference of `reading.bench.ts`, built as well as spans can be: all of it made aside and put into the document at once, one span for each
 * stretch between two ends of highlights, and after a change only its paragraph drawn anew.
 */
import { flatten, type Layer } from '../../../src/features/text/highlights/flatten.ts'
import { cssColour } from '../../../src/model/palette.ts'
import type { HighlightRow } from '../../../src/model/queries.ts'

export interface Spans {
  type(): void
  highlight(): void
}

interface Coloured extends Layer {
  quirkId: number
}

export function drawSpans(
  box: HTMLElement,
  text: string,
  rows: readonly HighlightRow[],
  colours: ReadonlyMap<number, string>,
): Spans {
  box.className = 'reading-spans'
  const layers: Coloured[] = rows.map(({ start, length, quirkId }) => ({ from: start, to: start + length, quirkId }))
  const segments = flatten(layers, 0, text.length)
  const paragraphs: { element: HTMLElement; from: number; text: string }[] = []
  const all = document.createDocumentFragment()
  let next = 0
  let from = 0
  for (const line of text.split('\n')) {
    const element = document.createElement('p')
    const to = from + line.length
    let at = from
    for (; (segments[next]?.from ?? Number.POSITIVE_INFINITY) < to; next += 1) {
      const segment = segments[next]
      if (!segment) break
      const [start, end] = [Math.max(from, segment.from), Math.min(to, segment.to)]
      if (start > at) element.append(text.slice(at, start))
      if (end > start) element.append(span(text.slice(start, end), segment.layers))
      at = Math.max(at, end)
      // It goes on in the next paragraph.
      if (segment.to > to) break
    }
    if (to > at) element.append(text.slice(at, to))
    all.append(element)
    paragraphs.push({ element, from, text: line })
    from = to + 1
  }
  box.replaceChildren(all)

  function span(words: string, of: readonly Coloured[]): HTMLElement {
    const made = document.createElement('span')
    const [first, second = first] = of.map(({ quirkId }) => cssColour(colours.get(quirkId) ?? '#000000'))
    made.className = `text-hl text-hl-${Math.min(3, of.length)}`
    made.style.setProperty('--hl-1', first ?? '')
    made.style.setProperty('--hl-2', second ?? '')
    made.append(words)
    return made
  }

  /** The first paragraph that begins in sight. */
  function inSight() {
    const { top } = box.getBoundingClientRect()
    let low = 0
    let high = paragraphs.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((paragraphs[middle]?.element.getBoundingClientRect().top ?? 0) < top) low = middle + 1
      else high = middle
    }
    const found = paragraphs[low]
    if (!found) throw new Error('no paragraph is in sight')
    return found
  }

  return {
    type() {
      const walker = document.createTreeWalker(inSight().element, NodeFilter.SHOW_TEXT)
      const node = walker.nextNode()
      if (node) node.nodeValue = `${node.nodeValue?.slice(0, 3)}x${node.nodeValue?.slice(3)}`
    },
    highlight() {
      const { element, from: start, text: words } = inSight()
      const own = [...layers, { from: start + 3, to: start + 10, quirkId: 2 }].filter(
        (layer) => layer.from < start + words.length && layer.to > start,
      )
      const parts: (string | HTMLElement)[] = []
      let at = start
      for (const segment of flatten(own, start, start + words.length)) {
        if (segment.from > at) parts.push(words.slice(at - start, segment.from - start))
        parts.push(span(words.slice(segment.from - start, segment.to - start), segment.layers))
        at = segment.to
      }
      parts.push(words.slice(at - start))
      element.replaceChildren(...parts)
    },
  }
}
