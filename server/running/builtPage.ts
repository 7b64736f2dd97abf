/** Sees to it that the page is built from the sources that are here, once or, in development, after every edit. */
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isInCheckout, programRoot } from '../base/ownFiles.ts'

export interface BuiltPage {
  folder: string
  /** An event stream that says `reload` after each rebuild; in development alone. */
  reloads?: (signal: AbortSignal) => Response
  end(): Promise<void>
}

type Rebuilt = { hash: string; milliseconds: number } | { errors: string }
interface Builder {
  isCurrent(): boolean
  build(options: { begins(): void }): Promise<{ milliseconds: number }>
  /** Ends the process of the builder. */
  end(): Promise<void>
  watch(onRebuild: (rebuilt: Rebuilt) => void): Promise<() => Promise<void>>
}

/** `say` is told what takes time or goes wrong. Throws, with the messages, when the sources do not build. */
export async function providePage(dev: boolean, say: (line: string) => void, root = programRoot): Promise<BuiltPage> {
  const folder = join(root, 'dist/web')
  const config = join(root, 'esbuild.config.ts')
  if (process.env.THICKET_NO_BUILD === '1' || !isInCheckout(config)) return { folder, end: async () => {} }
  const builder = (await import(pathToFileURL(config).href)) as Builder
  if (!dev) {
    try {
      const { milliseconds } = await builder.build({ begins: () => say('Building the page, which takes a while …') })
      if (milliseconds > 0) say(`Built the page in ${milliseconds} ms.`)
    } finally {
      await builder.end()
    }
    return { folder, end: async () => {} }
  }
  const listening = new Set<(event: string) => void>()
  const end = await builder.watch((rebuilt) => {
    if ('errors' in rebuilt) return say(rebuilt.errors)
    say(`Built the page in ${rebuilt.milliseconds} ms.`)
    for (const tell of listening) tell('reload')
  })
  return { folder, reloads: (signal) => eventStream(listening, signal), end }
}

/** What is wrong with the page where it is not built at a start (THICKET_NO_BUILD): there is none, or its sources have changed since; null: nothing. */
export async function pageProblem(root = programRoot): Promise<string | null> {
  const config = join(root, 'esbuild.config.ts')
  if (process.env.THICKET_NO_BUILD !== '1' || !isInCheckout(config)) return null
  const built = statSync(join(root, 'dist/built.json'), { throwIfNoEntry: false })
  const build = `run "npm run build" in ${root}, as who owns it, and start again`
  if (!built || !existsSync(join(root, 'dist/web/index.html'))) return `The page has not been built: ${build}.`
  // Sources are read only where one of them is newer: all that takes is a look at each.
  if (![...sourcesOf(root)].some((path) => statSync(path).mtimeMs > built.mtimeMs)) return null
  const { isCurrent } = (await import(pathToFileURL(config).href)) as Builder
  return isCurrent() ? null : `The page is older than its sources: ${build}. Until then people see the page of before.`
}

function* sourcesOf(root: string): Generator<string> {
  yield join(root, 'package-lock.json')
  for (const entry of globSync('{src,workers,wasm}/**/*.{ts,tsx,css,json}', { cwd: root })) yield join(root, entry)
}

function eventStream(listening: Set<(event: string) => void>, signal: AbortSignal): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const encoder = new TextEncoder()
      const tell = (event: string) => controller.enqueue(encoder.encode(`event: ${event}\ndata: 1\n\n`))
      controller.enqueue(encoder.encode(': listening\n\n'))
      listening.add(tell)
      signal.addEventListener('abort', () => listening.delete(tell))
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' } })
}
