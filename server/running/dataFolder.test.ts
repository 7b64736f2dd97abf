import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFolder } from '../testing/serve.ts'
import { thisSystem } from '../working/folderPlace.ts'
import { dataFolderProblem } from './dataFolder.ts'

it('the folder of a server lies on a disk of its machine: on a share or in a synced folder it does not start, and says why', () => {
  const folder = testFolder()
  const at = (name: string) => join(folder, name)
  for (const name of ['share', 'kept', 'kept/.stfolder']) mkdirSync(at(name))
  symlinkSync(at('share'), at('link'))
  const system = { ...thisSystem(), mounts: () => [{ at: at('share'), by: 'NFS' }] }
  const found = (name: string) => dataFolderProblem(at(name), system)
  expect([found('data'), found('deep/data')]).toEqual([null, null])
  for (const name of ['share', 'share/data', 'link/not/yet'])
    expect(found(name)).toContain(`${at(name)}, which is in a network folder (NFS)`)
  expect(found('kept/data')).toContain('in a folder that Syncthing syncs across computers')
  rmSync(folder, { recursive: true })
})
