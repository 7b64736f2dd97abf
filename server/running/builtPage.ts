/** Sees to it that the page is built from the sources that are here, once or, in development, after every edit. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isInCheckout, programRoot } from './ownFiles.ts'

export interface BuiltPage {
  folder: string
  /** An event stream that says `reload` after each rebuild; in development alone. */
  reloads?: (signal: AbortSignal) => Response
  end(): Promise<void>
}

type Rebuilt = { hash: string; milliseconds: number } | { errors: string }
interface Builder {
  build(options: { dev?: boolean }): Promise<{ milliseconds: number }>
  watch(onRebuild: (rebuilt: Rebuilt) => void): Promise<() => Promise<void>>
}

/** `say` is told what takes time or goes wrong. Throws, with the messages, when the sources do not build. */
export async function providePage(dev: boolean, say: (line: string) => void): Promise<BuiltPage> {
  const folder = join(programRoot, 'dist/web')
  const config = join(programRoot, 'esbuild.config.ts')
  if (process.env.THICKET_NO_BUILD === '1' || !isInCheckout(config)) return { folder, end: async () => {} }
  const builder = (await import(pathToFileURL(config).href)) as Builder
  if (!dev) {
    const { milliseconds } = await builder.build({})
    if (milliseconds > 0) say(`Built the page in ${milliseconds} ms.`)
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
