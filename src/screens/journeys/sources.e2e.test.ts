// The sources of a project: put in order, chosen, opened, removed by mouse, keys and fingers; questions; the phone's addresses.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { stays } from '../../../fixtures/testing/awaiting.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import { phone, testDesk } from '../../../fixtures/testing/desk.ts'
import { LANGUAGES } from '../../i18n/language.ts'

const desk = testDesk({ mobile: true })
const plain = `
quirk Trust
quirk Work
source Dora | I [trusted]Trust him, and [then]Work I left.
source Anna | The harbour was empty that winter.
source Clara | I [worked]Work in the yard.
source Berta | Nobody wrote.
source Emma |
`
const structured = `
quirk Trust
question 1 Why did you leave?
question 2 Whom did you trust, of all those whom you met on the way?
source Anna | The harbour was [empty]Trust that winter.
answer Anna 2 | My sister.
source Berta | Nobody wrote.
`

let context: BrowserContext
let page: Page
let uuid = ''

async function start(address: string, options?: BrowserContextOptions): Promise<void> {
  page = await desk.page(address, options && (await desk.person(options)))
  context = page.context()
}

/** On one project with the tests before and after it that ask for the same one, each of which is taken back. */
async function standOn(drawing: string): Promise<void> {
  page = await desk.standing(drawing)
  context = page.context()
  uuid = /projects\/([^/?]+)/.exec(page.url())?.[1] ?? ''
  const list = page.locator('.sources-row').first()
  await list.or(button('Sources')).first().waitFor()
  if (!(await list.isVisible())) await button('Sources').click()
}

async function open(drawing: string, options?: BrowserContextOptions, child = ''): Promise<void> {
  uuid = await desk.draw(drawing)
  await start(`/projects/${uuid}${child}`, options)
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const row = (title: string) => page.locator('.sources-row', { hasText: title })
const name = (title: string) => row(title).locator('.sources-row-open')
const titles = () => page.locator('.sources-row-open').allTextContents()
const chosen = () => page.locator('.sources-row[data-chosen] .sources-row-open').allTextContents()
const listed = (expected: string[]) => expect.poll(titles).toEqual(expected)
const isChosen = (expected: string[]) => expect.poll(chosen).toEqual(expected)
const choose = async (menu: string, ...entries: string[]) => {
  await button(menu).click()
  for (const entry of entries) await page.getByRole('menuitemcheckbox', { name: entry, exact: true }).click()
  await page.keyboard.press('Escape')
  await page.locator('.ui-menu').waitFor({ state: 'detached' })
}
const line = (text: string) => page.locator('.cm-line', { hasText: text })
const tabs = () => page.getByRole('tablist', { name: 'Open sources' }).getByRole('tab')
const questions = () => page.getByRole('tablist', { name: 'Questions' }).getByRole('tab')
const act = async (title: string) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill(title)
  await page.locator('[role=option][data-highlighted]', { hasText: title }).waitFor()
  await page.keyboard.press('Enter')
}

describe('the list of sources', () => {
  test('by key: ranges over the list, all of them, opened and removed; what is shown counts as opened', async () => {
    await open(plain)
    await name('Anna').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await isChosen(['Anna', 'Clara', 'Berta'])
    await page.keyboard.press('Shift+ArrowUp')
    await isChosen(['Anna', 'Clara'])
    await page.keyboard.press('Escape')
    await isChosen([])
    await page.keyboard.press('Control+a')
    await isChosen(['Dora', 'Anna', 'Clara', 'Berta', 'Emma'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Home')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Dora')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Anna')
    await page.keyboard.press('Space')
    await page.keyboard.press('Control+Enter')
    await line('trusted').waitFor()
    expect(await tabs().allTextContents()).toEqual(['Dora', 'Anna'])

    // What has been shown for a moment counts as opened.
    await stays(800, () => line('trusted').count(), 1)
    await button('Sources').click()
    await row('Anna').getByRole('img', { name: 'Not opened yet' }).waitFor()
    await expect.poll(() => row('Dora').getByRole('img', { name: 'Not opened yet' }).count()).toBe(0)

    // 1 §4: the first source that is open is shown when the active one goes.
    await name('Anna').click()
    await line('harbour').waitFor()
    await tabs().nth(1).focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Delete source' }).click()
    await line('trusted').waitFor()
    expect(await tabs().allTextContents()).toEqual(['Dora'])
    await page.locator('.ui-toast').getByRole('button', { name: 'Undo' }).click()
    await line('harbour').waitFor()
  })

  test('after the report of an import the focus is in the text that came, and after its Undo in what was there before', async () => {
    await standOn(plain)
    await listed(['Dora', 'Anna', 'Clara', 'Berta', 'Emma'])
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`The tide in ${name}.`) })
    const report = page.getByRole('dialog', { name: '1 source imported' })
    const leave = async (answer: string, focused: string) => {
      await page.locator('.sources').getByRole('button', { name: 'Import files…' }).focus()
      await page.locator('.sources input[type=file]').setInputFiles([file(`${answer}.txt`), file('moon.xyz')])
      const answers = report.locator('.ui-modal-foot')
      await answers.getByRole('button', { name: 'Close' }).and(page.locator(':focus')).waitFor()
      await answers.getByRole('button', { name: answer }).press('Enter')
      await page.locator(focused).and(page.locator(':focus')).waitFor()
    }
    await leave('Undo', '[data-row="0"]')
    await leave('Close', '.cm-content')
  })

  test('by mouse: order, filter, marks, ranges, an icon, and several removed in one step', async () => {
    await standOn(plain)
    await listed(['Dora', 'Anna', 'Clara', 'Berta', 'Emma'])
    expect(await axe(page)).toEqual([])
    await row('Anna').getByRole('img', { name: 'No highlights yet' }).waitFor()
    await row('Dora').getByRole('img', { name: '2 highlights' }).waitFor()

    await choose('Sort and show', 'Title')
    await listed(['Anna', 'Berta', 'Clara', 'Dora', 'Emma'])
    await choose('Sort and show', 'Highlights')
    await listed(['Dora', 'Clara', 'Anna', 'Berta', 'Emma'])
    await choose('Sort and show', 'Without highlights')
    await listed(['Anna', 'Berta', 'Emma'])
    await page.getByText('3 of 5 sources').waitFor()
    expect(await axe(page)).toEqual([])
    await page.reload()
    await listed(['Anna', 'Berta', 'Emma'])
    await button('All sources').click()

    await name('Clara').click({ modifiers: ['Shift'] })
    await name('Berta').click({ modifiers: ['Shift'] })
    await isChosen(['Clara', 'Anna', 'Berta'])
    await name('Anna').click({ modifiers: ['Control'] })
    await isChosen(['Clara', 'Berta'])
    await page.getByText('2 sources selected').waitFor()
    expect(await axe(page)).toEqual([])

    await name('Berta').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Icon' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Interview' }).click()
    await expect.poll(() => row('Clara').locator('svg.lucide-mic').count()).toBe(1)
    await expect.poll(() => row('Berta').locator('svg.lucide-mic').count()).toBe(1)

    await button('Delete').click()
    await listed(['Dora', 'Anna', 'Emma'])
    await page.getByText('2 sources deleted').waitFor()
    await page.locator('.ui-toast').getByRole('button', { name: 'Undo' }).click()
    await listed(['Dora', 'Clara', 'Anna', 'Berta', 'Emma'])
  })
})

const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')

describe('by keyboard alone', () => {
  test('a project opens at its first source, a source in its text, and who leaves comes to the heading of the list', async () => {
    await open(plain)
    await page.getByRole('button', { name: 'All projects' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Projects')
    await page.locator(`a[href*="${uuid}"]`).first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Dora')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Anna')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('cm-content')
    await expect.poll(focused).toContain('The harbour')
    // What is open is where it begins the next time.
    await page.getByRole('button', { name: 'All projects' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Projects')
    await page.locator(`a[href*="${uuid}"]`).first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toContain('The harbour')
  })

  test('the focus is left to whoever has used it meanwhile', async () => {
    await open(plain)
    await page.getByRole('button', { name: 'All projects' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Projects')
    await page.locator(`a[href*="${uuid}"]`).waitFor()
    await page.evaluate((id) => {
      const link = document.querySelector<HTMLElement>(`a[href*="${id}"]`)
      // Once the screen is another, and before anything of the project can be there.
      addEventListener('hashchange', () => dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' })), {
        once: true,
      })
      link?.focus()
      link?.click()
    }, uuid)
    await name('Dora').waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  })
})

describe('1 §3: structured projects', () => {
  test('an import asks which question the texts answer, and says what is not as in the files', async () => {
    await standOn(structured)
    const choosing = page.waitForEvent('filechooser')
    await button('Import files…').first().click()
    const text = (name: string, words: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(words) })
    await (await choosing).setFiles([text('Anna.txt', 'Nobody at all.'), text('Empty.txt', ''), text('P1.png', 'x')])
    const which = page.getByRole('dialog', { name: 'Which question do these texts answer?' })
    await which.getByRole('combobox').filter({ hasText: 'Why did you leave?' }).click()
    await page.getByRole('option', { name: /^Whom did you trust/ }).click()
    expect(await axe(page)).toEqual([])
    await which.getByRole('button', { name: 'Import' }).click()
    const report = page.getByRole('dialog', { name: /^2 sources imported, under “Whom did you trust/ })
    await report.getByText('This one is called “Anna (2)”').waitFor()
    await report.getByText('its source is empty').waitFor()
    await report.getByText('File type is not supported').waitFor()
    await report.getByRole('button', { name: 'Close' }).last().click()
    await line('Nobody at all.').waitFor()
    await expect.poll(() => questions().count()).toBe(1)
    await button('All questions').click()
    await page.getByRole('menuitemcheckbox', { name: 'Why did you leave?' }).click()
    await page.getByText('This answer is empty').waitFor()
  })

  test('questions have tabs with what there is to them; a missing answer is said and made', async () => {
    await standOn(structured)
    await name('Anna').click()
    await line('harbour').waitFor()
    await expect.poll(() => questions().count()).toBe(2)
    await questions().first().getByRole('img', { name: '1 highlight' }).waitFor()
    expect(await axe(page)).toEqual([])
    await questions().last().click()
    await line('My sister').waitFor()
    await page.locator('.question-words').getByText('Whom did you trust').waitFor()
    await page.reload()
    await line('My sister').waitFor()

    await button('Sources').click()
    // It opens at its first answer.
    await name('Berta').click()
    await line('Nobody wrote').waitFor()
    // What a source does not answer has no tab until it is asked for.
    expect(await questions().count()).toBe(1)
    const asked = async () => {
      await button('All questions').click()
      await page.getByRole('menuitemcheckbox', { name: /^Whom did you trust/ }).click()
    }
    await asked()
    await page.getByText('Answer not found').waitFor()
    expect(await axe(page)).toEqual([])
    await button('Add the answer').click()
    await page.getByText('Answer not found').waitFor({ state: 'detached' })

    await questions().last().focus()
    await page.keyboard.press('Delete')
    await line('Nobody wrote').waitFor()
    expect(await questions().count()).toBe(1)
    await asked()
    await expect.poll(() => questions().count()).toBe(2)
  })

  test('a table is shown before it is written, and is one step', async () => {
    await standOn(structured)
    const choosing = page.waitForEvent('filechooser')
    await button('Import files…').first().click()
    const csv = 'Leaving home\nName;Town;Why did you leave?\nAnna;Bonn, Ulm;\nCleo;Ulm;For work.\n'
    await (await choosing).setFiles([{ name: 'survey.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }])
    const dialog = page.getByRole('dialog', { name: 'Import table survey.csv' })
    await dialog.getByText('2 rows, 1 question, 1 property').waitFor()
    // Its title is known for one; the person may say otherwise.
    const names = dialog.getByRole('combobox', { name: 'Column names' })
    const choose = async (row: string) => {
      await names.click()
      await page.getByRole('option', { name: row }).click()
    }
    await choose('Row 3: Anna · Bonn, Ulm')
    await dialog.getByText('1 row, no question, 1 property').waitFor()
    await choose('Row 2: Name · Town · Why did you leave?')
    await dialog.getByText('2 rows, 1 question, 1 property').waitFor()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    const report = page.getByRole('dialog', { name: '2 sources imported' })
    await report.getByText('Added: 2 sources and 1 property.').waitFor()
    await report.getByRole('button', { name: 'Close' }).last().click()
    await button('Sources').click()
    await name('Anna (2)').waitFor()
    await name('Cleo').waitFor()
    await page.keyboard.press('Control+z')
    await name('Cleo').waitFor({ state: 'detached' })
    expect(await name('Anna (2)').count()).toBe(0)
    expect(await name('Anna').count()).toBe(1)
  })

  test('a text that does not say how it is written is shown, until its words are right', async () => {
    await standOn(structured)
    const choosing = page.waitForEvent('filechooser')
    await button('Import files…').first().click()
    const bytes = Buffer.from('Zug nach K\x9aln', 'latin1')
    await (await choosing).setFiles([{ name: 'mac.txt', mimeType: 'text/plain', buffer: bytes }])
    await page
      .getByRole('dialog', { name: /^Which question/ })
      .getByRole('button', { name: 'Import' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'How is mac.txt encoded?' })
    await dialog.getByRole('combobox', { name: 'Encoding' }).click()
    await page.getByRole('option', { name: 'Macintosh' }).click()
    await dialog.getByText('Zug nach Köln').waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Looks right' }).click()
    await page
      .getByText(/^1 source imported/)
      .first()
      .waitFor()
  })

  test('what is asked about rows without a source is in sight under a long list of columns', async () => {
    await standOn(structured)
    await page.setViewportSize({ width: 900, height: 640 })
    const choosing = page.waitForEvent('filechooser')
    await button('Import files…').first().click()
    const csv = `Name;Age;Town;Work;Street;House;Floor\nAnna;31;Bonn;cook;Main;3;1\nCleo;45;Ulm;smith;Side;4;2\n`
    await (await choosing).setFiles([{ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }])
    const asked = page.getByText('Import it too, as a source without text')
    await asked.waitFor()
    const under = await page.locator('.ui-modal-foot').boundingBox()
    const box = await asked.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(under?.y ?? 0)
  })

  test('they are added, put in order, renamed and removed, each as a step', async () => {
    await standOn(structured)
    await name('Anna').click()
    await questions().first().waitFor()
    await act('Questions…')
    const dialog = page.getByRole('dialog', { name: 'Questions' })
    await dialog.getByRole('textbox', { name: 'New question' }).fill('And then?')
    await page.keyboard.press('Enter')
    const field = (n: number) => dialog.getByRole('textbox', { name: `Question ${n}`, exact: true })
    await expect.poll(() => field(3).inputValue()).toBe('And then?')
    expect(await axe(page)).toEqual([])

    await field(3).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => field(2).inputValue()).toBe('And then?')
    await expect.poll(() => field(2).evaluate((one) => one === document.activeElement)).toBe(true)
    await dialog.getByRole('button', { name: 'Move question 2 up' }).click()
    await expect.poll(() => field(1).inputValue()).toBe('And then?')
    const [grip, below] = [dialog.locator('.question-grip').first(), dialog.locator('.question-row').last()]
    await grip.dragTo(below)
    await expect.poll(() => field(3).inputValue()).toBe('And then?')

    await field(3).fill('What came then?')
    await page.keyboard.press('Enter')
    // In another window somebody reads the answer to it, then writes in the next one.
    const other = await desk.page(`/projects/${uuid}`, context)
    await other.locator('.cm-line', { hasText: 'harbour' }).waitFor()
    await dialog.getByRole('button', { name: 'Delete question 1' }).click()
    await page.getByText('“Why did you leave?” deleted, with 2 answers and 1 highlight').waitFor()
    await expect.poll(() => field(1).inputValue()).toMatch(/^Whom/)
    await other.locator('.cm-line', { hasText: 'My sister.' }).waitFor()
    await other.getByRole('button', { name: 'Edit text' }).click()
    await other.locator('.text-editing .cm-content:focus').waitFor()
    await page.locator('.ui-toast').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => field(1).inputValue()).toBe('Why did you leave?')
    await other.getByRole('tab', { name: 'Why did you leave?' }).waitFor()
    expect(await other.locator('.text-editing .cm-content:focus').innerText()).toBe('My sister.')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => questions().allTextContents())
      .toEqual(['Why did you leave?1', 'Whom did you trust, of all those whom you met on the way?', 'What came then?'])
    for (const step of ['Update question', 'Order questions'])
      await page.getByRole('button', { name: new RegExp(`^Undo.*${step}`) }).click()
    await expect.poll(() => questions().first().textContent()).toBe('And then?')
  })

  test('a new project begins with its questions, or is not made at all', async () => {
    await start('/projects/create')
    await page.getByRole('textbox', { name: 'Name' }).fill('Survey')
    await page.getByRole('textbox', { name: 'Folder' }).fill(desk.folder)
    await page.getByRole('radio', { name: /several questions/ }).check()
    await page.getByRole('textbox', { name: 'Question 1' }).fill('Why?')
    await page.keyboard.press('Enter')
    await page.keyboard.type('When?')
    expect(await axe(page)).toEqual([])

    await page.route('**/api/v2/projects', async (route) => {
      const body = { ...route.request().postDataJSON(), questions: ['x'.repeat(3000)] }
      await route.continue({ postData: JSON.stringify(body) })
    })
    await button('Create project').click()
    await page.getByText('Unable to set base structure of project.').waitFor()
    expect(existsSync(join(desk.folder, 'Survey.qrk'))).toBe(false)
    desk.forgive('400')

    await page.unroute('**/api/v2/projects')
    await button('Create project').click()
    await page.getByText('No sources yet').waitFor()
    await button('New empty source').first().focus()
    await page.keyboard.press('Enter')
    // It is open for writing: what is typed is its text.
    await page.waitForFunction(() => document.activeElement?.matches('.text-editing .cm-content'))
    await page.keyboard.type('Because of the cold')
    await page.keyboard.press('Escape')
    await line('Because of the cold').waitFor()
    await expect.poll(() => questions().allTextContents()).toEqual(['Why?', 'When?'])
    await expect.poll(() => tabs().allTextContents()).toEqual(['Source 1'])
  })
})

describe('1 §2 on a phone', () => {
  const route = () => page.evaluate(() => location.hash.slice(1))
  const at = (child: string) => expect.poll(route).toBe(`/projects/${uuid}${child}`)

  test('/sources lists, /sources/{id} reads one and its answers, last is where one was', async () => {
    await open(structured, phone, '/sources')
    await listed(['Anna', 'Berta'])
    expect(await axe(page)).toEqual([])
    await name('Anna').tap()
    await at('/sources/1')
    await line('harbour').waitFor()
    await questions().last().tap()
    await line('My sister').waitFor()
    expect(await axe(page)).toEqual([])
    await page.reload()
    await at('/sources/1')
    await line('My sister').waitFor()
    await page.goBack()
    await at('/sources')
    await listed(['Anna', 'Berta'])
    await page.evaluate(() => {
      location.hash = location.hash.replace(/sources.*/, 'overlap')
    })
    await at('/sources/2')
    await tabs().first().tap()
    await at('/sources/1')
    await page.evaluate(() => {
      location.hash = location.hash.replace(/sources.*/, 'sources/last')
    })
    await at('/sources/1')
    await button('Menu').tap()
    await page.getByRole('link', { name: 'All sources' }).tap()
    await at('/sources')
    await listed(['Anna', 'Berta'])
    await page.getByRole('button', { name: 'All quirks' }).tap()
    await at('/quirks')
    await page.getByRole('button', { name: 'Sources and text' }).tap()
    await at('/sources')
  })

  test('what highlights the selected words is said whole in every language', async () => {
    await open(plain, phone, '/sources/2')
    for (const language of LANGUAGES) {
      await context.addCookies([{ name: 'language', value: language, url: page.url() }])
      await page.reload()
      await line('The harbour').waitFor()
      const label = page.locator('.text-tools-label:visible')
      await label.waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      const rooms = await label.evaluate(({ parentElement: it }) => [it?.scrollWidth ?? 0, it?.clientWidth ?? 0])
      expect(rooms[0]).toBeLessThanOrEqual(rooms[1] ?? 0)
    }
  })

  test('a finger that rests chooses, then taps do', async () => {
    await open(plain, phone, '/sources')
    await name('Anna').waitFor()
    const box = await name('Anna').boundingBox()
    const client = await context.newCDPSession(page)
    const point = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 20 }
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    await stays(700, () => page.locator('.ui-menu').count(), 0)
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await isChosen(['Anna'])
    await name('Berta').tap()
    await isChosen(['Anna', 'Berta'])
    await name('Anna').tap()
    await isChosen(['Berta'])
    await at('/sources')
    expect(await axe(page)).toEqual([])
    await button('Delete').tap()
    await listed(['Dora', 'Anna', 'Clara', 'Emma'])
  })
})
