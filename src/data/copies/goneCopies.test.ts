import { expect, test } from 'vitest'
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import type { Result } from '../../model/problems.ts'
import { goneCopies } from './goneCopies.ts'

const entries = (...uuids: string[]): ProjectEntry[] =>
  uuids.map((uuid) => ({ project_uuid: uuid, name: uuid, modified: 1 }))
const none: ProjectEntry[] = []

const find = (
  listed: ProjectEntry[],
  here: string[],
  again: Result<ProjectEntry[]> | (() => Result<ProjectEntry[]>),
  isStill = () => true,
) => {
  let asked = 0
  const ask = async () => {
    asked += 1
    return typeof again === 'function' ? again() : again
  }
  return goneCopies({ listed, here: async () => here, ask, isStill }).then((gone) => ({ gone, asked }))
}

test('a copy is gone where two lists lack its project; where nothing is missing nothing more is asked', async () => {
  expect(await find(entries('a', 'b'), ['a'], { ok: none })).toEqual({ gone: [], asked: 0 })
  expect(await find(entries('a'), ['a', 'b', 'c'], { ok: entries('a') })).toEqual({ gone: ['b', 'c'], asked: 1 })
  expect(await find(none, ['a'], { ok: none })).toEqual({ gone: ['a'], asked: 1 })
})

test('what was made or shared between the answer and the look is in the second list', async () => {
  expect(await find(entries('a'), ['a', 'new'], { ok: entries('a', 'new') })).toEqual({ gone: [], asked: 1 })
})

test('nothing is gone by a list that failed, is none, or is another’s', async () => {
  const failures: Result<ProjectEntry[]>[] = [
    { problem: { kind: 'cannotConnect' } },
    { problem: { kind: 'notSignedIn' } },
    { problem: { kind: 'unexpectedResponse' } },
    { ok: undefined as unknown as ProjectEntry[] },
    { ok: {} as ProjectEntry[] },
    { ok: [null, {}] as unknown as ProjectEntry[] },
  ]
  for (const again of failures) expect((await find(none, ['a'], again)).gone).toEqual([])
  expect(await find([{}] as ProjectEntry[], ['a'], { ok: none })).toEqual({ gone: [], asked: 0 })
  let still = true
  const leaves = () => {
    still = false
    return { ok: none }
  }
  expect((await find(none, ['a'], leaves, () => still)).gone).toEqual([])
  expect(await find(none, ['a'], { ok: none }, () => false)).toEqual({ gone: [], asked: 0 })
})
