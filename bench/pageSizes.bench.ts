/**
 * page-first: the script that a visit begins with, for the way in and the list of projects / 120 kB. page-project: what an open project has loaded
 * when its canvas and a text are there, page-phone the same on a phone, which has no canvas / 450 kB. Packed, in the language whose words take most.
 */
import { build } from '../esbuild.config.ts'
import { screens, scriptOf } from './pageSizes.ts'
import { limitRow, type Rows } from './row.ts'

export const rows: Rows = async () => {
  const { hash } = await build()
  return screens.map(({ name, loads, most }) => limitRow(name, scriptOf(hash, loads), most, 'kB'))
}
