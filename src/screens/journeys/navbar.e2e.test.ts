// The navigation bar of a project: all of it is within reach however many people come and whatever the window is like; the page's single keys act beside it.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { cloudDesk } from '../../../fixtures/testing/cloudDesk.ts'
import { connect } from '../../../server/testing/socketClient.ts'

const desk = cloudDesk()

/** What of the bar lies outside of the window, and what can be reached neither in it nor in the menu of what has no room. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.getByRole('navigation').evaluate((bar) => {
    const isInside = (part: Element) => {
      const { top, bottom, height } = part.getBoundingClientRect()
      return top >= 0 && bottom <= Math.min(innerHeight, bar.getBoundingClientRect().bottom) && height > 0
    }
    const shown = [...bar.querySelectorAll('button')].filter((one) => one.getBoundingClientRect().width > 0)
    const names = shown.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '')
    const missed = names.includes('More actions')
      ? []
      : ['Language', 'Help', 'Settings'].filter((name) => !names.includes(name))
    return [...names.filter((_, i) => !isInside(shown[i] as Element)), ...missed]
  })

test('the bar folds whenever people come or go, the name or the window changes', async () => {
  const ann = await desk.person('Ann')
  const others = await Promise.all(Array.from({ length: 20 }, () => desk.person('Guest')))
  const uuids = [
    await ann.project('Estuary'),
    await ann.project('Talks in the gardens of the northern quarter, 2019 to 2024'),
  ]
  for (const uuid of uuids) for (const other of others) await ann.share(uuid, other, 'read')
  const page = await desk.openAs(ann, `/projects/${uuids[0]}`)
  const more = page.getByRole('button', { name: 'More actions' })
  const sizes = [
    { width: 1440, height: 900 },
    { width: 1280, height: 720 },
    { width: 1024, height: 600 },
  ]
  const buttons = page.getByRole('navigation').getByRole('button')
  for (const uuid of uuids) {
    await page.goto(`${desk.server.base}/web/#/projects/${uuid}`)
    await page.getByText('All changes saved').waitFor()
    const alone: number[] = []
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expect.poll(() => outOfReach(page)).toEqual([])
      alone.push(await buttons.count())
    }
    const here: Awaited<ReturnType<typeof connect>>[] = []
    for (const count of [1, 3, 20]) {
      for (const other of others.slice(here.length, count)) {
        const client = await connect(other)
        await client.open(uuid)
        await client.raw({ presence: { place: null } })
        here.push(client)
      }
      await page.getByRole('button', { name: `Users: ${count} ` }).waitFor()
      // They come in the last of the sizes, and the others follow.
      for (const size of sizes.toReversed()) {
        await page.setViewportSize(size)
        await expect.poll(() => outOfReach(page)).toEqual([])
        if ((await more.count()) === 0) continue
        await more.click()
        await page.getByRole('menuitem', { name: 'Language' }).waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('menu').waitFor({ state: 'detached' })
      }
    }
    for (const { socket } of here) socket.close()
    await page.getByRole('button', { name: /^Users: / }).waitFor({ state: 'detached' })
    for (const [n, size] of sizes.entries()) {
      await page.setViewportSize(size)
      await expect.poll(() => buttons.count()).toBe(alone[n])
    }
  }
})

test('1 §3: single keys act while a button of the bar has the focus, and not in a field, a menu or a dialog', async () => {
  const ann = await desk.person('Ann')
  const page = await desk.openAs(ann, `/projects/${await ann.project('Single keys')}`)
  await page.getByText('All changes saved').waitFor()
  const form = page.getByRole('dialog', { name: 'New quirk' })
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await share.click()
  const sharing = page.getByRole('dialog')
  await sharing.waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await sharing.waitFor({ state: 'detached' })
  expect(await form.count()).toBe(0)
  await expect.poll(() => share.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('n')
  await form.waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect(await form.count()).toBe(0)
  // Space is the button's own.
  await share.focus()
  await page.keyboard.press(' ')
  await sharing.waitFor()
})

test('2 §2: Report and Add sources are menus of the bar, a new source is told; 1 §8: what cannot be drawn is the error page, 500', async () => {
  const ann = await desk.person('Ann')
  const page = await desk.openAs(ann, `/projects/${await ann.project('Menus')}`)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByText('All changes saved').waitFor()
  const entries = async (menu: string) => {
    await page.getByRole('navigation').getByRole('button', { name: menu }).click()
    await page.getByRole('menu').waitFor()
    return page.getByRole('menuitem').allTextContents()
  }
  expect(await entries('Report')).toEqual([
    'Preview report',
    'Download report as a web page (HTML, ZIP)',
    'Report as Word document',
  ])
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect(await entries('Add sources')).toEqual(['New empty source', 'Import files…', 'OCR Import…'])
  await page.getByRole('menuitem', { name: 'New empty source' }).click()
  await page.getByText('Source created', { exact: true }).waitFor()

  // From here on the page fails on purpose.
  for (const heard of ['console', 'pageerror'] as const) page.removeAllListeners(heard)
  await page.addInitScript(() => {
    Intl.RelativeTimeFormat.prototype.format = () => {
      throw new Error('nothing is drawn with it')
    }
  })
  await page.goto(`${desk.server.base}/web/#/projects`)
  await page.reload()
  await page.getByRole('alert').getByRole('heading', { name: 'This page stopped working' }).waitFor()
  await page.getByText('500', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Reload' }).isVisible()).toBe(true)
})
