/**
 * The files that several nodes keep beside their accounts: in the database that they have in common, in parts as bases are. Only the node that changes
 * accounts keeps or removes any, or a command of the operator: a node that has lost that lease leaves no file behind that no row of the accounts names,
 * and takes none away that another has kept.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FileKind, KeptFiles } from '../hosts/cloud/keptFiles.ts'
import { Fenced } from './appends.ts'
import { packParts, unpackParts } from './bases.ts'
import type { Statements } from './connections.ts'
import { accountsUuid } from './tables.ts'

export interface FileTableOptions {
  sql: Statements
  kind: FileKind
  /** Where files are that are read just now. */
  folder: string
  /** The node that is to have the lease of the accounts; left out: a command, which needs none. */
  node?: string
}

/** Rejects Fenced where another node changes accounts by now. */
export function fileTable({ sql, kind, folder, node }: FileTableOptions): KeptFiles {
  return {
    put: async (name, from) => {
      await sql.begin(async (one) => {
        await one`DELETE FROM kept WHERE kind = ${kind} AND name = ${name}`
        await one`INSERT INTO kept (kind, name) VALUES (${kind}, ${name})`
        const bytes = typeof from === 'string' ? createReadStream(from) : Readable.from([from])
        await packParts(
          bytes,
          (n, part) => one`INSERT INTO kept_part (kind, name, n, bytes) VALUES (${kind}, ${name}, ${n}, ${part})`,
        )
        // Nobody takes the lease between this and the commit.
        if (node === undefined) return
        const held = await one`SELECT 1 FROM project WHERE uuid = ${accountsUuid} AND node = ${node} FOR SHARE`
        if (held.length === 0) throw new Fenced('another node changes accounts')
      })
      if (typeof from === 'string') rmSync(from, { force: true })
    },
    open: async (name) => {
      const [found] = await sql`SELECT 1 FROM kept WHERE kind = ${kind} AND name = ${name}`
      if (!found) return null
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, randomUUID())
      const close = () => rmSync(path, { force: true })
      try {
        await unpackParts(
          sql<{ bytes: Buffer }[]>`SELECT bytes FROM kept_part WHERE kind = ${kind} AND name = ${name} ORDER BY n`,
          path,
        )
      } catch (error) {
        close()
        throw error
      }
      return { path, close }
    },
    remove: async (name) => {
      const isHeld =
        node === undefined
          ? sql`true`
          : sql`EXISTS (SELECT 1 FROM project WHERE uuid = ${accountsUuid} AND node = ${node})`
      await sql`DELETE FROM kept WHERE kind = ${kind} AND name = ${name} AND ${isHeld}`
    },
    names: async () => {
      const rows = await sql<{ name: string }[]>`SELECT name FROM kept WHERE kind = ${kind}`
      return rows.map(({ name }) => name)
    },
    placeOf: () => null,
  }
}
