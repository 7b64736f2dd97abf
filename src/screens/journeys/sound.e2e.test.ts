// A transcript with its recording: a word is heard where it stands, what sounds is marked; and one that somebody types while they listen.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'
import { asFile, openMergeDialog } from '../../../fixtures/testing/mergeDialog.ts'
import { recordedQdpx } from '../../../fixtures/testing/recordedQdpx.ts'
import { wavOfTone } from '../../../fixtures/testing/tones.ts'
import { wordsInPage } from '../../../fixtures/testing/wordsInPage.ts'

const desk = testDesk()

const tape = { name: 'tape.wav', mimeType: 'audio/wav', buffer: wavOfTone(20, 440) }
/** A word each second, and one that is drawn out: a slow machine finds it sounding too. */
const spoken = ['I', 'trusted', 'him', 'with', 'the', 'letter', 'that', 'came', 'too', 'late']
const startOf = (n: number) => (n <= spoken.indexOf('letter') ? n : n + 5)
const whisper = {
  name: 'Anna.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      segments: [
        {
          start: 0,
          end: startOf(spoken.length),
          text: spoken.join(' '),
          words: spoken.map((word, n) => ({ word, start: startOf(n), end: startOf(n + 1) })),
        },
      ],
    }),
  ),
}

const bar = (page: Page) => page.getByRole('region', { name: 'Recording' })
const at = (page: Page) =>
  bar(page).getByRole('slider', { name: 'Position in the recording' }).getAttribute('aria-valuetext')
/** The word that is marked. */
const sounding = (page: Page) =>
  page.evaluate(
    () =>
      [...(CSS.highlights.get('text-sounding') ?? [])].map((range) => {
        const { startContainer, startOffset, endOffset } = range
        return startContainer.textContent?.slice(startOffset, endOffset)
      })[0],
  )

/** Where recordings of the page are sent from here on: from where to where, in s. Returns what tells the last one. */
async function jumpsOf(page: Page): Promise<() => Promise<{ from: number; to: number }>> {
  await page.evaluate(() => {
    const own = Object.getOwnPropertyDescriptor(
      HTMLMediaElement.prototype,
      'currentTime',
    ) as Required<PropertyDescriptor>
    Object.defineProperty(HTMLMediaElement.prototype, 'currentTime', {
      ...own,
      set(to: number) {
        Object.assign(globalThis, { lastJump: { from: own.get.call(this), to } })
        own.set.call(this, to)
      },
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { lastJump: { from: number; to: number } }).lastJump)
}

test('a click on a word plays it, what sounds is marked, and what was said last is selected to be coded', async () => {
  const page = await desk.standing('quirk Trust')
  await page.locator('input[type=file][multiple]').first().setInputFiles(whisper)
  await page.locator('.cm-line', { hasText: 'letter' }).waitFor()
  await bar(page).getByLabel('Add the sound of this text…', { exact: true }).last().setInputFiles(tape)
  const play = bar(page).getByRole('button', { name: 'Play', exact: true })
  await play.click()
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).waitFor()
  const lastJump = await jumpsOf(page)
  const { left, y } = await page.evaluate(wordsInPage, 'letter')
  await page.mouse.click(left + 1, y)
  await expect.poll(() => sounding(page)).toBe('letter')
  // Where it begins.
  expect((await lastJump()).to).toBe(5)
  // How loud it is has been read beside that.
  await bar(page).locator('.text-sound-loud').waitFor()
  await page.locator('.cm-content').focus()
  await page.keyboard.press('F9')
  await play.waitFor()
  // It has gone back by two seconds.
  const { from, to } = await lastJump()
  expect(from - to).toBeCloseTo(2, 3)
  await expect.poll(() => at(page)).toContain(`00:00:0${Math.floor(to)} of`)
  await page.keyboard.press('Shift+H')
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toMatch(/^I trusted him/)
  expect(await axe(page)).toEqual([])
  // Once it is coded, its own seconds are heard wherever it is listed, and nothing else sounds beside them.
  await page.keyboard.press('Enter')
  await page.getByRole('combobox').last().fill('Trust')
  await page.keyboard.press('Enter')
  await play.click()
  await page.evaluate(() => {
    location.hash = `${location.hash.split('?')[0]}/list`
  })
  const passage = page.locator('.quote')
  await passage.getByRole('button', { name: 'Play', exact: true }).click()
  await passage.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await play.waitFor()
  expect(await axe(page)).toEqual([])
  await passage.getByRole('button', { name: 'Pause', exact: true }).click()
  await passage.getByRole('button', { name: 'Play', exact: true }).waitFor()
  // In a new project that is made of this one and of another program's, both recordings have their sound.
  const merge = await openMergeDialog(page)
  const theirs = { sound: wavOfTone(20, 880), milliseconds: 20_000 }
  await merge.give(asFile('Study.qdpx', await recordedQdpx('Carl', 'Nobody came.', theirs)))
  await merge.dialog.getByRole('button', { name: 'Merge and open' }).click()
  await merge.dialog.waitFor({ state: 'detached' })
  for (const title of ['Carl', 'Anna']) {
    if (title === 'Anna') await page.getByRole('button', { name: 'Sources', exact: true }).click()
    await page.getByRole('button', { name: title, exact: true }).first().click()
    await play.click()
    await bar(page).getByRole('button', { name: 'Pause', exact: true }).click()
  }
})

test('somebody types while they listen: times and speakers by key', async () => {
  const page = await desk.standing('quirk Trust\nsource Own |')
  await page.getByRole('button', { name: 'Own', exact: true }).first().click()
  await page.getByRole('button', { name: 'Edit text' }).first().click()
  await bar(page).getByLabel('Add a recording…', { exact: true }).last().setInputFiles(tape)
  await bar(page).getByRole('button', { name: 'Play', exact: true }).waitFor()
  await page.locator('.cm-content').focus()
  for (const key of ['Control+Enter', 'Control+Shift+Enter']) await page.keyboard.press(key)
  await page.keyboard.type('Hello.')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('Yes.')
  await expect.poll(() => page.locator('.cm-line').allTextContents()).toEqual(['A: [00:00:00] Hello.', 'B: Yes.'])
  await page.keyboard.press('F9')
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).waitFor()
})
