/** What students send to show that they are: kept until somebody has looked at it. */
import { randomBytes } from 'node:crypto'
import { ok, problem, type Result } from '../../../../src/model/problems.ts'
import { type KeptFiles, sweepFiles } from '../keptFiles.ts'
import type { PaymentRows } from './paymentRows.ts'
import { studentFileType } from './studentFileType.ts'

export interface StudentFiles {
  /** Returns its name. Problems: studentFileNeeded, fileTypeNotSupported. */
  keep(file: File | undefined): Promise<Result<string>>
  /** Its order is there, or is not to be: then the file goes. */
  settle(name: string): Promise<void>
  /** That of the account, with its row. */
  drop(account: string): Promise<void>
  /** Removes what no row names. */
  sweep(): Promise<void>
}

export function openStudentFiles(files: KeptFiles, rows: PaymentRows): StudentFiles {
  /** Those whose order is being made. */
  const arriving = new Set<string>()
  const isNamed = (name: string) => rows.studentFiles().some((each) => each.name === name)
  return {
    keep: async (file) => {
      if (!file) return problem({ kind: 'studentFileNeeded' })
      const bytes = new Uint8Array(await file.arrayBuffer())
      const type = studentFileType(bytes)
      if (type === null) return problem({ kind: 'fileTypeNotSupported', name: file.name })
      const name = `${randomBytes(16).toString('hex')}.${type}`
      arriving.add(name)
      try {
        await files.put(name, bytes)
      } catch (error) {
        arriving.delete(name)
        throw error
      }
      return ok(name)
    },
    settle: async (name) => {
      arriving.delete(name)
      if (!isNamed(name)) await files.remove(name)
    },
    drop: async (account) => {
      const name = rows.studentFile(account)
      if (name === null) return
      rows.dropStudentFile(account)
      await files.remove(name)
    },
    sweep: () => sweepFiles(files, (name) => arriving.has(name) || isNamed(name)),
  }
}
