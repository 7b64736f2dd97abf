/**
 * `thicket --sbom`: what the program is made of, in CycloneDX 1.6 (JSON), from the lockfile that it was built with: each package by its package URL,
 * with its licence, the hash of its archive and what it needs. Packages that only build and test the program are no part of it. The same for the same
 * lockfile, but for the time and the number of the document; nothing is asked of any registry.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { programRoot, readOwnText } from '../base/ownFiles.ts'
import { print } from './output.ts'

const needs = z.record(z.string(), z.string()).optional()
const locked = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  optional: z.boolean().optional(),
  dependencies: needs,
  optionalDependencies: needs,
})
const lockfile = z.object({ packages: z.record(z.string(), locked) })
type Locked = z.infer<typeof locked>
type Packages = Readonly<Record<string, Locked>>

const folder = 'node_modules/'
const scopeOf = ({ optional }: Locked) => (optional ? 'optional' : 'required')
const nameOf = (path: string): string => path.slice(path.lastIndexOf(folder) + folder.length)
const purl = (name: string, version: string): string =>
  `pkg:npm/${name.replace(/^@/, '%40')}@${encodeURIComponent(version)}`
const refOf = (path: string, { version = '' }: Locked): string =>
  path === '' ? `thicket@${manifest.version}` : purl(nameOf(path), version)

/** The archive's hashes, of `sha512-…` in base64. */
const hashesOf = (integrity = '') =>
  [...integrity.matchAll(/\bsha(1|256|384|512)-([A-Za-z0-9+/=]+)/g)].map(([, bits, base64 = '']) => ({
    alg: `SHA-${bits}`,
    content: Buffer.from(base64, 'base64').toString('hex'),
  }))

/** Where Node finds what a package in `path` needs: beside it, then further up; undefined: it was left out, as for another system. */
function found(packages: Packages, path: string, name: string): string | undefined {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf(`/${folder}`)))) {
    const there = `${from === '' ? '' : `${from}/`}${folder}${name}`
    if (Object.hasOwn(packages, there)) return there
    if (from === '') return undefined
  }
}

/** What a package needs, as far as it is there: where each lies. */
const needsOf = (packages: Packages, path: string): string[] => {
  const { dependencies, optionalDependencies } = packages[path] ?? {}
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => found(packages, path, name) ?? [])
}

/** The program itself, and all that it needs: what only builds and tests it is needed by none of these. */
function shipped(packages: Packages): string[] {
  const paths = new Set([''])
  for (const path of paths) for (const needed of needsOf(packages, path)) paths.add(needed)
  return [...paths]
}

function componentOf(path: string, entry: Locked) {
  const [, group, name = nameOf(path)] = /^(@[^/]+)\/(.+)$/.exec(nameOf(path)) ?? []
  const { version = '', license, integrity } = entry
  return {
    type: 'library',
    'bom-ref': refOf(path, entry),
    ...(group && { group }),
    name,
    version,
    scope: scopeOf(entry),
    ...(integrity && { hashes: hashesOf(integrity) }),
    ...(license && { licenses: [{ expression: license }] }),
    purl: purl(nameOf(path), version),
  }
}

/** `text`: of package-lock.json; `at`: when the document is made. */
export function sbomOf(text: string, at = new Date()) {
  const { packages } = lockfile.parse(JSON.parse(text))
  const refAt = (path: string) => refOf(path, packages[path] as Locked)
  const needed = new Map<string, Set<string>>()
  const components = new Map<string, ReturnType<typeof componentOf>>()
  for (const path of shipped(packages)) {
    const ref = refAt(path)
    // A package that stands in two places is one component.
    if (path !== '' && components.get(ref)?.scope !== 'required')
      components.set(ref, componentOf(path, packages[path] as Locked))
    needed.set(ref, new Set([...(needed.get(ref) ?? []), ...needsOf(packages, path).map(refAt)]))
  }
  const own = `thicket@${manifest.version}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: {
        type: 'application',
        'bom-ref': own,
        name: 'thicket',
        version: manifest.version,
        licenses: [{ expression: manifest.license }],
      },
    },
    components: [...components.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
    dependencies: [...needed].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() })),
  }
}

export async function main(): Promise<number> {
  const sbom = sbomOf(readOwnText(join(programRoot, 'package-lock.json')))
  await print(`${JSON.stringify(sbom, null, 2)}\n`)
  return 0
}
