/**
 * Goals of the kernels on the project's screen: from the click, or the key, as the page hears of it, until what came of it has been painted / what
 * a person may wait. Each once before, which does not count, then again and again.
 * screen-matrix: the heat map, opened from the canvas. screen-one-against-all: another quirk put into the middle of the overlaps. Both / 200 ms.
 * screen-matrix-kept: a highlight made in another tab, until the overlaps that are shown have it / 450 ms, of which the worker waits 250 for more
 * to come. screen-text-search: a word of the texts typed into the search of all texts / 500 ms, 300 of them so long as nobody types on.
 * screen-filter: the operator of one of three filters changed, until all that passes has been counted anew / 200 ms.
 */
import type { Page } from 'playwright-core'
import type { Args } from '../../src/model/commands.ts'
import { copyDb, duplicate, snapshotFile } from '../openProject.ts'
import { type Bench, limitRow, median, type Row, type Rows } from '../row.ts'
import { openScreen, painted } from './journey.ts'
import { type Stage, theStage } from './stage.ts'

const rounds = 5
/** How long the project is looked at before, and what is painted before the next round, in ms. */
const look = 8000
const rest = 400

/** In ms of all pages' clock: when the page last heard of a click or a key, and when what was waited for has been painted. */
declare global {
  interface Window {
    heard: number
    shownAt: Promise<number>
  }
}

export const rows: Rows = async (bench: Bench): Promise<Row[]> => {
  const stage = await theStage(bench)
  const page = await stage.context.newPage()
  await page.addInitScript(() => {
    for (const kind of ['click', 'keydown'])
      addEventListener(kind, () => Object.assign(window, { heard: performance.timeOrigin + performance.now() }), true)
  })
  await openScreen(page, stage.address)
  await page.waitForTimeout(look)
  const project = projectOf(bench, await snapshotFile(bench))
  const measured: [name: string, limit: number, begin: () => Round | Promise<Round>][] = [
    ['screen-matrix', 200, () => matrix(page, stage)],
    ['screen-one-against-all', 200, () => oneAgainstAll(page, stage)],
    ['screen-matrix-kept', 450, () => matrixKept(page, stage, project)],
    ['screen-text-search', 500, () => textSearch(page, stage, project.words)],
    ['screen-filter', 200, () => filter(page, stage)],
  ]
  const rows: Row[] = []
  for (const [name, limit, begin] of measured) {
    const round = await begin()
    const times: number[] = []
    for (let n = 0; n <= rounds; n += 1) {
      const ms = await round(n)
      if (n > 0) times.push(ms)
      await page.waitForTimeout(rest)
    }
    rows.push(limitRow(name, median(times), limit, 'ms', `longest ${Math.round(Math.max(...times))} ms`))
  }
  await page.close()
  return rows
}

type Round = (n: number) => Promise<number>

const go = async (page: Page, path: string, sought: string) => {
  await page.evaluate((to) => {
    location.hash = to
  }, path)
  await page.locator(sought).first().waitFor({ state: 'attached' })
  await painted(page)
}

/** Does `act`; from what the page hears of it (or `act` tells) until `selector` has another text, and none of it is on its way, painted. */
async function untilOther(page: Page, selector: string, act: () => Promise<number | void>): Promise<number> {
  await page.evaluate((sought) => {
    const textOf = () => {
      const element = document.querySelector(sought)
      return element && element.getAttribute('aria-busy') !== 'true' ? (element.textContent ?? '') : ''
    }
    const before = textOf()
    const began = performance.now()
    window.shownAt = new Promise((resolve, reject) => {
      const look = () => {
        const now = textOf()
        if (now !== '' && now !== before)
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
        else if (performance.now() - began > 30_000) reject(new Error(`${sought} stays as it is`))
        else requestAnimationFrame(look)
      }
      look()
    })
  }, selector)
  const began = await act()
  return page.evaluate(async (from) => (await window.shownAt) - (from ?? window.heard), began ?? null)
}

function matrix(page: Page, stage: Stage): Round {
  const project = `/projects/${stage.uuid}`
  return async () => {
    await go(page, project, '.canvas-item')
    await page.waitForTimeout(rest)
    return page.evaluate(
      (to) =>
        new Promise<number>((resolve) => {
          const from = performance.now()
          const look = () =>
            document.querySelector('.matrix-cell')
              ? requestAnimationFrame(() => resolve(performance.now() - from))
              : requestAnimationFrame(look)
          location.hash = to
          look()
        }),
      `${project}/matrix`,
    )
  }
}

async function oneAgainstAll(page: Page, stage: Stage): Promise<Round> {
  await go(page, `/projects/${stage.uuid}/overlap`, '.overlap-title')
  return (n) =>
    untilOther(page, '.overlap-rows', () =>
      page
        .locator('.overlap-title')
        .nth(n % 3)
        .click(),
    )
}

async function matrixKept(page: Page, stage: Stage, { passages }: TheProject): Promise<Round> {
  const tab = await stage.newTab()
  await tab.evaluate((given) => window.tab.open(given), stage.start)
  await tab.evaluate(() => window.tab.online())
  await page.bringToFront()
  await go(page, `/projects/${stage.uuid}/overlap?quirkId=${passages.middle}`, '.overlap-title')
  await page.waitForTimeout(1000)
  return async (n) => {
    const args = passages.of(n)
    const ms = await untilOther(page, '.overlap-rows', () =>
      tab.evaluate(async (given) => {
        const began = performance.timeOrigin + performance.now()
        await window.tab.createHighlight(given)
        return began
      }, args),
    )
    if (n === rounds) await tab.close()
    return ms
  }
}

function textSearch(page: Page, stage: Stage, words: readonly string[]): Round {
  return async (n) => {
    if (n === 0) {
      await go(page, `/projects/${stage.uuid}`, '.canvas-item')
      await page.keyboard.press('Control+Shift+F')
      await page.locator('.text-search input').waitFor()
    }
    const word = words[n % words.length] ?? ''
    await page.locator('.text-search input').fill('')
    await page.waitForTimeout(rest)
    const ms = await untilOther(page, '.text-search-item', () => page.keyboard.type(word))
    if (n < rounds) return ms
    // The first Escape would empty the field.
    await page.locator('.text-search input').fill('')
    await page.keyboard.press('Escape')
    await page.locator('.text-search').waitFor({ state: 'detached' })
    return ms
  }
}

function filter(page: Page, stage: Stage): Round {
  const add = async (field: string, choose: boolean) => {
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: field, exact: true }).click()
    const value = page
      .locator('.query-filter')
      .last()
      .locator('.query-value')
      .locator(choose ? '[role=combobox]' : 'input')
    if (choose) {
      await value.click()
      await page.getByRole('option').first().click()
    } else {
      await value.fill('2000-01-01')
      // Later than that.
      await page.locator('.query-filter').last().locator('.query-operator .ui-select').click()
      await page.getByRole('option').nth(2).click()
    }
    await page.waitForTimeout(rest)
  }
  return async (n) => {
    if (n === 0) {
      await go(page, `/projects/${stage.uuid}/query`, '.query-counts b')
      await add('Group', true)
      await add('Highlight author', true)
      await add('Highlight date', false)
    }
    // By the keys of the list of operators: the first is = where it was !=, and the other way round.
    await page.locator('.query-filter').nth(1).locator('.query-operator .ui-select').click()
    const other = page.getByRole('option', { selected: false }).first()
    await other.waitFor()
    return untilOther(page, '.query-counts', () => other.click())
  }
}

interface TheProject {
  /** Of the texts, each another one. */
  words: readonly string[]
  passages: { middle: number; of(n: number): Args<'createHighlight'> }
}

/** A quirk, passages that it has, and the quirk to be put on them too. */
function projectOf(bench: Bench, snapshot: string): TheProject {
  const db = copyDb(duplicate(bench, snapshot))
  const [middle = 0, other = 0] = db
    .all<{ id: number }>('SELECT quirkId AS id FROM highlights GROUP BY quirkId ORDER BY COUNT(*) DESC LIMIT 2')
    .map(({ id }) => id)
  const places = db.all<{ sourceId: number; questionId: number; start: number; length: number }>(
    `SELECT sourceId, questionId, start, length FROM highlights AS mine WHERE quirkId = ? AND length > 1 AND NOT EXISTS (
      SELECT 1 FROM highlights AS theirs WHERE theirs.quirkId = ? AND theirs.sourceId = mine.sourceId
      AND theirs.questionId = mine.questionId AND theirs.start < mine.start + mine.length + 200
      AND theirs.start + theirs.length > mine.start - 200) ORDER BY sourceId, start LIMIT 400`,
    [middle, other],
  )
  // Those that touch would become one.
  const apart = places.filter((place, n) => {
    const before = places[n - 1]
    return before?.sourceId !== place.sourceId || before.start + before.length + 10 < place.start
  })
  const text = db.all<{ text: string }>('SELECT text FROM answer_texts ORDER BY answerId LIMIT 3')
  db.close()
  const words = [...new Set(text.flatMap((one) => one.text.match(/\p{L}{5,}/gu) ?? []))]
  return {
    words: Array.from({ length: rounds + 1 }, (_, n) => words[(n * 7) % words.length] ?? 'the'),
    passages: {
      middle,
      of: (n) => {
        const place = apart[n]
        if (!place) throw new Error('the quirk has too few highlights')
        return { ...place, quirkId: other }
      },
    },
  }
}
