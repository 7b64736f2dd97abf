// The layout for phones, with a host that can: local mode has none. Redirects, the sidebar, the list of quirks, coding by taps.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { phone, testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk({ mobile: true, own: phone })
const local = testDesk()
const drawing = `
quirk Feelings
quirk Trust < Feelings
quirk Work
source Anna | I [trusted]Trust him, and [then]Work I left.
source Bertha | The harbour was empty that winter.
`

let page: Page
let uuid = ''

async function open(child = ''): Promise<void> {
  page = await desk.standing(drawing, child)
  uuid = /projects\/([^/?]+)/.exec(page.url())?.[1] ?? ''
}

const route = () => page.evaluate(() => location.hash.slice(1))
const at = (child: string) => expect.poll(route).toBe(`/projects/${uuid}${child}`)
const goTo = (child: string) =>
  page.evaluate((hash) => {
    location.hash = hash
  }, `#/projects/${uuid}${child}`)
const row = (title: string) => page.locator('.phone-quirk', { hasText: title }).last()

describe('1 §2 on a phone', () => {
  test('a project is the source where one was last, at first the first of the list; list, overlap and a quirk of the query lead where the phone has them', async () => {
    await open()
    await at('/sources/1')
    await page.locator('.cm-line', { hasText: 'trusted' }).waitFor()
    expect(await axe(page)).toEqual([])
    await goTo('/overlap')
    await at('/sources/2')
    await page.locator('.cm-line', { hasText: 'harbour' }).waitFor()
    await goTo('')
    await at('/sources/2')
    await goTo('/list')
    await at('/quirks')
    await goTo('/list?quirkId=2')
    await at('/quirks/2')
    const passages = page.getByRole('dialog', { name: 'Trust' }).getByRole('list', { name: 'Passages' })
    const passage = passages.getByRole('button', { name: 'trusted' })
    await passage.waitFor()
    expect(await axe(page)).toEqual([])
    await passage.tap()
    await at('/sources/1')
    await page.locator('.cm-line', { hasText: 'trusted' }).waitFor()
    await goTo('/nowhere')
    await page.getByText('This page could not be found').waitFor()
  })

  // Before a test has pressed one.
  test('keys are named once there is a keyboard', async () => {
    await open('/sources/1')
    await page.locator('.cm-line', { hasText: 'trusted' }).waitFor()
    await page.getByRole('button', { name: 'More actions for this text' }).tap()
    const menu = page.getByRole('menu')
    await menu.waitFor()
    expect(await menu.locator('kbd').count()).toBe(0)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => menu.locator('kbd').count()).toBeGreaterThan(0)
  })

  test('what stands at the lower edge stands above a keyboard that covers it', async () => {
    await open('/quirks/2')
    await page.getByRole('dialog', { name: 'Trust' }).waitFor()
    const lowerEdges = () =>
      page.evaluate(() =>
        ['.phone', '.ui-modal'].map(
          (of) => innerHeight - (document.querySelector(of)?.getBoundingClientRect().bottom ?? 0),
        ),
      )
    /** As a browser tells of its keyboard, which no test can have it show. */
    const cover = (px: number) =>
      page.evaluate((px) => {
        const seen = visualViewport as VisualViewport
        if (px === 0) Reflect.deleteProperty(seen, 'height')
        else Object.defineProperty(seen, 'height', { configurable: true, get: () => innerHeight - px })
        seen.dispatchEvent(new Event('resize'))
      }, px)
    await expect.poll(lowerEdges).toEqual([0, 0])
    await cover(300)
    await expect.poll(lowerEdges).toEqual([300, 300])
    await cover(0)
    await expect.poll(lowerEdges).toEqual([0, 0])
  })

  test('Skip to content leads into the text, the lists and the history', async () => {
    await open('/sources/1')
    await at('/sources/1')
    const isInside = () => page.evaluate(() => document.activeElement?.closest('.phone-pane:not([hidden])') !== null)
    for (const child of ['/sources/1', '/sources', '/quirks', '/history']) {
      await goTo(child)
      await page.locator('.phone-pane:not([hidden]) button').first().waitFor()
      await page.getByRole('button', { name: 'Skip to content' }).focus()
      await page.keyboard.press('Enter')
      await expect.poll(isInside).toBe(true)
      await page.keyboard.press('Tab')
      expect(await isInside()).toBe(true)
    }
  })

  test('the sidebar is three quarters of the width and leads to quirks, settings and home, and outside for help', async () => {
    await open('/sources/1')
    await at('/sources/1')
    // What passes by itself needs no words, which would move the bar at each opening.
    const size = await page.locator('.phone-name > .ui-pill').evaluate((pill) => {
      const { state = '' } = pill.dataset
      pill.dataset.state = 'connecting'
      const { fontSize } = getComputedStyle(pill)
      pill.dataset.state = state
      return fontSize
    })
    expect(size).toBe('0px')
    await page.getByRole('button', { name: 'Menu' }).tap()
    const drawer = page.locator('.ui-drawer')
    await drawer.waitFor()
    expect(await axe(page)).toEqual([])
    expect((await drawer.boundingBox())?.width).toBeCloseTo(390 * 0.75, 0)
    expect(await drawer.getByRole('link').allTextContents()).toEqual([
      'All projects',
      'All sources',
      'All quirks',
      'History',
      'Settings',
      'Help',
    ])
    expect(await drawer.getByRole('link', { name: 'Help' }).getAttribute('target')).toBe('_blank')
    // 2 §2: all that the menu of the desk has under Report, Export and Save as.
    await drawer.getByRole('button', { name: 'Export' }).tap()
    for (const name of ['Preview report', 'Export XLSX', 'Project as JSON', 'Canvas screenshots', /^Save a copy/])
      await drawer.getByRole('button', { name }).waitFor()
    await drawer.getByRole('link', { name: 'Settings' }).tap()
    await at('/settings')
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).tap()
    await at('/sources/1')
  })

  test('a tap on a quirk highlights the selected words, and opens the quirk where none are', async () => {
    await open('/sources/2')
    await page.locator('.cm-line', { hasText: 'harbour' }).waitFor()
    await page.locator('.cm-content').focus()
    for (const key of ['Control+Home', 'Control+Shift+ArrowRight', 'Control+Shift+ArrowRight'])
      await page.keyboard.press(key)
    await page.getByRole('button', { name: 'All quirks' }).tap()
    await page.getByText('Tap a quirk to highlight').waitFor()
    expect(await page.locator('.text-selected').count()).toBeGreaterThan(0)
    expect(await axe(page)).toEqual([])
    await row('Work').tap()
    await expect.poll(() => row('Work').textContent()).toContain('2 highlights')
    await at('/quirks')

    // They are coded: the next tap is to look, and the text shows nothing selected.
    await page.getByText('Tap a quirk to highlight').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Sources and text' }).tap()
    await page.locator('.cm-content').waitFor()
    expect(await page.locator('.text-selected').count()).toBe(0)
    await page.getByRole('button', { name: 'All quirks' }).tap()
    await row('Trust').tap()
    await at('/quirks/2')
    const sheet = page.getByRole('dialog', { name: 'Trust' })
    await sheet.getByText('Feelings').waitFor()
    await sheet.getByRole('button', { name: 'Edit quirk' }).tap()
    const form = page.getByRole('dialog', { name: 'Edit quirk' })
    await form.waitFor()
    // 1 §9: five colours, its own among them.
    expect(await form.getByRole('radio').count()).toBe(5)
    expect(await form.getByRole('radio', { checked: true }).count()).toBe(1)
    expect(await axe(page)).toEqual([])
  })

  test('a quirk deleted in its sheet stays closed when the deletion is taken back', async () => {
    await open('/quirks')
    const sheet = page.getByRole('dialog', { name: 'Trust', exact: true })
    for (const undo of [
      page.locator('.ui-toast').getByRole('button', { name: 'Undo' }),
      page.getByRole('button', { name: /^Undo: Delete/ }),
    ]) {
      await row('Trust').tap()
      await sheet.getByRole('button', { name: 'Delete' }).tap()
      await expect.poll(() => row('Trust').count()).toBe(0)
      await at('/quirks')
      await undo.tap()
      await row('Trust').waitFor()
      await at('/quirks')
      expect(await sheet.count()).toBe(0)
    }
  })

  test('a double tap selects without a menu of ours, and what is typed after a tap on the selected word goes into the text', async () => {
    await open('/sources/2')
    const words = page.locator('.cm-line', { hasText: 'harbour' })
    await words.waitFor()
    const box = await words.boundingBox()
    const tap = () => page.touchscreen.tap((box?.x ?? 0) + 60, (box?.y ?? 0) + 14)
    await tap()
    await tap()
    await page.getByRole('toolbar', { name: 'Selected words' }).waitFor()
    expect(await page.locator('.ui-menu').count()).toBe(0)
    await page.getByRole('button', { name: 'Edit text' }).tap()
    await page.locator('.text-editing').waitFor()
    await tap()
    await page.keyboard.type('XYZ')
    await expect.poll(() => page.locator('.cm-content').textContent()).toContain('XYZ')
    await page.keyboard.press('Escape')
    await page.locator('.text-editing').waitFor({ state: 'detached' })
  })

  test('while the chat is open, keys do nothing behind it, wherever the focus has got to', async () => {
    await open('/sources/2')
    await page.locator('.cm-line', { hasText: 'harbour' }).waitFor()
    await page.getByRole('button', { name: 'Chat' }).tap()
    const message = page.getByRole('dialog', { name: 'Chat' }).getByLabel('Message')
    await expect.poll(() => message.evaluate((field) => field === document.activeElement)).toBe(true)
    await message.evaluate((field) => field.blur())
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await message.fill('On we go')
    expect(await page.locator('.ui-modal').count()).toBe(1)
  })

  test('a link in the chat, and a title that is one long word, stay within the width', async () => {
    await open('/quirks')
    const long = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk'
    const within = async (title: string) => {
      const sheet = page.getByRole('dialog', { name: title })
      await sheet.waitFor()
      const [over, isUnderClose] = await sheet.evaluate((modal) => {
        const right = (one: Element) => one.getBoundingClientRect().right
        const name = modal.querySelector('h2') as Element
        const beyond = [...modal.querySelectorAll('*')].filter((one) => right(one) > innerWidth + 1)
        const close = modal.querySelector('.ui-modal-close')?.getBoundingClientRect()
        const isUnder = name.scrollWidth > name.clientWidth || right(name) > (close?.left ?? 0)
        return [beyond.map(({ className }) => className), isUnder]
      })
      expect([over, isUnderClose]).toEqual([[], false])
      return sheet
    }
    await page.getByRole('button', { name: 'Chat' }).tap()
    const message = page.getByRole('dialog', { name: 'Chat' }).getByLabel('Message')
    await message.fill(`https://example.org/${'x'.repeat(200)}`)
    await within('Chat')
    await page.getByRole('button', { name: 'Send' }).tap()
    await page.locator('.chat-words', { hasText: 'example.org' }).waitFor()
    await within('Chat')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New quirk' }).tap()
    const form = page.getByRole('dialog', { name: 'New quirk' })
    await form.getByLabel('Title').fill(long)
    await form.getByRole('button', { name: 'Create quirk' }).tap()
    await row(long).tap()
    await within(long)
  })

  test('a menu is never beneath a message', async () => {
    await open('/sources/2')
    await page.locator('.cm-line', { hasText: 'harbour' }).waitFor()
    await page.getByRole('button', { name: 'All quirks' }).tap()
    await row('Work').tap()
    await page.getByRole('dialog', { name: 'Work' }).getByRole('button', { name: 'Delete' }).tap()
    const toast = page.locator('.ui-toast')
    await toast.waitFor()
    // As in a window that somebody has left for another one, it stays.
    await page.evaluate(() => dispatchEvent(new FocusEvent('blur')))
    await page.getByRole('button', { name: 'Sources and text' }).tap()
    await page.getByRole('button', { name: 'More actions for this text' }).tap()
    await page.getByRole('menuitem').first().waitFor()
    expect(await page.evaluate(covered)).toEqual([])
    await expect.poll(() => page.evaluate(overlaps)).toBe(false)
    expect(await toast.count()).toBe(1)
  })

  test('the list finds by words and shows the most used first', async () => {
    await open('/quirks')
    await row('Work').waitFor()
    expect(await page.locator('.phone-quirks-heading').allTextContents()).toEqual(['Most used', 'All quirks'])
    await page.getByRole('searchbox', { name: 'Find a quirk' }).fill('tru')
    await expect.poll(() => page.locator('.phone-quirk').count()).toBe(1)
    await page.getByRole('searchbox', { name: 'Find a quirk' }).fill('xyz')
    await page.getByText('No matches').waitFor()
    await page.getByRole('searchbox', { name: 'Find a quirk' }).fill('')
  })

  test('Back closes the chat and the form of a quirk, and leaves what is behind them', async () => {
    await open('/quirks')
    await row('Trust').waitFor()
    const chat = page.getByRole('dialog', { name: 'Chat' })
    for (const way of ['back', 'close']) {
      await page.getByRole('button', { name: 'Chat' }).tap()
      await chat.waitFor()
      if (way === 'back') await page.goBack()
      else await chat.getByRole('button', { name: 'Close' }).tap()
      await chat.waitFor({ state: 'detached' })
      await at('/quirks')
    }
    await row('Trust').tap()
    const sheet = page.getByRole('dialog', { name: 'Trust', exact: true })
    await sheet.getByRole('button', { name: 'Edit quirk' }).tap()
    const form = page.getByRole('dialog', { name: 'Edit quirk' })
    await form.getByLabel('Title').fill('Confidence')
    await page.goBack()
    await form.waitFor({ state: 'detached' })
    await sheet.waitFor()
    await at('/quirks/2')
    // As by Escape: what was typed is still there.
    await sheet.getByRole('button', { name: 'Edit quirk' }).tap()
    expect(await form.getByLabel('Title').inputValue()).toBe('Confidence')
    await page.reload()
    await sheet.waitFor()
    await at('/quirks/2')
  })

  test('a phone on its side stays a phone, and half of what is seen is text; so it is at 400 %', async () => {
    page = await desk.standing(`
question 1 Why did you leave?
question 2 When was that?
source Anna | I trusted him.
`)
    await page.locator('.cm-line', { hasText: 'trusted' }).waitFor()
    const shareOfText = () =>
      page.locator('.cm-scroller').evaluate((text) => text.getBoundingClientRect().height / innerHeight)
    for (const [width, height] of [
      [844, 390],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(shareOfText).toBeGreaterThanOrEqual(0.5)
      expect(await page.locator('.phone').count()).toBe(1)
      expect(await axe(page)).toEqual([])
    }
  })
})

test('local mode has no layout for phones: it reflows, and its guards are the desktop’s', async () => {
  uuid = await local.draw(drawing)
  page = await local.page(`/projects/${uuid}/settings`, await local.person(phone))
  await at('')
  await page.getByRole('treeitem', { name: /^Trust,/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Menu' }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await axe(page)).toEqual([])
})

/** The entries of the open menu that something else lies over. */
function covered(): string[] {
  return [...document.querySelectorAll('[role^=menuitem]')].flatMap((entry) => {
    const { left, top, width, height } = entry.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    return entry.contains(seen) ? [] : [entry.textContent ?? '']
  })
}

/** Whether a toast and the menu share some of the window. */
function overlaps(): boolean {
  const [toast, menu] = ['.ui-toast', '.ui-menu'].map((one) => document.querySelector(one)?.getBoundingClientRect())
  if (!toast || !menu) return false
  return toast.left < menu.right && menu.left < toast.right && toast.top < menu.bottom && menu.top < toast.bottom
}
