import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testFolder } from '../testing/serve.ts'
import { pageProblem } from './builtPage.ts'

const folder = testFolder()
beforeAll(() => {
  vi.stubEnv('THICKET_NO_BUILD', '1')
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** A checkout whose sources lie `sourceSeconds` after its build; its builder says whether they are of it. */
function checkout(name: string, sourceSeconds: number, isCurrent: boolean): string {
  const root = join(folder, name)
  for (const path of ['dist/web', 'src']) mkdirSync(join(root, path), { recursive: true })
  for (const path of ['dist/built.json', 'dist/web/index.html', 'src/main.tsx', 'package-lock.json'])
    writeFileSync(join(root, path), '')
  writeFileSync(join(root, 'esbuild.config.ts'), `export const isCurrent = () => ${isCurrent}\n`)
  utimesSync(join(root, 'dist/built.json'), 1000, 1000)
  for (const path of ['src/main.tsx', 'package-lock.json'])
    utimesSync(join(root, path), 1000 + sourceSeconds, 1000 + sourceSeconds)
  return root
}

it('a start without a build says that there is no page, or that it is older than its sources', async () => {
  expect(await pageProblem(checkout('same', -5, false))).toBeNull()
  expect(await pageProblem(checkout('touched', 5, true))).toBeNull()
  expect(await pageProblem(checkout('pulled', 5, false))).toContain(
    'The page is older than its sources: run "npm run build"',
  )
  const unbuilt = checkout('unbuilt', 5, false)
  rmSync(join(unbuilt, 'dist'), { recursive: true })
  expect(await pageProblem(unbuilt)).toContain('The page has not been built: run "npm run build"')
})
