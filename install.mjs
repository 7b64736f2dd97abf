// Makes node_modules match package-lock.json, and node_modules/.bin/node run Node 24, under whatever Node (18 or newer) starts it.
// Plain JavaScript without dependencies: it runs before anything is installed. When nothing changed it costs two file reads.
// Progress goes to stderr; a failure ends with one line that says what to do, and exit code 1.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = realpathSync(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const bin = join(modules, '.bin')
const windows = process.platform === 'win32'
const stampFile = join(modules, '.thicket-lock')
const wantedNode = [24, 12]

const say = (line) => process.stderr.write(`${line}\n`)
const sha256 = (text) => createHash('sha256').update(text).digest('hex')
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** What a good install of this lockfile on this kind of machine is marked with. */
const stamp = () => `${sha256(readFileSync(join(root, 'package-lock.json')))} ${process.platform}-${process.arch}\n`

const nodeIsThere = () => existsSync(join(bin, 'node')) || existsSync(join(bin, 'node.cmd'))

const isInstalled = () => nodeIsThere() && packagesFit()

function packagesFit() {
  if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8') === stamp()
  return npmInstalledTheSame()
}

/** Someone ran `npm ci` or `npm install` by hand: npm's own record of what it placed says whether it fits. */
function npmInstalledTheSame() {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const placed = readJson(record).packages
  const wanted = Object.entries(readJson(join(root, 'package-lock.json')).packages)
  return wanted.every(([path, entry]) => path === '' || entry.optional || placed[path]?.version === entry.version)
}

/** npm's own script is run by the Node that npm runs on: no shell is needed, and `npm ci` may delete node_modules/.bin/node. */
function npmCommand() {
  const script = process.env.npm_execpath
  if (script && /\.c?js$/.test(script))
    return { file: process.env.npm_node_execpath || process.execPath, first: [script], shell: false }
  return { file: 'npm', first: [], shell: windows }
}

/** Runs npm quietly, with a sign of life every few seconds; resolves to its exit code and what it complained about. */
function npm(args) {
  const { file, first, shell } = npmCommand()
  return new Promise((resolve) => {
    const child = spawn(file, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const began = Date.now()
    const timer = setInterval(
      () => say(`  … ${Math.round((Date.now() - began) / 1000)} s, ${countPackages()} packages`),
      5000,
    )
    let complaints = ''
    const collect = (chunk) => {
      complaints = (complaints + chunk).slice(0, 8000)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const end = (code) => {
      clearInterval(timer)
      resolve({ code, complaints: plainly(complaints) })
    }
    child.on('error', (error) => {
      complaints += error.message
      end(-1)
    })
    child.on('close', end)
  })
}

/** The cause without npm's usage text, and without the warning that the machine's Node is older than what the packages run on here. */
function plainly(text) {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && line !== 'npm error' && !/npm warn|EBADENGINE/i.test(line))
    .slice(0, 5)
    .join('\n')
}

function countPackages() {
  try {
    return readdirSync(modules).filter((name) => !name.startsWith('.')).length
  } catch {
    return 0
  }
}

function versionOf(executable) {
  const run = spawnSync(executable, ['--version'], { encoding: 'utf8', timeout: 20_000, shell: windows })
  return run.status === 0 ? run.stdout.trim() : ''
}

function isRecent(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > wantedNode[0] || (major === wantedNode[0] && minor >= wantedNode[1])
}

/** node_modules/.bin/node is linked by npm from the package of this platform. Where there is none, others are looked for. */
async function provideNode() {
  if (nodeIsThere() && isRecent(versionOf(windows ? join(bin, 'node.cmd') : join(bin, 'node')))) return
  const here = platformNode(modules)
  if (here) return linkNode(here)
  const outside = (process.env.PATH || '').split(delimiter).map((folder) => join(folder, windows ? 'node.exe' : 'node'))
  const found = [process.execPath, ...outside].find(
    (file) => !file.startsWith(modules) && existsSync(file) && isRecent(versionOf(file)),
  )
  if (found) return linkNode(found)
  const version = Object.values(readJson(join(root, 'package.json')).optionalDependencies || {})[0]
  const prefix = join(modules, '.thicket-node')
  mkdirSync(prefix, { recursive: true })
  writeFileSync(join(prefix, 'package.json'), '{"private":true}\n')
  await npm(['install', '--prefix', prefix, '--no-save', '--ignore-scripts', `${platformPackage()}@${version}`])
  const fetched = platformNode(join(prefix, 'node_modules'))
  if (fetched) return linkNode(fetched)
  throw new Error(
    `no Node ${version} for ${process.platform}-${process.arch} in the registry: install Node ${wantedNode.join('.')} or newer and start again`,
  )
}

const platformPackage = () => {
  const name = windows ? 'win' : process.platform
  return `${process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${name}-${process.arch}`
}

function platformNode(folder) {
  const file = join(folder, platformPackage(), 'bin', windows ? 'node.exe' : 'node')
  return existsSync(file) && isRecent(versionOf(file)) ? file : undefined
}

function linkNode(file) {
  mkdirSync(bin, { recursive: true })
  for (const name of ['node', 'node.cmd', 'node.ps1']) rmSync(join(bin, name), { force: true })
  if (windows) writeFileSync(join(bin, 'node.cmd'), `@"${file}" %*\r\n`)
  else symlinkSync(file.startsWith(modules) ? relative(bin, file) : file, join(bin, 'node'))
}

/** `npm start` and `npm run serve` replace their shell by the program (`exec`), so that npm's signals reach it. The shell of Windows has no such word: there it just runs what follows. */
function provideExec() {
  const file = join(bin, 'exec.cmd')
  if (windows && !existsSync(file)) writeFileSync(file, '@%*\r\n')
}

/** Two starts at once: the second waits for the first, then finds the work done. The lock names its owner, so that a dead one is passed over. */
async function withLock(work) {
  const lock = join(tmpdir(), `thicket-install-${sha256(root).slice(0, 16)}.lock`)
  let told = false
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isAbandoned(lock)) rmSync(lock, { force: true })
    else {
      if (!told) say('Another start is installing; waiting for it.')
      told = true
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130))
  await work()
}

function isAbandoned(lock) {
  try {
    const owner = Number(readFileSync(lock, 'utf8'))
    const age = Date.now() - statSync(lock).mtimeMs
    if (!owner || age > 15 * 60_000) return age > 2000
    process.kill(owner, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

async function install() {
  if (isInstalled()) return
  const began = Date.now()
  if (!packagesFit()) {
    say('Installing what Thicket needs (once; about a minute) …')
    rmSync(stampFile, { force: true })
    const { code, complaints } = await npm(['ci', '--ignore-scripts', '--include=dev', '--include=optional'])
    if (code !== 0) {
      if (complaints) say(complaints)
      throw new Error('npm ci did not work; its messages are above')
    }
  }
  await provideNode()
  writeFileSync(stampFile, stamp())
  say(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}

try {
  if (isInstalled()) {
    if (!existsSync(stampFile)) writeFileSync(stampFile, stamp())
  } else await withLock(install)
  provideExec()
} catch (error) {
  say(`Thicket could not be installed: ${error.message}`)
  process.exitCode = 1
}
