import { describe, expect, test } from 'vitest'
import { draw } from '../../../fixtures/project.ts'
import { interMeasure } from '../../../src/model/canvas/map/interMeasure.ts'
import { quirks as manyNested } from '../../../src/model/canvas/map/testing/manyQuirks.ts'
import { capture } from '../../../src/model/limits.ts'
import { usualArrangement } from '../../../src/model/rules/arrangedOrder.ts'
import type { Row } from '../../../src/model/schema.ts'
import { pictures } from './choosePictures.ts'
import { type Drawn, type PictureOptions, withCounts } from './pictureSettings.ts'
import type { Shape } from './shapes.ts'
import { svgOf } from './svgOf.ts'

const words = { untitled: 'Untitled', canvas: 'Canvas', arranged: 'Arranged', noGroup: '', noAuthor: '', colours: {} }
const usual: PictureOptions = {
  ...{ highlights: [], shown: null, counter: true, arranged: usualArrangement, language: 'en', words },
}

function drawn(drawing: string, options: Partial<PictureOptions> = {}): Drawn {
  const rows = draw(drawing)
  const all = { ...usual, ...options }
  const frame = { groups: rows.groups, groupQuirks: rows.group_quirks, preferences: [] }
  return { frame, quirks: withCounts(rows, all), options: all, measure: interMeasure }
}

const many = (count: number): Row<'quirks'>[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: at + 1, title: `Theme ${at + 1}`, description: '', color: '#1a66d1', author: 'a', timestamp: at },
    ...{ x: (at % 50) * 90, y: Math.floor(at / 50) * 90, parentQuirkId: -1 },
  }))

const family = `
  quirk Trust
  quirk Doubt < Trust
  quirk Letters < Doubt
  quirk Alone
  group Some: Alone
`
const texts = (shapes: readonly Shape[]) => shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []))
const discs = (shapes: readonly Shape[]) => shapes.filter((shape) => shape.kind === 'disc')

test('in the picture of the canvas a quirk without highlights is a ring, and one with highlights is filled', () => {
  const highlights: PictureOptions['highlights'] = [[4, 2]]
  const [canvas] = pictures(drawn(family, { highlights }), ['canvas']).made
  // Of each quirk two discs, and for a ring one of paper inside them.
  expect(discs(canvas?.shapes ?? [])).toHaveLength(4 * 2 + 3)
})

test('of so many quirks that each is seen from very far, all are still discs', () => {
  const quirks = many(1500).map((quirk) => ({ ...quirk, highlights: quirk.id % 40 === 0 ? 500 : 0 }))
  const frame = { groups: [], groupQuirks: [], preferences: [] }
  const [canvas] = pictures({ frame, quirks, options: usual, measure: interMeasure }, ['canvas']).made
  expect(discs(canvas!.shapes).length).toBeGreaterThan(3000)
  expect(discs(canvas!.shapes).filter(({ r }) => !(r > 0))).toEqual([])
})

describe('1 §4 three stages', () => {
  const all = [...pictures(drawn(family), ['canvas', 'trees', 'arranged']).made]

  test('the main canvas, a tree for each quirk that has others inside it, the arranged view', () => {
    expect(all.map(({ name }) => name)).toEqual(['canvas', '1', '2', 'arranged'])
    expect(pictures(drawn(family), ['trees']).count).toBe(2)
  })

  test('1 §9 each is 1,920 px wide, and nothing lies outside', () => {
    for (const { width, height, scale, shapes } of all) {
      expect(width).toBe(1920)
      for (const shape of shapes) {
        if (shape.kind !== 'disc') continue
        expect((shape.x - shape.r) * scale).toBeGreaterThanOrEqual(0)
        expect((shape.x + shape.r) * scale).toBeLessThanOrEqual(width)
        expect((shape.y + shape.r) * scale).toBeLessThanOrEqual(height)
      }
    }
  })

  test('titles beside bubbles at the edge are in the picture, and take of the 1,632 px of the bubbles what they need', () => {
    const quirks = many(600).map((quirk) => ({ ...quirk, title: `Thankfulness ${quirk.id}`, highlights: quirk.id % 7 }))
    const [canvas] = pictures({ ...drawn(''), quirks }, ['canvas']).made
    const { scale = 0, height = 0, shapes = [] } = canvas ?? {}
    expect(texts(shapes).length).toBeGreaterThan(40)
    for (const shape of shapes) {
      if (shape.kind !== 'text') continue
      expect((shape.x - shape.width / 2) * scale).toBeGreaterThan(8)
      expect((shape.x + shape.width / 2) * scale).toBeLessThan(1912)
      expect((shape.y - shape.size / 2) * scale).toBeGreaterThan(8)
      expect((shape.y + shape.size / 2) * scale).toBeLessThan(height - 8)
    }
    const ends = [-1, 1].map((side) => discs(shapes).map(({ x, r }) => (x + side * r) * scale))
    const wide = Math.max(...ends[1]!) - Math.min(...ends[0]!)
    expect(wide).toBeGreaterThan(1400)
    expect(wide).toBeLessThan(1632)
  })

  test('a tree has all that is inside, and the quirk’s own title first', () => {
    const tree = all.find(({ name }) => name === '1')
    expect(texts(tree?.shapes ?? []).filter((text) => !/^\d+$/.test(text))).toEqual(['Trust', 'Doubt', 'Letters'])
  })

  test('a circle of quirks has an end', () => {
    const round = drawn(family)
    const quirks = round.quirks.map((quirk) => (quirk.id === 1 ? { ...quirk, parentQuirkId: 2 } : quirk))
    expect([...pictures({ ...round, quirks }, ['canvas', 'trees', 'arranged']).made].length).toBe(4)
  })
})

describe('as on the screen', () => {
  test('the groups filter leaves out what it leaves out there', () => {
    const [canvas] = pictures(drawn(family, { shown: [4] }), ['canvas']).made
    expect(texts(canvas?.shapes ?? [])).toEqual(['Alone'])
  })

  test('numbers of highlights stand on the quirks where the setting says so', () => {
    const highlights = [[1, 12]] as const
    const shown = (counter: boolean) =>
      texts([...pictures(drawn(family, { highlights, counter }), ['canvas']).made][0]?.shapes ?? [])
    expect(shown(true)).toContain('12')
    expect(shown(false)).not.toContain('12')
  })

  test('from so far away branches are folded: every one is named, and no highlight is lost', () => {
    const quirks = manyNested(150).map((quirk, at) => ({ ...many(150)[at]!, ...quirk }))
    const [canvas] = pictures({ ...drawn(''), quirks }, ['canvas']).made
    const coloured = discs(canvas?.shapes ?? []).filter(({ fill }) => fill !== '#ffffff')
    const roots = quirks.filter(({ parentQuirkId }) => parentQuirkId < 0)
    const all = texts(canvas?.shapes ?? [])
    const counts = all.filter((text) => /^\d+$/.test(text)).map(Number)
    expect(coloured.length).toBe(roots.length)
    const words = all.join(' ')
    expect(roots.filter(({ title }) => !title.split(' ').every((word) => words.includes(word)))).toEqual([])
    const highlights = quirks.reduce((sum, quirk) => sum + quirk.highlights, 0)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(highlights)
  })

  test('1 §9 the most used quirk is 100 px wide, the others 24 at the least', () => {
    const [canvas] = pictures(drawn(family, { highlights: [[1, 12]] }), ['canvas']).made
    const coloured = discs(canvas?.shapes ?? []).filter(({ fill }) => fill !== '#ffffff')
    const sizes = new Set(coloured.map(({ r }) => Math.round(r * 2)))
    expect(
      [Math.max(...sizes), Math.min(...sizes)].map((size) => Math.abs(size - (size > 50 ? 100 : 24)) <= 2),
    ).toEqual([true, true])
  })
})

test('1 §9 the arranged view: 7 columns on 800 px, rows of 200; many quirks are several pictures', () => {
  const quirks = many(100).map((quirk) => ({ ...quirk, highlights: 1 }))
  const options = { ...usual, highlights: [] }
  const made = [
    ...pictures({ frame: { groups: [], groupQuirks: [], preferences: [] }, quirks, options, measure: interMeasure }, [
      'arranged',
    ]).made,
  ]
  expect(made.map(({ name }) => name)).toEqual(['arranged-1', 'arranged-2'])
  const places = discs(made[0]?.shapes ?? [])
  expect(new Set(places.map(({ x }) => Math.round(x))).size).toBe(capture.columns)
  expect(places.length).toBe(84)
  expect(Math.round((places[1]?.x ?? 0) - (places[0]?.x ?? 0))).toBe(Math.round(800 / 7))
  expect(Math.round((places[7]?.y ?? 0) - (places[0]?.y ?? 0))).toBe(200)
})

test('SVG: whatever a title holds is text, and a file of its own', () => {
  const rows = drawn('quirk Trust')
  const quirks = rows.quirks.map((quirk) => ({ ...quirk, title: `<b>&"\u0000x\ud800` }))
  const svg = svgOf([...pictures({ ...rows, quirks }, ['canvas']).made][0]!)
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" /)
  expect(svg).not.toContain('<b>')
  expect(svg).not.toContain('\u0000')
  expect(svg.isWellFormed()).toBe(true)
})

test('a project without quirks has a picture too', () => {
  const [canvas] = pictures(drawn(''), ['canvas']).made
  expect(canvas?.width).toBe(1920)
  expect(canvas?.shapes).toEqual([])
})
