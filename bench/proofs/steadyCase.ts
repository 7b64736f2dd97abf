/**
 * Two windows on one project of 60 quirks: in one somebody codes and nests, in the other a pointer rests at one place after the other. For
 * `steady.prove.ts`, which does so for a minute, and for `steady.e2e.test.ts`, which does so a few times.
 *
 * Throws where anything within 120 px of the pointer moves, and where anything but what was nested jumps by more than 10 px. From near, where all is drawn apart: what opens under the pointer is not judged.
 */
import type { Page } from 'playwright-core'
import { type DrawnProject, draw } from '../../fixtures/project.ts'
import type { Random } from '../../fixtures/random.ts'
import { quirks } from '../../src/model/canvas/map/testing/manyQuirks.ts'
import { PALETTE } from '../../src/model/palette.ts'
import type {} from '../chromium/together/pageKit.ts'

/** So near the pointer nothing moves, in px; a box on the screen is rounded. */
const reach = 120
const rounding = 1
/** And nothing elsewhere jumps further, in px, but for what the colleague has nested. */
const mostJump = 10
const count = 60

interface Disc {
  id: number
  x: number
  y: number
}

export const discs = (page: Page): Promise<Disc[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.canvas [data-quirk]')].map((element) => {
      const { left, top, width } = element.getBoundingClientRect()
      return { id: Number(element.dataset.quirk), x: left + width / 2, y: top + width / 2 }
    }),
  )

/** As in a study that is under way: the first passage of all makes the largest disc of what was the smallest. */
export function steadyProject(): { drawn: DrawnProject; sourceId: number } {
  const drawn = draw(`quirk A\nsource Anna | [keys]A ${'Officially I look after the keys. '.repeat(30)}`)
  const [first] = drawn.quirks
  const [passage] = drawn.highlights
  if (!first || !passage) throw new Error('nothing was drawn')
  drawn.highlights = quirks(count)
    .flatMap(({ id, highlights }) => Array.from({ length: highlights }, () => id))
    .map((quirkId, at) => ({ ...passage, id: at + 1, quirkId, start: (at * 7) % 900 }))
  drawn.quirks = quirks(count).map(({ highlights: _, ...quirk }, at) => {
    return { ...first, ...quirk, color: PALETTE[at % PALETTE.length]?.hex ?? first.color }
  })
  return { drawn, sourceId: drawn.sources[0]?.id ?? 1 }
}

interface Watched {
  /** Both have the kit of `pageKit.ts`. */
  watcher: Page
  colleague: Page
  sourceId: number
  random: Random
  /** Whether the pointer is to rest at another place. */
  goesOn: () => boolean
  /** At each of which so much is done. */
  acts: number
  /** Until what the pointer rests on is known, and until the watcher has seen what was done. */
  pointed: () => Promise<unknown>
  seen: () => Promise<unknown>
}

export async function watchSteady({ watcher, colleague, sourceId, random, goesOn, acts, pointed, seen }: Watched) {
  // From so near nothing is folded, and nothing opens.
  const level = async () => Number.parseInt((await watcher.locator('.canvas-zoom-level').textContent()) ?? '', 10)
  while ((await level()) < 98) await watcher.getByRole('button', { name: 'Zoom in', exact: true }).click()
  const isWithin = ({ x, y }: Disc) => x > 80 && x < 600 && y > 80 && y < 660
  const ids = quirks(count).map(({ id }) => id)
  const parents = new Map(quirks(count).map(({ id, parentQuirkId }) => [id, parentQuirkId]))
  const hangsOn = (id: number, top: number): boolean =>
    id === top || (parents.has(id) && hangsOn(parents.get(id)!, top))
  const figures = { steps: 0, refused: 0, nested: 0, looks: 0, held: 0, furthest: 0 }
  /** What was nested since the pointer rests here: what is held then goes once the pointer is elsewhere. */
  const nested = new Set<number>()
  const act = async () => {
    const [quirkId, parentQuirkId] = [random.from(ids), random.from(ids)]
    const nests = random.below(5) === 0
    const start = random.below(900)
    const done = await colleague.evaluate(
      async ({ quirkId, parentQuirkId, nests, start, sourceId }) => {
        const handle = window.together.handle()
        const place = { sourceId, questionId: 1, start, length: 8 }
        const result = nests
          ? await handle?.run('moveQuirk', { quirkId, parentQuirkId })
          : await handle?.run('createHighlight', { ...place, quirkId })
        return result !== undefined && !('problem' in result)
      },
      { quirkId, parentQuirkId, nests, start, sourceId },
    )
    if (!done) {
      figures.refused += 1
      return
    }
    figures.steps += 1
    if (!nests) return
    figures.nested += 1
    parents.set(quirkId, parentQuirkId)
    nested.add(quirkId)
  }
  while (goesOn()) {
    const all = (await discs(watcher)).filter(isWithin)
    const at = random.from(all)
    await watcher.mouse.move(at.x, at.y)
    await pointed()
    let before = await discs(watcher)
    const isNear = ({ x, y }: Disc) => Math.hypot(x - at.x, y - at.y) <= reach
    const held = before.filter(isNear)
    for (let step = 0; step < acts; step++) {
      await act()
      await seen()
      const now = new Map((await discs(watcher)).map((disc) => [disc.id, disc]))
      figures.looks += 1
      figures.held += held.length
      for (const was of held) {
        const is = now.get(was.id)
        const by = is ? Math.hypot(is.x - was.x, is.y - was.y) : Number.POSITIVE_INFINITY
        if (by > rounding) throw new Error(`quirk ${was.id} moved by ${by.toFixed(1)} px near the pointer`)
      }
      for (const was of before) {
        const is = now.get(was.id)
        if (!is || isNear(was) || [...nested].some((id) => hangsOn(was.id, id))) continue
        const by = Math.hypot(is.x - was.x, is.y - was.y)
        if (by > mostJump + rounding) throw new Error(`quirk ${was.id} jumped by ${by.toFixed(1)} px`)
        figures.furthest = Math.max(figures.furthest, Math.round(by))
      }
      before = [...now.values()]
    }
  }
  if (figures.steps === 0) throw new Error('the colleague has done nothing')
  return figures
}
