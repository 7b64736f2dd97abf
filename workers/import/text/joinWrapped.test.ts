import { expect, test } from 'vitest'
import { joinWrapped } from './joinWrapped.ts'

const sentence =
  'The harbour was quiet that morning, and nobody spoke of the boats which had left it during the night before. '
const paragraph = (at: number) => `${at}: ${sentence.repeat(2 + (at % 4))}`.trim()

/** Broken as programs break it: no word stands on a line that has no room for it. */
function wrapped(text: string, width: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.length - 1
    if (lines[last] === '') lines[last] = word
    else if (`${lines[last]} ${word}`.length <= width) lines[last] += ` ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}
const paragraphs = Array.from({ length: 20 }, (_, at) => paragraph(at))
const file = (width: number) => paragraphs.map((one) => wrapped(one, width)).join('\n\n')

test.each([60, 68, 72, 80])(
  'lines broken at %i letters become the paragraphs that they were, and no position moves where no empty lines follow each other',
  (width) => {
    for (const text of [file(width), file(width).replaceAll('\n', '\r\n')]) {
      const joined = joinWrapped(text)
      expect(joined?.text).toBe(paragraphs.join('\n\n'))
      expect(joined?.text.length).toBe(file(width).length)
      expect(joined?.joined).toBe(file(width).split('\n').length - 2 * paragraphs.length + 1)
      expect(joined?.emptied).toBe(0)
    }
  },
)

test('several empty lines become one, with blanks on them or not, and are counted', () => {
  const gaps = `\n\n\n${file(72).replaceAll('\n\n', '\n\n  \n\n\n')}\n\n\n`
  const joined = joinWrapped(gaps)
  expect(joined?.text).toBe(`\n${paragraphs.join('\n\n')}\n`)
  expect(joined?.emptied).toBe(gaps.split('\n').length - `\n${file(72)}\n\n`.split('\n').length + 1)
})

test('headings, verses, lists and what is indented stay lines', () => {
  const apart =
    'THE HARBOUR\nI\n\nWhen the boats came home,\nwhen the lamps were lit,\nnobody was there.\n\n- bread\n- salt\n\n    A letter, set in from the edge of the page and as long as a line,\n    which goes on.'
  expect(joinWrapped(`${file(72)}\n\n${apart}`)?.text).toBe(`${paragraphs.join('\n\n')}\n\n${apart}`)
})

test.each([
  ['a paragraph a line', paragraphs.join('\n\n')],
  ['speakers', paragraphs.map((one, at) => wrapped(`${at % 2 ? 'Anna' : 'Ben'}: ${one}`, 72)).join('\n\n')],
  ['times', paragraphs.map((one, at) => `[00:0${at % 10}:10] ${wrapped(one, 60)}`).join('\n\n')],
  ['pages', file(72).replace('\n\n', '\n\f\n')],
  ['lines of any length', paragraphs.map((one, at) => wrapped(one, 50 + ((at * 7) % 30))).join('\n\n')],
  ['a sentence a line', paragraphs.map((_, at) => `${sentence.slice(0, 60 + (at % 5))}.\n`.repeat(4)).join('\n')],
  ['no empty lines', file(72).replaceAll('\n\n', '\n')],
  ['a short note', wrapped(paragraph(3), 72)],
  ['nothing', ''],
])('a file with %s stays as it is', (_, text) => {
  expect(joinWrapped(text)).toBeNull()
})
