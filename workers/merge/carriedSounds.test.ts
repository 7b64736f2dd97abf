// Recordings of merged projects keep their sound, whether their project is a file or on a server, plain or protected.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type DrawnProject, draw, drawnTime, fill } from '../../fixtures/project.ts'
import { ok, problem } from '../../src/model/problems.ts'
import { type AnyRow, type Table, tables } from '../../src/model/schema.ts'
import { keyPartsOf, newProjectKey } from '../../src/model/sealing/keys.ts'
import { mediaHash, sealMedia } from '../../src/model/sealing/sealedMedia.ts'
import { sealedProject } from '../../src/model/sealing/sealedProject.ts'
import { wrapKey } from '../../src/model/sealing/wraps.ts'
import { hashesIn, mediaPart, type SoundOf } from '../../src/model/sound/media.ts'
import { openMemory } from '../../wasm/database/boot/memory.ts'
import { mediaTable, publicSql } from '../../wasm/database/migrations/tables.ts'
import { carriedSounds, openedSound } from './carriedSounds.ts'
import { fileRows } from './fileRows.ts'

/** Longer than a part of it in the file. */
const sound = Uint8Array.from({ length: mediaPart + 7 }, (_, n) => n % 253)
const hash = createHash('sha256').update(sound).digest('base64url')
const turn = async () => {}

function recorded(of: string): DrawnProject {
  const drawn = draw('source Anna | I trusted him.')
  const place = { sourceId: drawn.sources[0]?.id ?? 0, questionId: 1 }
  const heard = { title: 'Tape', type: 'audio/ogg', milliseconds: 900, hash: of }
  drawn.recordings.push({ id: 1, ...place, ...heard, author: 'me', timestamp: drawnTime })
  return drawn
}

/** The bytes of a `.qrk` that keeps `bytes` under `of`. */
async function fileOf(rows: DrawnProject, of: string, bytes: Uint8Array): Promise<Uint8Array> {
  const db = await openMemory()
  try {
    db.exec(
      `${publicSql()} ${mediaTable()} CREATE TABLE answer_texts (answerId INTEGER PRIMARY KEY, version, text); PRAGMA user_version = 2;`,
    )
    fill(db, rows)
    for (let n = 0; n * mediaPart < bytes.length; n += 1)
      db.run('INSERT INTO _media VALUES (?, ?, ?)', [of, n, bytes.slice(n * mediaPart, (n + 1) * mediaPart)])
    return db.bytes()
  } finally {
    db.close()
  }
}

const bytesOf = async (heard: Awaited<ReturnType<SoundOf<Blob>>>) =>
  'ok' in heard ? new Uint8Array(await heard.ok.arrayBuffer()) : heard.problem.kind

test('a .qrk has the sound of its recordings, and bytes that are not what their hash says are none', async () => {
  const { rows, wraps, sounds } = await fileRows('a.qrk', await fileOf(recorded(hash), hash, sound), 100)
  expect(wraps).toBeNull()
  expect(hashesIn(rows.recordings)).toEqual(new Set([hash]))
  expect(new Uint8Array((await sounds.get(hash)?.arrayBuffer()) ?? [])).toEqual(sound)
  const altered = await fileRows('a.qrk', await fileOf(recorded(hash), hash, sound.slice(1)), 100)
  expect(altered.sounds.size).toBe(0)
})

test('of a protected project they are named by what they are when they are not sealed; what is lost names nothing', async () => {
  const key = newProjectKey()
  const parts = keyPartsOf(key)
  const { hash: wrapped, recovery } = wrapKey(key, 'Ein Pfad im Wald', 2 ** 15)
  const sealed = await sealMedia(parts, sound, turn)
  const sealedHash = await mediaHash(sealed, turn)
  const rows = Object.fromEntries(tables.map((table) => [table, [] as AnyRow[]])) as Record<Table, AnyRow[]>
  const moved = new Map([[hash, sealedHash]])
  for (const [table, row] of sealedProject(parts, wrapped, recorded(hash), moved)) rows[table].push(row)
  const file = await fileOf(rows as unknown as DrawnProject, sealedHash, sealed)
  const read = await fileRows('a.qrk', file, 100, recovery)
  expect(hashesIn(read.rows.recordings)).toEqual(new Set([sealedHash]))
  const kept: SoundOf<Blob> = async (of) => {
    const bytes = read.sounds.get(of)
    return bytes ? ok(bytes) : problem({ kind: 'soundNotFound' })
  }
  const opened = openedSound(kept, { name: 'a.qrk', wraps: read.wraps ?? '', secret: recovery })
  const hashes = new Set([sealedHash, 'lost'])
  const carried = await carriedSounds(hashes, [{ hashes, sound: opened, isProtected: true }])
  if (!('ok' in carried)) throw new Error(carried.problem.kind)
  expect([...carried.ok.moved]).toEqual([[sealedHash, hash]])
  expect(await bytesOf((await carried.ok.given.get(hash)?.()) ?? problem({ kind: 'soundNotFound' }))).toEqual(sound)
})

test('of a plain project nothing is fetched before its turn, and each comes from the project that has it', async () => {
  const asked: string[] = []
  const from =
    (name: string): SoundOf<Blob> =>
    async (of) => {
      asked.push(`${name} ${of}`)
      return ok(new Blob([name]))
    }
  const carried = await carriedSounds(
    ['a', 'b'],
    [
      { hashes: new Set(['a']), sound: from('base'), isProtected: false },
      { hashes: new Set(['a', 'b']), sound: from('other'), isProtected: false },
    ],
  )
  if (!('ok' in carried)) throw new Error(carried.problem.kind)
  expect(asked).toEqual([])
  expect([...carried.ok.moved]).toEqual([
    ['a', 'a'],
    ['b', 'b'],
  ])
  for (const give of carried.ok.given.values()) await give()
  expect(asked).toEqual(['base a', 'other b'])
})

test('a connection that fails is no sound that is lost', async () => {
  const sound: SoundOf<Blob> = async () => problem({ kind: 'cannotConnect' })
  const hashes = new Set(['a'])
  expect(await carriedSounds(hashes, [{ hashes, sound, isProtected: true }])).toEqual(
    problem({ kind: 'cannotConnect' }),
  )
})
