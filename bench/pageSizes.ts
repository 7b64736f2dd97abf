/**
 * How much script the page loads before a screen can be used, packed as the server sends it: what the screen's sources import, and what they
 * import in turn, by the metafile of the last build. What is fetched ahead once the screen is there does not count.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Metafile } from 'esbuild'

const dist = join(import.meta.dirname, '../dist')
const project = ['src/screens/workspace/ProjectScreen.tsx', 'src/features/canvas/CanvasView.tsx']
/** The language whose words take most: what a visit begins with, and the rest (`firstWords.ts`). */
const words = ['src/i18n/fr.json', 'src/i18n/fr.json?rest'] as const

/** Each screen with what it loads beside the page's beginning, and the most that it may be, in kB. */
export const screens = [
  { name: 'page-first', loads: [words[0]], most: 120 },
  { name: 'page-project', loads: [...project, ...words], most: 450 },
] as const

/** In kB; `loads`: sources that are entries. Throws where the build has no such entry. */
export function scriptOf(hash: string, loads: readonly string[]): number {
  const { outputs } = JSON.parse(readFileSync(join(dist, 'meta.json'), 'utf8')) as Metafile
  const imports = new Map(Object.entries(outputs).map(([path, { imports }]) => [basename(path), imports]))
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const { kind, path } of imports.get(name) ?? []) if (kind === 'import-statement') visit(basename(path))
  }
  for (const source of ['src/main.tsx', ...loads]) {
    const output = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source)
    if (!output) throw new Error(`the build has no file of its own for ${source}`)
    visit(basename(output[0]))
  }
  const sizes = [...found].map((name) => packedSize(join(dist, 'web/assets', hash, name)))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

/** Small files are sent as they are. */
const packedSize = (path: string): number => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
