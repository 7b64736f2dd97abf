import { describe, expect, test } from 'vitest'
import type { TranscriptionEntry } from '../../model/contract/shapes.ts'
import type { Result } from '../../model/problems.ts'
import { firstLookAfter, lookEvery, openLooks } from './looks.ts'

const entry = (id: string, Status: TranscriptionEntry['Status'], wait = 0): TranscriptionEntry => ({
  id,
  FileName: `${id}.mp3`,
  Status,
  wait,
})

/** A clock that goes on by hand, and a server that answers what it is told; `asked`: when it was. */
function world() {
  let now = 1000
  let answer: Result<TranscriptionEntry[]> = { ok: [] }
  let timer: { at: number; run: () => void } | null = null
  const asked: number[] = []
  const looks = openLooks({
    list: async () => {
      asked.push(now - 1000)
      return answer
    },
    after: (milliseconds, run) => {
      const own = { at: now + milliseconds, run }
      timer = own
      return () => {
        if (timer === own) timer = null
      }
    },
    now: () => now,
    found: () => {},
  })
  const goOn = async (milliseconds: number) => {
    const end = now + milliseconds
    while (timer && timer.at <= end) {
      const { at, run } = timer
      timer = null
      now = at
      run()
      await new Promise((resolve) => setImmediate(resolve))
    }
    now = end
  }
  const says = (...entries: TranscriptionEntry[]) => {
    answer = { ok: entries }
  }
  const fails = () => {
    answer = { problem: { kind: 'cannotConnect' } }
  }
  return { looks, goOn, says, fails, asked }
}

describe('2 §4: looking what has become of recordings', () => {
  test('first after the announced wait and 30 s, then each 60 s, until it is done', async () => {
    const { looks, goOn, says, asked } = world()
    looks.lead()
    looks.heard([entry('a', 'waiting', 100)])
    says(entry('a', 'running'))
    await goOn(100_000 + firstLookAfter - 1)
    expect(asked).toEqual([])
    await goOn(1)
    expect(asked).toEqual([130_000])
    await goOn(lookEvery)
    expect(asked).toEqual([130_000, 190_000])
    says(entry('a', 'success'))
    await goOn(10 * lookEvery)
    expect(asked).toEqual([130_000, 190_000, 250_000])
  })

  test.each(['success', 'failed', 'collected', 'lost'] as const)('%s ends it', async (status) => {
    const { looks, goOn, asked } = world()
    looks.lead()
    looks.heard([entry('a', status)])
    await goOn(10 * lookEvery)
    expect(asked).toEqual([])
  })

  test('several are looked at together, at the time of the first that may be done', async () => {
    const { looks, goOn, says, asked } = world()
    looks.lead()
    const all = [entry('a', 'waiting', 600), entry('b', 'waiting', 10)]
    looks.heard(all)
    says(...all)
    await goOn(40_000)
    expect(asked).toEqual([40_000])
    says(entry('a', 'running'), entry('b', 'success'))
    await goOn(600_000)
    expect(asked).toEqual([40_000, 100_000, 630_000])
  })

  test('a look by hand does not put off the next one', async () => {
    const { looks, goOn, says, asked } = world()
    looks.lead()
    looks.heard([entry('a', 'waiting', 100)])
    says(entry('a', 'waiting', 70))
    await goOn(30_000)
    await looks.look()
    await goOn(100_000)
    expect(asked).toEqual([30_000, 130_000])
  })

  test('a server that does not answer is asked again after 60 s', async () => {
    const { looks, goOn, says, fails, asked } = world()
    looks.lead()
    looks.heard([entry('a', 'waiting')])
    fails()
    await goOn(firstLookAfter + lookEvery)
    expect(asked).toEqual([30_000, 90_000])
    says(entry('a', 'success'))
    await goOn(10 * lookEvery)
    expect(asked).toEqual([30_000, 90_000, 150_000])
  })

  test('a tab that does not lead asks nothing, and goes on where the leading one has ended', async () => {
    const { looks, goOn, says, asked } = world()
    looks.heard([entry('a', 'waiting', 10)])
    await goOn(600_000)
    expect(asked).toEqual([])
    says(entry('a', 'success'))
    looks.lead()
    await goOn(0)
    expect(asked).toEqual([600_000])
  })

  test('it asks no more once it has ended', async () => {
    const { looks, goOn, asked } = world()
    looks.lead()
    looks.heard([entry('a', 'waiting')])
    looks.end()
    await goOn(10 * lookEvery)
    expect(asked).toEqual([])
  })
})
