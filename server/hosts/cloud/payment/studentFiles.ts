/** What students send to show that they are: kept until somebody has looked at it. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ok, problem, type Result } from '../../../../src/model/problems.ts'
import type { PaymentRows } from './paymentRows.ts'
import { studentFileType } from './studentFileType.ts'

export interface StudentFiles {
  /** Returns its path. Problems: studentFileNeeded, fileTypeNotSupported. */
  keep(file: File | undefined): Promise<Result<string>>
  /** One that no order has taken. */
  discard(path: string): void
  /** That of the account, with its row. */
  drop(account: string): void
  /** Removes what no row names. */
  sweep(): void
}

export function openStudentFiles(data: string, rows: PaymentRows): StudentFiles {
  const files = join(data, 'students')
  mkdirSync(files, { recursive: true, mode: 0o700 })
  return {
    keep: async (file) => {
      if (!file) return problem({ kind: 'studentFileNeeded' })
      const bytes = new Uint8Array(await file.arrayBuffer())
      const type = studentFileType(bytes)
      if (type === null) return problem({ kind: 'fileTypeNotSupported', name: file.name })
      const path = join(files, `${randomBytes(16).toString('hex')}.${type}`)
      writeFileSync(path, bytes, { mode: 0o600, flag: 'wx', flush: true })
      return ok(path)
    },
    discard: (path) => rmSync(path, { force: true }),
    drop: (account) => {
      const path = rows.studentFile(account)
      if (path === null) return
      rmSync(path, { force: true })
      rows.dropStudentFile(account)
    },
    sweep: () => {
      const kept = new Set(rows.studentFiles().map(({ path }) => basename(path)))
      for (const name of readdirSync(files)) if (!kept.has(name)) rmSync(join(files, name), { force: true })
    },
  }
}
