import { afterEach, expect, test, vi } from 'vitest'
import { openSignals } from './copies/signals.ts'
import { locks } from './locks.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('where the browser has no locks, whoever asks goes on alone', async () => {
  vi.stubGlobal('navigator', {})
  expect(await locks().request('a', () => 1)).toBe(1)
  expect(await locks().request('a', { ifAvailable: true }, async (lock) => lock?.name)).toBe('a')
})

test('an isolated page without shared memory, or without channels between tabs, hears its own signals', () => {
  vi.stubGlobal('crossOriginIsolated', true)
  vi.stubGlobal('SharedArrayBuffer', undefined)
  vi.stubGlobal('BroadcastChannel', undefined)
  const heard: string[] = []
  const signals = openSignals('a', (signal) => heard.push(signal))
  expect(signals.shared).toBeUndefined()
  signals.send('calls')
  signals.close()
  expect(heard).toEqual(['calls'])
})
