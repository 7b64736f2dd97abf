import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { HostileFile } from '../../fixtures/hostile/hostileFile.ts'
import { hostileFiles } from '../../fixtures/hostile/hostileFiles.ts'
import { readAny } from './testing/readAny.ts'

// The heavy ones, and each again in a process of its own with 512 MB and 20 s: `npm run prove -- imports`. What takes for ever here does not end
// within the time of a test.
beforeAll(() => {
  vi.stubGlobal('fetch', () => {
    throw new Error('something was to be fetched')
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const byKind = Map.groupBy(
  hostileFiles.filter((file) => file.heavy !== true),
  ({ name }) => name.slice(name.lastIndexOf('.')),
)

describe.each([...byKind])('hostile %s', (_, files: HostileFile[]) => {
  test.each(files.map((file) => [file.what, file] as const))('%s', { timeout: 60_000 }, async (_, file) => {
    const outcome = await readAny(file.name, file.bytes())
    expect('scriptRan' in globalThis).toBe(false)
    if (file.outcome === 'refused') expect(outcome).toHaveProperty('problem')
    if (file.outcome === 'harmless') expect(outcome).toHaveProperty('read')
  })
})
