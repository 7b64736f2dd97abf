// Builds the page: src/main.tsx and every workers/*.worker.ts as entries of one build with shared chunks, under plain names, in one folder
// named after the content. So `new URL('./project.worker.js', import.meta.url)` finds a worker from whatever chunk asks for it, in the
// bundle as in the sources' sense, and sqlite3.wasm, kernels.wasm and the emojis lie beside the code that fetches them.
//
//   dist/web/index.html                 what the server answers at /web/; it fills __NONCE__ and __FACTS__ for each request
//   dist/web/offline.js                the service worker (workers/offline), which names the files of the build
//   dist/web/report.html, report.zip    the viewer of reports (src/reportPage): as the frame of the preview, and as what a report's archive begins with
//   dist/web/help.html                  leads to the guide inside the page (server/building/helpPage.ts)
//   dist/web/assets/<hash>/main.js …    may be cached for ever; files.json names those that the page fetches ahead
//   dist/meta.json, dist/built.json     esbuild's metafile; what the last build was made of
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type BuildOptions, type BuildResult, context, build as esbuild, type Metafile, stop } from 'esbuild'
import { strToU8, zipSync } from 'fflate'
import { firstWords } from './server/building/firstWords.ts'
import { guidePages } from './server/building/guidePages.ts'
import { helpPage } from './server/building/helpPage.ts'
import { instead } from './server/building/instead.ts'
import { joinChunks, type Layer, loadedWith } from './server/building/joinChunks.ts'
import { ownCopy } from './server/building/ownCopy.ts'
import { laterProblems } from './src/i18n/laterProblems.ts'
import { buildKernels } from './wasm/kernels/build.ts'

const root = import.meta.dirname
const dist = join(root, 'dist')
const assets = join(dist, 'web/assets')
const stampFile = join(dist, 'built.json')
const { resolve } = createRequire(import.meta.url)
const sqliteWasm = resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm')

/** A finished build. */
export interface Built {
  /** The folder under dist/web/assets, named after the content. */
  readonly hash: string
  /** How long it took; 0 when nothing had changed. */
  readonly milliseconds: number
}

/** A rebuild in watch mode: done, or the messages of what is wrong, one a line. */
export type Rebuilt = Built | { readonly errors: string }

/** `name`: its path in the folder of the build; `from`: the file of a package that it is, unchanged. */
type Chunks = BuildResult<{ write: false; metafile: true }>
type Output = { readonly name: string; readonly bytes: Uint8Array; readonly from?: string }

/** Builds what has changed since the last build; `begins`: there is something to build. Throws an Error with all messages when the sources do not build. */
export async function build({ dev = false, begins }: { dev?: boolean; begins?: () => void } = {}): Promise<Built> {
  const inputs = inputsHash(dev)
  const last = lastBuild()
  if (last?.inputs === inputs) return { hash: last.hash, milliseconds: 0 }
  begins?.()
  const began = performance.now()
  const [result, ...others] = await Promise.all([
    dev ? esbuild({ ...options(true), plugins }) : buildJoined(),
    buildKernels(),
    buildReport(dev),
    buildOffline(dev),
  ])
  const hash = await write(result, ...others)
  writeFileSync(stampFile, JSON.stringify({ inputs, hash }))
  return { hash, milliseconds: Math.round(performance.now() - began) }
}

/** Ends the process of the builder, which is else there as long as this one. Not while anything is built. */
export const end = stop

/** Whether what was built last was built from the sources that are here. */
export const isCurrent = (): boolean => lastBuild()?.inputs === inputsHash(false)

/** Builds, then builds again after every edit and tells how it went. Resolves, after the first build, to a function that stops it. */
export async function watch(onRebuild: (rebuilt: Rebuilt) => void): Promise<() => Promise<void>> {
  let began = performance.now()
  const first = Promise.withResolvers<void>()
  // These are built once: who works on them starts anew.
  const once = await Promise.all([buildKernels(), buildReport(true), buildOffline(true)])
  const tell = async (result: Chunks) => {
    if (result.errors.length > 0) return onRebuild({ errors: result.errors.map(messageText).join('\n') })
    rmSync(stampFile, { force: true })
    const hash = await write(result, ...once, false)
    onRebuild({ hash, milliseconds: Math.round(performance.now() - began) })
  }
  const watched = await context({
    ...options(true),
    logLevel: 'silent',
    plugins: [
      ...plugins,
      {
        name: 'tell',
        setup(plugin) {
          plugin.onStart(() => {
            began = performance.now()
          })
          plugin.onEnd(async (result) => {
            await tell(result as Chunks)
            first.resolve()
          })
        },
      },
    ],
  })
  await watched.watch()
  await first.promise
  return () => watched.dispose()
}

const toasts = ['src/ui/feedback/Toaster.tsx']
const lists = ['src/screens/account/', 'src/screens/projectList/']
const project = ['src/screens/workspace/ProjectScreen.tsx', 'src/features/canvas/CanvasView.tsx']
const phone = ['src/screens/phone/PhoneDesk.tsx']
const reading = ['src/features/text/CodingView.tsx']

/**
 * Shared chunks of the page, joined: of every visit, of the toasts that it asks for next, of what a project as it opens and the lists have both, of
 * a project, of its texts, of a project on a phone, of the lists, of all else; and those of the workers, which have no page.
 */
const layers: readonly Layer[] = [
  { name: 'start', entries: ['src/main.tsx'] },
  { name: 'toasts', entries: toasts },
  { name: 'common', entries: project, andEntries: lists },
  { name: 'project', entries: project },
  { name: 'text', entries: reading },
  { name: 'phone', entries: phone },
  { name: 'lists', entries: lists },
  {
    name: 'more',
    entries: ['src/', 'fixtures/'],
    parts: ['src/data/', 'src/features/', 'src/screens/'],
    beginnings: [
      'src/screens/account/ActivationScreen.tsx',
      'src/screens/account/ResetScreen.tsx',
      'src/screens/account/EndedSession.tsx',
      ...phone,
      'src/screens/workspace/ProjectScreen.tsx',
      'src/features/canvas/CanvasView.tsx',
    ],
  },
]
const workerLayers: readonly Layer[] = [
  { name: 'work', entries: ['workers/project.worker.ts'] },
  { name: 'files', entries: [''] },
]

/** With toasts, which come once somebody is told something. */
const words = firstWords(root, {
  first: ['src/main.tsx', ...toasts],
  project: [...project, ...reading, ...phone],
  later: laterProblems.map((kind) => `problem.${kind}`),
})

const ofConsole = ownCopy(root, 'src/features/console', /^(codemirror$|@codemirror\/|@lezer\/)/)
const syntax = ['@codemirror/language', '@lezer/common']
const textsAlone = instead(root, syntax, '@codemirror/commands', 'src/features/text/noSyntax.ts')
const plugins = [words, ofConsole, textsAlone]

/** The build for people. Page and workers apart: what they share is smaller than asking for its pieces. */
async function buildJoined(): Promise<Chunks> {
  const [page, ...workers] = entries()
  const both = [
    [[page as string], layers],
    [workers, workerLayers],
  ] as const
  const built = await Promise.all(
    both.map(async ([entryPoints, layers]) => {
      const made = { ...options(false), entryPoints: [...entryPoints] }
      const chunks = await esbuild({ ...made, sourcemap: 'external', legalComments: 'inline', plugins })
      return joinChunks(chunks, layers, made)
    }),
  )
  const [first, second] = built as [Chunks, Chunks]
  const names = new Set(first.outputFiles.map(({ path }) => path))
  return {
    ...first,
    outputFiles: [...first.outputFiles, ...second.outputFiles.filter(({ path }) => !names.has(path))],
    metafile: {
      inputs: { ...first.metafile.inputs, ...second.metafile.inputs },
      outputs: { ...second.metafile.outputs, ...first.metafile.outputs },
    },
  }
}

function options(dev: boolean) {
  return {
    absWorkingDir: root,
    entryPoints: entries(),
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    jsxDev: dev,
    minify: !dev,
    sourcemap: 'linked',
    sourcesContent: true,
    legalComments: 'linked',
    // The same rules for every layer, whatever the tsconfig beside a file says.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, jsx: 'react-jsx' } },
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file', '.svg': 'file', '.png': 'file', '.wasm': 'file' },
    // What packages ask for in Node alone.
    external: ['node:*'] as string[],
    define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
    logLevel: 'silent',
  } as const satisfies BuildOptions
}

/** src/main.tsx and the workers, as paths relative to the root; their file names are the names of the outputs. */
function entries(): string[] {
  if (!existsSync(join(root, 'src/main.tsx'))) throw new Error('src/main.tsx is missing: there is no page to build')
  return ['src/main.tsx', ...globSync('workers/*.worker.ts', { cwd: root }).sort()]
}

/** Puts the outputs and index.html in place; returns the name of their folder. A half-written folder is never seen. */
async function write(
  result: Chunks,
  kernels: Uint8Array,
  report: ReportViewer,
  offline: string,
  packs = true,
): Promise<string> {
  const outputs: Output[] = result.outputFiles.map((file) => ({ name: basename(file.path), bytes: file.contents }))
  outputs.push({ name: 'sqlite3.wasm', bytes: readFileSync(sqliteWasm) })
  outputs.push({ name: 'kernels.wasm', bytes: kernels })
  outputs.push({ name: 'report.zip', bytes: report.template })
  outputs.push(...emojis(), ...ocr(), ...guide())
  outputs.push({ name: 'icon.svg', bytes: readFileSync(join(root, 'src/icon.svg')) })
  const ahead = fetchedAhead(outputs, result.metafile)
  outputs.push({ name: 'files.json', bytes: strToU8(JSON.stringify(ahead)) })
  const hash = contentHash(outputs)
  const folder = join(assets, hash)
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`
    mkdirSync(unfinished, { recursive: true })
    for (const output of outputs) {
      mkdirSync(dirname(join(unfinished, output.name)), { recursive: true })
      put(output, join(unfinished, output.name))
    }
    if (packs) await putPacked(outputs, result.metafile, unfinished)
    try {
      renameSync(unfinished, folder)
    } catch (error) {
      rmSync(unfinished, { recursive: true })
      // Another process built the same at the same time.
      if (!existsSync(folder)) throw error
    }
  }
  replace(join(dist, 'meta.json'), JSON.stringify(result.metafile))
  replace(join(dist, 'web/index.html'), indexHtml(hash, result.metafile))
  replace(join(dist, 'web/offline.js'), offlineOf(offline, hash, ahead))
  replace(join(dist, 'web/report.html'), report.preview)
  replace(join(dist, 'web/report.zip'), report.template)
  replace(join(dist, 'web/help.html'), helpPage)
  removeOld(hash)
  return hash
}

/** `template`: the archive that a report begins with. `preview`: the same as one document, which is given a nonce for each request. */
interface ReportViewer {
  readonly template: Uint8Array
  readonly preview: string
}

/** A classic script and a stylesheet with the fonts inside it: a page that is opened from a disk can load nothing else. */
async function buildReport(dev: boolean): Promise<ReportViewer> {
  const { outputFiles } = await esbuild({
    ...options(dev),
    entryPoints: ['src/reportPage/report.ts'],
    splitting: false,
    format: 'iife',
    target: 'es2020',
    sourcemap: false,
    legalComments: 'none',
    loader: { '.woff2': 'dataurl' },
  })
  const text = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? ''
  const [script, style] = [text('.js'), text('.css')]
  const page = (root: string, head: readonly string[]) =>
    [
      '<!doctype html>',
      root,
      '<head>',
      '<meta charset="utf-8">',
      '<title>Thicket</title>',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="color-scheme" content="light dark">',
      ...head,
      '</head>',
      '<body></body>',
      '</html>',
      '',
    ].join('\n')
  // What is not named here is allowed: browsers do not agree on what a page from a disk is to itself.
  const policy = "connect-src 'none'; object-src 'none'; frame-src 'none'; base-uri 'none'; form-action 'none'"
  const index = page('<html lang="en">', [
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<link rel="stylesheet" href="report/report.css">',
    '<script src="report/report.js" defer></script>',
  ])
  const preview = page('<html lang="en" data-preview>', [
    `<style nonce="__NONCE__">${style}</style>`,
    `<script nonce="__NONCE__">addEventListener('DOMContentLoaded', () => {${script}})</script>`,
  ])
  const files = { 'index.html': index, 'report/report.js': script, 'report/report.css': style }
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const)
  return { template: zipSync(Object.fromEntries(entries), { mtime: '1980-01-02' }), preview }
}

/** A classic script by itself: a service worker has no chunks. */
async function buildOffline(dev: boolean): Promise<string> {
  const { outputFiles } = await esbuild({
    ...options(dev),
    entryPoints: ['workers/offline/browserOffline.ts'],
    splitting: false,
    format: 'iife',
    sourcemap: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** Says in the service worker of which build it is. */
function offlineOf(script: string, hash: string, files: readonly string[]): string {
  const told = JSON.stringify(JSON.stringify({ hash, files }))
  return script.replace(/(["'`])__BUILD__\1/, () => told)
}

/**
 * What a browser fetches before it is asked for, so that it is there when the server is not. Maps and licences are for people with tools; the large
 * extras, the guide's pictures and fonts of other scripts are kept once they were used, and what converts recordings is of use with the server alone.
 */
function fetchedAhead(outputs: readonly Output[], made: Metafile): string[] {
  const entries = Object.values(made.outputs).flatMap(({ entryPoint }) => entryPoint ?? [])
  const isOfRecordings = (entry: string) => entry.startsWith('workers/transcribe/')
  const loaded = (wanted: (entry: string) => boolean) => loadedWith(made, entries.filter(wanted))
  const [ofRecordings, ofOthers] = [loaded(isOfRecordings), loaded((entry) => !isOfRecordings(entry))]
  return outputs
    .map(({ name }) => name)
    .filter(
      (name) =>
        (!ofRecordings.has(name) || ofOthers.has(name)) &&
        !/\.map$|\.LEGAL\.txt$|^(ocr|emojis|guide\/pictures)\/|-(latin-ext|cyrillic|greek|vietnamese)-.*\.woff2$/.test(
          name,
        ),
    )
    .sort()
}

/** The emojis and their names for the picker, in the languages of src/i18n; of each emoji only what the picker reads. */
function emojis(): Output[] {
  const read = ['emoji', 'group', 'label', 'skins', 'subgroup', 'tags', 'tone', 'version']
  return globSync('src/i18n/*.json', { cwd: root }).flatMap((messages) => {
    const language = basename(messages, '.json')
    const output = (name: string, read?: string[]): Output => {
      const data: unknown = JSON.parse(readFileSync(resolve(`emojibase-data/${language}/${name}`), 'utf8'))
      return { name: `emojis/${language}/${name}`, bytes: Buffer.from(JSON.stringify(data, read)) }
    }
    return [output('data.json', read), output('messages.json')]
  })
}

/** The guide in the languages of src/i18n, for the screen that shows it, and its pictures. */
const guide = (): Output[] => [
  ...globSync('src/i18n/*.json', { cwd: root }).map((messages) => {
    const name = basename(messages)
    return { name: `guide/${name}`, bytes: strToU8(JSON.stringify(guidePages(root, basename(name, '.json')))) }
  }),
  ...globSync('src/guide/pictures/*.webp', { cwd: root }).map((picture) => ({
    name: `guide/pictures/${basename(picture)}`,
    bytes: readFileSync(join(root, picture)),
  })),
]

/** What OCR loads when it is wanted (workers/import/ocr): the engine and its languages, and pdf.js's decoders of images and fonts. */
function ocr(): Output[] {
  const packed = (from: string, name: string): Output => ({ name: `ocr/${name}`, bytes: readFileSync(from), from })
  const ofPackage = (path: string, name = basename(path)) => packed(resolve(path), name)
  const pdfjs = dirname(resolve('pdfjs-dist/package.json'))
  return [
    ofPackage('tesseract.js/dist/worker.min.js'),
    ofPackage('tesseract.js-core/tesseract-core-simd-lstm.js'),
    ofPackage('tesseract.js-core/tesseract-core-simd-lstm.wasm'),
    ...['eng', 'deu', 'fra', 'spa', 'por'].map((language) => {
      const name = `${language}.traineddata.gz`
      return ofPackage(`@tesseract.js-data/${language}/4.0.0_best_int/${name}`, `languages/${name}`)
    }),
    ...globSync('{wasm/*.wasm,standard_fonts/*.{pfb,ttf}}', { cwd: pdfjs }).map((name) =>
      packed(join(pdfjs, name), name),
    ),
  ]
}

/** Large files of packages are there once, however many builds are kept. */
function put({ bytes, from }: Output, path: string): void {
  try {
    if (from !== undefined) linkSync(from, path)
    else writeFileSync(path, bytes)
  } catch {
    // Packages and build on different disks.
    writeFileSync(path, bytes)
  }
}

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/** What a network carries packed, beside it: `server/routes/packed.ts` sends it. Maps are for people with tools. */
async function putPacked(outputs: readonly Output[], made: Metafile, folder: string): Promise<void> {
  const named = (kind: RegExp) =>
    Object.values(made.outputs).flatMap(({ entryPoint = '' }) => entryPoint.match(kind) ?? [])
  const everyVisit = loadedWith(made, ['src/main.tsx', ...named(/.*i18n.*\.json$/)])
  const everyProject = loadedWith(made, [...project, ...phone, ...reading, ...named(/.*\.json\?project$/)])
  // 11 takes sixty times as long as 5 for a tenth less, 10 a third of that for nearly as much: for what everybody waits for.
  const quality = (name: string) => (everyVisit.has(name) ? 11 : everyProject.has(name) ? 10 : 5)
  const texts = outputs.filter(({ name, bytes }) => /\.(js|css|json|svg|wasm)$/.test(name) && bytes.length >= 1000)
  await Promise.all(
    texts.map(async ({ name, bytes }) => {
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality(name) }
      writeFileSync(join(folder, `${name}.br`), await brotli(bytes, { params }))
      writeFileSync(join(folder, `${name}.gz`), await zip(bytes))
    }),
  )
}

/** Names and contents, in any order of the outputs. `1`: how they are packed. */
function contentHash(outputs: readonly Output[]): string {
  const hash = createHash('sha256').update('4\n')
  for (const { name, bytes } of [...outputs].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    hash.update(`${name}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex').slice(0, 12)
}

function replace(file: string, text: string | Uint8Array): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, text)
  renameSync(unfinished, file)
}

/** Tabs opened before this build may still load a chunk of theirs: folders are kept for a day, and the newest three in any case. */
function removeOld(current: string): void {
  const others = readdirSync(assets)
    .filter((name) => name !== current)
    .map((name) => ({ path: join(assets, name), time: statSync(join(assets, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time)
  for (const { path, time } of others.slice(3)) {
    if (Date.now() - time > 86_400_000 || others.length > 30) rmSync(path, { recursive: true, force: true })
  }
}

/** No inline script and no inline style: the page runs under a strict Content-Security-Policy. */
function indexHtml(hash: string, metafile: Metafile): string {
  const main = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === 'src/main.tsx')
  if (!main) throw new Error('the build has no output for src/main.tsx')
  const at = (path: string) => `assets/${hash}/${basename(path)}`
  const needed = main[1].imports.filter((entry) => entry.kind === 'import-statement' && !entry.external)
  const early = new Set(needed.map(({ path }) => path))
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<title>Thicket</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="style-nonce" content="__NONCE__">',
    '<meta name="thicket-facts" content="__FACTS__">',
    `<meta name="build" content="${hash}">`,
    `<link rel="icon" type="image/svg+xml" href="${at('icon.svg')}">`,
    ...(main[1].cssBundle ? [`<link rel="stylesheet" href="${at(main[1].cssBundle)}">`] : []),
    ...[...early].map((path) => `<link rel="modulepreload" href="${at(path)}">`),
    `<script type="module" src="${at(main[0])}"></script>`,
    '</head>',
    '<body><div id="root"></div></body>',
    '</html>',
    '',
  ].join('\n')
}

const messageText = ({ text, location }: { text: string; location: { file: string; line: number } | null }) =>
  location ? `${location.file}:${location.line}: ${text}` : text

/** A hash of everything that a build reads: the sources' contents, the packages, this file and the kind of build. */
function inputsHash(dev: boolean): string {
  const hash = createHash('sha256').update(dev ? 'dev' : 'release')
  const sources = globSync('{src,workers,wasm}/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|^[A-Z_]+\.md$|tsconfig.*\.json$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of [
    ...sources,
    join(root, 'package-lock.json'),
    import.meta.filename,
    join(root, 'server/building/joinChunks.ts'),
    join(root, 'server/building/firstWords.ts'),
    join(root, 'server/building/guidePages.ts'),
    join(root, 'server/building/helpPage.ts'),
    join(root, 'server/building/instead.ts'),
    join(root, 'server/building/ownCopy.ts'),
  ].sort()) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** What the last build was made of, if its files are still there. */
function lastBuild(): { inputs: string; hash: string } | undefined {
  try {
    const last = JSON.parse(readFileSync(stampFile, 'utf8')) as { inputs: string; hash: string }
    return existsSync(join(assets, last.hash)) && existsSync(join(dist, 'web/offline.js')) ? last : undefined
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  try {
    const { hash, milliseconds } = await build()
    console.log(
      milliseconds > 0
        ? `Built dist/web/assets/${hash} in ${milliseconds} ms`
        : 'Nothing has changed since the last build',
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
