// A right that changes or goes while its person is typing: what they have typed is in the project or theirs to take along, and each event is told once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { stays } from '../../../fixtures/testing/awaiting.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import { cloudDesk } from '../../../fixtures/testing/cloudDesk.ts'
import { typesOn } from '../../../fixtures/testing/typing.ts'
import type { Someone } from '../../../server/testing/serveCloud.ts'
import { connect } from '../../../server/testing/socketClient.ts'
import type { StepInWords } from '../../model/stepsInWords.ts'

const desk = cloudDesk()

/** All that new toasts of this page say from now on, in their order; and what is typed into its text, which itself says less: words that are set aside leave it. */
async function watchPage(page: Page) {
  await page.evaluate(() => {
    const toasts = () => [...document.querySelectorAll('.ui-toast')].map(({ textContent }) => textContent ?? '')
    const before = toasts()
    const told: string[] = []
    const look = () => {
      for (const text of toasts()) if (!before.includes(text) && !told.includes(text)) told.push(text)
      document.body.dataset.told = JSON.stringify(told)
    }
    const hear = ({ target, data }: InputEvent) => {
      const { typed = '' } = document.body.dataset
      if (target instanceof Element && target.closest('.text-editing'))
        document.body.dataset.typed = typed + (data ?? '')
    }
    document.addEventListener('beforeinput', hear, true)
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
    look()
  })
  const read = (key: 'told' | 'typed') => page.evaluate((name) => document.body.dataset[name] ?? '', key)
  return {
    told: async () => JSON.parse(await read('told')) as string[],
    typed: async () => withoutSpaces(await read('typed')),
  }
}

/** A project with a text that its person edits, in another's browser. `others`: tabs that have it open before. */
async function editing(owner: Someone, who: Someone, name: string, others = 0) {
  const uuid = await owner.project(name)
  await owner.share(uuid, who, 'write')
  const first = await desk.openAs(who, `/projects/${uuid}`)
  const pages = [first]
  await first.getByText('All changes saved').waitFor()
  for (let i = 0; i < others; i += 1) pages.push(await desk.open(first.context(), `/projects/${uuid}`))
  const page = pages.at(-1) as Page
  await page.getByText('All changes saved').waitFor()
  const kelly = { name: 'Kelly.txt', mimeType: 'text/plain', buffer: Buffer.from('One two three.') }
  await page.locator('input[type=file][multiple]').first().setInputFiles(kelly)
  await page.locator('.cm-line').first().waitFor()
  await page.getByText('All changes saved').waitFor()
  await page.getByRole('button', { name: 'Edit text' }).click()
  await page.locator('.text-editing').waitFor()
  await page.keyboard.press('Control+End')
  return { uuid, page, first }
}

/** What the focus was on has gone: it is where work begins. */
const isInTheWork = (page: Page) => page.locator('[data-arrival] :focus').waitFor()

const typingOn = (page: Page, body: () => Promise<unknown>) => typesOn(page, (i) => ` w${i}w`, 4, body)
/** A step may end in the middle of a word. */
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')
const textIn = async (who: Someone, uuid: string): Promise<string> =>
  withoutSpaces(JSON.stringify(await (await who.call(`/web/api/v2/projects/${uuid}/json`)).json()))
/** What was written in the steps of the page that is offered here. */
async function downloaded(page: Page, from: Pick<Page, 'getByRole'>): Promise<string> {
  const saved = page.waitForEvent('download')
  await from.getByRole('button', { name: 'Download' }).click()
  const file = join(desk.server.folder, 'unsent.html')
  await (await saved).saveAs(file)
  const steps = /application\/json">(.*)<\/script>/.exec(readFileSync(file, 'utf8'))?.[1] ?? '[]'
  const said = (JSON.parse(steps) as StepInWords[]).flatMap((step) => step.said)
  return withoutSpaces(said.flatMap(({ written = [] }) => written).join(''))
}

test('what somebody has typed up to the moment in which they are removed is in the project, or theirs to take along', async () => {
  const ana = await desk.person('Ana')
  const ben = await desk.person('Ben')
  const { uuid, page } = await editing(ana, ben, 'Harbour')
  const { typed } = await watchPage(page)
  await typingOn(page, async () => {
    // While they type on, it comes to the others.
    await expect.poll(() => textIn(ana, uuid)).toContain('w2w')
    await ana.call(`/web/api/v2/projects/${uuid}/share?user=${ben.email}`, { method: 'DELETE' })
    const said = page.getByRole('alert').filter({ hasText: 'Access revoked' })
    await said.getByText(/^You can no longer open the project “Harbour”. \d+ changes? had/).waitFor()
  })
  const all = await typed()
  const unsent = await downloaded(page, page.getByRole('region', { name: 'Harbour was deleted or is no longer' }))
  const sent = await textIn(ana, uuid)
  expect(all).toContain('w4w')
  const isWhole = [...all].some((_, at) => sent.includes(all.slice(0, at)) && unsent.includes(all.slice(at)))
  expect(isWhole, `${all}\n${sent}\n${unsent}`).toBe(true)
})

test('what somebody has typed up to the moment in which the project is deleted is theirs to take along', async () => {
  const cleo = await desk.person('Cleo')
  const dan = await desk.person('Dan')
  // Another tab has the worker.
  const { uuid, page, first } = await editing(cleo, dan, 'Estuary', 1)
  const { typed } = await watchPage(page)
  const gone = page.getByRole('alert').filter({ hasText: 'The project “Estuary” was deleted.' })
  // As slow to hear of it as a tab on a busy machine.
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await typingOn(page, async () => {
    const said = [
      first.getByText('The project “Estuary” was deleted.').waitFor(),
      gone.getByText(/^\d+ changes? had not been sent\.$/).waitFor(),
    ]
    await cleo.send('DELETE', `/web/api/v2/projects/${uuid}`)
    await Promise.all(said)
  })
  const unsent = await downloaded(page, page.getByRole('region', { name: 'Estuary was deleted' }))
  expect(unsent).not.toBe('')
  expect((await typed()).endsWith(unsent), `${unsent} of ${await typed()}`).toBe(true)
  expect(await gone.textContent()).not.toContain('Access revoked')
})

test('what is said of a project that went stays until it is closed, or the project is there again', async () => {
  const liv = await desk.person('Liv')
  const max = await desk.person('Max')
  const [kept, lost] = [await liv.project('Sandbank'), await liv.project('Tideway')]
  const page = await desk.openAs(max)
  const saidOf = (name: string) => page.getByRole('alert').filter({ hasText: name })
  for (const [uuid, name] of [
    [kept, 'Sandbank'],
    [lost, 'Tideway'],
  ] as const) {
    await liv.share(uuid, max, 'write')
    await page.getByRole('link', { name }).click()
    await page.getByText('All changes saved').waitFor()
    if (uuid === kept) await liv.call(`/web/api/v2/projects/${uuid}/share?user=${max.email}`, { method: 'DELETE' })
    else await liv.send('DELETE', `/web/api/v2/projects/${uuid}`)
    await saidOf(name).waitFor()
  }
  // Longer than an error stays by itself.
  const said = () => Promise.all([saidOf('Sandbank').count(), saidOf('Tideway').count()])
  await stays(8000, said, [1, 1])
  expect(await axe(page)).toEqual([])
  await liv.share(kept, max, 'read')
  await saidOf('Sandbank').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Close' }).click()
  await saidOf('Tideway').waitFor({ state: 'detached' })
})

test('1 §4: who may only read all at once is told so once; what was not sent stays in sight, to be taken along and to be sent when the right is back', async () => {
  const eve = await desk.person('Eve')
  const fay = await desk.person('Fay')
  const { uuid, page } = await editing(eve, fay, 'Delta')
  const { told } = await watchPage(page)
  const strip = page.getByRole('status').filter({ hasText: 'because you no longer have write access to this project' })
  await typingOn(page, async () => {
    await eve.share(uuid, fay, 'read')
    await strip.waitFor()
  })
  await page.locator('.ui-pill[data-state=setAside]').waitFor()
  expect(await told()).toEqual([expect.stringContaining('Your access has been changed to read only')])
  await strip.getByText('once you have write access again, “Send now” appears here').waitFor()
  expect(await downloaded(page, strip)).not.toBe('')
  expect(await axe(page)).toEqual([])
  await eve.share(uuid, fay, 'write')
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByText('All changes saved').waitFor()
  await strip.waitFor({ state: 'detached' })
  await isInTheWork(page)
  expect(await textIn(eve, uuid)).toContain('w4w')
})

test('who comes back after a reload without a network is told of no right that has not changed', async () => {
  const gus = await desk.person('Gus')
  const ida = await desk.person('Ida')
  const uuid = await gus.project('Dunes')
  await gus.share(uuid, ida, 'write')
  const page = await desk.openAs(ida, `/projects/${uuid}`, { serviceWorkers: 'allow' })
  await page.getByText('All changes saved').waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  const comesBack = async () => {
    await page.context().setOffline(true)
    await page.reload()
    await page
      .getByText(/^Offline/)
      .first()
      .waitFor()
    return watchPage(page)
  }
  const { told } = await comesBack()
  await page.context().setOffline(false)
  await page.getByText('All changes saved').waitFor()
  expect((await told()).filter((text) => text.includes('Your access'))).toEqual([])

  await comesBack()
  await gus.share(uuid, ida, 'read')
  await page.context().setOffline(false)
  await page.getByText('Your access has been changed to read only').waitFor()
})

test('2 §6: who hands a project over is told so once, and so is who has it now', async () => {
  const jo = await desk.person('Jo')
  const kim = await desk.person('Kim')
  const uuid = await jo.project('Shoals')
  await jo.share(uuid, kim, 'write')
  const [his, hers] = [await desk.openAs(jo, `/projects/${uuid}`), await desk.openAs(kim, `/projects/${uuid}`)]
  for (const page of [his, hers]) await page.getByText('All changes saved').waitFor()
  const seen = [await watchPage(his), await watchPage(hers)]
  await his.getByRole('button', { name: 'Share', exact: true }).click()
  await his.getByRole('button', { name: `Make ${kim.name} owner…` }).click()
  await his.getByRole('alertdialog').getByRole('button', { name: 'Make owner' }).click()
  await hers.getByText('Your access has been changed to owner').waitFor()
  await his.getByText('Your access has been changed to read and write').waitFor()
  await his.getByText('Only the owner can invite people and change their access.').waitFor()
  await his.getByRole('alertdialog').waitFor({ state: 'detached' })
  for (const { told } of seen) expect(await told()).toEqual([expect.stringContaining('Your access has been changed')])
})

test('what somebody has written without a network in a text that another deletes meanwhile stays in sight, to be taken along or given up', async () => {
  const ana = await desk.person('Ana')
  const ben = await desk.person('Ben')
  const { uuid, page } = await editing(ana, ben, 'Estuary')
  await page.context().setOffline(true)
  await page
    .getByText(/^Offline/)
    .first()
    .waitFor()
  await page.keyboard.type(' Four five.', { delay: 30 })
  await page.locator('.ui-pill').getByText('Offline, 1 change waiting').waitFor()
  const { sources } = (await (await ana.call(`/web/api/v2/projects/${uuid}/json`)).json()) as {
    sources: { id: number }[]
  }
  const hers = await connect(ana)
  await hers.open(uuid)
  await hers.push(1, [[{ name: 'sourceRemove', args: { id: sources[0]?.id } }]])
  hers.socket.close()
  await page.context().setOffline(false)
  const strip = page
    .getByRole('status')
    .filter({ hasText: '1 step of yours could not be sent, because what it was about' })
  await strip.waitFor()
  expect(await axe(page)).toEqual([])
  expect(await downloaded(page, strip)).toBe('Fourfive.')
  await strip.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await strip.waitFor({ state: 'detached' })
  await isInTheWork(page)
})
