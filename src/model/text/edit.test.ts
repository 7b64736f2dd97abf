import { describe, expect, test } from 'vitest'
import {
  applyStep,
  diffStep,
  type EditStep,
  mapPoint,
  mapSpan,
  mapStep,
  plainStep,
  stepFits,
  stepLength,
} from './edit.ts'
import { type Mark, parseHtml, type RichText, toHtml } from './richText.ts'

const none = { marks: [], kinds: [], images: [] }
const text = (changes: unknown, format = {}): EditStep => ({ type: 'text', changes, format: { ...none, ...format } })
const mark = (from: number, to: number, on = true): EditStep => ({ type: 'mark', tag: 'b', from, to, on })
const PNG = 'data:image/png;base64,AA=='

/** Applies, checks the way back, and gives the HTML. */
function htmlAfter(html: string, step: EditStep): string {
  const rich = parseHtml(html)
  const applied = applyStep(rich, step)
  const back = applied.inverse.reduce((it: RichText, undo) => applyStep(it, undo).rich, applied.rich)
  expect(back).toEqual(rich)
  return toHtml(applied.rich)
}

describe('a text step', () => {
  test('does not spread a mark over inserted text', () => {
    expect(htmlAfter('<b>abcd</b>', text([2, [0, 'X'], 2]))).toBe('<p><b>ab</b>X<b>cd</b></p>')
    expect(htmlAfter('<b>abcd</b>', text([2, [0, 'X'], 2], { marks: [{ tag: 'i', from: 0, to: 5 }] }))).toBe(
      '<p><b>ab</b><i>X</i><b>cd</b></p>',
    )
  })
  test('joins lines, and drops the kind with the break', () => {
    expect(htmlAfter('<p>a</p><ul><li>b</li></ul>', text([1, [1], 1]))).toBe('<p>ab</p>')
  })
  test('splits a line into kinds', () => {
    const kinds = [{ at: 2, kind: 'li', depth: 2 }]
    expect(htmlAfter('ab', text([1, [0, '', ''], 1], { kinds }))).toBe('<p>a</p><ul><li><ul><li>b</li></ul></li></ul>')
  })
  test('drops and restores an image', () => {
    expect(htmlAfter(`a<img src="${PNG}" alt="x">b`, text([1, [1], 1]))).toBe('<p>ab</p>')
  })
  test.each([
    ['a length that differs', 'abc', text([4])],
    ['changes that are no list', 'abc', text('3')],
    ['a negative length', 'abc', text([-1, 4])],
    ['a fraction', 'abc', text([1.5, 1.5])],
    ['a carriage return', 'abc', text([3, [0, 'a\rb']])],
    ['a line break inside of a line', 'abc', text([3, [0, 'a\nb']])],
    ['a lone surrogate', 'abc', text([3, [0, '\ud83d']])],
    ['half of a pair', '😀', text([[1], 1])],
    ['half of a marked pair', '', text([[0, '😀']], { marks: [{ tag: 'b', from: 0, to: 1 }] })],
    ['a mark on half of a pair', '😀', mark(0, 1)],
    ['a mark beyond the end', 'abc', mark(0, 4)],
    ['an unknown mark', 'abc', { ...mark(0, 1), tag: 'script' as 'b' }],
    ['a kind within a line', 'abc', { type: 'kind', at: 1, kind: 'li', depth: 1 }],
    ['a br on the first line', 'abc', { type: 'kind', at: 0, kind: 'br', depth: 0 }],
    ['a list too deep', 'abc', { type: 'kind', at: 0, kind: 'li', depth: 7 }],
    ['an image where none is', 'abc', { type: 'image', at: 0, src: PNG, alt: '' }],
    [
      'an image from elsewhere',
      'abc',
      text([3, [0, '\ufffc']], { images: [{ at: 3, src: 'https://e.org/x', alt: '' }] }),
    ],
    ['an unknown step', 'abc', { type: 'drop' } as never],
  ] as [string, string, EditStep][])('is refused for %s', (_, html, step) => {
    expect(() => applyStep(parseHtml(html), step)).toThrow(RangeError)
  })
  test('says which text it expects', () => {
    const step = text([1, [2, 'xyz'], 1])
    expect([stepLength(step), stepFits(4, step), stepFits(5, step)]).toEqual([4, true, false])
    expect([stepLength(mark(0, 1)), stepFits(1, mark(0, 1)), stepFits(0, mark(0, 1))]).toEqual([null, true, false])
    expect(stepFits(3, text([3, [0, '\u0000']]))).toBe(false)
  })
})

describe('the other steps', () => {
  test('a mark covers what was not covered, and undo takes only that', () => {
    expect(htmlAfter('a<b>b</b>c<p>d', mark(0, 5))).toBe('<p><b>abc</b></p><p><b>d</b></p>')
    const { inverse } = applyStep(parseHtml('a<b>b</b>c<p>d'), mark(0, 5))
    expect(inverse).toEqual([mark(0, 1, false), mark(2, 5, false)])
  })
  test('a mark is taken from a part', () => {
    expect(htmlAfter('<b>abc</b>', mark(1, 2, false))).toBe('<p><b>a</b>b<b>c</b></p>')
    expect(applyStep(parseHtml('abc'), mark(0, 3, false)).inverse).toEqual([])
  })
  test('a line changes its kind', () => {
    expect(htmlAfter('a<p>b', { type: 'kind', at: 2, kind: 'br', depth: 0 })).toBe('<p>a<br>b</p>')
    expect(htmlAfter('<ul><li>a</li></ul>', { type: 'kind', at: 0, kind: 'p', depth: 0 })).toBe('<p>a</p>')
  })
  test('an image changes', () => {
    expect(htmlAfter(`<img src="${PNG}">`, { type: 'image', at: 0, src: PNG, alt: 'new' })).toContain('alt="new"')
  })
})

describe('a span', () => {
  test.each([
    ['text at its start stays outside', [2, [0, 'xx'], 6], { start: 4, length: 3 }],
    ['text at its end stays outside', [5, [0, 'xx'], 3], { start: 2, length: 3 }],
    ['text within belongs to it', [3, [0, 'xx'], 5], { start: 2, length: 5 }],
    ['what replaces a covered part belongs to it', [2, [2, 'xyz'], 4], { start: 2, length: 4 }],
    ['what replaces across its start does not', [1, [2, 'xyz'], 5], { start: 4, length: 2 }],
    ['with all its text it goes', [1, [5], 2], null],
  ])('%s', (_, changes, wanted) => {
    expect(mapSpan({ start: 2, length: 3 }, text(changes))).toEqual(wanted)
  })
  test('formatting does not move it', () => {
    expect(mapSpan({ start: 2, length: 3 }, mark(0, 8))).toEqual({ start: 2, length: 3 })
    expect([mapPoint(2, mark(0, 8)), mapPoint(2, text([2, [0, 'x'], 6]))]).toEqual([2, 3])
  })
})

describe('a step mapped over another', () => {
  test('keeps the formatting and the gives of its insertion', () => {
    const step: EditStep = {
      ...text([2, [0, 'new'], 2], { marks: [{ tag: 'b', from: 2, to: 5 }] }),
      gives: [{ table: 'highlights', id: 7, from: 2, to: 5 }],
    } as EditStep
    expect(mapStep(step, text([[0, 'zz'], 4]), false)).toEqual({
      ...text([4, [0, 'new'], 2], { marks: [{ tag: 'b', from: 4, to: 7 }] }),
      gives: [{ table: 'highlights', id: 7, from: 4, to: 7 }],
    })
  })
  test('comes first or second at a tie', () => {
    const [a, b] = [text([1, [0, 'A'], 1]), text([1, [0, 'B'], 1])]
    expect(mapStep(a, b, true)).toEqual(text([1, [0, 'A'], 2]))
    expect(mapStep(a, b, false)).toEqual(text([2, [0, 'A'], 1]))
    const giving = { ...a, gives: [{ table: 'memos', id: 7, from: 1, to: 2 }] } as EditStep
    expect(mapStep(giving, b, true)).toMatchObject({ gives: [{ from: 1, to: 2 }] })
    expect(mapStep(giving, b, false)).toMatchObject({ gives: [{ from: 2, to: 3 }] })
  })
  test('is nothing where its place is gone', () => {
    const over = text([[3]])
    expect(mapStep(mark(0, 3), over, false)).toBeNull()
    expect(mapStep(text([[2], 1]), over, false)).toBeNull()
    expect(mapStep({ type: 'kind', at: 2, kind: 'li', depth: 1 }, over, false)).toBeNull()
    expect(mapStep({ type: 'image', at: 1, src: PNG, alt: '' }, over, false)).toBeNull()
  })
})

describe('making steps', () => {
  test('plain edits continue marks and kinds', () => {
    const step = plainStep(parseHtml('<ul><li><b>ab</b>c</li></ul>'), [
      { from: 0, to: 0, insert: '>' },
      { from: 2, to: 2, insert: 'x\r\ny' },
    ])
    expect(htmlAfter('<ul><li><b>ab</b>c</li></ul>', step)).toBe('<ul><li><b>&gt;abx</b></li><li><b>y</b>c</li></ul>')
  })
  test.each([
    ['outside', [{ from: 0, to: 9, insert: '' }]],
    ['backwards', [{ from: 2, to: 1, insert: '' }]],
    ['no number', [{ from: Number.NaN, to: 1, insert: '' }]],
    [
      'overlapping',
      [
        { from: 0, to: 2, insert: '' },
        { from: 1, to: 3, insert: '' },
      ],
    ],
    ['within a pair', [{ from: 4, to: 4, insert: 'x' }]],
  ])('plain edits that are %s are refused', (_, changes) => {
    expect(() => plainStep(parseHtml('abc😀'), changes)).toThrow(RangeError)
  })
  test('a difference leaves in place what both have', () => {
    const [before, next] = [
      '<p>one two three</p><p>same</p><p>old</p>',
      '<p>one <b>2</b> three</p><p>same</p><ul><li>old</li></ul>',
    ]
    const steps = diffStep(parseHtml(before), parseHtml(next))
    expect(steps[0]).toEqual(text([4, [3, '2'], 15], { marks: [{ tag: 'b', from: 4, to: 5 }] }))
    expect(steps.slice(1)).toEqual([{ type: 'kind', at: 17, kind: 'li', depth: 1 }])
    expect(diffStep(parseHtml(next), parseHtml(next))).toEqual([])
  })
  test('a difference beyond measure replaces, and stays exact', () => {
    const words = (seed: number) => Array.from({ length: 3000 }, (_, i) => `w${(i * seed) % 997}`).join(' ')
    const [a, b] = [parseHtml(words(3)), parseHtml(words(5))]
    expect(diffStep(a, b).reduce((it, step) => applyStep(it, step).rich, a)).toEqual(b)
  })
  test('a picture in the place of a bare U+FFFC is a difference', () => {
    const [a, b] = [parseHtml('x\ufffcy'), parseHtml(`x<img src="${PNG}">y`)]
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const)
      expect(diffStep(from, to).reduce((it, step) => applyStep(it, step).rich, from)).toEqual(to)
  })
})

// Each change held against each mark or each unit, it would not come to an end within the time of a test.
test('a step of 300,000 changes on 6 MB with 300,000 marks costs their size, not its square', () => {
  const count = 300_000
  const places = Array.from({ length: count }, (_, i) => i * 20)
  const marks = places.map((at): Mark => ({ tag: 'b', from: at + 6, to: at + 11 }))
  const rich: RichText = { text: 'lorem ipsum dolor.. '.repeat(count), marks, kinds: [], images: [] }
  const changes = places.map((at) => ({ from: at, to: at + 4, insert: 'a\nb' }))
  const { rich: edited, inverse } = applyStep(rich, plainStep(rich, changes))
  const back = inverse.reduce((it, step) => applyStep(it, step).rich, edited)
  expect(edited.text.split('\n').length).toBe(count + 1)
  expect(JSON.stringify(back) === JSON.stringify(rich)).toBe(true)
}, 120_000)
