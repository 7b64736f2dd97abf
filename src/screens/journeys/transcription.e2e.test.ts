// Recordings become texts, in real Chromium over a real server, whose engine is a program that answers from a table: sent, heard, collected; wrong and
// changed passwords, a cut network.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { cloudDesk } from '../../../fixtures/testing/cloudDesk.ts'
import { toneIn, wavOfTone } from '../../../fixtures/testing/tones.ts'
import { testFolder } from '../../../server/testing/serve.ts'
import type { Someone } from '../../../server/testing/serveCloud.ts'
import { speechProgram } from '../../../server/testing/speech.ts'

const heard = { 2: ['Nobody', 'believed', 'her.'], 3: ['The', 'rain', 'came', 'late.'] }
const desk = cloudDesk([403], async () => ({ speech: `command:${speechProgram(testFolder(), heard)}` }))

const recording = (name: string, seconds: number) => ({
  name,
  mimeType: 'audio/wav',
  buffer: wavOfTone(seconds, 440),
})
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Transcription' })
const passwordOf = (page: Page, { email }: Someone) => page.getByRole('dialog', { name: `Password of ${email}` })

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Transcription' }).click()
  await dialogOf(page).waitFor()
}

/** By the form; what comes of it is the caller's to look at. */
async function givePassword(page: Page, who: Someone, password: string) {
  const dialog = passwordOf(page, who)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** What the server says of a person's recordings, by their names. */
async function statuses(who: Someone, uuid: string): Promise<Record<string, string>> {
  const { body } = await who.send('GET', `/web/api/transcription/${uuid}`)
  const entries = body.transcriptions as { FileName: string; Status: string }[]
  return Object.fromEntries(entries.map(({ FileName, Status }) => [FileName, Status]))
}

const lines = (page: Page) => page.locator('.cm-line').allTextContents()

/** Each test goes on where the one before it has ended. */
let ann: Someone
let uuid: string

test('2 §4: recordings are sent by the password of the account, heard, and collected as sources', async () => {
  ann = await desk.person('Ann')
  uuid = await ann.project('Garden')
  const page = await desk.openAs(ann, `/projects/${uuid}`)
  // As in a browser that opens its dialogue for files right after a press alone.
  await page.evaluate(() => Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } }))
  await openDialog(page)
  const dialog = dialogOf(page)
  await dialog.getByText('No recordings yet').waitFor()
  // The engine hears these, and nothing else is offered.
  await dialog.getByRole('combobox', { name: 'Spoken language' }).click()
  expect(await page.getByRole('option').allTextContents()).toEqual(['Detect automatically', 'English', 'German'])
  await page.keyboard.press('Escape')
  expect(await axe(page)).toEqual([])

  await dialog.getByRole('button', { name: 'Choose recordings…' }).click()
  await givePassword(page, ann, 'none of hers')
  await passwordOf(page, ann).getByText('The password is wrong.').waitFor()
  await givePassword(page, ann, ann.password)
  const step = page.getByRole('button', { name: 'Select file' })
  await step.waitFor()
  const choosing = page.waitForEvent('filechooser')
  await step.click()
  await (await choosing).setFiles([
    recording('Ana.wav', 2),
    recording('Ben.wav', 3),
    { name: 'notes.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound at all '.repeat(50)) },
  ])
  await page.getByText('“Ben.wav” has been sent. Its transcript will be ready in about 1 minute.').waitFor()
  await page.getByText('Failed to load file.').waitFor()
  await expect.poll(() => statuses(ann, uuid)).toMatchObject({ 'Ana.wav': 'success', 'Ben.wav': 'success' })

  await openDialog(page)
  await dialog.getByRole('button', { name: 'Collect the transcript of “Ana.wav”' }).click()
  await page.getByText('The transcript of “Ana” is now a source').waitFor()
  await expect.poll(() => statuses(ann, uuid)).toMatchObject({ 'Ana.wav': 'collected' })
  await page.keyboard.press('Escape')
  await expect.poll(() => lines(page)).toEqual(['A: Nobody believed her.'])
  // When each word was said has come with it.
  const { body } = await ann.send('GET', `/web/api/v2/projects/${uuid}/json`)
  const [{ words } = { words: '{}' }] = body.transcripts as { words: string }[]
  const timed = JSON.parse(words) as { text: string; at: number[]; ms: number[] }
  expect([timed.text, timed.at.length, timed.ms.length]).toEqual(['A: Nobody believed her.', 6, 6])
  // So has what was to be heard, though the file that was chosen is known to no page any more.
  const [{ hash, type } = { hash: '', type: '' }] = body.recordings as { hash: string; type: string }[]
  const sound = await ann.call(`/v1/thicket/projects/${uuid}/media/${hash}`)
  expect([type, await toneIn(new Uint8Array(await sound.arrayBuffer()))]).toEqual([
    'audio/ogg',
    expect.closeTo(440, -1),
  ])
})

test('the key to transcripts goes along with another password of the account, and a page that is new to it asks for that', async () => {
  const page = await desk.openAs(ann, '/account')
  await page.getByRole('button', { name: 'Change password' }).click()
  const changing = page.getByRole('dialog', { name: 'Change password' })
  const password = 'another sentence of Ann'
  await changing.getByLabel('Old password').fill(ann.password)
  await changing.getByLabel('New password', { exact: true }).fill(password)
  await changing.getByLabel('Repeat new password').fill(password)
  await page.keyboard.press('Enter')
  await changing.waitFor({ state: 'detached' })
  const again = await desk.openAs({ ...ann, password }, `/projects/${uuid}`)
  await again.getByText('The transcript of “Ben” is ready for collection').waitFor()
  await again.getByRole('button', { name: 'Show', exact: true }).click()
  await dialogOf(again).getByText('Collected').waitFor()
  await dialogOf(again).getByRole('button', { name: 'Collect the transcript of “Ben.wav”' }).click()
  await givePassword(again, ann, ann.password)
  await passwordOf(again, ann).getByText('The password is wrong.').waitFor()
  await givePassword(again, ann, password)
  await again.getByText('The transcript of “Ben” is now a source').waitFor()
  await again.keyboard.press('Escape')
  await expect.poll(() => lines(again)).toEqual(['A: The rain came late.'])

  // A network that is cut while something is sent; the key is open by now.
  await again.route('**/web/api/transcription/*', (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  )
  await openDialog(again)
  const chosen = again.waitForEvent('filechooser')
  await dialogOf(again).getByRole('button', { name: 'Choose recordings…' }).click()
  await (await chosen).setFiles([recording('Dora.wav', 2)])
  const failure = again.getByText('Unable to connect to the service, please try again later.')
  await failure.waitFor()
  await again.unroute('**/web/api/transcription/*')
  const left = Promise.withResolvers<void>()
  await again.route('**/web/api/transcription/*', async (route) => {
    if (route.request().method() === 'POST') await left.promise
    await route.continue()
  })
  await again.getByRole('button', { name: 'Try again' }).click()
  // It goes on when the project is left meanwhile.
  await again.evaluate(() => {
    location.hash = '/projects'
  })
  await again.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  left.resolve()
  await again.getByText(/^“Dora.wav” has been sent\./).waitFor()
})
