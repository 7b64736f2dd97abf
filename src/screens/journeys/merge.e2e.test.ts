// Two projects of one person and a file become a new project: what is shown before is what comes of it, and none of them changes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { draw } from '../../../fixtures/project.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import { phone, testDesk } from '../../../fixtures/testing/desk.ts'
import { asFile, mergeDialog, openMergeDialog } from '../../../fixtures/testing/mergeDialog.ts'
import { element, guid, project, qdpxFile } from '../../../workers/import/testing/qdpxFile.ts'

const desk = testDesk({ mobile: true })
const words = 'I trusted him until the letter came, and then I did not trust anybody any more, least of all him.'
const mine = `quirk Trust\nsource Anna | [I]Trust ${words.slice(2)}\nsource Ben | Nothing to say.`
const theirs = `quirk Trust\nquirk Fear\nsource Anna | Oh ${words.replace('letter', '[letter]Fear')}\nsource Ben | [Nothing]Trust to say.\nsource Carl | Brand new.`

const exchange = qdpxFile({
  xml: project(
    { origin: 'NVivo for Windows 12.6' },
    element('CodeBook', {}, element('Codes', {}, element('Code', { guid: guid(1), name: 'Hope', isCodable: true }))),
    element('Sources', {}, element('TextSource', { guid: guid(10), name: 'Dora', plainTextPath: 'internal://d.txt' })),
  ),
  files: { 'sources/d.txt': 'I hope so.' },
})

test('2 §4 and §5: projects and files are added to the open one, looked at, and become a new project', async () => {
  const [base, other] = [await desk.draw(mine), await desk.draw(theirs)]
  const before = readFileSync(join(desk.folder, 'study 1.qrk'))
  const tab = await desk.page(`/projects/${base}`)
  await tab.getByRole('treeitem', { name: 'Trust, 1 highlight' }).waitFor()
  const { dialog, choose, give } = await openMergeDialog(tab)
  const merge = dialog.getByRole('button', { name: 'Merge and open' })
  expect(await merge.isDisabled()).toBe(true)
  await choose('study 1')
  await dialog.getByText('Project is already added as master.').waitFor()
  await choose('study 2')
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
    await dialog.getByRole('button', { name: `Remove ${name}` }).click()
  await expect.poll(() => added.getByRole('listitem').count()).toBe(2)

  // Cancelled, nothing has been made, and the focus is where it was.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => tab.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Export')

  const second = await openMergeDialog(tab)
  const again = second.dialog
  await second.choose('study 2')
  await second.give(asFile('Dora.qdpx', Buffer.from(exchange)))
  await again.getByText('1 the same, 1 similar, 2 new').waitFor()
  await again.getByText('“Oh I” in the other project, “I” in the master').waitFor()
  await again.getByRole('checkbox', { name: 'Keep both Anna' }).click()
  await again.getByText('1 the same, 0 similar, 3 new').waitFor()
  await again.getByRole('checkbox', { name: 'Keep both Anna' }).click()
  await again.getByText('1 the same, 1 similar, 2 new').waitFor()
  await again.getByRole('checkbox', { name: 'Keep both Anna' }).click()
  await again.getByText('0 in both, 2 added, 0 moved with their words, 0 lost').waitFor()
  const name = again.getByLabel('Name of the new project')
  expect(await name.inputValue()).toBe('study 1 (merged)')
  // Beside the base, wherever the server keeps new projects.
  await again.getByText(`Saved in ${desk.folder}`).waitFor()
  await name.fill(' ')
  await tab.keyboard.press('Enter')
  await again.getByText('Give the project a name.').waitFor()
  await name.fill('a/b')
  await tab.keyboard.press('Enter')
  await again.getByText('A project name cannot contain').waitFor()
  await name.fill('All of it')
  await tab.keyboard.press('Enter')
  await tab.getByText('Projects merged into “All of it”').waitFor()
  await tab.waitForURL((url) => !url.hash.includes(base) && !url.hash.includes(other))

  await expect.poll(() => tab.title()).toBe('All of it – Thicket')
  for (const quirk of ['Trust, 2 highlights', 'Fear, 1 highlight', 'Hope'])
    await tab.getByRole('treeitem', { name: quirk }).waitFor()
  for (const title of ['Anna', 'Ben', 'Anna (2)', 'Carl', 'Dora'])
    await tab.getByText(title, { exact: true }).first().waitFor()

  // A name that a project has is said at the field.
  await tab.goto(`${tab.url().split('#')[0]}#/projects/${base}`)
  await tab.getByRole('treeitem', { name: 'Trust, 1 highlight' }).waitFor()
  const last = await openMergeDialog(tab)
  const third = last.dialog
  await last.choose('study 2')
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
  const { dialog, choose } = await mergeDialog(tab)
  await choose('study 4')
  await dialog.getByText('1 the same, 1 similar, 1 new').waitFor()
  expect(await axe(tab)).toEqual([])
})

test('into the open project: one step, which undo takes back; what others change meanwhile is looked at first', async () => {
  const base = await desk.draw(mine)
  const tab = await desk.page(`/projects/${base}`)
  await tab.getByRole('treeitem', { name: 'Trust, 1 highlight' }).waitFor()
  const colleague = await desk.page(`/projects/${base}`, await desk.person())
  await colleague.getByRole('treeitem', { name: 'Trust, 1 highlight' }).waitFor()
  const { dialog, give } = await openMergeDialog(tab)
  await give(asFile('Theirs.json', Buffer.from(JSON.stringify(draw(theirs)))))
  await dialog.getByText('1 merged with those of the master, 1 new').waitFor()
  await dialog.getByRole('radio', { name: 'This project' }).check()
  expect(await dialog.getByLabel('Name of the new project').count()).toBe(0)
  expect(await axe(tab)).toEqual([])
  // Somebody else makes the quirk that would have come.
  await colleague.getByRole('button', { name: 'New quirk' }).first().click()
  await colleague.getByRole('dialog', { name: 'New quirk' }).getByLabel('Title').fill('Fear')
  await colleague.keyboard.press('Enter')
  await tab.getByRole('treeitem', { name: 'Fear', includeHidden: true }).waitFor({ state: 'attached' })
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await dialog.getByText('The project has changed meanwhile.').waitFor()
  await dialog.getByText('2 merged with those of the master, 0 new').waitFor()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  const said = tab.getByText(/^Projects merged into/)
  await said.waitFor()
  for (const each of [tab, colleague]) {
    for (const quirk of ['Trust, 2 highlights', 'Fear, 1 highlight'])
      await each.getByRole('treeitem', { name: quirk }).waitFor()
    await each.getByText('Carl', { exact: true }).first().waitFor()
  }
  // The same once more: there is nothing to be done, and that is said.
  const again = await openMergeDialog(colleague)
  await again.give(asFile('Theirs.json', Buffer.from(JSON.stringify(draw(theirs)))))
  await again.dialog.getByText(/^The other project adds nothing to “study \d+”\.$/).waitFor()
  await again.dialog.getByRole('radio', { name: 'This project' }).check()
  expect(await again.dialog.getByRole('button', { name: 'Merge', exact: true }).isDisabled()).toBe(true)
  await again.dialog.getByRole('button', { name: 'Cancel' }).click()
  await tab.getByRole('button', { name: 'Undo', exact: true }).last().click()
  for (const each of [tab, colleague]) {
    for (const quirk of ['Trust, 1 highlight', 'Fear']) await each.getByRole('treeitem', { name: quirk }).waitFor()
    await each.getByText('Carl', { exact: true }).first().waitFor({ state: 'detached' })
  }
})
