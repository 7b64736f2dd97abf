/**
 * Kills tabs of a browser at random moments while highlights are made in two of them, and looks at what is left: every highlight that was
 * acknowledged is in the copy that the next owner opens, and at the end in a browser that gets everything from the server.
 */
import type { Page } from 'playwright-core'
import { seeded } from '../../fixtures/random.ts'
import type { Args } from '../../src/model/commands.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { openBench } from '../openBench.ts'
import { openStage, type Stage } from './stage.ts'

export interface KillFigures {
  cycles: number
  crashed: number
  closed: number
  reloaded: number
  /** Both tabs at once. */
  both: number
  acknowledged: number
  /** Found though nobody was told: they were committed when the tab was killed. */
  unheard: number
}

type Way = 'crashed' | 'closed' | 'reloaded' | 'both'

/** Nobody of the generated project: what is made lies on nothing that it could be merged with. */
const author = 'Kira'
/** Between two highlights of a tab, in ms. */
const pause = 8
const mostPerCycle = 60

/** `until`: no new cycle begins after so many ms. Throws where a highlight is lost. */
export async function kills(seed: number, cycles: number, until = Number.POSITIVE_INFINITY): Promise<KillFigures> {
  const began = performance.now()
  const random = seeded(seed)
  const { bench, end } = openBench('interview')
  const { made: stage, end: endStage } = await openStage(bench)
  const figures: KillFigures = { cycles: 0, crashed: 0, closed: 0, reloaded: 0, both: 0, acknowledged: 0, unheard: 0 }
  const acknowledged = new Map<number, Set<number>>()
  let made = 0
  try {
    const db = openNode(bench.projectFile(), { readOnly: true })
    const sources = db.all<{ id: number }>('SELECT id FROM sources').map(({ id }) => id)
    const quirks = db.all<{ id: number }>('SELECT id FROM quirks').map(({ id }) => id)
    db.close()
    const next = (sourceId: number): Args<'createHighlight'> => {
      made += 1
      const quirkId = quirks[made % quirks.length] ?? 0
      return { sourceId, questionId: 1, quirkId, start: 4 * Math.floor(made / quirks.length), length: 2 }
    }
    const places = sources.map((sourceId) => ({ sourceId, questionId: 1 }))
    for (const sourceId of sources) acknowledged.set(sourceId, new Set())
    const before = new Map<number, number>()

    const working = new Set<Promise<unknown>>()
    let heard: (() => void) | undefined
    let place = places[0] as (typeof places)[number]
    const join = async () => {
      const tab = await stage.newTab()
      await tab.exposeFunction('acknowledged', (id: number, sourceId: number) => {
        acknowledged.get(sourceId)?.add(id)
        figures.acknowledged += 1
        heard?.()
      })
      await enter(tab, stage)
      return tab
    }
    let [owner, other] = [await join(), await join()]
    const check = async (tab: Page, where: typeof place) => {
      const ids = new Set(await tab.evaluate((asked) => window.tab.highlightIds(asked), where))
      for (const id of acknowledged.get(where.sourceId) ?? [])
        if (!ids.has(id)) throw new Error(`cycle ${figures.cycles}: highlight ${id} was acknowledged and is lost`)
      return ids.size
    }
    for (const where of places) before.set(where.sourceId, await check(owner, where))

    while (figures.cycles < cycles && performance.now() - began < until) {
      place = places[figures.cycles % places.length] as typeof place
      const first = new Promise<void>((resolve) => {
        heard = resolve
      })
      for (const tab of [owner, other]) {
        const list = Array.from({ length: mostPerCycle }, () => next(place.sourceId))
        // Ends with its tab, or when the list does.
        const making = tab.evaluate(([each, wait]) => window.tab.makeHighlights(each, wait), [list, pause] as const)
        working.add(making.catch(() => {}))
      }
      await first
      await new Promise((resolve) => setTimeout(resolve, random.below(250)))
      const way = random.from(['crashed', 'crashed', 'crashed', 'closed', 'reloaded', 'both'] as const)
      figures[way] += 1
      await kill(way, owner, other)
      if (way === 'reloaded') await enter(owner, stage)
      else await owner.close()
      if (way === 'both') {
        await other.close()
        other = await join()
      }
      await check(other, place)
      ;[owner, other] = [other, way === 'reloaded' ? owner : await join()]
      figures.cycles += 1
      if (figures.cycles % 50 === 0) {
        await Promise.all(working)
        working.clear()
        for (const where of places) await check(owner, where)
      }
    }
    await Promise.all(working)
    await owner.evaluate(() => window.tab.online())
    const elsewhere = await stage.newBrowser()
    const late = await stage.newTab('usual', elsewhere)
    await enter(late, stage)
    // A snapshot is shown at once, and what has been done since comes after it.
    const shown = () => late.evaluate(() => window.tab.highlights())
    const wanted = await owner.evaluate(() => window.tab.highlights())
    for (let tries = 0; (await shown()) !== wanted && tries < 100; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100))
    for (const where of places) {
      const there = (await check(late, where)) - (before.get(where.sourceId) ?? 0)
      figures.unheard += there - (acknowledged.get(where.sourceId)?.size ?? 0)
    }
    return figures
  } finally {
    await endStage()
    await end()
  }
}

async function enter(tab: Page, { start }: Stage): Promise<void> {
  await tab.waitForFunction(() => 'tab' in window)
  await tab.evaluate((given) => window.tab.open(given), { ...start, author })
}

async function kill(way: Way, owner: Page, other: Page): Promise<void> {
  if (way === 'closed') return owner.close()
  if (way === 'reloaded') return void (await owner.reload())
  await Promise.all((way === 'both' ? [owner, other] : [owner]).map(crash))
}

/** The tab's process is gone at once. */
async function crash(tab: Page): Promise<void> {
  const session = await tab.context().newCDPSession(tab)
  const crashed = tab.waitForEvent('crash')
  session.send('Page.crash').catch(() => {})
  await crashed
}
