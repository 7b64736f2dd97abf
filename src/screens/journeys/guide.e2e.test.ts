// The guide inside the program: from where it is opened, how it is searched, by keys alone, on a small window, in both looks, and in another language.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe, themes } from '../../../fixtures/testing/axe.ts'
import { cloudDesk } from '../../../fixtures/testing/cloudDesk.ts'

const desk = cloudDesk()

const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name, exact: true })

test('Help opens the guide in a tab of its own: its first page, or where it tells of the view that is shown', async () => {
  const ann = await desk.person('Ann')
  const uuid = await ann.project('Guided')
  const page = await desk.openAs(ann, `/projects/${uuid}`)
  await page.getByText('All changes saved').waitFor()
  const opened = async () => {
    await page.getByRole('navigation').getByRole('button', { name: 'Help' }).click()
    const tab = page.context().waitForEvent('page')
    await page.getByRole('menuitem', { name: 'Open help' }).click()
    return tab
  }
  const first = await opened()
  await heading(first, 'Your first study').waitFor()
  await first.close()

  await page.goto(`${desk.server.base}/web/#/projects/${uuid}/agreement`)
  await page.getByRole('heading', { name: 'Agreement' }).waitFor()
  const second = await opened()
  await heading(second, 'Agreement').waitFor()
  await expect.poll(() => second.evaluate(() => document.activeElement?.id)).toBe('agreement')
  expect(await second.title()).toContain('Views and their numbers')
  await second.close()
})

test('without an account it is read and searched by keys, and what is found is gone to', async () => {
  const page = await desk.open(await desk.browser(), '/guide/keys')
  await heading(page, 'Keys').waitFor()
  // Of the records of actions, as they are written on this machine.
  await page.getByRole('main').getByText('Ctrl+K').first().waitFor()
  await page.getByRole('searchbox', { name: 'Search the guide' }).focus()
  await page.keyboard.type('krippendorff nominal')
  await page.getByText('1 result').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Views and their numbers: Agreement' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('agreement')
  expect(await page.getByRole('searchbox').inputValue()).toBe('')

  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Deutsch' }).click()
  await page.getByRole('searchbox', { name: 'Anleitung durchsuchen' }).waitFor()
})

test('on a small window its contents are folded; nothing lies beyond it, and both looks can be read and have pictures of their own', async () => {
  const page = await desk.open(await desk.browser({ viewport: { width: 390, height: 844 } }), '/guide')
  await heading(page, 'Your first study').waitFor()
  await page.getByRole('button', { name: 'Contents' }).click()
  await page.getByRole('link', { name: 'Views and their numbers', exact: true }).first().click()
  await heading(page, 'Views and their numbers').waitFor()
  await page.getByRole('link', { name: 'Coding well' }).waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  for (const { colorScheme, rules } of themes) {
    await page.emulateMedia({ colorScheme })
    expect(await axe(page, rules)).toEqual([])
    const picture = page.getByRole('main').getByRole('img').first()
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await picture.getAttribute('src')).toMatch(new RegExp(`/canvas-${colorScheme}\\.webp$`))
  }
})

test('the address that the help had before leads to it', async () => {
  const page = await desk.open(await desk.browser(), '/guide')
  await page.goto(`${desk.server.base}/web/help`)
  await heading(page, 'Your first study').waitFor()
})
