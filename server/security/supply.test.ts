import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8')
interface Locked {
  version?: string
  integrity?: string
  resolved?: string
}

it('packages are named by one version each, come by their hashes, and run no script when they are installed', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >
  const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
  const locked = Object.entries(packages).filter(([path]) => path !== '')
  expect(locked.length).toBeGreaterThan(wanted.length)
  expect(wanted.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version)).toEqual([])
  const loose = locked.filter(([, { integrity, resolved }]) => !/^sha512-/.test(integrity ?? '') || resolved)
  expect(loose).toEqual([])
  expect(read('install.mjs')).toMatch(/'ci'.*'--ignore-scripts'/)
})
