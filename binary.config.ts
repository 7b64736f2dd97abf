// `npm run build:binary`: Thicket as one executable for this platform, by Node's single executable application: the Node that runs this,
// stripped where `strip` is found, with the server, its threads and its files inside. The last line printed is its path.
//
//   dist/binary/thicket          (.exe on Windows)
//   dist/binary/thicket.sha256   its checksum, for `sha256sum --check`
//
// What lies inside is found again by `server/base/ownFiles.ts` under its name from the root.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { build as esbuild, type Plugin } from 'esbuild'
import { build as buildPage } from './esbuild.config.ts'
import { threads } from './server/base/ownThreads.ts'
import { sourcePath } from './server/base/settings/serverFacts.ts'
import { packSource } from './server/routes/source.ts'
import { buildKernels } from './wasm/kernels/build.ts'

const root = import.meta.dirname
const postject = createRequire(import.meta.url).resolve('postject/dist/cli.js')
const folder = join(root, 'dist/binary')
export const binary = join(folder, process.platform === 'win32' ? 'thicket.exe' : 'thicket')

/** Node looks for what was put in under these names. */
const resource = 'NODE_SEA_BLOB'
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** Builds the page where it is not built, then the executable; returns its path. A half-written one is never seen. */
export async function buildBinary(): Promise<string> {
  const { hash } = await buildPage()
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(join(folder, 'work-'))
  try {
    const put = (name: string, content: string | Uint8Array): string => {
      const path = join(work, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      return path
    }
    const [main, ...rest] = await bundle(['server/main.ts', ...threads])
    const texts = globSync('src/i18n/*.json', { cwd: root }).map(slashed)
    const inside: [string, string | Uint8Array][] = [
      ...[...pageFiles(hash), ...texts, 'src/icon.svg', 'package-lock.json'].map((name): [string, Uint8Array] => [
        name,
        readFileSync(join(root, name)),
      ]),
      ...threads.map((name, at): [string, string] => [name, rest[at] ?? '']),
      [sourcePath, await packSource()],
    ]
    const assets = Object.fromEntries(inside.map(([name, content]) => [name, put(`inside/${name}`, packed(content))]))
    const blob = join(work, 'blob')
    const config = {
      main: put('main.cjs', main ?? ''),
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      // Whatever NODE_OPTIONS says, it is for other programs.
      execArgvExtension: 'none',
      // As `npm run serve` has it.
      execArgv: ['--max-semi-space-size=4'],
      assets,
    }
    run(process.execPath, ['--experimental-sea-config', put('sea.json', JSON.stringify(config))])
    const made = join(work, 'thicket')
    copyFileSync(process.execPath, made)
    chmodSync(made, 0o755)
    // Before anything is put in: what comes later would be moved.
    if (process.platform !== 'win32') spawnSync('strip', process.platform === 'darwin' ? ['-x', made] : [made])
    const isMac = process.platform === 'darwin'
    if (isMac) run('codesign', ['--remove-signature', made])
    const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : []
    run(process.execPath, [postject, made, resource, blob, '--sentinel-fuse', fuse, ...segment])
    if (isMac) run('codesign', ['--sign', '-', made])
    const sum = createHash('sha256').update(readFileSync(made)).digest('hex')
    const sums = put('thicket.sha256', `${sum}  ${basename(binary)}\n`)
    renameSync(made, binary)
    renameSync(sums, `${binary}.sha256`)
    return binary
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Without what is for people with tools (the sources are inside as an archive), and what is packed for a network: it lies packed inside. */
function pageFiles(hash: string): string[] {
  const loose = ['index.html', 'offline.js', 'report.html', 'report.zip', 'help.html']
  const built = globSync(`assets/${hash}/**/*`, { cwd: join(root, 'dist/web'), withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(map|(js|css|json|svg|wasm)\.(br|gz))$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, 'dist/web').length + 1))
  return [...loose, ...built].map((name) => `dist/web/${slashed(name)}`)
}

/** Some 10 MB less; level 19 would take ten times as long for another 300 kB. */
const packed = (content: string | Uint8Array): Uint8Array =>
  zstdCompressSync(content, { params: { [constants.ZSTD_c_compressionLevel]: 9 } })

const slashed = (path: string): string => path.replaceAll('\\', '/')

/** Each entry as one script without imports but Node's own. */
async function bundle(entries: readonly string[]): Promise<string[]> {
  const kernels = await buildKernels()
  const built = await Promise.all(
    entries.map((entry) =>
      esbuild({
        absWorkingDir: root,
        entryPoints: [entry],
        write: false,
        bundle: true,
        platform: 'node',
        target: 'node24',
        format: 'cjs',
        minify: true,
        // For the traces in the log.
        keepNames: true,
        legalComments: 'inline',
        logLevel: 'silent',
        supported: { 'dynamic-import': false },
        // Loaded by what is not reached in the executable.
        external: ['tesseract.js', '@napi-rs/canvas', 'esbuild'],
        define: { 'import.meta.main': 'true', 'import.meta.url': 'ownAddress', 'import.meta.dirname': '"."' },
        banner: { js: 'const ownAddress = require("node:url").pathToFileURL(process.execPath).href;' },
        plugins: [kernelsInside(kernels)],
      }),
    ),
  )
  return built.map(({ outputFiles }) => outputFiles[0]?.text ?? '')
}

/** What builds the kernels in a checkout gives them as they are. */
const kernelsInside = (kernels: Uint8Array): Plugin => ({
  name: 'kernels inside',
  setup: ({ onLoad }) => {
    onLoad({ filter: /kernels[\\/]build\.ts$/ }, () => ({
      contents: `export const buildKernels = async () => Buffer.from('${Buffer.from(kernels).toString('base64')}', 'base64')`,
      loader: 'js',
    }))
  },
})

function run(program: string, args: readonly string[]): void {
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${error?.message ?? `${stdout}${stderr}`}`)
}

if (import.meta.main) {
  try {
    const began = performance.now()
    const path = await buildBinary()
    const [seconds, size] = [(performance.now() - began) / 1000, statSync(path).size / 1e6]
    console.log(`Built in ${seconds.toFixed(1)} s, ${size.toFixed(1)} MB`)
    console.log(path)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
