import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testFolder } from '../testing/serve.ts'
import { pageProblem, providePage } from './builtPage.ts'

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

it('a start that builds says so before, and leaves no process of the builder', async () => {
  vi.stubEnv('THICKET_NO_BUILD', '')
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const builder = (name: string, body: string) => {
    const root = join(folder, name)
    mkdirSync(root)
    const path = join(root, 'ended')
    const end = `export const end = async () => writeFileSync(${JSON.stringify(path)}, '')`
    const build = `export async function build({ begins }) {${body}}`
    writeFileSync(join(root, 'esbuild.config.ts'), ["import { writeFileSync } from 'node:fs'", build, end].join('\n'))
    return { root, hasEnded: () => existsSync(path) }
  }
  const built = builder('built', 'begins()\nreturn { milliseconds: 5 }')
  await providePage(false, say, built.root)
  expect(said).toEqual(['Building the page, which takes a while …', 'Built the page in 5 ms.'])
  const wrong = builder('wrong', "throw new Error('wrong')")
  await expect(providePage(false, say, wrong.root)).rejects.toThrow('wrong')
  expect([built.hasEnded(), wrong.hasEnded()]).toEqual([true, true])
  vi.stubEnv('THICKET_NO_BUILD', '1')
})

it.skipIf(process.platform !== 'linux')('the end of the builder is that of its process', () => {
  const children =
    "readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim().split(' ').filter(Boolean).length"
  const script = [
    "import { readFileSync } from 'node:fs'",
    "import { transform } from 'esbuild'",
    "import { end } from './esbuild.config.ts'",
    "await transform('1')",
    `const before = ${children}`,
    'await end()',
    `while (${children} > 0) await new Promise((done) => setTimeout(done, 20))`,
    `console.log(before)`,
  ].join('\n')
  const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect([ran.stdout, ran.stderr]).toEqual(['1\n', ''])
})
