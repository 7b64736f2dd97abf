import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { claim } from './claim.ts'

const seen: string[] = []

/** Never answers, as one that is ended while it starts. */
class StartingWorker {
  constructor() {
    seen.push('started')
  }
  addEventListener() {}
  postMessage() {}
  terminate() {
    seen.push('ended')
  }
}

beforeAll(() => vi.stubGlobal('Worker', StartingWorker))
afterAll(() => vi.unstubAllGlobals())

test('a project that is left while its worker starts opens again in the same tab, once that worker is ended', async () => {
  const start = { uuid: 'p', name: 'P', author: 'Ana', server: '', regional: '', token: '' }
  const open = () =>
    claim(
      'p',
      start,
      () => {},
      () => {},
      () => {},
      false,
    )
  const first = open()
  await expect.poll(() => seen, { timeout: 20_000 }).toEqual(['started'])
  first.end(Promise.resolve())
  const second = open()
  await expect.poll(() => seen, { timeout: 20_000 }).toEqual(['started', 'ended', 'started'])
  second.end(Promise.resolve())
})
