// A browser killed by a signal while somebody types in a protected project, KILLS times (9): a text, a memo and a search in turn. Nothing that it leaves in its profile (OPFS, local storage, IndexedDB, caches, its own
// session) and nothing in the folder of the server holds the word; what was said to be saved is there when the same browser opens the project again. First the same in a plain project, where the word has to
// be found: else nobody would know that the search finds what there is. Throws where not. Linux alone: the process is looked for in /proc.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { build } from '../../esbuild.config.ts'
import { seeded } from '../../fixtures/random.ts'
import { knownAs, launchChromium } from '../../fixtures/testing/chromium.ts'
import { drawFile, drawProtected } from '../../fixtures/testing/commandLine.ts'
import { tracesOfWord } from '../../fixtures/testing/tracesOfWord.ts'
import { openLog } from '../../server/base/log.ts'
import { localHost } from '../../server/hosts/local.ts'
import { startServer } from '../../server/running/start.ts'
import { testFolder } from '../../server/testing/serve.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1e6)
const kills = Number(process.env.KILLS ?? 9)
const secret = 'a-secret-of-the-proof'
const password = 'Ein Pfad im Wald'
const patience = 120_000
const drawing = 'quirk Trust\nsource Anna | I trusted him until the letter came.'

const random = seeded(seed)
const folder = testFolder()
const profile = join(folder, 'profile')
const config = join(folder, 'config')
const files = join(folder, 'files')
for (const each of [profile, config, files]) mkdirSync(each)
await build()
const page = join(import.meta.dirname, '../../dist/web')
const server = await startServer({ host: localHost(config, secret), log: openLog('error'), page, port: 0 })
const base = `http://127.0.0.1:${server.port}/web`

const uuidOf = async (path: string): Promise<string> => {
  const opened = await fetch(`${base}/api/local/open`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, origin: base.slice(0, -4) },
    body: JSON.stringify({ path }),
  })
  return ((await opened.json()) as { project_uuid: string }).project_uuid
}

let context: BrowserContext | undefined
const opened = async (uuid: string, isProtected: boolean): Promise<Page> => {
  context = await knownAs(await launchChromium({ profile, context: { locale: 'en-GB' } }), 'Anna')
  context.setDefaultTimeout(patience)
  const tab = await context.newPage()
  await tab.goto(`${base}/#launch=${secret}&/projects/${uuid}`)
  if (isProtected) {
    await tab.getByRole('textbox', { name: 'Password' }).fill(password)
    await tab.getByRole('button', { name: 'Open', exact: true }).click()
  }
  await tab.getByText('Anna').first().click()
  await tab.locator('.cm-content').getByText('the letter came').waitFor()
  return tab
}

const places = ['text', 'memo', 'search'] as const
const enter: Record<(typeof places)[number], (tab: Page) => Promise<void>> = {
  text: async (tab) => {
    await tab.getByRole('button', { name: 'Edit text' }).click()
    await tab.locator('.cm-content').press('Control+End')
  },
  memo: async (tab) => {
    await tab.locator('.cm-content').press('Control+a')
    await tab.getByRole('button', { name: 'Write memo' }).click()
  },
  search: (tab) => tab.keyboard.press('Control+Shift+F'),
}

/** The browser's own process; those that it has started end with it. */
function kill(): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const line = commandOf(pid)
    if (line.includes(`--user-data-dir=${profile}`) && !line.includes('--type=')) process.kill(Number(pid), 'SIGKILL')
  }
}
function commandOf(pid: string): string {
  try {
    return readFileSync(join('/proc', pid, 'cmdline'), 'utf8')
  } catch {
    return ''
  }
}

const filesWith = (words: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const bytes = bytesOf(path)
      return words.some((word) => tracesOfWord(word, bytes).length > 0)
    })
/** A part of the browser that ends a little later may take one of its files away meanwhile: nothing is left of that. */
function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** Types the word again and again, and kills the browser meanwhile; `settled`: once it was said that what was typed first is saved. */
async function killTyping(
  uuid: string,
  isProtected: boolean,
  where: (typeof places)[number],
  word: string,
  settled: boolean,
) {
  const tab = await opened(uuid, isProtected)
  await enter[where](tab)
  if (settled) {
    await tab.keyboard.type(`saved${word} `)
    await tab.locator('.ui-pill[data-state=saved]').waitFor()
  }
  const typing = tab.keyboard.type(`${word} `.repeat(500), { delay: 5 }).catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 300 + random.below(4000)))
  const closed = new Promise((resolve) => context?.once('close', resolve))
  kill()
  await Promise.all([closed, typing])
}

const newWord = () => `Heliotrop${Array.from({ length: 8 }, () => String.fromCharCode(97 + random.below(26))).join('')}`
try {
  const plainWord = newWord()
  await killTyping(await uuidOf(drawFile(files, 'plain', drawing)), false, 'text', plainWord, true)
  const found = filesWith([plainWord])
  if (!found.some((path) => path.startsWith(profile)))
    throw new Error('the word of a plain project is not found either')
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })

  const uuid = await uuidOf(drawProtected(files, 'sealed.qrk', drawing, password))
  const words: string[] = []
  let kept = ''
  for (let n = 0; n < kills; n += 1) {
    const where = places[n % places.length] ?? 'text'
    const word = newWord()
    words.push(word)
    await killTyping(uuid, true, where, word, n === 0)
    if (n === 0) kept = `saved${word}`
    const left = filesWith(words)
    if (left.length > 0) throw new Error(`the word lies in ${left.join(', ')}`)
  }
  const tab = await opened(uuid, true)
  await tab.locator('.cm-content').getByText(kept).first().waitFor()
  await context?.close()
  if (filesWith(words).length > 0) throw new Error('a browser that was closed leaves the word')
  console.log(
    `killed while typing (seed ${seed}): ${kills} kills; the plain word lay in ${found.length} files, the others in none`,
  )
} finally {
  kill()
  await server.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
process.exit(0)
