/**
 * How large a project may become, where all projects of its owner together have a bound. Asked of each step once its effects are known:
 * what adds is refused where there is no room for it; what takes away, or changes what is there, never is.
 */
import type { Effect } from '../../src/model/change.ts'
import { refuse } from '../../src/model/problems.ts'
import type { Db } from '../../wasm/database/db.ts'

export interface Bound {
  /** That the project's file may have. */
  bytes: number
  /** MB of all projects of its owner. */
  of: number
}

/** Work goes on in steps as small as this for a tenth more: who is at it hears of the bound by an import, not by a highlight. */
const small = 64 * 1024

/**
 * Throws Refusal projectFull. `effects` have been done, but do not stand in the log yet, where they take as much again; `more` bytes will
 * follow in other parts, which take that twice.
 */
export function checkBound(db: Db, effects: readonly Effect[], { bytes, of }: Bound, more = 0): void {
  const added = effects.reduce((sum, effect) => sum + sizeOf(effect), 0)
  if (added <= 0) return
  const most = added + more <= small ? bytes + (of * 1024 * 1024) / 10 : bytes
  if (sizeInUse(db) + added + 2 * more > most) refuse({ kind: 'projectFull', most: of })
}

/** Bytes of the file with what has not been committed, without the pages that are free. */
export function sizeInUse(db: Db): number {
  const pragma = (name: string) => db.one<Record<string, number>>(`PRAGMA ${name}`)?.[name] ?? 0
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
}

/** About what an effect adds; below 0: it takes away. Numbers that change take no more room than before. */
function sizeOf(effect: Effect): number {
  switch (effect.op) {
    case 'insert':
      return lengthOf(effect.row)
    case 'remove':
      return -lengthOf(effect.row)
    case 'update':
      return textOf(effect.set) - textOf(effect.was)
    case 'edit':
      return lengthOf(effect.steps) - lengthOf(effect.inverse)
  }
}

const lengthOf = (value: object): number => JSON.stringify(value).length
const textOf = (row: object): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
