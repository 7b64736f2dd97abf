// Groups as a researcher has them: made with an emoji, refused, shown alone on the canvas, deleted and taken back.
import type { Page, Request } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { drawn } from '../../../fixtures/testing/awaiting.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk()
const drawing = `
quirk Feelings
quirk Trust < Feelings
quirk Doubt < Feelings
quirk Work
quirk Silence
group Warm: Trust, Work
group Cold: Doubt
source Anna | I [trusted]Trust him, and [then]Work I did [not]Doubt.
`

let page: Page
let asked: URL[] = []

const note = (request: Request) => asked.push(new URL(request.url()))

/** The same page for all: each test takes back what it did. */
beforeEach(async () => {
  page = await desk.standing(drawing)
  await quirk('Trust').waitFor()
  page.context().on('request', note)
})

afterEach(() => {
  page.context().off('request', note)
  const origin = new URL(page.url()).origin
  const isOurs = (from: string) => from === origin || from === origin.replace('http', 'ws')
  const outside = asked.filter(({ protocol, origin: from }) => /^(http|ws)/.test(protocol) && !isOurs(from))
  asked = []
  expect(outside.map(String)).toEqual([])
})

const quirk = (title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })
/** What the canvas has for screen readers: titles, with a ring around those that are there for their children alone. */
const shown = async () => {
  const labels = await page.getByRole('treeitem').evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))
  return labels
    .map((label) => (/none of the selected/.test(label) ? `(${label.split(',')[0]})` : label.split(',')[0]))
    .sort()
}
const emojis = () => asked.filter(({ pathname }) => pathname.includes('/emojis/')).length
const button = () => page.getByRole('navigation').getByRole('button', { name: /^Groups/ })
const group = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
const dialog = () => page.getByRole('dialog', { name: 'Edit groups' })
const field = () => dialog().getByLabel('Group name')
const listed = () => dialog().getByRole('listitem').allTextContents()
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const tagOfFocus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

async function edit(): Promise<void> {
  await button().click()
  await page.getByRole('button', { name: 'Edit groups…' }).click()
  // The dialog gives the focus to its field a moment after it is there, and takes it from whatever was pressed before.
  await expect.poll(() => field().evaluate((input) => input === document.activeElement)).toBe(true)
}

/** Leaves the dialog as it was found: gone. */
async function leave(): Promise<void> {
  await press('Escape')
  await dialog().waitFor({ state: 'detached' })
}
/** Takes back the last step, and waits until it is. */
async function takeBack(step: RegExp): Promise<void> {
  const undo = page.getByRole('button', { name: step })
  await undo.waitFor()
  await press('Control+z')
  await undo.waitFor({ state: 'detached' })
}

describe('1 §2 Edit groups', () => {
  test('by keyboard alone: an emoji is found and put into the name, the group is made and the field cleared', async () => {
    await button().focus()
    await press('Enter')
    await group('All groups').waitFor()
    await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Enter')
    await expect.poll(() => field().evaluate((input) => input === document.activeElement)).toBe(true)
    expect(emojis()).toBe(0)
    await page.keyboard.type('Hope')
    await press('Home', 'Tab', 'Enter')
    const search = page.getByRole('searchbox', { name: 'Find an emoji' })
    await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(emojis()).toBe(2)
    await page.keyboard.type('seedling')
    await expect.poll(() => page.getByRole('gridcell').count()).toBe(1)
    expect(await axe(page)).toEqual([])
    await press('Enter')
    await expect.poll(() => field().inputValue()).toBe('🌱Hope')
    await expect.poll(() => field().evaluate((input) => input === document.activeElement)).toBe(true)
    // Behind the emoji, where the caret was.
    await page.keyboard.type(' ')
    await press('Enter')
    await expect.poll(listed).toEqual(['🌱 Hopeno quirks', 'Cold1 quirk', 'Warm2 quirks'])
    await expect.poll(() => field().inputValue()).toBe('')
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('frimousse')))).toEqual(
      [],
    )
    await leave()
    await expect.poll(tagOfFocus).toBe('Groups')
    await takeBack(/^Undo: .*Hope/)
  })

  test('Escape leaves the emoji picker, then the dialog; a second one comes out of memory', async () => {
    await edit()
    const opener = dialog().getByRole('button', { name: 'Insert an emoji' })
    let fetched = 0
    for (const time of ['once', 'again']) {
      await opener.click()
      await page.getByRole('gridcell').first().waitFor()
      if (time === 'once') fetched = emojis()
      await press('Escape')
      await page.getByRole('searchbox', { name: 'Find an emoji' }).waitFor({ state: 'detached' })
      expect(await dialog().count()).toBe(1)
      await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true)
    }
    expect(emojis()).toBe(fetched)
    await press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  test('an emoji of the very name that is sought stands first', async () => {
    await edit()
    await dialog().getByRole('button', { name: 'Insert an emoji' }).click()
    await page.getByRole('searchbox', { name: 'Find an emoji' }).fill('rocket')
    await expect.poll(() => page.getByRole('gridcell').first().getAttribute('aria-label')).toBe('Rocket')
    expect(await page.getByRole('gridcell').count()).toBeGreaterThan(1)
    await press('Escape', 'Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  test('arrows move through the emojis, which scroll along under their heading', async () => {
    await edit()
    await dialog().getByRole('button', { name: 'Insert an emoji' }).click()
    await page.getByRole('gridcell').first().waitFor()
    const search = page.getByRole('searchbox', { name: 'Find an emoji' })
    await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true)
    const active = page.locator('.emoji[data-active]')
    const inView = () =>
      active.evaluate((one) => {
        const view = one.closest('.emoji-view')?.getBoundingClientRect()
        const { top, bottom } = one.getBoundingClientRect()
        return view !== undefined && top >= view.top + 25 && bottom <= view.bottom
      })
    const places = new Set<string>()
    for (const key of [...Array(14).fill('ArrowDown'), 'ArrowRight', ...Array(14).fill('ArrowUp')]) {
      await press(key)
      await drawn(page)
      await expect.poll(inView).toBe(true)
      places.add((await active.getAttribute('aria-label')) ?? '')
    }
    expect(places.size).toBe(28)
    await press('Enter')
    await expect.poll(() => field().inputValue()).toBe('😃')
    await field().fill('')
    await leave()
  })

  test('emojis that cannot be fetched are said to be missing, and fetched at the next try', async () => {
    // In an empty browser: it has no emojis yet.
    page.context().off('request', note)
    page = await desk.page(`/projects/${await desk.draw(drawing)}`, await desk.person())
    page.context().on('request', note)
    await quirk('Trust').waitFor()
    let lost = true
    await page.route('**/emojis/**', (route) => (lost ? route.abort() : route.continue()))
    await edit()
    await dialog().getByRole('button', { name: 'Insert an emoji' }).click()
    await page.getByText('The emojis could not be loaded').waitFor()
    lost = false
    desk.forgive('Failed to load resource')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('gridcell', { name: 'Grinning face', exact: true }).click()
    expect(await field().inputValue()).toBe('😀')
  })

  test('1 §5, §8: a missing or taken name is said by a toast, once, and what was typed stays', async () => {
    await edit()
    await press('Enter')
    await page.locator('.ui-toast', { hasText: 'Give the group a name.' }).waitFor()
    await page.keyboard.type('Warm')
    await press('Enter')
    await page.locator('.ui-toast', { hasText: '"Warm" group exists' }).waitFor()
    await expect.poll(() => field().getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByText('"Warm" group exists').count()).toBe(1)
    expect(await field().inputValue()).toBe('Warm')
    expect(await axe(page)).toEqual([])
    await page.keyboard.type('er')
    expect(await field().getAttribute('aria-invalid')).toBeNull()
    await press('Enter')
    await expect.poll(listed).toEqual(['Cold1 quirk', 'Warm2 quirks', 'Warmerno quirks'])
    await leave()
    await takeBack(/^Undo: .*Warmer/)
  })

  test('a group is renamed in its place, in one step that undo takes back', async () => {
    await edit()
    await dialog().getByRole('button', { name: 'Rename Warm' }).click()
    const name = dialog().getByRole('textbox', { name: 'Rename Warm' })
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type('Cold')
    await press('Enter')
    await page.locator('.ui-toast', { hasText: '"Cold" group exists' }).waitFor()
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    expect(await axe(page)).toEqual([])
    await press('Escape')
    await expect.poll(tagOfFocus).toBe('Rename Warm')
    expect(await listed()).toEqual(['Cold1 quirk', 'Warm2 quirks'])
    await press('Enter')
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type('Warmer')
    // On a busy machine frames are late, and a dialog that has missed the focus takes it in the next one.
    const inTime = await page.evaluateHandle(() => {
      const soon = globalThis.requestAnimationFrame
      globalThis.requestAnimationFrame = (run) => Number(setTimeout(() => soon(run), 100))
      return soon
    })
    await press('Enter')
    await expect.poll(listed).toEqual(['Cold1 quirk', 'Warmer2 quirks'])
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect.poll(tagOfFocus).toBe('Rename Warmer')
    await inTime.evaluate((soon) => {
      globalThis.requestAnimationFrame = soon
    })
    await press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo: Rename group “Warmer”' }).click()
    await edit()
    await expect.poll(listed).toEqual(['Cold1 quirk', 'Warm2 quirks'])
    await leave()
  })

  test('1 §4: a deleted group comes back with its quirks by the toast’s undo, over the open dialog', async () => {
    await edit()
    await dialog().getByRole('button', { name: 'Delete Warm' }).click()
    await expect.poll(listed).toEqual(['Cold1 quirk'])
    await expect.poll(tagOfFocus).toBe('Delete Cold')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(listed).toEqual(['Cold1 quirk', 'Warm2 quirks'])
    expect(await dialog().count()).toBe(1)

    await dialog().getByRole('button', { name: 'Delete Warm' }).click()
    await expect.poll(listed).toEqual(['Cold1 quirk'])
    await dialog().getByRole('button', { name: 'Delete Cold' }).click()
    await dialog().getByText('No groups yet').waitFor()
    await expect.poll(() => field().evaluate((input) => input === document.activeElement)).toBe(true)
    await press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await press('Control+z', 'Control+z')
    // A group that comes back to the list while a button below it is pressed would move the button away.
    await page.getByRole('button', { name: 'Redo: Remove group “Warm”' }).waitFor()
    await edit()
    await expect.poll(listed).toEqual(['Cold1 quirk', 'Warm2 quirks'])
    await leave()
  })
})

describe('1 §2 the groups dropdown', () => {
  const closeDropdown = async () => {
    await press('Escape')
    await group('All groups').waitFor({ state: 'detached' })
  }
  const everything = ['Doubt', 'Feelings', 'Silence', 'Trust', 'Work']

  test('shows quirks of checked groups, keeps what is around them as a ring, and says what it leaves out', async () => {
    expect(await shown()).toEqual(everything)
    await button().click()
    expect(await group('All groups').getAttribute('aria-checked')).toBe('true')
    await group('Cold').click()
    await expect.poll(shown).toEqual(['(Feelings)', 'Trust', 'Work'])
    expect(await group('All groups').getAttribute('aria-checked')).toBe('mixed')
    await page.getByText('Only quirks in a selected group are shown; those in no group are hidden.').waitFor()
    await page.getByText('2 of 5 quirks shown').waitFor()
    expect(await axe(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axe(page)).toEqual([])

    await group('Warm').click()
    await page.getByText('No quirks match the selected groups').waitFor()
    expect(await group('All groups').getAttribute('aria-checked')).toBe('false')
    await group('All groups').click()
    await expect.poll(shown).toEqual(everything)
    await page.emulateMedia({ colorScheme: null })
    await closeDropdown()
  })

  test('shows one group alone, by its own button and by key, and says so', async () => {
    await button().click()
    const only = (name: string) => page.getByRole('button', { name: `Show only ${name}` })
    await only('Cold').click()
    await expect.poll(shown).toEqual(['(Feelings)', 'Doubt'])
    expect(await only('Cold').getAttribute('aria-pressed')).toBe('true')
    await group('Cold').focus()
    await press('Tab', 'Tab', 'Tab')
    await expect.poll(tagOfFocus).toBe('Show only Warm')
    await press('Enter')
    await expect.poll(shown).toEqual(['(Feelings)', 'Trust', 'Work'])
    expect(await only('Cold').getAttribute('aria-pressed')).toBe('false')
    expect(await axe(page)).toEqual([])
    await group('All groups').click()
    await expect.poll(shown).toEqual(everything)
    await closeDropdown()
  })

  test('is kept over a reload, until all are shown again', async () => {
    await button().click()
    await group('Warm').click()
    await expect.poll(shown).toEqual(['(Feelings)', 'Doubt'])
    await page.reload()
    await quirk('Doubt').waitFor()
    await expect.poll(shown).toEqual(['(Feelings)', 'Doubt'])
    expect(await button().getAttribute('aria-label')).toBe('Groups: 1 of 2 shown')
    await page.getByRole('button', { name: 'Clear the groups filter' }).click()
    await expect.poll(shown).toEqual(everything)
  })

  test('leaves no filter behind when an unchecked group is deleted', async () => {
    await button().click()
    await group('Cold').click()
    await expect.poll(shown).toEqual(['(Feelings)', 'Trust', 'Work'])
    await page.getByRole('button', { name: 'Edit groups…' }).click()
    await dialog().getByRole('button', { name: 'Delete Cold' }).click()
    await expect.poll(() => page.locator('.groups-button button').getAttribute('aria-label')).toBe('Groups')
    await leave()
    await expect.poll(shown).toEqual(everything)
    // With the group its filter is back.
    await takeBack(/^Undo: .*Cold/)
    await page.getByRole('button', { name: 'Clear the groups filter' }).click()
    await expect.poll(shown).toEqual(everything)
  })

  test('a new quirk that it leaves out is said to be there', async () => {
    await button().click()
    await group('Cold').click()
    await press('Escape')
    await page.locator('.canvas-new').getByRole('button').click()
    await page.getByRole('dialog', { name: 'New quirk' }).getByLabel('Title').fill('Longing')
    await press('Enter')
    const note = page.locator('.ui-toast', { hasText: 'Longing is created, but hidden' })
    await note.getByRole('button', { name: 'Clear the groups filter' }).click()
    await expect.poll(shown).toEqual(['Doubt', 'Feelings', 'Longing', 'Silence', 'Trust', 'Work'])
    await takeBack(/^Undo: .*Longing/)
  })
})
