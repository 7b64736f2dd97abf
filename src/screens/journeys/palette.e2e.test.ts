// The palette, the sheet of keys and the settings by keyboard alone, with a real server and two people's browsers.
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { stays } from '../../../fixtures/testing/awaiting.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk()
const drawing = `
quirk Feelings
quirk Trust < Feelings
quirk Work
group Warm: Trust
source Anna | I [trusted]Trust him, and [then]Work I left.
source Bertha’s letters | The harbour was empty that winter.
`

let page: Page

beforeEach(async () => {
  page = await desk.standing(drawing)
  await quirk(page, 'Trust').waitFor()
})

/** A project and a browser that no test has worked in. */
async function openAnother(): Promise<void> {
  page = await desk.page(`/projects/${await desk.draw(drawing)}`, await desk.person())
  await quirk(page, 'Work').waitFor()
}

const quirk = (at: Page, title: string) => at.getByRole('treeitem', { name: new RegExp(`^${title},`) })
const field = () => page.getByRole('combobox', { name: 'Search or run a command' })
const found = () => page.getByRole('option').allTextContents()
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const focused = () =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')

async function openPalette(): Promise<void> {
  await press('Control+k')
  await expect.poll(focused).toBe('Search or run a command')
}

async function find(words: string, first: string): Promise<void> {
  await openPalette()
  await page.keyboard.type(words)
  await expect.poll(async () => (await found())[0] ?? '').toContain(first)
}

async function run(words: string, first: string): Promise<void> {
  await find(words, first)
  await press('Enter')
  await field().waitFor({ state: 'detached' })
}

describe('the command palette', () => {
  test('opens a source, makes a quirk, shows one, changes a setting: by keyboard alone', async () => {
    await run('bert', 'Bertha’s letters')
    await page.getByRole('tab', { name: 'Bertha’s letters' }).waitFor()
    await page.locator('.cm-line').first().waitFor()

    await run('new qu', 'New quirk')
    await page.getByRole('dialog', { name: 'New quirk' }).getByLabel('Title').waitFor()
    await page.keyboard.type('Winter')
    await press('Enter')
    await quirk(page, 'Winter').waitFor()

    await run('trus', 'Trust')
    await expect.poll(focused).toMatch(/^Trust,/)

    await run('dark', 'Appearance: Dark')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')

    await openPalette()
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
    await expect
      .poll(() => recent.allTextContents())
      .toEqual(['Appearance: Darkchosen', 'TrustFeelings', 'New quirkN', 'Bertha’s letters'])
    expect(await axe(page)).toEqual([])
    await press('Escape')
    await run('match sys', 'Appearance: Match system')
  })

  test('Escape empties it, then closes it; files, the canvas and the text are reached from it, each command with its key beside it', async () => {
    await quirk(page, 'Work').focus()
    await openPalette()
    await page.keyboard.type('xyz')
    await page.getByText('No matches').waitFor()
    await press('Escape')
    expect(await field().inputValue()).toBe('')
    await press('Escape')
    await field().waitFor({ state: 'detached' })
    await expect.poll(focused).toMatch(/^Work,/)

    const dialog = async (name: string) => {
      await page.getByRole('dialog', { name }).waitFor()
      await press('Escape')
      await page.getByRole('dialog', { name }).waitFor({ state: 'detached' })
    }
    await find('save a copy', 'Save a copy as…')
    expect(await found()).toEqual(['Save a copy as…Ctrl+Shift+S'])
    await press('Enter')
    await dialog('Save a copy')
    await run('back up to', 'Back up to…')
    await dialog('Back up')
    await press('Control+o')
    await dialog('Open a project file')
    await press('Control+Shift+S')
    await dialog('Save a copy')

    await run('anna', 'Anna')
    // Its text takes the focus, and the palette opens after that.
    await page.locator('.cm-content:focus', { hasText: 'I trusted him' }).waitFor()
    const level = page.getByRole('button', { name: /^Zoom \d/ })
    const before = await level.textContent()
    await run('zoom in', 'Zoom in+')
    await expect.poll(() => level.textContent()).not.toBe(before)
    await run('zoom out', 'Zoom out−')
    await run('show all', 'Show all quirksShift+1')
    await run('find in', 'Find in this textCtrl+F')
    await page.locator('.text-find').waitFor()
    await run('edit text', 'Edit textF2')
    await page.getByRole('button', { name: 'Done' }).click()
  })

  test('acts on the quirk that is chosen; where none is, it asks for one', async () => {
    // One in which none has been chosen yet.
    await openAnother()
    await run('overview', 'OverviewO')
    await page.getByRole('dialog', { name: 'Overview' }).waitFor()
    await page.keyboard.type('feel')
    await press('Enter')
    const tree = page.getByRole('tree', { name: 'Tree of Feelings' })
    await tree.waitFor()
    // On a slow machine the address changes long before the tree goes, which gives the focus to its quirk only where nobody has it.
    const slow = await page.context().newCDPSession(page)
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await press('Escape')
    await page.waitForURL(/projects\/[0-9a-f-]{36}$/)

    await quirk(page, 'Work').focus()
    await find('merge', 'Merge: WorkG')
    await tree.waitFor({ state: 'detached' })
    expect(await focused()).toBe('Search or run a command')
    await slow.detach()
    await press('Enter')
    await field().waitFor({ state: 'detached' })
    await page.getByRole('dialog', { name: 'Merge Work' }).getByRole('button', { name: 'Cancel' }).click()
    await run('edit qu', 'Edit quirk: WorkF2')
    await page.getByRole('dialog', { name: 'Edit quirk' }).getByLabel('Title').fill('Labour')
    await press('Enter')
    await quirk(page, 'Labour').waitFor()
    await run('delete qu', 'Delete quirk: LabourDel')
    await quirk(page, 'Labour').waitFor({ state: 'detached' })
  })

  test('from the text, the selected words go to the quirk that is found', async () => {
    await openAnother()
    await run('anna', 'Anna')
    await page.locator('.cm-content:focus', { hasText: 'I trusted him' }).waitFor()
    await press('Control+Home', 'Control+Shift+ArrowRight')
    await find('work', 'Work')
    await page.getByRole('group', { name: 'Highlight the selected words with' }).waitFor()
    await press('Enter')
    await field().waitFor({ state: 'detached' })
    await page.getByRole('treeitem', { name: 'Work, 2 highlights' }).waitFor()
    expect(await page.getByRole('button', { name: /^Undo: / }).count()).toBe(1)
    await run('undo', 'Undo: ')
    await page.getByRole('treeitem', { name: 'Work, 1 highlight' }).waitFor()
  })
})

describe('WCAG 2.1.4: single keys', () => {
  test('the sheet of keys opens at ? and switches single keys off, ? included', async () => {
    await press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.waitFor()
    expect(await sheet.getByText('Ctrl+K').count()).toBe(1)
    expect(await axe(page)).toEqual([])
    const keys = sheet.getByRole('switch', { name: 'Single-key shortcuts' })
    await expect.poll(() => keys.evaluate((one) => one === document.activeElement)).toBe(true)
    await press('Space', 'Escape')
    await sheet.waitFor({ state: 'detached' })
    await press('?', 'n')
    await stays(300, () => page.getByRole('dialog').count(), 0)
    await run('single', 'Single-key shortcuts')
    // The setting holds once it is kept.
    await expect
      .poll(async () => {
        await press('?')
        return sheet.count()
      })
      .toBe(1)
  })
})

describe('1 §2 settings', () => {
  const settings = () => page.getByRole('dialog', { name: 'Settings' })
  const size = (at: Page) =>
    at.locator('.text').evaluate((text) => getComputedStyle(text).getPropertyValue('--source-font-size'))
  const openSettings = async () => {
    await run('settings', 'Settings')
    await settings().getByRole('slider', { name: 'Text size' }).waitFor()
  }

  test('are a person’s own in their browser, and the project’s where they say so; Enter saves', async () => {
    const theirs = await desk.page(/\/projects\/[^/?]+/.exec(page.url())?.[0], await desk.person())
    for (const shown of [page, theirs]) {
      const anna = shown.getByRole('button', { name: 'Anna' }).first()
      // In the page of all tests it may be open.
      await anna.or(shown.locator('.cm-line')).first().waitFor()
      if (await anna.isVisible()) await anna.click()
      await shown.locator('.cm-line').first().waitFor()
    }
    await openSettings()
    await settings().getByRole('slider', { name: 'Text size' }).focus()
    await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter')
    await page.getByText('Settings saved').waitFor()
    await expect.poll(() => size(page)).toBe('19px')
    expect(await size(theirs)).toBe('16px')
    await page.reload()
    await page.locator('.cm-line').first().waitFor()
    expect(await size(page)).toBe('19px')

    await openSettings()
    expect(await axe(page)).toEqual([])
    await settings().getByRole('checkbox', { name: 'project’s default' }).focus()
    await press('Space', 'Enter')
    await expect.poll(() => size(theirs)).toBe('19px')
    await settings().waitFor({ state: 'detached' })
    // Who follows the project follows it further.
    expect(await page.evaluate(() => localStorage.getItem('thicket:settings'))).toBe('{}')
  })

  test('the switch is 44 by 22 and takes a click within 44 by 24; a name that is taken away is asked for, and nothing is said to be saved', async () => {
    await openSettings()
    const counter = settings().getByRole('switch', { name: 'Show the number' })
    const box = await counter.boundingBox()
    expect([box?.width, box?.height]).toEqual([44, 22])
    const hit = await counter.evaluate((one) => {
      const { left, top } = one.getBoundingClientRect()
      return [-1, 22.5].map((y) => one.contains(document.elementFromPoint(left + 20, top + y)))
    })
    expect(hit).toEqual([true, true])

    const name = settings().getByLabel('Author name')
    await name.fill(' ')
    await press('Enter')
    await settings().getByText('until then, Ana is used.').waitFor()
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await page.getByText('Settings saved').count()).toBe(0)
    await name.fill('Ben')
    await press('Enter')
    await page.getByText('Settings saved').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('name'))).toBe('Ben')
  })
})
