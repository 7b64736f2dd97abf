/**
 * What a page and its workers hold in memory, in MB: JavaScript's heap, the browser's own objects for it, buffers, and the memories of
 * WebAssembly. By the DevTools protocol, which asks the threads between tasks; its measureUserAgentSpecificMemory and the protocol's own heap
 * usage leave WebAssembly out, so the bench's page has a worker that can say it.
 */
import type { Page } from 'playwright-core'

export const memoriesOfWorker = 'memoriesOfWorker'

export interface Memory {
  page(): Promise<number>
  /** All dedicated workers of the page together, without what is not used any more. */
  workers(): Promise<number>
  end(): Promise<void>
}

interface Usage {
  usedSize: number
  embedderHeapUsedSize: number
  backingStorageSize: number
}
type Ask = <T>(method: string, params?: object) => Promise<T | null>

/** A thread that is gone does not answer. In ms. */
const patience = 10_000

export async function memoryOf(page: Page): Promise<Memory> {
  const session = await page.context().newCDPSession(page)
  const workers = new Set<string>()
  const answers = new Map<number, (answer: unknown) => void>()
  let asked = 0
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') workers.add(sessionId)
  })
  session.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId))
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: unknown }
    if (id !== undefined) answers.get(id)?.(result ?? null)
  })
  // Nested messages are the only way to a worker that playwright offers.
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  const worker =
    (sessionId: string): Ask =>
    async <T>(method: string, params: object = {}) => {
      asked += 1
      const id = asked
      const answer = new Promise<unknown>((resolve) => {
        answers.set(id, resolve)
        setTimeout(resolve, patience, null).unref()
      })
      const message = JSON.stringify({ id, method, params })
      await session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => answers.get(id)?.(null))
      const given = (await answer) as T | null
      answers.delete(id)
      return given
    }
  const itself: Ask = async <T>(method: string, params: object = {}) =>
    (await session.send(method as 'Runtime.getHeapUsage', params as never)) as T
  return {
    page: () => held(itself),
    workers: async () => {
      const each = await Promise.all([...workers].map((id) => held(worker(id))))
      return each.reduce((sum, megabytes) => sum + megabytes, 0)
    },
    end: () => session.detach(),
  }
}

async function held(ask: Ask): Promise<number> {
  await ask('HeapProfiler.collectGarbage')
  const usage = await ask<Usage>('Runtime.getHeapUsage')
  if (!usage) return 0
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = usage
  return (usedSize + embedderHeapUsedSize + backingStorageSize + (await ofWebAssembly(ask))) / 1e6
}

/** What `stage.ts` has the worker say; nothing in a page. */
async function ofWebAssembly(ask: Ask): Promise<number> {
  const said = await ask<{ result: { value?: number } }>('Runtime.evaluate', {
    expression: `globalThis.${memoriesOfWorker}?.() ?? 0`,
    returnByValue: true,
  })
  return said?.result.value ?? 0
}
