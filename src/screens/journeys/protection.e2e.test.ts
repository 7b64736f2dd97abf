/** 2 §4, mode 1: a protected project on the page. It is opened by its password, and worked in as any other; nothing of it lies plain anywhere else than in memory. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { drawProtected } from '../../../fixtures/testing/commandLine.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'
import { asFile, openMergeDialog } from '../../../fixtures/testing/mergeDialog.ts'
import { wavOfTone } from '../../../fixtures/testing/tones.ts'
import { tracesOfWord } from '../../../fixtures/testing/tracesOfWord.ts'

const word = 'Heliotrop'
const password = 'Ein Pfad im Wald'
const desk = testDesk()
const drawing = `
  quirk Trust
  quirk Doubt < Trust
  source ${word} Anna | I [trusted ${word} him]Trust until the [letter]Doubt came.
`

const field = (page: Page) => page.getByRole('textbox', { name: 'Password' })
const memoField = (page: Page) => page.getByPlaceholder('What do you notice here?')
const give = async (page: Page, secret: string) => {
  await field(page).fill(secret)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
}

/** Everything that the page of this address keeps in this browser, letter by letter. */
const keptInBrowser = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    const read = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const entry of (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values()) {
        if (entry.kind === 'directory') await read(entry as FileSystemDirectoryHandle)
        else found.push(await (await (entry as FileSystemFileHandle).getFile()).text().catch(() => 'held'))
      }
    }
    await read(await navigator.storage.getDirectory())
    for (const { name } of await indexedDB.databases()) {
      const opened = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name ?? '')
        request.onsuccess = () => resolve(request.result)
      })
      for (const store of opened.objectStoreNames)
        found.push(
          await new Promise<string>((resolve) => {
            const all = opened.transaction(store).objectStore(store).getAll()
            all.onsuccess = () => resolve(JSON.stringify(all.result))
          }),
        )
      opened.close()
    }
    return found.join('\n')
  })

test('a protected project asks for its password: without one it is a line of the list that says so; a wrong one is said, an empty one ignored, and the right one shows it; what an export writes is plain, and that is said before', async () => {
  const page = await desk.page(`/projects/${await desk.drawProtected(drawing, password)}`, await desk.person())
  const dialog = page.getByRole('dialog', { name: /^Password for study/ })
  await dialog.waitFor()
  expect(await page.locator('.desk').count()).toBe(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('.projects-main').waitFor()
  await page.getByText('Protected by a password').first().waitFor()
  await page.getByRole('link', { name: /study/ }).first().click()
  await give(page, '   ')
  await give(page, 'another path')
  await dialog.getByText('The password is wrong.').waitFor()
  await give(page, password)
  await page.locator('.desk').waitFor()
  // Source titles, the text and what is coded in it.
  await page.getByText(`${word} Anna`).first().click()
  await page.locator('.cm-content').getByText(`trusted ${word} him`).waitFor()
  // Questions to the whole project.
  await page.keyboard.press('Control+Shift+F')
  const search = page.getByRole('dialog', { name: 'Search in all texts' })
  await search.getByRole('combobox').fill('heliotrop')
  await search.getByText(`${word} Anna`).first().waitFor()
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Workbook')
  await page.getByRole('option', { name: /Workbook/ }).click()
  const warning = page.getByRole('alertdialog', { name: 'The file will not be protected' })
  await warning.waitFor()
  const download = page.waitForEvent('download')
  await warning.getByRole('button', { name: 'Export anyway' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
})

/** Opens the project in a browser of its own; `told`: what goes over its socket. */
const opened = async (uuid: string, name: string) => {
  const page = await desk.page('/projects', await desk.person({}, name))
  const told: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => void told.push(String(payload)))
    socket.on('framereceived', ({ payload }) => void told.push(String(payload)))
  })
  page.on('request', (request) => void told.push(request.postData() ?? ''))
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/projects/')) bodies.push(response.text().catch(() => ''))
  })
  await page.goto(page.url().replace(/#.*/, `#/projects/${uuid}`))
  await give(page, password)
  await page.locator('.desk').waitFor()
  return { page, told: async () => Buffer.from([...told, ...(await Promise.all(bodies))].join('\n')) }
}

test('two work in it together: no word of what they write lies in a browser, on the disk of the server or in what goes between them', async () => {
  const uuid = await desk.drawProtected(drawing, password)
  const [ana, ben] = [await opened(uuid, 'Ana'), await opened(uuid, 'Ben')]
  const typed = 'Resedagrün'
  for (const { page } of [ana, ben]) {
    await page.getByText(`${word} Anna`).first().click()
    await page.locator('.cm-content').getByText(`trusted ${word} him`).waitFor()
  }
  await ana.page.getByRole('button', { name: 'Edit text' }).click()
  await ana.page.locator('.cm-content').press('Control+End')
  await ana.page.keyboard.type(` And ${typed}.`)
  await ben.page.locator('.cm-content').getByText(`And ${typed}.`).waitFor()
  // Between the last keystroke and the worker, as the page ends.
  await ana.page.keyboard.type(' Levkoje')
  await ana.page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await ben.page.locator('.cm-content').getByText('Levkoje').waitFor()
  await ana.page.keyboard.press('Control+z')
  await ben.page.locator('.cm-content').getByText('Levkoje').waitFor({ state: 'detached' })
  await ana.page.locator('.ui-pill[data-state=saved]').waitFor()
  for (const { page, told } of [ana, ben]) {
    await page.goto(page.url().replace(/#.*/, '#/projects'))
    await page.locator('.projects-main').waitFor()
    // The worker has let go of its files then.
    await expect.poll(() => keptInBrowser(page), { timeout: 20_000 }).not.toContain('held')
    const kept = await keptInBrowser(page)
    expect(kept).toContain('~1.')
    for (const each of [word, typed, 'Levkoje']) {
      expect(tracesOfWord(each, Buffer.from(kept)), each).toEqual([])
      expect(tracesOfWord(each, await told()), each).toEqual([])
    }
  }
  const files = readdirSync(desk.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files.filter((entry) => /qrk|wal|json$|log$/.test(entry.name)))
    for (const each of [word, typed, 'Levkoje'])
      expect(tracesOfWord(each, readFileSync(join(parentPath, name))), name).toEqual([])
})

test('what is typed is there after a reload in the middle of the edit, and a memo that is being written; it opens without the server too, once it was opened, and asks for the password again', async () => {
  const context = await desk.person()
  const uuid = await desk.drawProtected(drawing, password)
  const page = await desk.page(`/projects/${uuid}`, context)
  await give(page, password)
  await page.getByText(`${word} Anna`).first().waitFor()
  await page.locator('.ui-pill[data-state=saved]').waitFor()
  // As where the page ends before its worker has taken what was typed last: nothing of it is lost, and nothing lies plain.
  await page.getByText(`${word} Anna`).first().click()
  await page.getByRole('button', { name: 'Edit text' }).click()
  await page.locator('.cm-content').press('Control+End')
  await page.evaluate(() => {
    for (const each of [Worker, MessagePort]) each.prototype.postMessage = () => {}
  })
  await page.keyboard.type(' And Levkoje.')
  await page.reload()
  await field(page).waitFor()
  expect(tracesOfWord('Levkoje', Buffer.from(await keptInBrowser(page)))).toEqual([])
  await give(page, password)
  await page
    .locator('.cm-content')
    .getByText(/came\. And Levkoje\.$/)
    .waitFor()
  await page.locator('.ui-pill[data-state=saved]').waitFor()
  // A second tab has the key from the first, and goes on with it where the first one goes; locked, both are.
  const second = await desk.page(`/projects/${uuid}`, context)
  await second.getByText(`${word} Anna`).first().waitFor()
  await page.reload()
  for (const tab of [page, second]) await tab.getByText(`${word} Anna`).first().waitFor()
  // A memo that is being written comes back too, once the password has been given again.
  await page.locator('.cm-content').press('Control+a')
  await page.getByRole('button', { name: 'Write memo' }).click()
  await memoField(page).fill('Nelkenwurz')
  expect(tracesOfWord('Nelkenwurz', Buffer.from(await keptInBrowser(page)))).toEqual([])
  await second.evaluate((id) => localStorage.setItem(`thicket:locked:${id}`, String(Date.now())), uuid)
  await page.getByText('This project is locked').waitFor()
  await second.close()
  await page.reload()
  await page.getByRole('dialog', { name: /^Password for/ }).waitFor()
  await page.route('**/v1/thicket/**', (route) => route.abort())
  await page.routeWebSocket(/v1\/thicket/, (socket) => socket.close())
  await give(page, password)
  await page.getByText(`${word} Anna`).first().waitFor()
  await memoField(page).waitFor()
  expect(await memoField(page).inputValue()).toBe('Nelkenwurz')
})

test('2 §4, mode 4: protected projects are merged by their passwords, as a project that is protected, and into the open one', async () => {
  const theirs = `quirk Fear\nsource ${word} Anna | I trusted ${word} him until the [letter]Fear came.\nsource Rittersporn | New.`
  const other = 'Ein Weg am See'
  drawProtected(desk.folder, 'Theirs', theirs, other)
  const uuid = await desk.drawProtected(drawing, password)
  const page = await desk.page(`/projects/${uuid}`, await desk.person())
  await give(page, password)
  await page.locator('.desk').waitFor()
  const sent: string[] = []
  page.on('request', (request) => void sent.push(request.postData() ?? ''))
  const asked = page.getByRole('dialog', { name: /^Password for Theirs/ })
  const secretOf = async (secret: string) => {
    await asked.getByRole('textbox').fill(secret)
    await asked.getByRole('button', { name: 'Open', exact: true }).click()
  }
  const file = asFile('Theirs.qrk', readFileSync(join(desk.folder, 'Theirs.qrk')))

  const into = await openMergeDialog(page)
  await into.give(file)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => into.dialog.getByRole('listitem').count()).toBe(0)
  await into.give(file)
  await secretOf('another path')
  await asked.getByText('The password is wrong.').waitFor()
  await secretOf(other)
  await into.dialog.getByText('1 the same, 0 similar, 1 new').waitFor()
  await into.dialog.getByRole('radio', { name: 'This project' }).check()
  await into.dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  const bothQuirks = async () => {
    for (const quirk of ['Trust, 1 highlight', 'Fear, 1 highlight'])
      await page.getByRole('treeitem', { name: quirk }).waitFor()
  }
  await bothQuirks()
  await page.locator('.ui-pill[data-state=saved]').waitFor()

  const { dialog, give: add } = await openMergeDialog(page)
  await add(file)
  await secretOf(other)
  await dialog.getByText('2 the same, 0 similar, 0 new').waitFor()
  const protect = dialog.getByRole('checkbox', { name: 'Protect with a password' })
  expect(await protect.isChecked()).toBe(true)
  await protect.click()
  await dialog.getByText('the result will not be').waitFor()
  await protect.click()
  const merge = () => dialog.getByRole('button', { name: 'Merge and open' }).click()
  await merge()
  await dialog.getByText('No password provided.').waitFor()
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await dialog.getByRole('textbox', { name: 'Repeat password' }).fill(password)
  expect(await axe(page)).toEqual([])
  await merge()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('dialog', { name: /^Password for study \d+ \(merged\)/ }).waitFor()
  await give(page, password)
  await bothQuirks()
  for (const each of [word, 'Rittersporn']) expect(tracesOfWord(each, Buffer.from(sent.join('\n'))), each).toEqual([])
})

test('2 §5: a new project is protected as it is made, by a password that is given twice; its recovery code is shown once, and opens it too', async () => {
  const page = await desk.page('/projects/create', await desk.person())
  await page.getByLabel('Project name').fill('Sealed from the first on')
  await page.getByRole('checkbox', { name: 'Protect with a password' }).click()
  const create = () => page.getByRole('button', { name: 'Create project' }).click()
  await create()
  await page.getByText('No password provided.').waitFor()
  for (const [weak, said] of [
    ['abc', 'The password needs at least 8 characters.'],
    ['password1', /^This password is one of the most common/],
  ] as const) {
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(weak)
    await page.getByRole('textbox', { name: 'Repeat password' }).fill(weak)
    await create()
    await page.getByText(said).waitFor()
  }
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Repeat password' }).fill('another path')
  await create()
  await page.getByText('New password and password confirmation did not match.').waitFor()
  await page.getByRole('textbox', { name: 'Repeat password' }).fill(` ${password} `)
  let asked = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v2/projects')) asked += 1
  })
  // Whoever presses twice makes one.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const code = page.getByRole('dialog', { name: 'Recovery code' })
  await code.waitFor()
  expect(asked).toBe(1)
  const recovery = (await code.locator('code').textContent()) ?? ''
  expect(recovery).toMatch(/^(\w{4}-){7}\w{4}$/)
  // Whoever closes the window now would lose it.
  const isAsked = new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => void dialog.dismiss().then(() => resolve(dialog.type()))),
  )
  await page.close({ runBeforeUnload: true })
  expect(await isAsked).toBe('beforeunload')
  await code.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('dialog', { name: /^Password for/ }).waitFor()
  await give(page, recovery)
  await page.locator('.desk').waitFor()
  await page.getByRole('button', { name: 'New empty source' }).first().click()
  await page.locator('.cm-content').waitFor()
  await page.keyboard.type(`Of ${word}.`)
  // What is typed comes into the copy a second later.
  await page.getByRole('button', { name: /^Undo: Edit source/ }).waitFor()
  await page.locator('.ui-pill[data-state=saved]').waitFor()
  await page.reload()
  await give(page, password)
  await page.locator('.cm-content').getByText(`Of ${word}.`).waitFor()
})

test('an open plain project is protected as a copy of its own, and then it is asked whether the plain one goes, with its backups', async () => {
  const secret = 'Skabiose'
  const uuid = await desk.draw(`quirk Trust\nsource ${secret} Anna | I [trusted ${secret} him]Trust until the letter.`)
  const page = await desk.page(`/projects/${uuid}`, await desk.person())
  await page.locator('.desk').waitFor()
  const said = { segments: [{ start: 0, end: 1, text: 'Nobody came.' }] }
  await page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles({ name: 'Ben.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(said)) })
  const bar = page.getByRole('region', { name: 'Recording' })
  const tape = { name: 'tape.wav', mimeType: 'audio/wav', buffer: wavOfTone(5, 440) }
  await bar.getByLabel('Add the sound of this text…', { exact: true }).last().setInputFiles(tape)
  await bar.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('protect')
  await page.getByRole('option', { name: /Protect with a password/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Protect study/ })
  const make = () => dialog.getByRole('button', { name: 'Create protected copy' }).click()
  await make()
  await dialog.getByText('No password provided.').waitFor()
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await dialog.getByRole('textbox', { name: 'Repeat password' }).fill(password)
  expect(await axe(page)).toEqual([])
  const sent: string[] = []
  page.on('request', (request) => void sent.push(request.postData() ?? ''))
  await make()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  const question = page.getByRole('alertdialog', { name: /^Delete the unprotected study/ })
  await question.waitFor()
  expect(await axe(page)).toEqual([])
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByRole('dialog', { name: /^Password for study \d+ \(protected\)/ }).waitFor()
  await give(page, password)
  await page.getByText(`${secret} Anna`).first().click()
  await page.locator('.cm-content').getByText(`trusted ${secret} him`).waitFor()
  await page.getByRole('treeitem', { name: 'Trust, 1 highlight' }).waitFor()
  // The sound of its recordings has come along, sealed.
  await page.getByRole('button', { name: 'Sources', exact: true }).click()
  await page.getByText('Ben', { exact: true }).first().click()
  await bar.getByRole('button', { name: 'Play', exact: true }).click()
  await bar.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  expect(tracesOfWord(secret, Buffer.from(sent.join('\n')))).toEqual([])
  const files = readdirSync(desk.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files)
    expect(tracesOfWord(secret, readFileSync(join(parentPath, name))), name).toEqual([])
})

test('its owner gives it another password while another window works on; the old one and the old code open it no more', async () => {
  const uuid = await desk.drawProtected(drawing, password)
  const [ana, ben] = [await opened(uuid, 'Ana'), await opened(uuid, 'Ben')]
  const { page } = ana
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('password')
  await page.getByRole('option', { name: /Change the project’s password/ }).click()
  const dialog = page.getByRole('dialog', { name: /^New password for study/ })
  const fill = (name: string, text: string) => dialog.getByRole('textbox', { name }).fill(text)
  const submit = () => dialog.getByRole('button', { name: 'Change password' }).click()
  await fill('Current password or recovery code', 'another path')
  await fill('New password', 'Ein Weg am See')
  await fill('Repeat password', 'Ein Weg am See')
  expect(await axe(page)).toEqual([])
  await submit()
  await dialog.getByText('The password is wrong.').waitFor()
  await fill('Current password or recovery code', password)
  await submit()
  const recovery = (await page.getByRole('dialog', { name: 'Recovery code' }).locator('code').textContent()) ?? ''
  await page.getByRole('button', { name: 'I have saved it' }).click()
  // The other window has lost nothing, and what is done in it arrives.
  await ben.page.getByRole('button', { name: 'New empty source' }).first().click()
  await ben.page.locator('.cm-content').waitFor()
  await ben.page.keyboard.type(`More of ${word}.`)
  await ben.page.locator('.ui-pill[data-state=saved]').waitFor()
  await page.getByText('Source 2').first().click()
  await page.locator('.cm-content').getByText(`More of ${word}.`).waitFor()
  await page.reload()
  await give(page, password)
  await page.getByText('The password is wrong.').waitFor()
  await give(page, recovery)
  await page.locator('.cm-content').getByText(`More of ${word}.`).waitFor()
  await ben.page.reload()
  await give(ben.page, 'Ein Weg am See')
  await ben.page.locator('.cm-content').getByText(`More of ${word}.`).waitFor()
})

test('it is locked after a while without input, as the settings say, and asks for its password again', async () => {
  const page = await desk.page('/projects', await desk.person())
  const uuid = await desk.drawProtected(drawing, password)
  await page.clock.install()
  await page.goto(page.url().replace(/#.*/, `#/projects/${uuid}`))
  await give(page, password)
  await page.locator('.desk').waitFor()
  await page.getByRole('button', { name: 'Settings' }).click()
  const minutes = page.getByRole('slider', { name: 'Lock after a time without input' })
  expect(await minutes.getAttribute('aria-valuetext')).toBe('30 mins')
  await minutes.press('Home')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.clock.runFor(50_000)
  await page.mouse.move(200, 200)
  await page.clock.runFor(50_000)
  expect(await page.locator('.desk').count()).toBe(1)
  await page.getByText(`${word} Anna`).first().click()
  await page.locator('.cm-content').getByText(`trusted ${word} him`).waitFor()
  await page.locator('.cm-content').press('Control+a')
  await page.getByRole('button', { name: 'Write memo' }).click()
  await memoField(page).fill('Nelkenwurz')
  await page.clock.runFor(70_000)
  await page.getByText('This project is locked').waitFor()
  expect(await page.locator('.desk').count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await page.clock.runFor(4000)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await give(page, password)
  await page.locator('.desk').waitFor()
  // What was being written goes on being written.
  await page.getByText(`${word} Anna`).first().click()
  await memoField(page).waitFor()
  expect(await memoField(page).inputValue()).toBe('Nelkenwurz')
  // A code that is shown once stays until it is kept.
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: /^Search or run a command/ }).click()
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('password')
  await page.getByRole('option', { name: /Change the project’s password/ }).click()
  const change = page.getByRole('dialog', { name: /^New password for study/ })
  await change.getByRole('textbox', { name: 'Current password or recovery code' }).fill(password)
  await change.getByRole('textbox', { name: 'New password' }).fill('Ein Weg am See')
  await change.getByRole('textbox', { name: 'Repeat password' }).fill('Ein Weg am See')
  await change.getByRole('button', { name: 'Change password' }).click()
  const code = page.getByRole('dialog', { name: 'Recovery code' })
  await code.waitFor()
  await page.clock.runFor(90_000)
  expect(await code.count()).toBe(1)
  await code.getByRole('button', { name: 'I have saved it' }).click()
  await page.clock.runFor(80_000)
  await page.getByText('This project is locked').waitFor()
})
