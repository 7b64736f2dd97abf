/**
 * Statements of the SQL console over the copy. A worker can do nothing else while SQLite works, so a statement is given up where its page
 * says so, after some seconds, and for a moment when somebody calls meanwhile: then it begins anew.
 *
 * Promises: a statement reads and cannot write (`Db.ask`). At most some thousand rows of it are kept, those of the last few statements.
 */
import { bom, csvLine } from '../../../src/model/csv.ts'
import { statements as limits, windowRows } from '../../../src/model/limits.ts'
import { isProblem, ok, type Problem, problem, type Result } from '../../../src/model/problems.ts'
import type { Signals } from '../../../src/model/signals.ts'
import type { ShownCell, StatementAnswer } from '../../../src/model/statements.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { Asked, Asking, Cell } from '../../../wasm/database/statement.ts'

export interface Statements {
  run(sql: string): Promise<Result<StatementAnswer>>
  /** A window of the rows that were kept; null where they are no more. */
  rows(run: number, offset: number): ShownCell[][] | null
  /** All rows as a CSV file. */
  file(sql: string): Promise<Result<Blob>>
}

export interface StatementsHost {
  /** The copy as it is now. */
  db(): Promise<Db>
  /** Resolves when others have had their turn. */
  turn(): Promise<void>
  after(milliseconds: number, run: () => void): () => void
  signals(): Signals | null
}

/** Whoever calls this often gets no further turn before the statement is through. */
const mostTries = 30
/** Who calls once mostly calls again at once, as a page that is being drawn: in ms. */
const pause = 100
const answersKept = 3

export function openStatements(host: StatementsHost): Statements {
  const kept = new Map<number, ShownCell[][]>()
  let lastRun = 0

  /** `begin` makes anew what takes the rows. */
  const ask = async <T>(sql: string, begin: () => Taking<T>): Promise<Result<T & { ms: number }>> => {
    const stops = host.signals()?.stops
    for (let tries = 1; ; tries++) {
      await host.turn()
      const db = await host.db()
      // Stop was said before it began: what is one endless step would hear no second one.
      if (host.signals()?.stops !== stops) return problem({ kind: 'statementStopped' })
      const taking = begin()
      const calls = host.signals()?.calls
      const began = performance.now()
      let called = false
      const stop = () => {
        const now = host.signals()
        called = tries < mostTries && now?.calls !== calls
        return called || now?.stops !== stops || performance.now() - began > limits.most
      }
      const asked = db.ask(sql, { ...taking, stop })
      if (asked.end === 'stopped' && called) {
        await new Promise<void>((resolve) => host.after(pause, resolve))
        continue
      }
      const ms = performance.now() - began
      const found = problemOf(asked, ms)
      return found ? problem(found) : ok({ ...taking.taken(asked.end === 'enough'), ms })
    }
  }

  return {
    run: async (sql) => {
      const answer = await ask(sql, takeRows)
      if (isProblem(answer)) return answer
      const { rows, ...told } = answer.ok
      lastRun += 1
      kept.set(lastRun, rows)
      kept.delete(lastRun - answersKept)
      return ok({ ...told, run: lastRun, rows: rows.length })
    },
    rows: (run, offset) => kept.get(run)?.slice(offset, offset + windowRows) ?? null,
    file: async (sql) => {
      const answer = await ask(sql, takeFile)
      if (isProblem(answer)) return answer
      const { parts, more } = answer.ok
      return more ? problem({ kind: 'statementTooMuch' }) : ok(new Blob(parts, { type: 'text/csv;charset=utf-8' }))
    },
  }
}

function problemOf(asked: Asked, ms: number): Problem | null {
  switch (asked.end) {
    case 'refused':
      return { kind: 'statementRefused' }
    case 'wrong':
      return { kind: 'statementWrong', words: asked.words, at: asked.at ?? -1 }
    case 'tooMuch':
      return { kind: 'statementTooMuch' }
    case 'stopped':
      return ms > limits.most ? { kind: 'statementTooSlow', seconds: limits.most / 1000 } : { kind: 'statementStopped' }
    default:
      return null
  }
}

/** Takes the rows as they come; `more`: not all of them were wanted. */
interface Taking<T> extends Pick<Asking, 'columns' | 'row'> {
  taken(more: boolean): T
}

function takeRows(): Taking<{ columns: readonly string[]; rows: ShownCell[][]; more: boolean }> {
  const rows: ShownCell[][] = []
  let columns: readonly string[] = []
  let size = 0
  return {
    columns: (names) => {
      columns = names
    },
    row: (cells) => {
      if (rows.length === limits.rows || size > limits.kept) return false
      const shown = cells.map(shownCell)
      for (const cell of shown) size += 8 + (typeof cell === 'string' ? cell.length * 2 : 0)
      rows.push(shown)
      return true
    },
    taken: (more) => ({ columns, rows, more }),
  }
}

function shownCell(cell: Cell): ShownCell {
  if (cell instanceof Uint8Array) return { bytes: hexOf(cell.subarray(0, limits.cell / 20)), length: cell.length }
  if (typeof cell !== 'string' || cell.length <= limits.cell) return cell
  return { text: cell.slice(0, limits.cell).toWellFormed(), length: cell.length }
}

function takeFile(): Taking<{ parts: string[]; more: boolean }> {
  const parts: string[] = []
  let part = bom
  let size = 0
  return {
    columns: (names) => {
      part += csvLine(names)
    },
    row: (cells) => {
      part += csvLine(cells.map(fileCell))
      if (part.length < 1e6) return true
      size += part.length
      parts.push(part)
      part = ''
      return size < limits.file
    },
    taken: (more) => ({ parts: [...parts, part], more }),
  }
}

const fileCell = (cell: Cell): string | number => (cell instanceof Uint8Array ? hexOf(cell) : (cell ?? ''))

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
