// Two windows on one project of 60 quirks: in one somebody codes and nests for SECONDS (60), in the other a pointer rests at one place after the other.
// Throws where anything within 120 px of the pointer moves, and where anything but what was nested jumps by more than 10 px. From near, where all is drawn apart: what opens under the pointer is not judged. SEED repeats a run as far as browsers do.
import type { Page } from 'playwright-core'
import { draw } from '../../fixtures/project.ts'
import { seeded } from '../../fixtures/random.ts'
import { knownAs, newContext } from '../../fixtures/testing/chromium.ts'
import { withOwnProgram } from '../../fixtures/testing/ownProgram.ts'
import { quirks } from '../../src/model/canvas/map/testing/manyQuirks.ts'
import { PALETTE } from '../../src/model/palette.ts'
import { installKit } from '../chromium/together/pageKit.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1e6)
const seconds = Number(process.env.SECONDS ?? 60)
/** So near the pointer nothing moves, in px; a box on the screen is rounded. */
const reach = 120
const rounding = 1
/** And nothing elsewhere jumps further, in px, but for what the colleague has nested. */
const mostJump = 10

interface Disc {
  id: number
  x: number
  y: number
}

const discs = (page: Page): Promise<Disc[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.canvas [data-quirk]')].map((element) => {
      const { left, top, width } = element.getBoundingClientRect()
      return { id: Number(element.dataset.quirk), x: left + width / 2, y: top + width / 2 }
    }),
  )

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function prove(address: string, sourceId: number): Promise<string> {
  const random = seeded(seed)
  const open = async (name: string): Promise<Page> => {
    const page = await (await knownAs(await newContext({ viewport: { width: 1280, height: 800 } }), name)).newPage()
    await page.addInitScript(installKit)
    await page.goto(address)
    await page.locator('.canvas[data-drawn]').waitFor()
    return page
  }
  const [watcher, colleague] = [await open('Ana'), await open('Ben')]
  // From so near nothing is folded, and nothing opens.
  const level = async () => Number.parseInt((await watcher.locator('.canvas-zoom-level').textContent()) ?? '', 10)
  while ((await level()) < 98) await watcher.getByRole('button', { name: 'Zoom in', exact: true }).click()
  const isWithin = ({ x, y }: Disc) => x > 80 && x < 600 && y > 80 && y < 660
  const ids = quirks(60).map(({ id }) => id)
  const parents = new Map(quirks(60).map(({ id, parentQuirkId }) => [id, parentQuirkId]))
  const hangsOn = (id: number, top: number): boolean =>
    id === top || (parents.has(id) && hangsOn(parents.get(id)!, top))
  const figures = { steps: 0, refused: 0, nested: 0, looks: 0, held: 0, furthest: 0 }
  /** What was nested since the pointer rests here: what is held then goes once the pointer is elsewhere. */
  const nested = new Set<number>()
  const ends = performance.now() + seconds * 1000
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
  while (performance.now() < ends) {
    const all = (await discs(watcher)).filter(isWithin)
    const at = random.from(all)
    await watcher.mouse.move(at.x, at.y)
    await rest(600)
    let before = await discs(watcher)
    const isNear = ({ x, y }: Disc) => Math.hypot(x - at.x, y - at.y) <= reach
    const held = before.filter(isNear)
    for (let step = 0; step < 6; step++) {
      await act()
      await rest(300)
      const now = new Map((await discs(watcher)).map((disc) => [disc.id, disc]))
      figures.looks += 1
      figures.held += held.length
      for (const was of held) {
        const is = now.get(was.id)
        const by = is ? Math.hypot(is.x - was.x, is.y - was.y) : Number.POSITIVE_INFINITY
        if (by > rounding)
          throw new Error(`seed ${seed}: quirk ${was.id} moved by ${by.toFixed(1)} px near the pointer`)
      }
      for (const was of before) {
        const is = now.get(was.id)
        if (!is || isNear(was) || [...nested].some((id) => hangsOn(was.id, id))) continue
        const by = Math.hypot(is.x - was.x, is.y - was.y)
        if (by > mostJump + rounding) throw new Error(`seed ${seed}: quirk ${was.id} jumped by ${by.toFixed(1)} px`)
        figures.furthest = Math.max(figures.furthest, Math.round(by))
      }
      before = [...now.values()]
    }
  }
  if (figures.steps === 0) throw new Error('the colleague has done nothing')
  return JSON.stringify(figures)
}

await withOwnProgram(async ({ project }) => {
  const drawn = draw(`quirk A\nsource Anna | [keys]A ${'Officially I look after the keys. '.repeat(30)}`)
  const [first] = drawn.quirks
  const [passage] = drawn.highlights
  if (!first || !passage) throw new Error('nothing was drawn')
  // As in a study that is under way: the first passage of all makes the largest disc of what was the smallest.
  drawn.highlights = quirks(60)
    .flatMap(({ id, highlights }) => Array.from({ length: highlights }, () => id))
    .map((quirkId, at) => ({ ...passage, id: at + 1, quirkId, start: (at * 7) % 900 }))
  drawn.quirks = quirks(60).map(({ highlights: _, ...quirk }, at) => {
    return { ...first, ...quirk, color: PALETTE[at % PALETTE.length]?.hex ?? first.color }
  })
  const found = await prove(await project('Steady', drawn), drawn.sources[0]?.id ?? 1)
  console.log(`a steady canvas while a colleague works (seed ${seed}): ${found}`)
})
process.exit(0)
