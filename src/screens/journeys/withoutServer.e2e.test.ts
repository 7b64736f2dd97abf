// On one's own machine, when Thicket has ended while the page is open: what has been fetched ahead is there, and the work can be taken out.
import { expect, test } from 'vitest'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk({ fetchesAhead: true })

test('every export is written without the server, and a project is downloaded from the list', async () => {
  const uuid = await desk.draw('quirk Trust\nsource Anna | I [trusted]Trust him.')
  const person = await desk.person()
  const page = await desk.page(`/projects/${uuid}`, person)
  await page.getByText('All changes saved').waitFor()
  await page.waitForFunction(() => performance.getEntriesByName('files fetched').length > 0)
  await person.setOffline(true)
  const downloaded = async (entry: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: entry }).first().click(),
    ])
    return file.suggestedFilename()
  }
  for (const [entry, file] of [
    ['Export XLSX', 'study 1.xlsx'],
    ['Sources as Word document', 'Thicket-export.docx'],
    ['Codebook as CSV', 'study 1 codebook.csv'],
    ['REFI-QDA project (.qdpx)', 'study 1.qdpx'],
    ['Project file (.qrk)', 'study 1.qrk'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    expect(await downloaded(entry)).toBe(file)
  }
  await page.getByRole('button', { name: 'All projects' }).click()
  await page.getByText('The server cannot be reached.').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  expect(await downloaded('Download the .qrk file')).toBe('study 1.qrk')
  await person.setOffline(false)
  desk.forgive('ERR_INTERNET_DISCONNECTED')
})
