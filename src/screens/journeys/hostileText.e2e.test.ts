// Names and texts that are markup and script, everywhere where one person's words come before another's eyes, on the cloud's page: they are shown
// as they were written, and nothing of them is run.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newContext } from '../../../fixtures/testing/chromium.ts'
import { testFolder } from '../../../server/testing/serve.ts'
import { type ServedCloud, serveCloud } from '../../../server/testing/serveCloud.ts'
import { connect } from '../../../server/testing/socketClient.ts'

let server: ServedCloud
beforeAll(async () => {
  server = await serveCloud(testFolder(), { page: join(import.meta.dirname, '../../../dist/web') })
})
afterAll(() => server?.end())

/** Each runs in some place of a page that takes text for markup. */
const hostile = (what: string) =>
  `${what} <img src=x onerror="window.hurt='${what}'"><script>window.hurt='${what}'</script>"'><svg onload=window.hurt='${what}'>{{constructor.constructor("window.hurt=1")()}}`

test('names of accounts, projects, sources, quirks, groups, authors, versions, chat: shown, never run', async () => {
  const eve = await server.person('Eve')
  const ann = await server.person('Ann')
  expect((await eve.send('PUT', '/web/api/user/account', { name: hostile('account').slice(0, 190) })).status).toBe(200)
  const uuid = await eve.project(hostile('project'))
  await eve.share(uuid, ann, 'write')
  const theirs = await connect(eve)
  const { author } = (await theirs.open(uuid)) as { author?: string }
  const by = { author, timestamp: Date.now() }
  const rows = [
    { name: 'sourceCreateOrUpdate', args: { id: 11, title: hostile('source'), icon: 'md_generic', ...by } },
    {
      name: 'answerCreateOrUpdate',
      args: {
        id: 12,
        sourceId: 11,
        questionId: 1,
        answer: '<p>Words &lt;img src=x onerror="window.hurt=1"&gt;</p>',
        ...by,
      },
    },
    {
      name: 'quirkCreateOrUpdate',
      args: {
        id: 13,
        title: hostile('quirk'),
        description: hostile('description'),
        color: '#112233',
        x: 100,
        y: 100,
        parentQuirkId: -1,
        ...by,
      },
    },
    { name: 'groupCreateOrUpdate', args: { id: 14, description: hostile('group') } },
    {
      name: 'highlightCreateOrUpdate',
      args: { id: 15, sourceId: 11, questionId: 1, quirkId: 13, start: 0, length: 5, ...by },
    },
    {
      name: 'memoCreateOrUpdate',
      args: { id: 16, sourceId: 11, questionId: 1, start: 0, length: 5, content: hostile('memo'), ...by },
    },
    { name: 'chatMessageCreateOrUpdate', args: { id: 17, message: hostile('chat'), ...by } },
  ].map(({ name, args }) => [{ name, args: { ...args, create: true } }])
  const answer = await theirs.push(1, rows)
  expect(answer.steps.map((step) => ('seq' in step ? 'done' : JSON.stringify(step)))).toEqual(rows.map(() => 'done'))
  await theirs.raw({ presence: { author: hostile('presence').slice(0, 190), place: { sourceId: 11, questionId: 1 } } })
  expect((await eve.send('POST', `/v1/thicket/projects/${uuid}/versions`, { name: hostile('version') })).status).toBe(
    200,
  )

  const context = await newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  const page = await context.newPage()
  const dialogs: string[] = []
  const violations: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && violations.push(message.text()))
  const nothingRan = async (where: string) => {
    const found = await page.evaluate(() => ({
      hurt: (window as { hurt?: unknown }).hurt ?? null,
      made: document.querySelectorAll('img[src="x"], svg[onload], [onerror]').length,
    }))
    expect([where, found]).toEqual([where, { hurt: null, made: 0 }])
  }
  await page.goto(`${server.base}/web/`)
  await page.getByLabel('E-mail').fill(ann.email)
  await page.getByLabel('Password', { exact: true }).fill(ann.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('project <img src=x').first().waitFor()
  await page.getByText('account <img src=x').first().waitFor()
  await nothingRan('the list of projects')
  await page.goto(`${server.base}/web/#/projects/${uuid}`)
  await page.getByText('source <img src=x').first().waitFor()
  await nothingRan('the project')
  await page.getByText('source <img src=x').first().click()
  await page.getByText('Words <img src=x').first().waitFor()
  await page.getByRole('button', { name: /Users: 1 other/ }).click()
  await page.getByRole('list', { name: 'Users' }).getByText('account <img src=x').first().waitFor()
  await nothingRan('who is here')
  await page.keyboard.press('Escape')
  await page.goto(`${server.base}/web/#/projects/${uuid}/history`)
  await page.getByText('quirk <img src=x').first().waitFor()
  await nothingRan('the history')
  expect([dialogs, violations]).toEqual([[], []])
  theirs.socket.terminate()
  await context.close()
})
