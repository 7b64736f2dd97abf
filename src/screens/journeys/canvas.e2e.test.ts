// The canvas and the tree as a person meets them, by pointer, by single clicks and by keyboard alone.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type DrawnProject, draw } from '../../../fixtures/project.ts'
import { atRest, stays } from '../../../fixtures/testing/awaiting.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import { phone, testDesk } from '../../../fixtures/testing/desk.ts'
import { hoverDelay } from '../../model/limits.ts'

const desk = testDesk({ own: { viewport: { width: 1440, height: 900 } } })

/** Family holds Mother and Father, Mother holds Letters; Work and Rest stand alone. */
const drawing = `
quirk Family
quirk Mother < Family
quirk Father < Family
quirk Letters < Mother
quirk Work
quirk Rest
source Anna | I [trusted him]Family until the [letter]Letters came, and [[then]Family]Mother I left.
`
const places: Record<string, readonly [number, number]> = { Family: [200, 250], Work: [450, 200], Rest: [450, 420] }

function placed(at: typeof places): DrawnProject {
  const drawn = draw(drawing)
  for (const quirk of drawn.quirks) [quirk.x, quirk.y] = at[quirk.title] ?? [0, 0]
  return drawn
}
const apart = placed(places)

/** At the scale at which it was opened first. Where motion is no matter of the test, quirks stand at once, which costs fewer frames. */
async function open({ drawn = apart, moves = false } = {}): Promise<Page> {
  const page = await desk.standing(drawn)
  await bubble(page, 'Work').waitFor()
  await canvas(page).getByRole('button', { name: 'Show all quirks' }).click()
  await canvas(page).locator('.canvas-zoom-level').click()
  await atRest(page, () => circle(page, 'Work'))
  if (moves) await page.emulateMedia({ reducedMotion: 'no-preference' })
  return page
}

const canvas = (page: Page) => page.getByRole('region', { name: 'Canvas' })
const bubble = (page: Page, title: string) => canvas(page).getByRole('treeitem', { name: new RegExp(`^${title}, `) })
const inside = (page: Page, title: string, parent: string) =>
  canvas(page).getByRole('treeitem', { name: new RegExp(`^${title}, .*inside ${parent}(,|$)`) })
const undo = (page: Page, step: string) => page.getByRole('button', { name: `Undo: ${step}`, exact: true })
const says = (page: Page, text: string) => page.locator('.ui-toast-text', { hasText: text }).waitFor()
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')

interface Circle {
  x: number
  y: number
  r: number
}
async function circle(page: Page, title: string): Promise<Circle> {
  const box = await bubble(page, title).boundingBox()
  if (!box) throw new Error(`${title} is not shown`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, r: box.width / 2 }
}
/** From so far away a quirk opens: from nearer all of it is seen already. */
async function fromAfar(page: Page): Promise<void> {
  const shown = page.locator('.canvas-zoom-level', { hasText: '50' })
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Zoom out', exact: true }).click()
      return shown.count()
    })
    .toBe(1)
  await atRest(page, () => circle(page, 'Family'))
  const pairs = ['Family Mother', 'Family Father', 'Mother Letters', 'Family Letters']
  for (const pair of pairs) {
    const [one = '', other = ''] = pair.split(' ')
    rests.set(pair, await gap(page, one, other))
  }
}
/** The free space between two bubbles at rest, seen from afar. */
const rests = new Map<string, number>()
/** So many times as far from each other as at rest. */
const stretch = async (page: Page, one: string, other: string): Promise<number> =>
  (await gap(page, one, other)) / rests.get(`${one} ${other}`)!
const openFrom = 1.4
/** Px of free space between two bubbles; below 0 they overlap. */
async function gap(page: Page, one: string, other: string): Promise<number> {
  const [a, b] = [await circle(page, one), await circle(page, other)]
  return Math.hypot(a.x - b.x, a.y - b.y) - a.r - b.r
}
async function drag(page: Page, title: string, to: { x: number; y: number }): Promise<void> {
  const { x, y } = await circle(page, title)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + (to.x - x) / 2, y + (to.y - y) / 2, { steps: 6 })
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await page.mouse.up()
}

describe('1 §2, §9: hovering a quirk', () => {
  test('opens its children after 200 ms and theirs after 840 ms; leaving closes it', async () => {
    const page = await open({ moves: true })
    // At rest, too, no bubble overlaps its own children.
    for (const [parent, child] of [
      ['Family', 'Mother'],
      ['Family', 'Father'],
      ['Mother', 'Letters'],
    ] as const) {
      expect(await gap(page, parent, child)).toBeGreaterThan(0)
    }
    await fromAfar(page)
    const { x, y } = await circle(page, 'Family')
    const others = () => Promise.all(['Work', 'Rest'].map((title) => circle(page, title)))
    const before = await others()
    await page.mouse.move(x, y, { steps: 2 })
    for (const child of ['Mother', 'Father'])
      await expect.poll(() => stretch(page, 'Family', child)).toBeGreaterThan(openFrom)
    await expect.poll(() => stretch(page, 'Mother', 'Letters')).toBeGreaterThan(openFrom)
    expect(await stretch(page, 'Family', 'Letters')).toBeGreaterThan(openFrom)
    // What opens stays where it is, and nothing else moves.
    const opened = await circle(page, 'Family')
    expect([opened.x, opened.y].map(Math.round)).toEqual([x, y].map(Math.round))
    expect(await others()).toEqual(before)
    expect(await axe(page)).toEqual([])
    const hint = page.getByText('Hover over Family to see what is inside.')
    await hint.waitFor()
    // Staying on what has come out keeps it.
    const mother = await circle(page, 'Mother')
    await page.mouse.move(mother.x, mother.y, { steps: 4 })
    await stays(400, async () => (await stretch(page, 'Family', 'Mother')) > openFrom, true)
    await page.mouse.move(x + 500, y + 300, { steps: 8 })
    await expect.poll(() => stretch(page, 'Family', 'Mother')).toBeLessThan(openFrom)
    await hint.waitFor({ state: 'detached' })
    await page.mouse.move(x, y, { steps: 2 })
    await hint.waitFor()
    // Whoever knows it is told no more.
    await page.evaluate(() => localStorage.setItem('thicket:opened-seen', '3'))
    await page.reload()
    await bubble(page, 'Family').waitFor({ state: 'attached' })
    await page.mouse.move(x + 1, y, { steps: 2 })
    await expect.poll(() => stretch(page, 'Family', 'Mother')).toBeGreaterThan(openFrom)
    expect(await hint.count()).toBe(0)
  })

  test('so does the focus of the keyboard, and with reduced motion everything stands at once', async () => {
    const page = await open()
    await fromAfar(page)
    await bubble(page, 'Work').focus()
    await press(page, 'Home')
    await expect.poll(() => focused(page)).toMatch(/^Family/)
    await expect.poll(() => stretch(page, 'Family', 'Mother')).toBeGreaterThan(openFrom)
    await expect.poll(() => stretch(page, 'Mother', 'Letters')).toBeGreaterThan(openFrom)
    await bubble(page, 'Work').focus()
    await expect.poll(() => stretch(page, 'Family', 'Mother')).toBeLessThan(openFrom)
  })

  test('a drag that rests on a quirk opens it, and drops into what has come out', async () => {
    const page = await open({ moves: true })
    await fromAfar(page)
    const [work, family] = [await circle(page, 'Work'), await circle(page, 'Family')]
    await page.mouse.move(work.x, work.y)
    await page.mouse.down()
    await page.mouse.move(family.x, family.y, { steps: 8 })
    await expect.poll(() => stretch(page, 'Family', 'Father')).toBeGreaterThan(openFrom)
    const father = await atRest(page, () => circle(page, 'Father'))
    await page.mouse.move(father.x, father.y, { steps: 6 })
    await page.mouse.up()
    await inside(page, 'Work', 'Father').waitFor()
  })
})

test('tools find each quirk by its id, in the box of its disc, and know when the newest layout is shown', async () => {
  const page = await open()
  const root = page.locator('.canvas[data-drawn="6"]')
  await root.waitFor()
  expect(await root.locator('[data-quirk]').count()).toBe(6)
  const before = await root.locator('[data-quirk="1"]').boundingBox()
  if (!before) throw new Error('Family is not drawn')
  expect(before.width).toBeCloseTo(before.height)
  // Its disc is under the middle of the box, its land around it.
  await page.mouse.click(before.x + before.width / 2, before.y + before.height / 2)
  await expect.poll(() => bubble(page, 'Family').getAttribute('aria-selected')).toBe('true')
  await press(page, 'Delete')
  const left = page.locator('.canvas[data-drawn="2"]')
  await left.waitFor()
  expect(await left.locator('[data-quirk]').count()).toBe(2)
  await press(page, 'Control+z')
  await root.waitFor()
})

test('the card of a chosen quirk stands where it covers no other one, and tells what it holds once the pointer rests on it', async () => {
  const page = await open()
  for (const title of ['Family', 'Mother', 'Letters']) {
    const { x, y } = await circle(page, title)
    await page.mouse.click(x, y)
    const card = await canvas(page).locator('.canvas-caption[data-chosen]').boundingBox()
    if (!card) throw new Error('there is no card')
    for (const other of ['Family', 'Mother', 'Father', 'Letters', 'Work', 'Rest']) {
      const at = await circle(page, other)
      const near = {
        x: Math.max(card.x, Math.min(at.x, card.x + card.width)),
        y: Math.max(card.y, Math.min(at.y, card.y + card.height)),
      }
      expect(Math.hypot(near.x - at.x, near.y - at.y), `${title} over ${other}`).toBeGreaterThanOrEqual(at.r - 1)
    }
    await page.mouse.move(700, 120)
    await atRest(page, () => circle(page, title))
  }
  const { x, y } = await circle(page, 'Letters')
  await page.mouse.move(x, y)
  const card = canvas(page).locator('.canvas-caption[data-chosen]')
  await card.locator('[aria-hidden]').getByText('own').waitFor()
  await card.getByRole('button', { name: /^Passages \d+$/ }).click()
  await page.waitForURL(/\/list/)
})

describe('nest, unnest, delete and undo', () => {
  test('by pointer', async () => {
    const page = await open({ moves: true })
    await drag(page, 'Work', await circle(page, 'Rest'))
    await inside(page, 'Work', 'Rest').waitFor()
    await undo(page, 'Move quirk “Work”').click()
    await expect.poll(() => inside(page, 'Work', 'Rest').count()).toBe(0)

    await page.mouse.move(700, 120)
    await drag(page, 'Father', { x: (await circle(page, 'Rest')).x, y: (await circle(page, 'Rest')).y + 140 })
    await expect.poll(() => inside(page, 'Father', 'Family').count()).toBe(0)

    // 1 §5: three levels at most, never under what is below it.
    await drag(page, 'Rest', await circle(page, 'Letters'))
    await says(page, 'levels')
    await bubble(page, 'Rest').waitFor()

    await page.mouse.move(700, 120)
    const { x, y } = await atRest(page, () => circle(page, 'Family'))
    await page.mouse.click(x, y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete quirk' }).click()
    for (const title of ['Family', 'Mother', 'Letters']) await expect.poll(() => bubble(page, title).count()).toBe(0)
    await page.locator('.ui-toast').getByRole('button', { name: /^Undo/ }).first().click()
    await inside(page, 'Letters', 'Mother').waitFor()
  })

  test('by single clicks', async () => {
    const page = await open()
    const menuOf = async (title: string) => {
      const { x, y } = await circle(page, title)
      await page.mouse.click(x, y)
      await canvas(page).getByRole('button', { name: 'More actions' }).click()
    }
    await menuOf('Work')
    await page.getByRole('menuitem', { name: 'Move into…' }).click()
    await page.getByRole('option', { name: /^Rest/ }).click()
    await inside(page, 'Work', 'Rest').waitFor()
    await menuOf('Work')
    await page.getByRole('menuitem', { name: 'Move to the top level' }).click()
    await expect.poll(() => inside(page, 'Work', 'Rest').count()).toBe(0)
    expect(await gap(page, 'Work', 'Rest')).toBeGreaterThan(0)
    await menuOf('Work')
    await page.getByRole('menuitem', { name: 'Overview' }).click()
    await page.getByRole('tree', { name: 'Tree of Work' }).waitFor()
  })
})

test('1 §4: undo of a deletion chooses what came back, by the toast and, in the tree, by key; a focus elsewhere stays there', async () => {
  const page = await open()
  const chosen = (title: string) =>
    expect
      .poll(() =>
        bubble(page, title)
          .getAttribute('aria-selected')
          .catch(() => null),
      )
      .toBe('true')
  const removeRest = async () => {
    await press(page, 'Delete')
    await expect.poll(() => bubble(page, 'Rest').count()).toBe(0)
    await expect.poll(() => focused(page)).toMatch(/^(?!Rest)\w+, /)
  }
  await bubble(page, 'Rest').focus()
  await removeRest()
  await page.locator('.ui-toast').getByRole('button', { name: 'Undo' }).first().click()
  await chosen('Rest')
  await expect.poll(() => focused(page)).toMatch(/^Rest,/)

  await removeRest()
  await undo(page, 'Delete quirk “Rest”').focus()
  await press(page, 'Enter')
  await chosen('Rest')
  expect(await page.locator('.canvas :focus').count()).toBe(0)

  await bubble(page, 'Family').focus()
  await press(page, 'o')
  await page
    .locator('.tree')
    .getByRole('treeitem', { name: /^Father / })
    .focus()
  await press(page, 'Delete')
  await expect.poll(() => focused(page)).toMatch(/^Mother/)
  await press(page, 'Control+z')
  await expect.poll(() => focused(page)).toMatch(/^Father/)
})

test('1 §3: place and scale are kept per route, and over a reload', async () => {
  const page = await open()
  const zoom = () => canvas(page).locator('.canvas-zoom-level').textContent()
  await canvas(page).getByRole('button', { name: 'Zoom in' }).click()
  const onCanvas = await atRest(page, zoom)
  await bubble(page, 'Work').focus()
  await press(page, 'o')
  await page.getByRole('tree', { name: 'Tree of Work' }).waitFor()
  await atRest(page, zoom)
  for (let n = 0; n < 2; n++) await canvas(page).getByRole('button', { name: 'Zoom out' }).click()
  const besideTree = await atRest(page, zoom)
  expect(besideTree).not.toBe(onCanvas)
  await page.reload()
  await page.getByRole('tree', { name: 'Tree of Work' }).waitFor()
  await expect.poll(zoom).toBe(besideTree)
  // The route without a quirk is the last one's tree.
  await page.evaluate(() => location.assign(location.hash.split('?')[0] ?? ''))
  await page.waitForURL(/tree\?quirkId=\d+$/)
  await page.getByRole('button', { name: 'Back to the canvas' }).click()
  await expect.poll(zoom).toBe(onCanvas)
  await expect.poll(() => focused(page)).toMatch(/^Work/)
})

describe('1 §2: the tree view', () => {
  const tree = (page: Page, title: string) => page.getByRole('tree', { name: `Tree of ${title}` })
  const item = (page: Page, title: string) =>
    page.locator('.tree').getByRole('treeitem', { name: new RegExp(`^${title} `) })
  const column = (page: Page, title: string) =>
    page.locator('.tree-column', { has: page.getByRole('treeitem', { name: new RegExp(`^${title} `) }) })

  test('opens by double-click beside the canvas, has columns of 350 and 200 px, and leads down and up', async () => {
    const page = await open()
    const { x, y } = await circle(page, 'Family')
    await page.mouse.dblclick(x, y)
    await tree(page, 'Family').waitFor()
    expect(page.url()).toMatch(/\/tree\?quirkId=\d+$/)
    expect(await canvas(page).isVisible()).toBe(true)
    expect(await page.getByLabel('Find a quirk').count()).toBe(0)
    const width = async (title: string) => (await column(page, title).boundingBox())?.width
    expect([await width('Mother'), await width('Father')]).toEqual([350, 200])
    expect(await axe(page)).toEqual([])

    await item(page, 'Mother').dblclick()
    await tree(page, 'Mother').waitFor()
    expect(await item(page, 'Father').count()).toBe(0)
    await page.getByRole('navigation', { name: 'Path' }).getByRole('button', { name: 'Family' }).click()
    await tree(page, 'Family').waitFor()
    await page.goBack()
    await tree(page, 'Mother').waitFor()
  })

  test('a drag moves between columns, and out of all', async () => {
    const page = await open()
    await bubble(page, 'Family').focus()
    await press(page, 'o')
    await tree(page, 'Family').waitFor()
    await item(page, 'Letters').dragTo(item(page, 'Father'))
    await inside(page, 'Letters', 'Father').waitFor()
    await undo(page, 'Move quirk “Letters”').waitFor()
    const from = await item(page, 'Letters').boundingBox()
    if (!from) throw new Error('the card is not shown')
    await page.mouse.move(from.x + 60, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(from.x + 70, from.y + 40, { steps: 4 })
    await page.getByText('Drop here to move to the top level').hover()
    await page.mouse.up()
    await expect.poll(() => item(page, 'Letters').count()).toBe(0)
    await expect.poll(() => inside(page, 'Letters', 'Father').count()).toBe(0)
  })

  test('does all of it by keyboard, and goes back to the project when it becomes empty', async () => {
    const page = await open()
    await bubble(page, 'Mother').focus()
    await press(page, 'o')
    await tree(page, 'Mother').waitFor()
    await expect.poll(() => focused(page)).toMatch(/^Mother/)
    await press(page, 'n')
    await page.locator('.ui-modal').waitFor()
    await page.keyboard.type('Songs')
    await press(page, 'Enter')
    await expect.poll(() => focused(page)).toMatch(/^Songs/)
    await inside(page, 'Songs', 'Mother').waitFor()
    await press(page, 'Home', 'ArrowRight')
    await expect.poll(() => focused(page)).toMatch(/^Letters/)
    await press(page, 'm')
    await page.getByRole('option', { name: /^Rest/ }).waitFor()
    await page.keyboard.type('Rest')
    await press(page, 'Enter')
    await inside(page, 'Letters', 'Rest').waitFor()
    await press(page, 'Shift+F10')
    await page.getByRole('menuitem', { name: 'New quirk inside' }).waitFor()
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await item(page, 'Songs').focus()
    await press(page, 'Delete')
    await expect.poll(() => page.url()).toMatch(/projects\/[0-9a-f-]{36}$/)
    await expect.poll(() => focused(page)).toMatch(/^Mother/)
    await press(page, 'Control+z')
    await inside(page, 'Songs', 'Mother').waitFor()

    await bubble(page, 'Mother').focus()
    await press(page, 'o')
    await tree(page, 'Mother').waitFor()
    await press(page, 'Delete')
    await expect.poll(() => page.url()).toMatch(/projects\/[0-9a-f-]{36}$/)
    await expect.poll(() => bubble(page, 'Mother').count()).toBe(0)
  })
})

/** Opens the source and selects words by keyboard, from the beginning of the text. */
async function select(page: Page, words: string): Promise<void> {
  // The test before may have left it open.
  if ((await page.locator('.cm-content').count()) === 0) await page.getByRole('button', { name: 'Anna' }).click()
  await selectAgain(page, words)
}
async function selectAgain(page: Page, words: string): Promise<void> {
  await page.locator('.cm-content').focus()
  await press(page, 'Control+Home', ...Array.from({ length: words.length }, () => 'Shift+ArrowRight'))
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(words)
}

/** Takes hold of the words that are selected, and holds them over the place. */
async function dragWords(page: Page, to: { x: number; y: number }): Promise<void> {
  const from = await page.evaluate(() => {
    const { left, right, top, bottom } = getSelection()!.getRangeAt(0).getBoundingClientRect()
    return { x: (left + right) / 2, y: (top + bottom) / 2 }
  })
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x - 4, from.y, { steps: 2 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
}

describe('words of a text', () => {
  test('dragged to a quirk open it, and are highlighted with the child that they are dropped on', async () => {
    const page = await open({ moves: true })
    await fromAfar(page)
    await select(page, 'I trusted')
    await dragWords(page, await circle(page, 'Family'))
    await expect.poll(() => stretch(page, 'Family', 'Father')).toBeGreaterThan(openFrom)
    // Its card is not in the way.
    expect(await canvas(page).locator('.canvas-caption').count()).toBe(0)
    const father = await atRest(page, () => circle(page, 'Father'))
    await page.mouse.move(father.x, father.y, { steps: 8 })
    // The words in the hand say where they would go, and leave that one's name to be read.
    const chip = page.locator('.text-drag')
    await expect.poll(() => chip.textContent()).toBe('I trusted↵ Father')
    const { y = 0 } = (await chip.boundingBox()) ?? {}
    expect(y).toBeGreaterThanOrEqual(father.y + father.r + 58 - 1)
    await page.mouse.up()
    await canvas(page).getByRole('treeitem', { name: 'Father, 1 highlight, inside Family' }).waitFor()
    expect(await chip.count()).toBe(0)
    await page.getByRole('button', { name: /^Undo: Create highlight/ }).waitFor()
  })

  test('held over one quirk after the other from near, they move none of them', async () => {
    const page = await open({ moves: true })
    await select(page, 'I trusted')
    const all = () =>
      canvas(page)
        .locator('[data-quirk]')
        .evaluateAll((items) =>
          items.map((item) => {
            const { left, top, width } = item.getBoundingClientRect()
            return { id: item.dataset.quirk, left, top, width }
          }),
        )
    const before = await atRest(page, all)
    expect(before.length).toBe(6)
    await dragWords(page, await circle(page, 'Mother'))
    for (const title of ['Mother', 'Letters', 'Family', 'Work']) {
      const { x, y } = await circle(page, title)
      await page.mouse.move(x, y, { steps: 6 })
      await expect.poll(() => page.locator('.text-drag').textContent()).toBe(`I trusted↵ ${title}`)
      // As long as a quirk takes to open with all that is inside, from further away.
      await stays(hoverDelay.second, all, before)
    }
    await page.mouse.up()
    await canvas(page).getByRole('treeitem', { name: 'Work, 1 highlight' }).waitFor()
  })

  test('dropped beside all quirks become one, which is then the quirk that is current in the text too', async () => {
    const page = await open()
    await select(page, 'I trusted')
    const { x, y } = await circle(page, 'Work')
    await dragWords(page, { x: x + 150, y })
    await page.mouse.up()
    await page.getByRole('dialog', { name: 'New quirk from this passage' }).waitFor()
    await page.keyboard.type('Trust')
    await press(page, 'Enter')
    await canvas(page).getByRole('treeitem', { name: 'Trust, 1 highlight' }).waitFor()
    await page.getByRole('button', { name: 'Code with Trust again' }).waitFor()
  })

  test('are given to a quirk, on the canvas and in its tree, by keyboard alone', async () => {
    const page = await open()
    await select(page, 'I trusted')
    await bubble(page, 'Work').focus()
    await press(page, 'h')
    await canvas(page).getByRole('treeitem', { name: 'Work, 1 highlight' }).waitFor()
    await canvas(page).getByText('Coded: Work, 1').waitFor({ state: 'attached' })
    // What is coded is let go.
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('')
    await selectAgain(page, 'I trusted')
    await bubble(page, 'Rest').focus()
    await press(page, 'o')
    await page.getByRole('tree', { name: 'Tree of Rest' }).waitFor()
    await expect.poll(() => focused(page)).toMatch(/^Rest/)
    await press(page, 'h')
    await canvas(page).getByRole('treeitem', { name: 'Rest, 1 highlight' }).waitFor()
  })
})

test('nest, unnest, delete, rename and undo by keyboard alone', async () => {
  const page = await open({ drawn: placed(places) })
  await bubble(page, 'Work').focus()
  // A move begins where the quirk is.
  await atRest(page, () => circle(page, 'Work'))
  await press(page, 'm', ...Array.from({ length: 11 }, () => 'ArrowDown'), 'Enter')
  await inside(page, 'Work', 'Rest').waitFor()
  await bubble(page, 'Work').focus()
  await press(page, 'Shift+F10')
  await page.getByRole('menuitem', { name: 'Overview' }).waitFor()
  // The menu is below the quirk, whose card is away meanwhile.
  expect(await axe(page)).toEqual([])
  // Letters would lead there too, but only where none comes later than 750 ms after the one before.
  await expect
    .poll(async () => {
      await press(page, 'ArrowDown')
      return focused(page)
    })
    .toMatch(/^Move to the top level/)
  await press(page, 'Enter')
  await expect.poll(() => inside(page, 'Work', 'Rest').count()).toBe(0)
  await bubble(page, 'Father').focus()
  await atRest(page, () => circle(page, 'Father'))
  await press(page, 'm', ...Array.from({ length: 3 }, () => 'Shift+ArrowDown'), 'Enter')
  await expect.poll(() => inside(page, 'Father', 'Family').count()).toBe(0)
  await bubble(page, 'Work').focus()
  await press(page, 'Delete')
  await expect.poll(() => bubble(page, 'Work').count()).toBe(0)
  await expect.poll(() => focused(page)).toMatch(/^(Rest|Family|Father|Mother|Letters),/)
  await press(page, 'Control+z')
  await expect.poll(() => focused(page)).toMatch(/^Work,/)
  await press(page, 'Enter')
  await page.locator('.ui-modal').waitFor()
  await press(page, 'Control+a')
  await page.keyboard.type('Labour')
  await press(page, 'Enter')
  await bubble(page, 'Labour').waitFor()
  await expect.poll(() => focused(page)).toMatch(/^Labour/)
  await press(page, 'n')
  await page.getByRole('dialog', { name: 'New quirk' }).waitFor()
  await page.keyboard.type('Hope')
  await press(page, 'Enter')
  await expect.poll(() => focused(page)).toMatch(/^Hope/)
})

const onOneHeap = placed({ Family: [300, 300], Work: [310, 300], Rest: [320, 305] })

test('what stood on one heap is tidied in one step, after which nothing moves; one undo takes all of it back', async () => {
  const page = await open({ drawn: onOneHeap })
  const titles = ['Family', 'Mother', 'Father', 'Letters', 'Work', 'Rest']
  const picture = () => Promise.all(titles.map((title) => circle(page, title)))
  const furthest = async (from: readonly Circle[]) =>
    Math.max(...(await picture()).map(({ x, y }, at) => Math.hypot(x - from[at]!.x, y - from[at]!.y)))
  const showAll = async () => {
    await canvas(page).getByRole('button', { name: 'Show all quirks' }).click()
    return atRest(page, picture)
  }
  const before = await showAll()
  await page.mouse.move(700, 120)
  await canvas(page).getByRole('button', { name: 'Tidy canvas' }).click()
  await page.getByRole('button', { name: 'Undo: Tidy canvas', exact: true }).waitFor()
  const tidied = await atRest(page, picture)
  await page.reload()
  await bubble(page, 'Work').waitFor()
  await atRest(page, picture)
  expect(await furthest(tidied)).toBeLessThan(3)
  await press(page, 'Shift+T')
  await canvas(page).getByText('The canvas is already tidy').waitFor({ state: 'attached' })
  await press(page, 'Control+z')
  await page.getByRole('button', { name: /^Redo: Tidy canvas/ }).waitFor()
  // The worker lays it out, which may come after the button was pressed.
  const away = async () => {
    await showAll()
    return furthest(before)
  }
  await expect.poll(away).toBeLessThan(3)
})

test('a finger opens a quirk by a tap and is told so in its words; in the narrowest window the footer keeps to one line', async () => {
  const context = await desk.person({ ...phone, locale: 'en-GB' })
  const page = await desk.page(`/projects/${await desk.project(apart)}`, context)
  await bubble(page, 'Family').waitFor()
  await fromAfar(page)
  const { x, y } = await circle(page, 'Family')
  await page.touchscreen.tap(x, y)
  const hint = page.getByText('Tap Family to see what is inside.')
  await hint.waitFor()
  expect(await page.getByText('Hover over').count()).toBe(0)
  const surface = await page.locator('.canvas-surface').boundingBox()
  await page.touchscreen.tap(surface!.x + 8, surface!.y + 8)
  await hint.waitFor({ state: 'detached' })

  const lines = () =>
    page.locator('.canvas-footer').evaluate((footer) => {
      const middles = Array.from(footer.children, (part) => {
        const { top, height } = part.getBoundingClientRect()
        return Math.round(top + height / 2)
      })
      return { lines: new Set(middles).size, cut: footer.scrollWidth > footer.clientWidth }
    })
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 660 })
    await expect.poll(lines).toEqual({ lines: 1, cut: false })
  }
})

test('a quirk without highlights of its own is said to hold those inside', async () => {
  const page = await desk.standing('quirk Family\nquirk Mother < Family\nsource Anna | The [letter]Mother came in May.')
  const name = 'Family, no highlights, 1 with those inside'
  await canvas(page).getByRole('treeitem', { name, exact: true }).waitFor()
})

test('an empty canvas takes in the codebook of another program', async () => {
  const page = await desk.standing('source Anna | I came here in May.')
  const chosen = page.waitForEvent('filechooser')
  await canvas(page).getByRole('button', { name: 'Import a codebook' }).click()
  const chooser = await chosen
  expect(await chooser.element().getAttribute('accept')).toBe('.qdpx,.qdc')
  const code = (n: number, name: string, inside = '') =>
    `<Code guid="00000000-0000-4000-8000-00000000000${n}" name="${name}" isCodable="true">${inside}</Code>`
  const xml = `<CodeBook xmlns="urn:QDA-XML:codebook:1:0" origin="A program"><Codes>${code(1, 'Garden', code(2, 'Water'))}</Codes></CodeBook>`
  await chooser.setFiles({ name: 'Codes.qdc', mimeType: 'text/xml', buffer: Buffer.from(xml) })
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('dialog', { name: 'Import finished' }).waitFor()
  await press(page, 'Escape')
  await inside(page, 'Water', 'Garden').waitFor()
  await canvas(page).getByText('No quirks yet').waitFor({ state: 'detached' })
})

test('lines stand in the place of a view that has still to be fetched', async () => {
  const context = await desk.person()
  let come = () => {}
  const held = new Promise<void>((resolve) => {
    come = resolve
  })
  // All views but the canvas come in this one.
  await context.route('**/more.js', async (route) => {
    await held
    await route.continue()
  })
  const page = await desk.page(`/projects/${await desk.draw('source Anna | I came here in May.')}/crosstab`, context)
  const view = page.getByRole('group', { name: 'Quirks by property' })
  await view.getByRole('status', { name: 'Loading…' }).waitFor()
  come()
  await view.getByText('No source properties yet').waitFor()
  await view.getByRole('status', { name: 'Loading…' }).waitFor({ state: 'detached' })
})
