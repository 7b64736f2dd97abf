import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { ownCopy } from './ownCopy.ts'

const root = join(import.meta.dirname, '../..')

test('what the named sources import, and what that imports in turn, is a copy of their own; others share the usual one', async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/features/console/openSqlEditor.ts', 'src/features/text/textTheme.ts'],
    outdir: 'out',
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [ownCopy(root, 'src/features/console', /^(codemirror$|@codemirror\/|@lezer\/)/)],
  })
  const inputsOf = (output: string) => Object.keys(metafile.outputs[`out/${output}`]?.inputs ?? {})
  const chunks = Object.keys(metafile.outputs).filter((path) => path.includes('chunk-'))
  const view = 'node_modules/@codemirror/view/dist/index.js'
  expect(inputsOf('console/openSqlEditor.js')).toContain(`own copy:${view}`)
  expect(inputsOf('text/textTheme.js')).toContain(view)
  expect(chunks.flatMap((path) => inputsOf(path.slice(4))).filter((path) => /codemirror|lezer/.test(path))).toEqual([])
})
