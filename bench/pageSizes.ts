/**
 * How much script the page loads before a screen can be used, packed as the server sends it: what the screen's sources import, and what they
 * import in turn, by the metafile of the last build. What is fetched ahead once the screen is there does not count.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { loadedWith } from '../server/building/joinChunks.ts'

const dist = join(import.meta.dirname, '../dist')
/** With a text open. */
const project = ['src/screens/workspace/ProjectScreen.tsx', 'src/features/text/CodingView.tsx']
/** The language whose words take most: what a visit begins with, and what an open project says besides (`server/building/firstWords.ts`). */
const words = ['src/i18n/fr.json', 'src/i18n/fr.json?project'] as const

/** Each screen with what it loads beside the page's beginning, and the most that it may be, in kB. */
export const screens = [
  { name: 'page-first', loads: [words[0]], most: 120 },
  { name: 'page-project', loads: [...project, 'src/features/canvas/CanvasView.tsx', ...words], most: 450 },
  { name: 'page-phone', loads: [...project, 'src/screens/phone/PhoneDesk.tsx', ...words], most: 450 },
] as const

/** In kB; `loads`: sources that are entries. Throws where the build has no such entry. */
export function scriptOf(hash: string, loads: readonly string[]): number {
  const built = JSON.parse(readFileSync(join(dist, 'meta.json'), 'utf8')) as Metafile
  const found = loadedWith(built, ['src/main.tsx', ...loads])
  const sizes = [...found].map((name) => packedSize(join(dist, 'web/assets', hash, name)))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

/** Small files are sent as they are. */
const packedSize = (path: string): number => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
