// On a server of many people: a person's own project, which only they may write in, is merged with one that another shares with them.
import { expect, test } from 'vitest'
import { type DrawnProject, draw } from '../../../fixtures/project.ts'
import { cloudDesk } from '../../../fixtures/testing/cloudDesk.ts'
import { openMergeDialog } from '../../../fixtures/testing/mergeDialog.ts'

const desk = cloudDesk()

async function made(by: Awaited<ReturnType<typeof desk.person>>, name: string, rows: DrawnProject): Promise<string> {
  const sent = await by.send('POST', '/web/api/v2/projects/json', { name, project_json: rows })
  return String(sent.body.project_uuid)
}

test('a project that another shares to be read is added, whose name stands beside it; the result needs a name that is free', async () => {
  const [ana, ben] = [await desk.person('Ana'), await desk.person('Ben')]
  const mine = await made(ana, 'Harbour', draw('quirk Trust\nsource Anna | [I]Trust came.'))
  const his = await made(ben, 'Garden', draw('quirk Fear\nsource Ben | [Who]Fear knows.'))
  await ben.share(his, ana, 'read')
  const tab = await desk.openAs(ana, `/projects/${mine}`)
  await tab.getByRole('treeitem', { name: 'Trust, 1 highlight' }).waitFor()
  const { dialog, choose } = await openMergeDialog(tab)
  await choose(`Garden · ${ben.name}`)
  await dialog.getByText('0 the same, 0 similar, 1 new').waitFor()
  const name = dialog.getByLabel('Name of the new project')
  expect(await name.inputValue()).toBe('Harbour (merged)')
  await name.fill('')
  await tab.keyboard.press('Enter')
  await dialog.getByText('Give the project a name.').waitFor()
  await name.fill('Harbour')
  await tab.keyboard.press('Enter')
  await dialog.getByText('Project with the same name already exists.').waitFor()
  await name.fill('Both')
  await tab.keyboard.press('Enter')
  await tab.getByText('Projects merged into “Both”').waitFor()
  for (const quirk of ['Trust, 1 highlight', 'Fear, 1 highlight'])
    await tab.getByRole('treeitem', { name: quirk }).waitFor()
  // It is the person's own: they may write in it.
  await tab.getByRole('button', { name: 'New quirk' }).first().waitFor()
})

test('who may only read a project makes a new one of it; who may write merges into it, and the names of its people stay on what comes', async () => {
  const [ana, ben] = [await desk.person('Ana'), await desk.person('Ben')]
  const hers = await made(ana, 'Orchard', draw('quirk Trust\nsource Anna | [I]Trust came.'))
  const worked = draw('quirk Trust\nsource Anna | I [came]Trust.')
  for (const highlight of worked.highlights) highlight.author = ana.name
  await made(ben, 'Meadow', worked)
  await ana.share(hers, ben, 'read')
  const tab = await desk.openAs(ben, `/projects/${hers}`)
  await tab.getByRole('treeitem', { name: 'Trust, 1 highlight' }).waitFor()
  const read = await openMergeDialog(tab)
  await read.choose('Meadow')
  await read.dialog.getByText('1 the same, 0 similar, 0 new').waitFor()
  expect(await read.dialog.getByRole('radio').count()).toBe(0)
  await read.dialog.getByRole('button', { name: 'Cancel' }).click()
  await ana.share(hers, ben, 'write')
  await tab.getByRole('button', { name: 'New quirk' }).first().waitFor()
  const write = await openMergeDialog(tab)
  await write.choose('Meadow')
  await write.dialog.getByRole('radio', { name: 'This project' }).check()
  await write.dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await tab.getByText('Projects merged into “Orchard”').waitFor()
  await tab.getByRole('treeitem', { name: 'Trust, 2 highlights' }).waitFor()
  const { body } = await ana.send('GET', `/web/api/v2/projects/${hers}/json`)
  const highlights = body.highlights as { author: string; length: number }[]
  expect(highlights.find(({ length }) => length === 4)?.author).toBe(ana.name)
})
