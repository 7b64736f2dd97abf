// bench: the rows of a drawn project, and that nothing but a copy of it is touched.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawFile, thicketProcess } from '../../fixtures/testing/commandLine.ts'
import { isProblem } from '../../src/model/problems.ts'
import { openProject } from '../files/projectFile.ts'
import { testFolder } from '../testing/serve.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = testFolder()
  path = drawFile(
    folder,
    'p',
    `quirk Trust\nsource Ana | I [trusted]Trust him. ${'She trusted me. '.repeat(200)}\nsource Ben | No.`,
  )
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const state = () => {
  const { mtimeMs } = statSync(path)
  return `${createHash('sha256').update(readFileSync(path)).digest('hex')} ${mtimeMs}`
}

it('measures a copy, writes rows, and leaves no file behind', async () => {
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  const before = state()
  vi.stubEnv('TMPDIR', temporary)
  const rowsOf = async (only: string) => {
    const ran = await thicketProcess(folder, ['bench', '--project', 'p', '--json', 'rows.json', '--only', only])
    expect(ran.code, ran.stderr).toBe(0)
    const { rows } = JSON.parse(readFileSync(join(folder, 'rows.json'), 'utf8')) as { rows: { name: string }[] }
    for (const { name } of rows) expect(ran.stdout).toContain(name)
    return rows.map(({ name }) => name)
  }
  // The browser has an opening too: it is left out.
  expect(await rowsOf('opening')).toEqual([expect.stringContaining('opening: copy opened')])
  expect(await rowsOf('kernels')).toEqual(
    expect.arrayContaining(['matrix', 'one-against-all', 'load-columns', 'text-search', 'filter']),
  )
  expect(state()).toBe(before)
  expect(readdirSync(temporary)).toEqual([])
}, 60_000)

it('measures nothing where there is no project, or no place for the rows', async () => {
  const refused = async (args: string[], says: string) =>
    expect(await thicketProcess(folder, ['bench', ...args])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^thicket: .*${says}.*\n$`)),
    })
  await refused(['--project', 'q'], 'q.qrk was not found')
  await refused(['--project', 'p', '--json', 'none/rows.json'], 'none was not found')
  await refused(['--project', 'p', '--json', 'p.qrk'], 'already')
  drawFile(folder, 'new', 'quirk Trust\nsource Ana | I trusted him.')
  await refused(['--project', 'new'], 'there is nothing to measure')
  const opened = openProject(path, [])
  if (isProblem(opened)) throw new Error(JSON.stringify(opened))
  await refused(['--project', 'p'], 'is in use. If it is open in Thicket, leave it there')
  opened.ok.db.close()
  expect(await thicketProcess(folder, ['bench', 'p'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('usage'),
  })
})
