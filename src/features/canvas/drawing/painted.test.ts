// What is really painted, read off a context that notes it: sizes, contrasts, and that no title runs into a bubble.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Circle } from '../../../model/canvas/grid.ts'
import { interMeasure } from '../../../model/canvas/map/interMeasure.ts'
import { layoutMap } from '../../../model/canvas/map/layoutMap.ts'
import { branchOf, sceneOf } from '../../../model/canvas/scene.ts'
import { contrast, PALETTE } from '../../../model/palette.ts'
import type { QuirkRow } from '../../../model/queries.ts'
import { createCamera } from '../placing/camera.ts'
import { centredOn } from '../placing/viewport.ts'
import { createBoard } from './board.ts'
import { type Colours, paintDisc } from './paint.ts'

/** Of the tokens; what matters here is paper and ink. */
const light: Colours = {
  paper: '#ffffff',
  ink: '#20222a',
  soft: '#54575f',
  accent: '#2b3b73',
  danger: '#ad241b',
  scheme: 'light',
}
const dark: Colours = {
  paper: '#1b1d22',
  ink: '#e9e7e2',
  soft: '#adb1ba',
  accent: '#c7c3fb',
  danger: '#ff9d93',
  scheme: 'dark',
}
const size = { width: 1440, height: 900 }

/** About as wide as the letters of the interface are. */
const widthOf = (text: string, font: number) => interMeasure(text) * font

interface Disc extends Circle {
  colour: string
}
interface Text {
  text: string
  x: number
  y: number
  font: number
  colour: string
  /** So many discs were painted before it. */
  after: number
}

function notingContext() {
  const discs: Disc[] = []
  const texts: Text[] = []
  /** Before how many discs all that was painted has stepped back. */
  const fades: number[] = []
  let path: Circle | null = null
  const context = {
    globalAlpha: 1,
    fillRect: () => fades.push(discs.length),
    font: '',
    fillStyle: '',
    beginPath: () => {
      path = null
    },
    arc: (x: number, y: number, r: number) => {
      path = { x, y, r }
    },
    fill: () => path && discs.push({ ...path, colour: context.fillStyle }),
    fillText: (text: string, x: number, y: number) => {
      const font = Number(/([\d.]+)px/.exec(context.font)?.[1])
      texts.push({ text, x, y, font, colour: context.fillStyle, after: discs.length })
    },
    measureText: (text: string) => ({ width: widthOf(text, 100) }),
    stroke: () => {},
    strokeText: () => {},
    moveTo: () => {},
    lineTo: () => {},
    closePath: () => {},
    setLineDash: () => {},
    save: () => {},
    restore: () => {},
  }
  return { discs, texts, fades, context: context as unknown as CanvasRenderingContext2D }
}

beforeEach(() => {
  vi.stubGlobal('document', {
    createElement: () => ({ getContext: () => notingContext().context }),
    documentElement: {},
  })
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => 'Letters' }))
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal('cancelAnimationFrame', () => {})
})
afterEach(() => void vi.unstubAllGlobals())

const words = [
  'Trust',
  'Doubt',
  'Leaving home',
  'Work',
  'Letters from the harbour',
  'Silence',
  'Being together again',
  'Money',
]

/** About 130 px apart, in all sixteen colours, two in five inside another. */
function quirks(count: number): Map<number, QuirkRow> {
  const rows = new Map<number, QuirkRow>()
  const depths = [0]
  const columns = Math.ceil(Math.sqrt(count))
  for (let id = 1; id <= count; id++) {
    const above = 1 + ((id * 7919) % Math.max(1, id - 1))
    const parentQuirkId = id > 1 && id % 5 < 2 && depths[above]! < 3 ? above : -1
    depths[id] = parentQuirkId < 0 ? 1 : depths[above]! + 1
    rows.set(id, {
      id,
      title: `${words[id % words.length]} ${id}`,
      description: '',
      color: PALETTE[id % PALETTE.length]!.hex,
      x: (id % columns) * 130 + ((id * 37) % 41),
      y: Math.floor(id / columns) * 130 + ((id * 53) % 41),
      parentQuirkId,
      author: 'A',
      timestamp: 0,
      highlights: (id * id * 31) % 44,
    })
  }
  return rows
}

const topmost = (discs: readonly Disc[], x: number, y: number) =>
  discs.findLastIndex((disc) => Math.hypot(disc.x - x, disc.y - y) < disc.r)

describe.each([300, 2000, 10_000])('titles painted at %i quirks', (count) => {
  const rows = quirks(count)
  const scene = sceneOf(rows, layoutMap([...rows.values()]))

  it.each([
    ['light', light, 0.5],
    ['light', light, 1],
    ['dark', dark, 1],
    ['dark', dark, 2.6],
  ] as const)('%s: at least 11 px, 4.5:1, and not half under a bubble (%#)', (_, colours, scale) => {
    const { left, right, top, bottom } = scene.bounds!
    const camera = createCamera(centredOn({ x: (left + right) / 2, y: (top + bottom) / 2 }, size, scale))
    camera.setSize(size)
    const board = createBoard(camera, scene, colours, { drawRest: () => {}, drawLive: () => {}, onSight: () => {} })
    board.setScene(scene)
    const { discs, texts, context } = notingContext()
    board.paintRest(context)
    expect(texts.length).toBeGreaterThan(2)
    for (const { text, x, y, font, colour, after } of texts) {
      expect(font * scale).toBeGreaterThanOrEqual(11)
      const half = widthOf(text, font) / 2 - font * 0.1
      for (const at of [x - half, x, x + half]) {
        const on = topmost(discs, at, y)
        // What is painted after a title leaves it whole.
        expect(on, `${text} at ${at - x}`).toBeLessThan(after)
        expect(contrast(colour, discs[on]?.colour ?? colours.paper), text).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
})

it('a passage held over a quirk shows all of its branch, each disc in its place, and what else there is steps back', () => {
  const rows = quirks(60)
  const scene = sceneOf(rows, layoutMap([...rows.values()]))
  const target = scene.bubbles.find(({ depth, folded }) => depth > 2 && !folded)!
  const top = scene.bubbles.findLast(({ depth, index }) => depth === 1 && index <= target.index)!
  const branch = branchOf(scene, top.id).filter(({ r }) => r > 0)
  expect(branch.length).toBeGreaterThan(2)
  const camera = createCamera(centredOn(target, size, 1))
  camera.setSize(size)
  const board = createBoard(camera, scene, light, { drawRest: () => {}, drawLive: () => {}, onSight: () => {} })
  board.setScene(scene)
  const painted = () => {
    const { discs, fades, context } = notingContext()
    board.paintLive(context)
    return { discs, fades }
  }
  expect(painted()).toEqual({ discs: [], fades: [] })
  board.aim({ id: target.id, refused: false, branch: true })
  const { discs, fades } = painted()
  expect(fades).toEqual([0])
  const placed = ({ x, y }: Circle) => `${x} ${y}`
  const largest = (all: readonly Circle[]) => {
    const radii = new Map<string, number>()
    for (const disc of all) radii.set(placed(disc), Math.max(disc.r, radii.get(placed(disc)) ?? 0))
    return radii
  }
  const { discs: atRest, context } = notingContext()
  board.paintRest(context)
  const [held, rest] = [largest(discs), largest(atRest)]
  expect(new Set(held.keys())).toEqual(new Set(branch.map(placed)))
  // The target swells around its centre, and is the only one that does.
  for (const [place, r] of held) {
    if (place === placed(target)) expect(r).toBeGreaterThan(rest.get(place)!)
    else expect(r).toBe(rest.get(place))
  }
  board.aim(null)
  expect(painted()).toEqual({ discs: [], fades: [] })
})

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('discs painted on %s paper', (scheme, colours) => {
  it.each([
    ['nothing', 0, false],
    ['a passage', 3, false],
    ['nothing, left out by the groups filter', 0, true],
    ['passages, left out by the groups filter', 3, true],
  ])('a disc that stands for %s (%#)', (_, count, frame) => {
    const { discs, context } = notingContext()
    const scale = 2
    paintDisc({ context, scale, colours }, { x: 0, y: 0, r: 12 }, { colour: PALETTE[0].hex, count, frame })
    const { r, colour } = discs.at(-1)!
    if (count > 0 && !frame) return expect(colour).toBe(PALETTE[0][scheme])
    expect(colour).toBe(colours.paper)
    const around = discs.at(-2)!
    expect(around.colour).toBe(PALETTE[0][scheme])
    expect((around.r - r) * scale).toBeCloseTo(2)
  })
})
