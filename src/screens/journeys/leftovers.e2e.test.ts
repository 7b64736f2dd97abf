// A page that is worked in for hours keeps nothing of what was left: no element, no listener, no memory.
import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawn } from '../../../fixtures/testing/awaiting.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk()

type Held = { nodes: number; listeners: number; memory: number }

/** What the page has once nothing is kept that cannot be reached: its nodes, their listeners, and the script's memory in bytes. */
async function look(session: CDPSession): Promise<Held> {
  // What an element kept is free for the next round alone.
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), memory: of('JSHeapUsedSize') }
}

/**
 * What the page has at rest, three looks alike: the words of a source are there before what is drawn beside them,
 * and what still comes or goes is nothing that was left.
 */
async function held(page: Page): Promise<Held> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const looks: Held[] = []
  const atRest = () => {
    const last = looks.slice(-3)
    return (
      last.length === 3 &&
      last.every(({ nodes, listeners }) => nodes === last[0]?.nodes && listeners === last[0]?.listeners)
    )
  }
  while (!atRest()) {
    await drawn(page)
    looks.push(await look(session))
  }
  await session.detach()
  return looks[looks.length - 1] as Held
}

/** Goes to the other of two open sources, each time until its words are shown. */
const change = (page: Page, times: number) =>
  page.evaluate(async (times) => {
    const words = () => document.querySelector('.cm-line')?.textContent ?? ''
    for (let n = 0; n < times; n += 1) {
      const before = words()
      document.querySelector<HTMLElement>('[role=tab][aria-selected=false]')?.click()
      while (words() === before || words() === '') await new Promise(requestAnimationFrame)
    }
  }, times)

test('after 200 changes of the source the page has the nodes and listeners that it had before, within 5 %', async () => {
  const uuid = await desk.draw(`
quirk Trust
source Anna | I [trusted]Trust him.
source Ben | Nothing was [said]Trust.
`)
  const page = await desk.page(`/projects/${uuid}`, await desk.person())
  const list = page.getByRole('list', { name: 'Sources' })
  for (const name of ['Anna', 'Ben']) {
    await page.getByRole('button', { name: 'Sources', exact: true }).click()
    await list.getByRole('button', { name, exact: true }).click()
    await page.locator('.cm-line').first().waitFor()
  }
  await change(page, 100)
  const before = await held(page)
  await change(page, 200)
  const after = await held(page)
  expect(after.nodes / before.nodes).toBeLessThan(1.05)
  expect(after.listeners / before.listeners).toBeLessThan(1.05)
  // With what the browser compiles of a program that goes on working.
  expect(after.memory / before.memory).toBeLessThan(1.1)
})
