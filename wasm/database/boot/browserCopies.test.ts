// Without a private file system (as here, in Node) a copy is in memory. The device itself is tried in src/screens/journeys/keeping.e2e.test.ts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openCopies } from './browserCopies.ts'
import { openNode } from './node.ts'

const folder = mkdtempSync(join(tmpdir(), 'thicket-copies-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0

function bytesOf(rows: number): Uint8Array {
  files += 1
  const path = join(folder, `${files}.qrk`)
  const db = openNode(path)
  db.exec('CREATE TABLE _meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID; CREATE TABLE t (a)')
  db.transaction(() => {
    for (let i = 0; i < rows; i += 1) db.run('INSERT INTO t VALUES (?)', ['x'.repeat(1000)])
  })
  db.close()
  return new Uint8Array(readFileSync(path))
}

async function* inPieces(bytes: Uint8Array, size = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('a copy in memory', () => {
  it.each([true, false])('is read from the pieces of a snapshot (its size told: %s), and grows', async (told) => {
    const copies = await openCopies('p')
    expect(await copies.kept()).toBe('memory')
    expect(await copies.open()).toBeNull()
    const bytes = bytesOf(500)
    const db = await copies.replace(inPieces(bytes), told ? bytes.length : null)
    copies.settle(db)
    expect(db.one('SELECT COUNT(*) AS n FROM t')).toEqual({ n: 500 })
    db.run('INSERT INTO t VALUES (?)', ['y'.repeat(40_000_000)])
    expect(db.one('SELECT MAX(LENGTH(a)) AS n FROM t')).toEqual({ n: 40_000_000 })
    expect(db.one('PRAGMA quick_check')).toEqual({ quick_check: 'ok' })
    db.close()
  })

  it('that cannot fit is refused before it is read', async () => {
    const copies = await openCopies('p')
    expect(await copies.room(null)).toBeNull()
    expect(await copies.room(1.2e9)).toBeNull()
    expect(await copies.room(4.7e9)).toEqual({ kind: 'tooLargeForMemory', size: 4700, most: 1200 })
  })

  it('of which pages are missing, though nobody told its size, is not taken for a smaller one', async () => {
    const copies = await openCopies('p')
    const bytes = bytesOf(20)
    const count = async () => (await copies.replace(inPieces(bytes.subarray(0, 16_384)))).one('SELECT COUNT(*) FROM t')
    await expect(count()).rejects.toThrow('malformed')
  })

  it('that comes too short or too long, or breaks off, leaves nothing behind', async () => {
    const copies = await openCopies('p')
    const bytes = bytesOf(20)
    await expect(copies.replace(inPieces(bytes), bytes.length + 1)).rejects.toThrow('fewer bytes')
    await expect(copies.replace(inPieces(bytes), bytes.length - 1)).rejects.toThrow('more bytes')
    const broken = async function* () {
      yield bytes
      throw new Error('cut')
    }
    // Ten times as much as there is, had it not been freed.
    for (let i = 0; i < 20; i += 1) await expect(copies.replace(broken(), 1e9)).rejects.toThrow('cut')
  })

  it('knows what an error of a database means', async () => {
    const { failure } = await openCopies('p')
    const withCode = (resultCode: number) => Object.assign(new Error('x'), { resultCode })
    expect([13, 7, 3082].map((code) => failure(withCode(code)))).toEqual(['full', 'full', 'full'])
    expect([10, 11, 26, 266, 522].map((code) => failure(withCode(code)))).toEqual(Array(5).fill('lost'))
    expect(failure(new DOMException('no space', 'QuotaExceededError'))).toBe('full')
    expect([1, 19].map((code) => failure(withCode(code)))).toEqual([null, null])
    expect(failure(new TypeError('a bug'))).toBeNull()
  })
})
