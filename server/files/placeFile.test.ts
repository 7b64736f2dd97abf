/** What is placed is never taken for what somebody else puts there at the same moment. */
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashOf } from '../base/hashOf.ts'
import { placeFile } from './placeFile.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'place-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const made = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

it('a file that somebody else puts there while ours is being placed is not overwritten by the next', () => {
  const to = join(folder, 'study.qrk')
  const theirs = made('theirs', 'what they have done')
  const first = made('first', 'our first')
  /** Once ours has its name. */
  const meanwhile = () => {
    copyFileSync(theirs, join(folder, 'coming'))
    renameSync(join(folder, 'coming'), to)
  }
  const placed = placeFile({ from: first, hash: hashOf(first), to, seen: null }, meanwhile)
  const second = made('second', 'our second')
  const next = placeFile({
    from: second,
    hash: hashOf(second),
    to,
    seen: placed.seen,
    own: [hashOf(first), hashOf(second)],
    beside: { now: 0 },
  })
  expect(readFileSync(to, 'utf8')).toBe('what they have done')
  expect(readFileSync(next.path, 'utf8')).toBe('our second')
})

it('one that nobody has touched is ours to replace', () => {
  const to = join(folder, 'study.qrk')
  const first = made('first', 'our first')
  const second = made('second', 'our second')
  const placed = placeFile({ from: first, hash: hashOf(first), to, seen: null })
  const next = placeFile({ from: second, hash: hashOf(second), to, seen: placed.seen })
  expect(next.path).toBe(to)
  expect(readFileSync(to, 'utf8')).toBe('our second')
})
