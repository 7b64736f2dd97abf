import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atRest, stays } from '../../fixtures/testing/awaiting.ts'
import { aboutColours, axe } from '../../fixtures/testing/axe.ts'
import { newContext } from '../../fixtures/testing/chromium.ts'
import { hiddenInForcedColours } from '../../fixtures/testing/forcedColours.ts'
import { hearComplaints } from '../../fixtures/testing/hearComplaints.ts'
import { smallTargets } from '../../fixtures/testing/targets.ts'
import { LANGUAGES } from '../i18n/language.ts'

const root = join(import.meta.dirname, '../..')

const entry = `
  import './src/styles/thicket.css'
  import { createElement as h, StrictMode, useState } from 'react'
  import { createRoot } from 'react-dom/client'
  import { startLanguage } from './src/i18n/language.ts'
  import { Gallery } from './src/gallery/Gallery.tsx'
  import { ResizableSidebar } from './src/ui/dialogs/ResizableSidebar.tsx'
  import { UiRoot } from './src/ui/UiRoot.tsx'
  function Sidebar() {
    const [width, setWidth] = useState(500)
    return h('main', { style: { display: 'flex', justifyContent: 'end', height: '100vh' } },
      h(ResizableSidebar, { width, onWidthChange: setWidth, navbarRight: 56, label: 'Sidebar', children: String(width) }))
  }
  await startLanguage()
  createRoot(document.getElementById('root')).render(
    h(StrictMode, null, h(UiRoot, null, h(location.hash === '#sidebar' ? Sidebar : Gallery))))
`
const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gallery</title>
  <meta name="viewport" content="width=device-width"><meta name="csp-nonce" content="n0nce">
  <link rel="icon" href="data:,"><link rel="stylesheet" href="/stdin.css"></head>
  <body><div id="root"></div><script type="module" src="/stdin.js"></script></body></html>`
const policy = "default-src 'self'; style-src 'self' 'nonce-n0nce'; img-src 'self' data:"

let server: Server
let address: string
let context: BrowserContext
let page: Page
let complaints: string[] = []
/** A page that the test before has left as it found it, at this part. */
let kept: string | undefined

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    outdir: '/',
    write: false,
    loader: { '.woff2': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const files = new Map(outputFiles.map((file) => [file.path.replaceAll('\\', '/').replace(/^\w:/, ''), file.contents]))
  server = createServer(({ url = '/' }, response) => {
    const type = url.endsWith('.css') ? 'text/css' : url.endsWith('.js') ? 'text/javascript' : 'font/woff2'
    const file = url === '/web/' ? html : files.get(url)
    response.writeHead(file ? 200 : 404, {
      'Content-Type': url === '/web/' ? 'text/html' : type,
      'Content-Security-Policy': policy,
    })
    response.end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/web/`
  context = await newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'no-preference',
  })
})

afterAll(async () => {
  await context?.close()
  await new Promise((resolve) => server.close(resolve))
})

/** No error, no React warning, nothing refused by the Content-Security-Policy. */
afterEach(async ({ task }) => {
  const isLeft = kept !== undefined && task.result?.state === 'pass' && (await isAsFound())
  if (!isLeft) {
    kept = undefined
    await page.close()
  }
  await context.clearCookies()
  const heard = complaints
  complaints = []
  expect(heard).toEqual([])
})

async function newPage(): Promise<void> {
  page = await context.newPage()
  hearComplaints(page, (words) => complaints.push(words))
}

/** Parts of buttons that open something over the page, and remember nothing of it. */
const withoutMemory = ['#?part=floats', '#?part=buttons']

/** Nothing is open over the page, and the focus, the pointer and what is in sight are where they were. */
async function isAsFound(): Promise<boolean> {
  await page.mouse.move(0, 0)
  return page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    scrollTo(0, 0)
    return !document.querySelector('[role=dialog], [role=alertdialog], [role=menu], .ui-modal, .ui-toast, .ui-tooltip')
  })
}

/** What `hash` asks for: most tests look at one part, which is there in a tenth of the time. */
async function open(hash: string, width?: number): Promise<void> {
  if (kept === hash) return
  if (kept !== undefined) await page.close()
  kept = withoutMemory.includes(hash) ? hash : undefined
  await newPage()
  if (width !== undefined) await page.setViewportSize({ width, height: 800 })
  await page.goto(address + hash)
  await page.waitForSelector('#root > *')
  await page.evaluate(() => document.fonts.ready)
  if (!hash.includes('part=') && hash !== '#sidebar') await page.waitForSelector('.ui-skeleton')
}

const light = () => page.locator('section[data-theme=light]')
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

describe('the whole gallery', () => {
  // One theme at a time: to lay out both takes twice as long, and they differ in nothing but colours.
  test('axe finds nothing on the light theme, all is seen in forced colours, and what is pressed is large enough', async () => {
    await open('#?theme=light')
    expect(await axe(page)).toEqual([])
    expect(await hiddenInForcedColours(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await smallTargets(page)).toEqual([])
    expect(await axe(page, ['scrollable-region-focusable'])).toEqual([])
    await expectReflow('en')
  })

  test('the colours of the dark theme are told apart too', async () => {
    await open('#?theme=dark')
    expect(await axe(page, aboutColours)).toEqual([])
  })

  // In English the first test has it open at this width already.
  test.each(LANGUAGES.filter((language) => language !== 'en'))('in %s it reflows at 320 px', async (language) => {
    await context.addCookies([{ name: 'language', value: language, url: address }])
    await open('#?theme=light', 320)
    await expectReflow(language)
  })

  async function expectReflow(language: string): Promise<void> {
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
})

describe('import', () => {
  beforeEach(() => open('#?part=import'))

  test('a table before it is written: sheet, roles by key, what will come of it, at 390 px too', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await light()
      .getByRole('button', { name: /^Import table/ })
      .click()
    const dialog = page.getByRole('dialog')
    const role = (column: string) => dialog.getByRole('combobox', { name: `${column} becomes`, exact: true })
    const outcome = dialog.getByRole('status')
    await outcome.getByText('128 rows, 1 question, 3 properties').waitFor()
    await outcome.getByText('1 column without a name is left out.').waitFor()
    expect(await axe(page)).toEqual([])
    expect(await hiddenInForcedColours(page)).toEqual([])
    // However long the words of a row are.
    const row = await dialog.getByRole('combobox', { name: 'Column names' }).boundingBox()
    expect((row?.x ?? 0) + (row?.width ?? 390)).toBeLessThan(390)
    await dialog.getByRole('button', { name: 'Make it a question' }).click()
    await outcome.getByText('128 rows, 2 questions, 2 properties').waitFor()
    // The one title moves.
    await role('Comes for').focus()
    await press('Enter', 'Home', 'Enter')
    await expect.poll(() => role('Comes for').textContent()).toBe('Title')
    expect(await role('Name').textContent()).toBe('Property')
    await dialog.getByRole('combobox', { name: 'Sheet' }).focus()
    await press('Enter', 'End', 'Enter')
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Sheet' }).textContent()).toContain('Codes')
    await outcome.getByText('No column is a question').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('a report: what failed first, with the supported types beside it, then that about which there is most to know', async () => {
    await light().getByRole('button', { name: 'Import notes' }).click()
    const files = page.getByRole('dialog').getByRole('listitem')
    await expect
      .poll(() => files.allTextContents().then((texts) => texts.map((text) => text.slice(0, 7))))
      .toEqual(['photo.h', 'That fi', 'old.txt', 'codes.q', 'garden-', 'Ana.doc'])
    expect(await axe(page)).toEqual([])
    expect(await hiddenInForcedColours(page)).toEqual([])
  })
})

describe('modals', () => {
  beforeEach(() => open('#?part=floats'))
  const modals = () => page.locator('.ui-modal')
  const newQuirk = () => light().getByRole('button', { name: 'New quirk', exact: true })

  test('begin on the first field, close on Escape and give the focus back', async () => {
    await newQuirk().click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    expect(await axe(page)).toEqual([])
    expect(await hiddenInForcedColours(page)).toEqual([])
    await press('Escape')
    // Before it has faded away: what is typed meanwhile is not lost.
    await page.locator('.ui-modal[data-ending-style]').waitFor()
    expect(await newQuirk().evaluate((button) => button === document.activeElement)).toBe(true)
    await modals().waitFor({ state: 'detached' })
    expect(await newQuirk().evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('§2 stack: Escape and a click on the backdrop close only the topmost', async () => {
    await newQuirk().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the file' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
    expect(await modals().count()).toBe(2)
    await press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await stays(200, () => modals().count(), 1)
    await page.mouse.click(4, 4)
    await modals().waitFor({ state: 'detached' })
  })
})

describe('menus', () => {
  beforeEach(() => open('#?part=floats'))
  const items = () => page.getByRole('menuitem')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)

  test('a dropdown with a submenu goes by key alone', async () => {
    await light().getByRole('button', { name: 'More actions' }).first().focus()
    await press('Enter')
    // Key by key as a person does: each is awaited where it leads.
    await expect.poll(focused).toBe('Overview')
    await press('ArrowDown')
    await expect.poll(focused).toBe('Edit quirkEnter')
    await press('ArrowDown')
    await expect.poll(focused).toBe('Move into…')
    await press('ArrowRight')
    await expect.poll(focused).toBe('Trust')
    expect(await axe(page)).toEqual([])
    await press('Enter')
    await page.getByText('Doubt moved into Trust').waitFor()
    expect(await axe(page)).toEqual([])
  })

  test('one opened by code at a point takes the keys and gives the focus back', async () => {
    const trigger = light().getByRole('button', { name: 'MenuAt' })
    await trigger.focus()
    await press('Enter')
    const menu = page.getByRole('menu', { name: 'More actions' })
    await expect.poll(focused).toBe('Overview')
    const [at, place] = [await trigger.boundingBox(), await menu.boundingBox()]
    expect(Math.abs((place?.x ?? 0) - ((at?.x ?? 0) + (at?.width ?? 0) + 4))).toBeLessThan(3)
    await press('Escape')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => trigger.evaluate((button) => button === document.activeElement)).toBe(true)
    // By pointer no entry is meant yet.
    await trigger.click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menu')
    await press('ArrowDown')
    await expect.poll(focused).toBe('Overview')
  })

  test('a context menu opens by right click and by Shift+F10', async () => {
    const place = light().locator('.gallery-drop')
    await place.click({ button: 'right' })
    await items().first().waitFor()
    await press('Escape')
    await items().first().waitFor({ state: 'detached' })
    await place.focus()
    await press('Shift+F10')
    await items().first().waitFor()
  })
})

describe('choices', () => {
  beforeEach(() => open('#?part=choices&part=fields&part=tabs&part=list'))
  const highlighted = (name: string) => page.locator('[role=option][data-highlighted]', { hasText: name }).waitFor()

  test('select, combobox and colours by key', async () => {
    await light().getByRole('combobox', { name: 'Appearance' }).focus()
    await press('Enter')
    await highlighted('Match system')
    expect(await axe(page)).toEqual([])
    await press('ArrowDown')
    await highlighted('Light')
    await press('ArrowDown')
    await highlighted('Dark')
    await press('Enter')
    await light().locator('.ui-select', { hasText: 'Dark' }).waitFor()

    await light().getByRole('combobox', { name: 'Choose a quirk' }).click()
    // A pointer that rests on the list would choose there.
    await page.mouse.move(0, 0)
    await page.locator('.ui-select-popup[data-open]').waitFor()
    await page.keyboard.type('lea')
    const options = page.locator('.ui-select-popup[data-open]').getByRole('option')
    await options.filter({ hasText: 'Leaving home' }).waitFor()
    await expect.poll(() => options.count()).toBe(1)
    await highlighted('Leaving home')
    expect(await axe(page)).toEqual([])
    await press('Enter')
    await light().locator('.ui-select', { hasText: 'Leaving home' }).waitFor()

    await light().getByRole('radio', { name: 'Teal' }).first().focus()
    await press('ArrowRight')
    expect(await light().getByRole('radio', { name: 'Sky blue' }).first().getAttribute('aria-checked')).toBe('true')
  })

  test('the tabs bring the active one into sight without moving the page', async () => {
    expect(await page.evaluate(() => scrollY)).toBe(0)
    const strip = light().locator('.gallery-frame .ui-tab-list')
    await strip.getByRole('tab').last().focus()
    await press('End')
    const overhang = async () => {
      const [room, tab] = [await strip.boundingBox(), await strip.getByRole('tab').last().boundingBox()]
      return (tab?.x ?? 0) + (tab?.width ?? 0) - (room?.x ?? 0) - (room?.width ?? 0)
    }
    await expect.poll(overhang).toBeLessThanOrEqual(1)
  })

  test('tabs: Delete closes, and the focus stays in the strip', async () => {
    const tabs = light().locator('.gallery-frame').getByRole('tab')
    await tabs.nth(1).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Josef, second interview')
    await press('ArrowRight')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Letters')
    await press('Delete')
    await expect.poll(() => tabs.count()).toBe(4)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tab')
    await tabs.nth(0).click({ button: 'middle' })
    await expect.poll(() => tabs.count()).toBe(3)
  })

  test('a list of 20,000 rows draws few and tells how many there are', async () => {
    const rows = light().locator('.gallery-list .ui-list-row')
    await rows.first().scrollIntoViewIfNeeded()
    expect(await rows.count()).toBeLessThan(40)
    expect(await rows.first().getAttribute('aria-setsize')).toBe('20000')
    await light()
      .locator('.gallery-list .ui-list')
      .evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await light().locator('.gallery-list .ui-list-row[aria-posinset="20000"]').waitFor()
  })
})

test('§9 a toast stands at the top centre for 3000 ms, and longer under the pointer', async () => {
  await open('#?part=floats')
  await light().getByRole('button', { name: 'Settings saved' }).click()
  const toast = page.locator('.ui-toast')
  await toast.waitFor()
  const box = await atRest(page, () => toast.boundingBox())
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 720)).toBeLessThan(2)
  expect(box?.y).toBeLessThan(40)
  await toast.locator('button').hover()
  await stays(3200, () => toast.count(), 1)
  await page.mouse.move(10, 800)
  await toast.waitFor({ state: 'detached' })
})

test('an error interrupts screen readers, hides nothing from them, and said again is said once', async () => {
  await open('#?part=floats')
  const fails = light().getByRole('button', { name: 'Something went wrong' }).last()
  await fails.click()
  const alert = page.locator('.ui-toast').getByRole('alert')
  await alert.getByText('Unable to connect to the service, please try again later.').waitFor()
  expect(await page.locator('[aria-hidden=true] button, button[aria-hidden=true]').count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await fails.click()
  await stays(300, () => page.locator('.ui-toast').count(), 1)
  await page.locator('.ui-toast').getByRole('button', { name: 'Close' }).focus()
  expect(await axe(page)).toEqual([])
})

test('the focus goes back to where it was before a button of a toast was pressed', async () => {
  await open('#?part=floats')
  const shows = light().getByRole('button', { name: 'Settings saved' })
  const close = page.locator('.ui-toast').getByRole('button', { name: 'Close' })
  const isBack = () => shows.evaluate((button) => button === document.activeElement)
  await shows.click()
  await close.click()
  expect(await isBack()).toBe(true)
  await close.waitFor({ state: 'detached' })
  await press('Enter')
  await close.focus()
  await press('Enter')
  expect(await isBack()).toBe(true)
})

test('by key what a toast offers gives the focus back though another is open; closing it goes on to that one', async () => {
  await open('#?part=floats')
  const shows = light().getByRole('button', { name: 'Delete quirk' })
  const toasts = page.locator('.ui-toast')
  const isBack = () => shows.evaluate((button) => button === document.activeElement)
  const offered = toasts.getByRole('button', { name: 'Back' })
  const isOn = (name: string) => page.evaluate((text) => document.activeElement?.textContent === text, name)
  await light().getByRole('button', { name: 'Something went wrong' }).last().click()
  for (const how of ['offer', 'close']) {
    await shows.focus()
    await press('Enter')
    await offered.waitFor()
    for (const key of ['F6', 'Tab', 'Tab']) await press(key)
    expect(await isOn('Back')).toBe(true)
    if (how === 'close') await press('Tab')
    await press('Enter')
    await offered.waitFor({ state: 'detached' })
    expect(await isBack()).toBe(how === 'offer')
    expect(await page.evaluate(() => document.activeElement?.matches('.ui-toast'))).toBe(how === 'close')
  }
})

test('a tooltip shows on hover and on focus by key, and Escape hides it', async () => {
  await open('#?part=buttons')
  const tooltip = page.locator('.ui-tooltip')
  await light().getByRole('button', { name: 'Undo: Move quirk' }).hover()
  await expect.poll(() => tooltip.textContent()).toMatch(/^Undo: Move quirk.*Ctrl\+Z$/)
  expect(await tooltip.isVisible()).toBe(true)
  await press('Escape')
  expect(await tooltip.isVisible()).toBe(false)
})

test('a tooltip does not say what can be read already, but what is cut off', async () => {
  await open('#?part=buttons')
  const tooltip = page.locator('.ui-tooltip')
  const words = 'All that was said of the garden'
  const made = await page.evaluateHandle((said) => {
    const line = document.createElement('p')
    Object.assign(line.style, { position: 'fixed', top: '200px', left: '200px', width: '400px', overflow: 'hidden' })
    line.style.whiteSpace = 'nowrap'
    line.textContent = said
    line.setAttribute('data-tooltip', said)
    document.body.append(line)
    return line
  }, words)
  await made.hover()
  await stays(700, () => tooltip.isVisible(), false)
  await page.mouse.move(0, 0)
  await made.evaluate((line) => {
    line.style.width = '80px'
  })
  await made.hover()
  await expect.poll(() => tooltip.textContent()).toBe(words)
  await made.evaluate((line) => line.remove())
})

test('a tooltip goes with the press, and comes back only when the pointer does', async () => {
  await open('#?part=buttons')
  const tooltip = page.locator('.ui-tooltip')
  const button = light().getByRole('button', { name: 'Undo: Move quirk' })
  await button.hover({ position: { x: 6, y: 6 } })
  await tooltip.waitFor()
  await page.mouse.down()
  await page.mouse.up()
  expect(await tooltip.isVisible()).toBe(false)
  await button.hover({ position: { x: 12, y: 12 } })
  await button.focus()
  await stays(700, () => tooltip.isVisible(), false)
  await page.mouse.move(0, 0)
  await button.hover()
  await tooltip.waitFor()
})

test('the cells of a matrix that is scrolled sideways and down stay under the titles of their columns and beside those of their rows', async () => {
  await open('#?part=overlap')
  const grid = light().locator('.matrix-grid')
  const painted = grid.locator('.matrix-canvas canvas').first()
  await painted.waitFor()
  // So small that both ways lead out of sight.
  await grid.evaluate((element) => Object.assign(element.style, { width: '90px', height: '70px' }))
  await expect.poll(async () => Math.round((await painted.boundingBox())?.width ?? 0)).toBeLessThanOrEqual(90)
  const scrolled = await grid.evaluate((element) => {
    element.scrollTo(40, 30)
    return [element.scrollLeft, element.scrollTop]
  })
  expect(scrolled).toEqual([40, 30])
  const [cells, window] = [await painted.boundingBox(), await grid.boundingBox()]
  expect([cells?.x, cells?.y]).toEqual([window?.x, window?.y])
})

describe('§2 the sidebar', () => {
  const grip = () => page.getByRole('separator')
  const width = () => grip().getAttribute('aria-valuenow')
  const drag = async (from: number, to: number) => {
    await page.mouse.move(from, 300)
    await page.mouse.down()
    await page.mouse.move(to, 300, { steps: 4 })
    await page.mouse.up()
  }

  test('ignores a drag under 350 px or left of the navbar; goes by key and by double click too', async () => {
    await open('#sidebar')
    expect(await width()).toBe('500')
    await drag(940, 740)
    expect(await width()).toBe('700')
    await drag(740, 1200)
    expect(Number(await width())).toBeGreaterThanOrEqual(350)
    await grip().focus()
    await press('End')
    expect(await width()).toBe('350')
    await press('ArrowRight')
    expect(await width()).toBe('350')
    await press('ArrowLeft')
    expect(await width()).toBe('366')
    await press('Home')
    expect(await width()).toBe('1384')
    await grip().dblclick()
    expect(await width()).toBe('560')
    expect(await axe(page)).toEqual([])
  })
})
