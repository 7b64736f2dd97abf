// On a server of many people: a person's own project, which only they may write in, is merged with one that another shares with them.
import { expect, test } from 'vitest'
import { draw } from '../../../fixtures/project.ts'
import { cloudDesk } from '../../../fixtures/testing/cloudDesk.ts'

const desk = cloudDesk()

async function made(by: Awaited<ReturnType<typeof desk.person>>, name: string, drawing: string): Promise<string> {
  const sent = await by.send('POST', '/web/api/v2/projects/json', { name, project_json: draw(drawing) })
  return String(sent.body.project_uuid)
}

test('a project that another shares to be read is added, whose name stands beside it; the result needs a name that is free', async () => {
  const [ana, ben] = [await desk.person('Ana'), await desk.person('Ben')]
  const mine = await made(ana, 'Harbour', 'quirk Trust\nsource Anna | [I]Trust came.')
  const his = await made(ben, 'Garden', 'quirk Fear\nsource Ben | [Who]Fear knows.')
  await ben.share(his, ana, 'read')
  const tab = await desk.openAs(ana, `/projects/${mine}`)
  await tab.getByRole('treeitem', { name: 'Trust, 1 highlight' }).waitFor()
  await tab.getByRole('navigation').getByRole('button', { name: 'Export' }).click()
  await tab.getByRole('menuitem', { name: 'Merge with other projects…' }).click()
  const dialog = tab.getByRole('dialog', { name: 'Merge projects' })
  await dialog.getByRole('combobox', { name: 'Add a project' }).click()
  await tab.getByRole('option', { name: `Garden · ${ben.name}` }).click()
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
  await tab.getByText('The projects are merged into “Both”').waitFor()
  for (const quirk of ['Trust, 1 highlight', 'Fear, 1 highlight'])
    await tab.getByRole('treeitem', { name: quirk }).waitFor()
  // It is the person's own: they may write in it.
  await tab.getByRole('button', { name: 'New quirk' }).first().waitFor()
})
