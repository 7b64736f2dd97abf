import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyKey } from './copyKey.ts'
import { draftedProjects, draftSteps, draftsIn, draftsOfText } from './memoDrafts.ts'

let kept: Record<string, string> = {}
beforeEach(() => {
  kept = {}
  // As in a browser, its keys are those of the object.
  const storage = Object.create({ getItem: (key: string) => kept[key] ?? null }) as object
  vi.stubGlobal('localStorage', new Proxy(storage, { ownKeys: () => Object.keys(kept), getOwnPropertyDescriptor }))
})
afterEach(() => vi.unstubAllGlobals())
const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true })

const keep = (account: string, uuid: string, draft: object) => {
  kept[`${draftsOfText(copyKey(account, uuid), { sourceId: 3, questionId: 1 })}${Object.keys(kept).length}`] =
    JSON.stringify({ from: 2, to: 8, ...draft })
}

test('a memo that was begun belongs to the account and the project in which it was', () => {
  keep('ana', 'p1', { text: 'hers' })
  keep('ben', 'p1', { text: 'his' })
  keep('ana', 'p2', { text: 'hers too' })
  keep('local', 'p3', { text: 'of nobody' })
  expect(draftsIn('ana', 'p1').map(({ text }) => text)).toEqual(['hers'])
  expect(draftsIn('ben', 'p1').map(({ text }) => text)).toEqual(['his'])
  expect(draftedProjects('ana')).toEqual(['p1', 'p2'])
  expect(draftedProjects('local')).toEqual(['p3'])
})

test('one in which nothing was written, or that cannot be read, is none', () => {
  keep('ana', 'p1', { text: ' ' })
  keep('ana', 'p1', { text: 'as it was', before: 'as it was' })
  keep('ana', 'p1', { text: 7 })
  expect(draftsIn('ana', 'p1')).toEqual([])
})

test('as a step that was not sent it has its words, its passage and what stood there before', () => {
  keep('ana', 'p1', { text: 'so early', words: 'Harbours', source: 'Kelly' })
  keep('ana', 'p1', { text: 'later', before: 'so early', memoId: 5 })
  expect(draftSteps(draftsIn('ana', 'p1'))).toEqual([
    {
      changes: [],
      said: [{ op: 'insert', table: 'memos', source: 'Kelly', passage: 'Harbours', written: ['so early'] }],
    },
    { changes: [], said: [{ op: 'update', table: 'memos', written: ['later'], removed: ['so early'] }] },
  ])
})
