/**
 * The editor of SQL statements stands on packages of CodeMirror of which texts use a little. Shared, they would come whole with every text; so what
 * these sources use of them is a copy of their own, and comes with the console alone.
 */
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'esbuild'

const namespace = 'own copy'

/** `packages`: by the beginning of their names; `sources`: the folder of those that have their own copy. Paths are relative to `root`. */
export function ownCopy(root: string, sources: string, packages: RegExp): Plugin {
  const folder = join(root, sources)
  return {
    name: namespace,
    setup(plugin) {
      plugin.onResolve(
        { filter: packages },
        async ({ path, importer, kind, resolveDir, namespace: from, pluginData }) => {
          const isAsked = from === namespace || importer.startsWith(folder)
          if (!isAsked || pluginData === namespace) return undefined
          const found = await plugin.resolve(path, { kind, importer, resolveDir, pluginData: namespace })
          if (found.errors.length > 0) return found
          return { path: relative(root, found.path), namespace, sideEffects: found.sideEffects }
        },
      )
      plugin.onLoad({ filter: /./, namespace }, async ({ path }) => {
        const file = join(root, path)
        return { contents: await readFile(file, 'utf8'), loader: 'js', resolveDir: dirname(file) }
      })
    },
  }
}
