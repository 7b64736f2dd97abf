import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { thicket } from '../../fixtures/testing/commandLine.ts'
import { sbomOf } from './sbom.ts'

const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}

it('prints every package that the program needs, once, with version, licence and hash, and what needs it', async () => {
  const { code, stdout } = await thicket(root, ['--sbom'])
  expect(code).toBe(0)
  const sbom = JSON.parse(stdout) as ReturnType<typeof sbomOf>
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(Date.now() - Date.parse(sbom.metadata.timestamp)).toBeLessThan(600_000)
  const refs = sbom.components.map((component) => component['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    const component = sbom.components.find(({ purl }) => purl === `pkg:npm/${name.replace('@', '%40')}@${version}`)
    expect(component, name).toMatchObject({
      version,
      scope: 'required',
      licenses: [{ expression: expect.any(String) }],
    })
    expect(component?.hashes?.[0], name).toEqual({ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) })
  }
  // What builds and tests it is no part of it.
  for (const name of ['vitest', 'typescript', 'vite', '%40biomejs/biome'])
    expect(refs.filter((ref) => ref.startsWith(`pkg:npm/${name}@`))).toEqual([])
  const known = new Set([...refs, sbom.metadata.component['bom-ref']])
  for (const { ref, dependsOn } of sbom.dependencies)
    for (const each of [ref, ...dependsOn]) expect(known.has(each), each).toBe(true)
})

it('takes of two versions the one that Node would find', () => {
  const sbom = sbomOf(
    JSON.stringify({
      packages: {
        '': { dependencies: { a: '1', '@s/b': '2' } },
        'node_modules/a': { version: '1.0.0', dependencies: { c: '1', none: '1' } },
        'node_modules/a/node_modules/c': { version: '1.5.0' },
        'node_modules/@s/b': { version: '2.0.0', dependencies: { c: '2' } },
        'node_modules/c': { version: '2.1.0', optional: true },
        'node_modules/d': { version: '1.0.0', dev: true, dependencies: { c: '2' } },
      },
    }),
  )
  const needs = Object.fromEntries(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  expect(needs['pkg:npm/a@1.0.0']).toEqual(['pkg:npm/c@1.5.0'])
  expect(needs['pkg:npm/%40s/b@2.0.0']).toEqual(['pkg:npm/c@2.1.0'])
  expect(sbom.components.find(({ purl }) => purl === 'pkg:npm/c@2.1.0')?.scope).toBe('optional')
  expect(
    Object.keys(needs)
      .concat(sbom.components.map(({ purl }) => purl))
      .join(),
  ).not.toContain('npm/d@')
})
