// A short sample of `steady.prove.ts`: the same judge, a few steps, each waited for until it has been seen.
import { expect, test } from 'vitest'
import { seeded } from '../../fixtures/random.ts'
import { atRest } from '../../fixtures/testing/awaiting.ts'
import { testDesk } from '../../fixtures/testing/desk.ts'
import { installKit } from '../chromium/together/pageKit.ts'
import { discs, steadyProject, watchSteady } from './steadyCase.ts'

const desk = testDesk()

test('while a colleague codes and nests, nothing moves near the pointer, and nothing jumps elsewhere', async () => {
  const { drawn, sourceId } = steadyProject()
  const address = `/projects/${await desk.project(drawn)}`
  const watcher = await desk.page(address)
  const colleague = await desk.page(address, await desk.person({}, 'Ben'))
  const [all, others] = [watcher, colleague].map((page) => async () => {
    const posted = await page.evaluate(async () => window.together.handle()?.ask('quirks', {}))
    return JSON.stringify(posted)
  })
  for (const page of [watcher, colleague]) {
    await page.locator('.canvas[data-drawn]').waitFor()
    await page.evaluate(installKit)
  }
  let places = 3
  const found = await watchSteady({
    ...{ watcher, colleague, sourceId, random: seeded(12), acts: 3 },
    goesOn: () => places-- > 0,
    pointed: () => atRest(watcher, () => discs(watcher)),
    seen: async () => {
      await expect.poll(async () => (await all!()) === (await others!())).toBe(true)
      await watcher.locator('.canvas[data-drawn]').waitFor()
      await atRest(watcher, () => discs(watcher))
    },
  })
  // Of each kind at least one, and something was there to be held.
  const { steps, nested, held } = found
  expect({ coded: steps > nested, nested: nested > 0, held: held > 0 }).toEqual({
    coded: true,
    nested: true,
    held: true,
  })
})
