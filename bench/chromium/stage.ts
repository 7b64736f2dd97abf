/** The real server on the bench's project with a configuration of its own, and a real Chromium with its profile on disk. */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build as esbuild } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'
import { build } from '../../esbuild.config.ts'
import { knownAs, launchChromium } from '../../fixtures/testing/chromium.ts'
import { openLog } from '../../server/base/log.ts'
import { localHost } from '../../server/hosts/local.ts'
import { startServer } from '../../server/running/start.ts'
import { duplicate } from '../openProject.ts'
import { progressed } from '../progress.ts'
import type { Bench } from '../row.ts'
import { followPages } from './followPages.ts'
import { memoriesOfWorker } from './memory.ts'
import type {} from './tab.ts'

export interface Stage {
  readonly uuid: string
  readonly token: string
  readonly start: { uuid: string; token: string; author: string }
  readonly context: BrowserContext
  /** The page as a person opens it. */
  readonly address: string
  /** A tab without a screen (`tab.ts`); `private`: its worker finds no file system. Its errors end the bench. */
  newTab(kind?: 'usual' | 'private', context?: BrowserContext): Promise<Page>
  /** Another project of the same file, that nobody works on: what is measured on it can be held against the file. */
  untouched(): Promise<{ uuid: string; token: string }>
  /** Another browser, of another person; closed with the stage. */
  newBrowser(): Promise<BrowserContext>
}

const root = join(import.meta.dirname, '../..')
const token = 'the-secret-of-the-bench'
export const viewport = { width: 1440, height: 900 }

/** Tabs that a bench has left open, because it failed, are closed: they would hold the project. */
export async function theStage(bench: Bench): Promise<Stage> {
  const stage = await bench.shared('stage', () => openStage(bench))
  for (const page of stage.context.pages()) await page.close()
  return stage
}

export async function openStage(bench: Bench): Promise<{ made: Stage; end: () => Promise<void> }> {
  const folder = bench.newPath('')
  const page = join(folder, 'page')
  const config = join(folder, 'config')
  for (const each of [page, config]) mkdirSync(each, { recursive: true })
  const assets = await layPage(page)
  const host = localHost(config, token)
  const server = await startServer({ host, log: openLog('error'), page, port: 0 })
  const base = `http://127.0.0.1:${server.port}/web`
  const openFile = async () => {
    const opened = await fetch(`${base}/api/local/open`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, origin: base.slice(0, -4) },
      body: JSON.stringify({ path: duplicate(bench, bench.projectFile()) }),
    })
    const { project_uuid: uuid } = (await opened.json()) as { project_uuid?: string }
    if (!uuid) throw new Error(`the project does not open: ${opened.status}`)
    return uuid
  }
  const uuid = await openFile()
  let untouched: Promise<string> | undefined

  const browsers: BrowserContext[] = []
  const unfollow: (() => void)[] = []
  const newBrowser = async () => {
    const profile = join(folder, `profile${browsers.length}`)
    const launched = await knownAs(await launchChromium({ profile, context: { viewport, locale: 'en-GB' } }), 'Anna')
    browsers.push(launched)
    // Who makes no progress is given up by `main.ts`.
    launched.setDefaultTimeout(0)
    unfollow.push(followPages(launched))
    progressed()
    return launched
  }
  const context = await newBrowser()
  return {
    made: {
      uuid,
      token,
      start: { uuid, token, author: 'Anna' },
      context,
      address: `${base}/#launch=${token}&/projects/${uuid}`,
      newBrowser,
      untouched: async () => {
        untouched ??= openFile()
        return { uuid: await untouched, token }
      },
      newTab: async (kind = 'usual', where = context) => {
        const tab = await where.newPage()
        await tab.goto(`${base}/assets/${assets[kind]}/tab.html`)
        await tab.waitForFunction(() => 'tab' in window)
        progressed()
        return tab
      },
    },
    end: async () => {
      for (const stop of unfollow) stop()
      for (const each of browsers) await each.close()
      await server.close()
    },
  }
}

/** The built page with the bench's tab beside it, twice: once as it is, once with a worker that is refused storage, as in a private window. */
async function layPage(page: string): Promise<{ usual: string; private: string }> {
  const { hash } = await build()
  const usual = join(page, 'assets', hash)
  cpSync(join(root, 'dist/web/index.html'), join(page, 'index.html'))
  cpSync(join(root, 'dist/web/assets', hash), usual, { recursive: true })
  await esbuild({
    entryPoints: ['tab', 'sql'].map((name) => join(import.meta.dirname, `${name}.ts`)),
    outdir: usual,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  writeFileSync(
    join(usual, 'tab.html'),
    '<!doctype html><meta charset="utf-8"><script type="module" src="tab.js"></script>',
  )
  change(usual, saysMemories)
  const refused = `${usual}-private`
  cpSync(usual, refused, { recursive: true })
  change(
    refused,
    `navigator.storage.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'));`,
  )
  return { usual: hash, private: basename(refused) }
}

/** Puts a script before the worker's own. */
function change(folder: string, script: string): void {
  for (const worker of globSync('project.worker.js', { cwd: folder }))
    writeFileSync(join(folder, worker), script + readFileSync(join(folder, worker), 'utf8'))
}

/** Every memory that WebAssembly has in this worker, by whatever way it came (`memory.ts`). */
const saysMemories = `{
  const memories = new Set();
  const note = (object) => { for (const value of Object.values(object ?? {})) if (value instanceof WebAssembly.Memory) memories.add(value) };
  const { instantiate, instantiateStreaming, Instance, Memory } = WebAssembly;
  const seen = (done) => { note((done.instance ?? done).exports); return done };
  WebAssembly.instantiate = (...given) => instantiate(...given).then(seen);
  WebAssembly.instantiateStreaming = (...given) => instantiateStreaming(...given).then(seen);
  WebAssembly.Instance = new Proxy(Instance, { construct: (of, given) => seen(Reflect.construct(of, given)) });
  WebAssembly.Memory = new Proxy(Memory, { construct: (of, given) => { const made = Reflect.construct(of, given); memories.add(made); return made } });
  globalThis.${memoriesOfWorker} = () => [...memories].reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
}
`
