/**
 * `thicket --sbom`: what the program is made of, in CycloneDX 1.6 (JSON), from the lockfile that it was built with: each package by its package URL,
 * with its licence, the hash of its archive and what it needs. The same for the same lockfile; nothing is asked of any registry.
 */
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
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  dependencies: needs,
  optionalDependencies: needs,
})
const lockfile = z.object({ packages: z.record(z.string(), locked) })
type Locked = z.infer<typeof locked>
type Packages = Readonly<Record<string, Locked>>

const folder = 'node_modules/'
/** Those that build and test the program alone are no part of it. */
const scopeOf = ({ dev, optional }: Locked) => (dev ? 'excluded' : optional ? 'optional' : 'required')
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

/** `text`: of package-lock.json. */
export function sbomOf(text: string) {
  const { packages } = lockfile.parse(JSON.parse(text))
  const needed = new Map<string, Set<string>>()
  const components = new Map<string, ReturnType<typeof componentOf>>()
  for (const [path, entry] of Object.entries(packages)) {
    const ref = refOf(path, entry)
    // A package that stands in two places is one component.
    if (path !== '' && components.get(ref)?.scope !== 'required') components.set(ref, componentOf(path, entry))
    const names = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
    const refs = names.flatMap((name) => {
      const there = found(packages, path, name)
      return there === undefined ? [] : refOf(there, packages[there] as Locked)
    })
    needed.set(ref, new Set([...(needed.get(ref) ?? []), ...refs]))
  }
  const own = `thicket@${manifest.version}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
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
