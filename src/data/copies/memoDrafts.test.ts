import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyPartsOf } from '../../model/sealing/keys.ts'
import { sealValue } from '../../model/sealing/sealedValue.ts'
import { takeOutCopy, withMemos } from './copies.ts'
import { copyKey } from './copyKey.ts'
import { countDrafts, draftedProjects, draftSteps, draftsIn, draftsOfText } from './memoDrafts.ts'
import { noteKey, noteSealed, whenOpenable } from './wordsKept.ts'

let kept: Record<string, string> = {}
beforeEach(() => {
  kept = {}
  // As in a browser, its keys are those of the object.
  const removeItem = (key: string) => void delete kept[key]
  const storage = Object.create({ getItem: (key: string) => kept[key] ?? null, removeItem }) as object
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
  expect(draftsIn('ana', 'p1').drafts.map(({ text }) => text)).toEqual(['hers'])
  expect(draftsIn('ben', 'p1').drafts.map(({ text }) => text)).toEqual(['his'])
  expect(draftedProjects('ana')).toEqual(['p1', 'p2'])
  expect(draftedProjects('local')).toEqual(['p3'])
})

test('one in which nothing was written, or that cannot be read, is none', () => {
  keep('ana', 'p1', { text: ' ' })
  keep('ana', 'p1', { text: 'as it was', before: 'as it was' })
  keep('ana', 'p1', { text: 7 })
  expect([draftsIn('ana', 'p1'), countDrafts('ana', 'p1')]).toEqual([{ drafts: [], unread: 0 }, 0])
})

test('as a step that was not sent it has its words, its passage and what stood there before', () => {
  keep('ana', 'p1', { text: 'so early', words: 'Harbours', source: 'Kelly' })
  keep('ana', 'p1', { text: 'later', before: 'so early', memoId: 5 })
  expect(draftSteps(draftsIn('ana', 'p1').drafts)).toEqual([
    {
      changes: [],
      said: [{ op: 'insert', table: 'memos', source: 'Kelly', passage: 'Harbours', written: ['so early'] }],
    },
    { changes: [], said: [{ op: 'update', table: 'memos', written: ['later'], removed: ['so early'] }] },
  ])
})

test('one of a protected project counts before its password is given, and is nothing that could be taken along; then it has its words', async () => {
  const copy = copyKey('ana', 'sealed')
  const key = `${draftsOfText(copy, { sourceId: 3, questionId: 1 })}1`
  const parts = keyPartsOf(new Uint8Array(32).fill(1))
  noteSealed(copy)
  kept[key] = sealValue(parts, key, JSON.stringify({ from: 2, to: 8, text: 'Levkoje' }), 0)
  expect([draftedProjects('ana'), countDrafts('ana', 'sealed'), withMemos('[]', 'ana', 'sealed')]).toEqual([
    ['sealed'],
    1,
    null,
  ])
  noteKey(copy, parts)
  await whenOpenable(copy)
  expect(draftsIn('ana', 'sealed')).toMatchObject({ drafts: [{ text: 'Levkoje' }], unread: 0 })
  expect([countDrafts('ana', 'sealed'), withMemos('[]', 'ana', 'sealed')]).toEqual([
    1,
    expect.stringContaining('Levkoje'),
  ])
})

test('where a project is gone, those that lie sealed go too, as nobody opens them any more, and how many is told', async () => {
  const gone = { getDirectoryHandle: notThere, removeEntry: notThere }
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => ({ getDirectoryHandle: async () => gone }) } })
  keep('ana', 'p1', { text: 'so early' })
  const key = `${draftsOfText(copyKey('ana', 'p1'), { sourceId: 3, questionId: 1 })}sealed`
  kept[key] = sealValue(keyPartsOf(new Uint8Array(32).fill(1)), key, JSON.stringify({ text: 'Levkoje' }), 0)
  keep('ana', 'p2', { text: 'elsewhere' })
  const went: unknown[] = []
  await takeOutCopy('ana', 'p1', {
    keep: async (text) => void went.push(JSON.parse(text)[0].said[0].written),
    lose: (memos) => went.push(memos),
  })
  expect(went).toEqual([['so early'], 1])
  expect(draftedProjects('ana')).toEqual(['p2'])
})
const notThere = async () => {
  throw new DOMException('none', 'NotFoundError')
}
