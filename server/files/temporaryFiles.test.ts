import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { machine } from '../base/unfinished.ts'
import { testFolder } from '../testing/serve.ts'
import { openTemporaryFiles, usedBy } from './temporaryFiles.ts'

it('temporary files of a program that does not run any more go at the next start, those of one that runs stay; alone, all go', async () => {
  const folder = join(testFolder(), 'temporary')
  const first = openTemporaryFiles({ folder, isAlone: false })
  const kept = first.path('.qrk', 'Ann')
  writeFileSync(kept, 'of one that runs')
  const gone = spawn(process.execPath, ['-e', '0'])
  await once(gone, 'exit')
  const left = join(folder, `${machine}-${gone.pid}-abcdef`)
  mkdirSync(left)
  writeFileSync(join(left, 'copy.qrk'), 'of one that was killed')
  const second = openTemporaryFiles({ folder, isAlone: false })
  expect(readdirSync(folder).sort()).toEqual([first.folder, second.folder].map((path) => basename(path)).sort())
  expect([first.used, usedBy(folder, 'Ann'), usedBy(folder, 'Ben')]).toEqual([
    { files: 1, bytes: 16 },
    { files: 1, bytes: 16 },
    { files: 0, bytes: 0 },
  ])
  second.end()
  expect(readdirSync(folder)).toEqual([basename(first.folder)])
  const third = openTemporaryFiles({ folder, isAlone: true })
  expect(readdirSync(folder)).toEqual([basename(third.folder)])
  rmSync(join(folder, '..'), { recursive: true })
})
