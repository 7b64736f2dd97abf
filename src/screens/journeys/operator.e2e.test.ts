// What a server of many people owes to its people and to who runs it: who has taken a project out, all of one's own data, a hand-over before an
// account goes, and the operator's page.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { cloudDesk, wide } from '../../../fixtures/testing/cloudDesk.ts'
import { readAudit } from '../../../server/hosts/cloud/audit/auditFile.ts'
import { openCloudDatabase } from '../../../server/hosts/cloud/database.ts'
import { openOperator } from '../../../server/hosts/cloud/operator.ts'

const desk = cloudDesk([403])

test('an export of a reader stands in the history of the owner, who hands the project over before the account goes; the operator sees both', async () => {
  const [ann, ben] = [await desk.person('Ann'), await desk.person('Ben')]
  const uuid = await ann.project('Harbour')
  await ann.share(uuid, ben, 'read')
  const his = await desk.openAs(ben, `/projects/${uuid}`)
  await his.locator('.ui-pill[data-state=readOnly]').waitFor()
  await his.getByRole('navigation').getByRole('button', { name: 'Export' }).click()
  await Promise.all([his.waitForEvent('download'), his.getByRole('menuitem', { name: 'Project as JSON' }).click()])
  // Without a network it is told of once there is one again, with the time at which the file was written.
  const times = () =>
    readAudit(desk.server.settings.data, { project: uuid })
      .filter(({ event }) => event === 'projectExported')
      .map(({ at }) => at)
  await expect.poll(times).toHaveLength(1)
  await his.context().setOffline(true)
  await his.getByRole('navigation').getByRole('button', { name: 'Export' }).click()
  await Promise.all([his.waitForEvent('download'), his.getByRole('menuitem', { name: 'Project as JSON' }).click()])
  const written = Date.now()
  await his.context().setOffline(false)
  await expect.poll(times).toHaveLength(2)
  expect(times()[0]).toBeLessThanOrEqual(written)

  const hers = await desk.openAs(ann, `/projects/${uuid}/history`)
  const access = hers.getByRole('tab', { name: 'Access' })
  await access.click()
  await hers.getByText(`${ben.name} exported from the project (Project as JSON)`).first().waitFor()
  await hers.getByText(`${ann.name} gave ${ben.name} access: read only`).waitFor()
  expect(await axe(hers)).toEqual([])
  // On a phone it goes on where it was.
  await hers.setViewportSize({ width: 390, height: 844 })
  await hers.locator('.phone-history').waitFor()
  expect(await access.getAttribute('aria-selected')).toBe('true')
  await hers.setViewportSize(wide.viewport)
  // Who only reads is not told who else does.
  await his.goto(`${desk.server.base}/web/#/projects/${uuid}/history`)
  await his.getByRole('tab', { name: 'Backups' }).waitFor()
  expect(await his.getByRole('tab', { name: 'Access' }).count()).toBe(0)

  await hers.goto(`${desk.server.base}/web/#/account`)
  const [archive] = await Promise.all([
    hers.waitForEvent('download'),
    hers.getByRole('button', { name: 'Download everything' }).click(),
  ])
  const taken = join(desk.server.folder, 'taken.zip')
  await archive.saveAs(taken)
  const files = unzipSync(readFileSync(taken))
  expect(Object.keys(files).sort()).toEqual(['account.json', 'audit.json', 'projects/Harbour.qrk'])

  await hers.getByRole('button', { name: 'Delete account' }).click()
  const dialog = hers.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Harbour' }).waitFor()
  expect(await axe(hers)).toEqual([])
  await dialog.getByLabel('Password', { exact: true }).fill(ann.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByText('This account owns projects shared with others (1).').waitFor()
  await dialog.getByRole('button', { name: 'Make owner: “Harbour”' }).click()
  await expect.poll(() => dialog.getByRole('combobox').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await hers.getByText('The account that was signed in here has been deleted.').waitFor()

  await his.goto(`${desk.server.base}/web/#/operator`)
  await his.getByText('Only this server’s operator sees this.').waitFor()
  expect(await his.getByRole('tab').count()).toBe(0)
  const database = openCloudDatabase(`${desk.server.settings.data}/accounts.sqlite`)
  openOperator(database, desk.server.settings).setOperator(ben.email, true)
  database.close()
  await his.goto(`${desk.server.base}/web/#/account`)
  await his.getByRole('link', { name: 'Server overview' }).click()
  await his.getByText('Last good backup in the second place').waitFor()
  expect(await axe(his)).toEqual([])
  await his.getByRole('tab', { name: 'Projects' }).click()
  await his.getByRole('gridcell', { name: 'Harbour' }).waitFor()
  await his.getByRole('tab', { name: 'Accounts' }).click()
  await his.getByRole('gridcell', { name: ben.email }).waitFor()
  expect(await axe(his)).toEqual([])
  // Without room for a table each account is a card.
  await his.setViewportSize({ width: 390, height: 844 })
  await his.getByRole('listitem').filter({ hasText: ben.email }).filter({ hasText: 'Last seen' }).waitFor()
  expect(await axe(his)).toEqual([])

  // A second factor is demanded while a project is open: without one they are led to where it is set up.
  await his.goto(`${desk.server.base}/web/#/projects/${uuid}`)
  await his.locator('.phone-pane').first().waitFor()
  desk.server.settings.factor = 'demanded'
  await his.context().setOffline(true)
  await his.context().setOffline(false)
  await his.getByRole('dialog').getByLabel('Password', { exact: true }).waitFor()
})
