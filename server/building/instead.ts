/** What a package imports is given to it by a source of ours, where the page needs little of that and would get all. */
import { join } from 'node:path'
import type { Plugin } from 'esbuild'

/**
 * `imported`: the packages that are not to come; `by`: the package that asks for them; `source`: what it is given, with all names that it imports.
 * Paths are relative to `root`. Who else imports them gets the packages.
 */
export function instead(root: string, imported: readonly string[], by: string, source: string): Plugin {
  const folder = join(root, 'node_modules', by)
  const given = { path: join(root, source), sideEffects: false }
  return {
    name: `instead of ${imported.join(', ')}`,
    setup(plugin) {
      plugin.onResolve({ filter: /^@/ }, ({ path, importer, namespace }) =>
        imported.includes(path) && namespace === 'file' && importer.startsWith(folder) ? given : undefined,
      )
    },
  }
}
