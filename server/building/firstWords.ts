/**
 * The words of the page in parts: what the screens that a visit begins with say, what an open project says besides, and all else, which comes once
 * they are there (`src/i18n/language.ts`). The files of languages stay whole; the build takes them apart, so that nobody has to say which message is
 * in which part.
 *
 * Promises: `src/i18n/de.json` has every message that the first sources name, as the key itself or as a family of keys (`problem.${kind}`), but those of
 * the family that are `later`;
 * `src/i18n/de.json?project` has what those of a project name and the first do not; `src/i18n/de.json?rest` has the others. All are compiled, and the
 * parser of messages (`src/i18n/compile.ts`) stays out of the page.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { type Compiled, compile } from '../../src/i18n/compile.ts'

/** Sources relative to `root`, with which a visit begins and with which a project opens; what they import counts with them, but not what they load later. */
export interface Speaking {
  readonly first: readonly string[]
  readonly project: readonly string[]
  /** Keys that count as named by these sources where they stand there whole, and not as one of a family. */
  readonly later: readonly string[]
}

export function firstWords(root: string, { first, project, later }: Speaking): Plugin {
  const alone = new Set(later)
  let texts: Promise<[string, string]>
  return {
    name: 'first words',
    setup(plugin) {
      plugin.onStart(() => {
        texts = Promise.all([textsOf(root, first), textsOf(root, project)])
        // Who asks for it hears what is wrong; the build itself says it better.
        texts.catch(() => {})
      })
      plugin.onLoad({ filter: /[\\/]i18n[\\/]\w+\.json$/ }, async ({ path, suffix }) => {
        const messages = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
        const [isFirst, isOfProject] = (await texts).map((text) => namedIn(text, alone))
        const suffixOf = (key: string) => (isFirst?.(key) ? '' : isOfProject?.(key) ? '?project' : '?rest')
        const part = Object.entries(messages)
          .filter(([key]) => suffixOf(key) === suffix)
          .map(([key, message]) => [key, asPlain(compile(message))])
        // As a script: of JSON, esbuild would export each message by its name too.
        return { contents: `export default ${JSON.stringify(Object.fromEntries(part))}`, loader: 'js' }
      })
      plugin.onLoad({ filter: /[\\/]i18n[\\/]compile\.ts$/ }, () => ({
        contents: 'export const compile = (message) => [message]',
      }))
    },
  }
}

/** A message without arguments is a text. */
const asPlain = (tokens: Compiled): Compiled | string =>
  tokens.length === 1 && typeof tokens[0] === 'string' ? tokens[0] : tokens

/** The texts of the sources, one after the other. */
async function textsOf(root: string, first: readonly string[]): Promise<string> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...first],
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    packages: 'external',
    format: 'esm',
    logLevel: 'silent',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    plugins: [
      {
        name: 'not later',
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ kind, path }) =>
            kind === 'dynamic-import' || !/\.tsx?$/.test(path) ? { path, external: true } : undefined,
          ),
      },
    ],
  })
  return (await Promise.all(Object.keys(metafile.inputs).map((path) => readFile(join(root, path), 'utf8')))).join('\n')
}

/** Whether a text names a key: quoted, or by the beginning of a template, which says nothing of those that stand `alone`. */
function namedIn(text: string, alone: ReadonlySet<string>): (key: string) => boolean {
  const quoted = new Set([...text.matchAll(/(['"`])([\w.-]+)\1/g)].map(([, , words]) => words))
  const families = [...text.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, words = '']) => words)
  return (key) => quoted.has(key) || (!alone.has(key) && families.some((family) => key.startsWith(family)))
}
