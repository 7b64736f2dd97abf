// What comments and READMEs point to is there: files by their path, or by its end where that says enough, and names of the code. In backticks stand
// our own; what browsers and packages have is named without them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const tops = 'src,workers,server,wasm,fixtures,bench'
const found = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) }).map((path) =>
    path.replaceAll('\\', '/'),
  )
const files = [...found(`{${tops}}/**/*.*`), ...found('*.*'), ...found('.ci/*')]
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g
/** Paths of our sources and pages; other files, as `settings.json`, may be of a running server. */
const isPath = (name: string) => /^(\.\.?\/)*\w[\w@./-]*\.(tsx?|mjs|css|c|md|sql)$/.test(name)
const isFolder = (name: string) => /^[\w.-]+(\/[\w.-]+)+\/$/.test(name)
/** What our code calls something, and a word or a value is not: with capitals inside, called with (), all in capitals and joined, or a property of something. */
const names = [
  /^[A-Za-z][a-z0-9]*[A-Z]\w*[a-z]\w*(\(\))?$/,
  /^[a-z]\w*\(\)$/,
  /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/,
  /^[a-z]\w*(\.[A-Za-z]\w*)+(\(\))?$/,
]
const isName = (name: string) => names.some((pattern) => pattern.test(name))

/** Each end of each path: `text/toHtml.ts` is the end of `src/model/text/toHtml.ts`. */
const endsOf = (path: string) => path.split('/').map((_, at, all) => all.slice(at).join('/'))
const fileEnds = new Set(files.flatMap(endsOf))
const folderEnds = new Set(
  files
    .flatMap((path) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, at, all) => all.slice(0, at + 1).join('/')),
    )
    .flatMap(endsOf),
)
/** All words of the sources, without what their comments say. */
const words = new Set(
  files
    .filter((path) => /\.(tsx?|mjs|css|c|json|graphql|sql)$/.test(path) && path !== 'package-lock.json')
    .flatMap(
      (path) =>
        read(path)
          .replace(/\.tsx?$/.test(path) ? comments : /$^/g, ' ')
          .match(/[A-Za-z_]\w*/g) ?? [],
    ),
)

/** Where the name stands no more for anything. */
function isStale(name: string): boolean {
  const end = name.replace(/^(\.\.?\/)+/, '')
  if (isPath(name)) return !fileEnds.has(end)
  if (isFolder(name)) return !folderEnds.has(end.slice(0, -1))
  if (fileEnds.has(name)) return false
  return (
    isName(name) &&
    !name
      .replace('()', '')
      .split('.')
      .every((word) => words.has(word))
  )
}

/** A name that is said to stand in a file: after it and a comma, or before it with 'of' or 'in' between. */
const placed = [
  /`(?<file>[\w./-]+\.(?:tsx?|mjs|c))`, `(?<name>[A-Za-z_]\w*)(?:\(\))?`(?! (?:of|in) `)/g,
  /`(?<name>[A-Za-z_]\w*)(?:\(\))?`,? (?:of|in) `(?<file>[\w./-]+\.(?:tsx?|mjs|c))`/g,
]

/** Names that are not in the file in which a text says that they are. */
const misplacedIn = (path: string, text: string): string[] =>
  placed.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ groups: { file = '', name = '' } = {} }) => {
      const end = file.replace(/^(\.\.?\/)+/, '')
      const meant = files.filter((each) => each === end || each.endsWith(`/${end}`))
      const isFile = files.some((each) => each.includes(`/${name}.`))
      const isThere = isFile || meant.some((each) => new RegExp(`\\b${name}\\b`).test(read(each)))
      return isThere ? [] : [`${path} ${name} of ${file}`]
    }).flat(),
  )

const staleIn = (path: string, text: string, line: number): string[] =>
  text.split('\n').flatMap((row, at) =>
    Array.from(row.matchAll(/`([^`\n]+)`/g), ([, name = '']) => name)
      .filter(isStale)
      .map((name) => `${path}:${line + at} ${name}`),
  )

test('a README names files, folders and names of the code that there are', () => {
  const pages = files.filter((path) => path.endsWith('.md'))
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.flatMap((path) => staleIn(path, read(path), 1))).toEqual([])
})

test('a page names scripts of npm, proofs and options of `thicket` that there are', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const proofs = files.filter((path) => path.endsWith('.prove.ts'))
  const commands = files.filter((path) => /^server\/cli\/\w+\.ts$/.test(path)).map(read)
  const wrong = files
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => {
      const text = read(path)
      const run = Array.from(text.matchAll(/\bnpm run (?:--silent )?([a-z][a-z:]*)/g), ([, name = '']) => name)
      const proved = Array.from(text.matchAll(/\bnpm run prove -- (\w+)/g), ([, part = '']) => part)
      const options = Array.from(text.matchAll(/`thicket [a-z][^`\n]*/g)).flatMap(
        ([line]) => line.match(/(?<=\s)--[a-z][a-z-]*/g) ?? [],
      )
      return [
        ...run.filter((name) => !Object.hasOwn(scripts, name)),
        ...proved.filter((part) => !proofs.some((proof) => proof.includes(part))),
        ...options.filter((option) => !commands.some((source) => source.includes(option.slice(2)))),
      ].map((name) => `${path} ${name}`)
    })
  expect(wrong).toEqual([])
})

test('a name that a text looks for in a file stands there', () => {
  const texts = files.filter((path) => /\.(tsx?|mjs|css|c|md)$/.test(path))
  expect(texts.flatMap((path) => misplacedIn(path, read(path)))).toEqual([])
  const gone =
    'It is `layers.test.ts`' + ', `goneRule`; `alsoGone`' + ' of `layers.test.ts`; `expect` in `layers.test.ts`.'
  expect(misplacedIn('a.md', gone)).toEqual(['a.md goneRule of layers.test.ts', 'a.md alsoGone of layers.test.ts'])
})

test('a comment names files and names of the code that there are', () => {
  const sources = files.filter((path) => /\.(tsx?|mjs|css|c)$/.test(path))
  const stale = sources.flatMap((path) => {
    const text = read(path)
    return Array.from(text.matchAll(comments)).flatMap((comment) =>
      staleIn(path, comment[0], text.slice(0, comment.index).split('\n').length),
    )
  })
  expect(stale).toEqual([])
})

test('what is gone is found', () => {
  const gone =
    'The judge is `driftOnce' +
    '.ts`, in `src/gone/' +
    'folder/` by `GoneJudge' +
    's`, `gone.driftTwic' +
    'e()`; `layers.test.ts`, `settings.json`, `staleIn` and `TestDesk` are.'
  expect(staleIn('a.md', gone, 1)).toEqual(
    ['driftOnce' + '.ts', 'src/gone/' + 'folder/', 'GoneJudge' + 's', 'gone.driftTwic' + 'e()'].map(
      (name) => `a.md:1 ${name}`,
    ),
  )
})
