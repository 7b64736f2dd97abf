/** Projects as whole files in PostgreSQL: in parts of a megabyte, compressed, so that no part is large and none is in memory for long. */
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { ISql, PendingQuery } from 'postgres'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import type { Statements } from './connections.ts'
import type { Replay } from './truth.ts'

const partBytes = 1024 * 1024
/** Records that are read, and replayed, at once, and about the bytes of these. */
const most = { records: 500, bytes: 4 * 1024 * 1024 } as const

export interface WrittenBase {
  uuid: string
  token: number
  pos: number
  path: string
  /** It is a step of the log too. */
  instead: boolean
  /** Of such a step: which the project has from then on; left out: the one that it has. */
  layout?: number
}

/** Puts the file at `path` there as one, and takes away what nobody needs any more. False: the lease is another one's, and nothing was done. */
export async function writeBase(sql: Statements, base: WrittenBase): Promise<boolean> {
  const { uuid, token, pos, instead, layout = null } = base
  let isHeld = true
  await sql
    .begin(async (one) => {
      await one`INSERT INTO base (project, pos) VALUES (${uuid}, ${pos}) ON CONFLICT DO NOTHING`
      await one`DELETE FROM base_part WHERE project = ${uuid} AND pos = ${pos}`
      const size = await writeParts(one, base)
      const [before] = await one<{ base: string }[]>`SELECT base FROM project WHERE uuid = ${uuid} FOR NO KEY UPDATE`
      const taken = instead
        ? await one`UPDATE project SET base = ${pos}, head = ${pos}, size = ${size}, changed = now(),
layout = coalesce(${layout}::int, layout)
WHERE uuid = ${uuid} AND token = ${token} AND head = ${pos} - 1`
        : await one`UPDATE project SET base = ${pos}, size = ${size} WHERE uuid = ${uuid} AND token = ${token} AND base <= ${pos} AND head >= ${pos}`
      isHeld = taken.count === 1
      if (!isHeld) throw new NotHeld()
      // The last but one stays, with the records after it.
      const kept = Number(before?.base ?? 0)
      await one`DELETE FROM base WHERE project = ${uuid} AND pos < ${kept}`
      await one`DELETE FROM record WHERE project = ${uuid} AND pos <= ${kept}`
    })
    .catch((error: unknown) => {
      if (!(error instanceof NotHeld)) throw error
    })
  return isHeld
}

class NotHeld extends Error {}

/** Returns the bytes of the file. */
async function writeParts(sql: ISql, { uuid, pos, path }: WrittenBase): Promise<number> {
  let bytes = 0
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  file.on('data', (piece) => {
    bytes += piece.length
  })
  await packParts(
    file,
    (n, part) => sql`INSERT INTO base_part (project, pos, n, bytes) VALUES (${uuid}, ${pos}, ${n}, ${part})`,
  )
  return bytes
}

/** Compresses what is read, and gives it to `write` in parts, numbered from 0, one after the other. */
export async function packParts(
  file: Readable,
  write: (n: number, part: Buffer) => PromiseLike<unknown>,
): Promise<void> {
  let n = 0
  let part: Buffer[] = []
  const written = async () => {
    await write(n, Buffer.concat(part))
    n += 1
    part = []
  }
  await pipeline(file, createZstdCompress(), async (packed) => {
    let size = 0
    for await (const piece of packed as AsyncIterable<Buffer>) {
      part.push(piece)
      size += piece.length
      if (size < partBytes) continue
      await written()
      size = 0
    }
    if (part.length > 0) await written()
  })
}

/** Writes what the rows of `parts` are, in their order, to a new file at `path`. */
export async function unpackParts(parts: PendingQuery<{ bytes: Buffer }[]>, path: string): Promise<void> {
  await pipeline(
    async function* () {
      for await (const rows of parts.cursor(4)) for (const { bytes } of rows) yield bytes
    },
    createZstdDecompress(),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
}

export interface ReadBase {
  uuid: string
  base: number
  head: number
  path: string
  replay: Replay
}

/** Writes the project to a new file at `path`; returns the bytes of the records after its base. Problems: storageFailed, and those of `replay`. */
export async function readBase(sql: ISql, { uuid, base, head, path, replay }: ReadBase): Promise<Result<number>> {
  const parts = sql<
    { bytes: Buffer }[]
  >`SELECT bytes FROM base_part WHERE project = ${uuid} AND pos = ${base} ORDER BY n`
  await unpackParts(parts, path)
  let [pos, bytes] = [base, 0]
  while (pos < head) {
    const sets = await readRecords(sql, uuid, pos)
    if (sets.length === 0) return problem({ kind: 'storageFailed', detail: 'a part of the project’s log is missing' })
    const replayed = await replay(path, sets)
    if (isProblem(replayed)) return replayed
    pos += sets.length
    bytes += sets.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }
  return ok(bytes)
}

/** Those that follow `after` without a gap, some at a time. */
export async function readRecords(sql: ISql, uuid: string, after: number): Promise<Uint8Array[]> {
  const rows = await sql<{ pos: string; body: Buffer }[]>`SELECT pos, body FROM (SELECT pos, body,
  sum(length(body)) OVER (ORDER BY pos) - length(body) AS before FROM record
  WHERE project = ${uuid} AND pos > ${after} AND pos <= ${after + most.records}) AS r WHERE before < ${most.bytes} ORDER BY pos`
  const gap = rows.findIndex(({ pos }, i) => Number(pos) !== after + 1 + i)
  return rows.slice(0, gap === -1 ? rows.length : gap).map(({ body }) => body)
}
