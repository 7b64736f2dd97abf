// Two projects of one person and a file become a new project: what is shown before is what comes of it, and none of them changes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { draw } from '../../../fixtures/project.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import { phone, testDesk } from '../../../fixtures/testing/desk.ts'
import { element, guid, project, qdpxFile } from '../../../workers/import/testing/qdpxFile.ts'

const desk = testDesk({ mobile: true })
const words = 'I trusted him until the letter came, and then I did not trust anybody any more, least of all him.'
const mine = `quirk Trust\nsource Anna | [I]Trust ${words.slice(2)}\nsource Ben | Nothing to say.`
const theirs = `quirk Trust\nquirk Fear\nsource Anna | Oh ${words.replace('letter', '[letter]Fear')}\nsource Ben | [Nothing]Trust to say.\nsource Carl | Brand new.`

const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })
const exchange = qdpxFile({
  xml: project(
    { origin: 'NVivo for Windows 12.6' },
    element('CodeBook', {}, element('Codes', {}, element('Code', { guid: guid(1), name: 'Hope', isCodable: true }))),
    element('Sources', {}, element('TextSource', { guid: guid(10), name: 'Dora', plainTextPath: 'internal://d.txt' })),
  ),
  files: { 'sources/d.txt': 'I hope so.' },
})

async function openDialog(tab: Page): Promise<Locator> {
  await tab.getByRole('button', { name: 'Export', exact: true }).click()
  await tab.getByRole('menuitem', { name: 'Merge with other projects…' }).click()
  const dialog = tab.getByRole('dialog', { name: 'Merge projects' })
  await dialog.waitFor()
  return dialog
}
async function choose(tab: Page, dialog: Locator, title: string): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Add a project' }).click()
  await tab.getByRole('option', { name: title, exact: true }).click()
}
async function give(tab: Page, dialog: Locator, ...files: ReturnType<typeof asFile>[]): Promise<void> {
  const asked = tab.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Add files…' }).click()
  await (await asked).setFiles(files)
}

test('2 §4 and §5: projects and files are added to the open one, looked at, and become a new project', async () => {
  const [base, other] = [await desk.draw(mine), await desk.draw(theirs)]
  const before = readFileSync(join(desk.folder, 'study 1.qrk'))
  const tab = await desk.page(`/projects/${base}`)
  await tab.getByRole('treeitem', { name: 'Trust, 1 highlight' }).waitFor()
  const dialog = await openDialog(tab)
  const merge = dialog.getByRole('button', { name: 'Merge and open' })
  expect(await merge.isDisabled()).toBe(true)
  await choose(tab, dialog, 'study 1')
  await dialog.getByText('Project is already added as master.').waitFor()
  await choose(tab, dialog, 'study 2')
  const added = dialog.getByRole('list', { name: 'Projects to add' })
  await added.getByText('3 sources, 2 quirks, 2 highlights').waitFor()
  // What is added is not offered again.
  await dialog.getByRole('combobox', { name: 'Add a project' }).click()
  await tab.getByRole('option', { name: 'study 1' }).waitFor()
  expect(await tab.getByRole('option').count()).toBe(1)
  await tab.keyboard.press('Escape')

  await dialog.getByText('1 the same, 1 similar, 1 new').waitFor()
  await dialog.getByText('0 in both, 1 added, 1 moved with their words, 0 lost').waitFor()
  await give(
    tab,
    dialog,
    asFile('Dora.qdpx', Buffer.from(exchange)),
    asFile('notes.json', Buffer.from('{"a":1}')),
    asFile('cut.qrk', before.subarray(0, before.length - 5000)),
    asFile('copy.json', Buffer.from(JSON.stringify(draw(mine)))),
    asFile('words.txt', Buffer.from('words')),
  )
  await added.getByText('notes.json is not a project file.').waitFor()
  await added.getByText('cut.qrk is incomplete or damaged.').waitFor()
  await added.getByText('Project is already added as master.').waitFor()
  await added.getByText('File type is not supported').waitFor()
  await added.getByText('1 source, 1 quirk, 0 highlights').waitFor()
  await dialog.getByText('1 the same, 1 similar, 2 new').waitFor()
  expect(await axe(tab)).toEqual([])
  for (const name of ['notes.json', 'cut.qrk', 'copy.json', 'words.txt'])
    await dialog.getByRole('button', { name: `Do not add ${name}` }).click()
  await expect.poll(() => added.getByRole('listitem').count()).toBe(2)

  // Cancelled, nothing has been made, and the focus is where it was.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => tab.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Export')

  const again = await openDialog(tab)
  await choose(tab, again, 'study 2')
  await give(tab, again, asFile('Dora.qdpx', Buffer.from(exchange)))
  await again.getByText('1 the same, 1 similar, 2 new').waitFor()
  await again.getByText('“Oh I” here, “I” in the master').waitFor()
  await again.getByRole('checkbox', { name: 'Keep both Anna' }).click()
  await again.getByText('1 the same, 0 similar, 3 new').waitFor()
  await again.getByRole('checkbox', { name: 'Keep both Anna' }).click()
  await again.getByText('1 the same, 1 similar, 2 new').waitFor()
  await again.getByRole('checkbox', { name: 'Keep both Anna' }).click()
  await again.getByText('0 in both, 2 added, 0 moved with their words, 0 lost').waitFor()
  const name = again.getByLabel('Name of the new project')
  expect(await name.inputValue()).toBe('study 1 (merged)')
  await name.fill(' ')
  await tab.keyboard.press('Enter')
  await again.getByText('Give the project a name.').waitFor()
  await name.fill('a/b')
  await tab.keyboard.press('Enter')
  await again.getByText('A project name cannot contain').waitFor()
  await name.fill('All of it')
  await tab.keyboard.press('Enter')
  await tab.getByText('The projects are merged into “All of it”').waitFor()
  await tab.waitForURL((url) => !url.hash.includes(base) && !url.hash.includes(other))

  await expect.poll(() => tab.title()).toBe('All of it – Thicket')
  for (const quirk of ['Trust, 2 highlights', 'Fear, 1 highlight', 'Hope'])
    await tab.getByRole('treeitem', { name: quirk }).waitFor()
  for (const title of ['Anna', 'Ben', 'Anna (2)', 'Carl', 'Dora'])
    await tab.getByText(title, { exact: true }).first().waitFor()

  // A name that a project has is said at the field.
  await tab.goto(`${tab.url().split('#')[0]}#/projects/${base}`)
  await tab.getByRole('treeitem', { name: 'Trust, 1 highlight' }).waitFor()
  const third = await openDialog(tab)
  await choose(tab, third, 'study 2')
  await third.getByText('1 the same, 1 similar, 1 new').waitFor()
  await third.getByLabel('Name of the new project').fill('All of it')
  await tab.keyboard.press('Enter')
  await third.getByText('Choose another name.').waitFor()
  await third.getByRole('button', { name: 'Cancel' }).click()
})

test('on a phone the menu of the project has it', async () => {
  const base = await desk.draw(mine)
  await desk.draw(theirs)
  const tab = await desk.page(`/projects/${base}`, await desk.person(phone))
  await tab.getByRole('button', { name: 'Menu' }).click()
  await tab.getByRole('button', { name: 'Export' }).click()
  await tab.getByRole('button', { name: 'Merge with other projects…' }).click()
  const dialog = tab.getByRole('dialog', { name: 'Merge projects' })
  await choose(tab, dialog, 'study 4')
  await dialog.getByText('1 the same, 1 similar, 1 new').waitFor()
  expect(await axe(tab)).toEqual([])
})
