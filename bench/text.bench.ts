/** What the one door for text costs, on 5 MB, against reading and writing the same document as JSON. */
import { language } from '../fixtures/language.ts'
import { seeded } from '../fixtures/random.ts'
import { applyStep, plainStep } from '../src/model/text/edit.ts'
import { fromPlain, parseHtml, type RichText, toHtml } from '../src/model/text/richText.ts'
import { compare, type Rows, timed } from './row.ts'

const length = 5_000_000

export const rows: Rows = async () => {
  const random = seeded(1)
  const { rich } = language(random).write(random, length)
  const html = toHtml(rich)
  const json = new TextEncoder().encode(JSON.stringify(rich))
  if (toHtml(parseHtml(html)) !== html) throw new Error('the text is not canonical')

  const marked = manyMarks(rich.text, 50_000)
  const middle = rich.text.indexOf(' ', length / 2)
  const step = plainStep(marked, [{ from: middle, to: middle, insert: 'x' }])
  return [
    compare(
      'parseHtml of 5 MB / TextDecoder and JSON.parse of it',
      8,
      () => timed(() => parseHtml(html)),
      () => timed(() => JSON.parse(new TextDecoder().decode(json))),
    ),
    compare(
      'toHtml of 5 MB / JSON.stringify and TextEncoder of it',
      4,
      () => timed(() => toHtml(rich)),
      () => timed(() => new TextEncoder().encode(JSON.stringify(rich))),
    ),
    compare(
      'applyStep: a letter typed among 50,000 marks / posting that document once',
      1.5,
      () => timed(() => applyStep(marked, step)),
      () => timed(() => structuredClone(marked)),
      15,
    ),
  ]
}

function manyMarks(text: string, count: number): RichText {
  const plain = fromPlain(text.replaceAll('\n', ' '))
  const apart = Math.floor(text.length / count)
  return {
    ...plain,
    marks: Array.from({ length: count }, (_, i) => ({ tag: 'mark', from: i * apart, to: i * apart + 20 })),
  }
}
