/** A project as rows, between plain and protected: sealed before any server has its words, opened where its password was given. */
import { canonicalValue } from '../canonicalValue.ts'
import { isProblem, refuse } from '../problems.ts'
import type { LooseRows } from '../projectRows.ts'
import { type AnyRow, columnsOf, systemPreferences, type Table, tables } from '../schema.ts'
import { withMovedSound } from '../sound/media.ts'
import { type KeyParts, keyPartsOf } from './keys.ts'
import { isProtected, protectionKeys, wasProtected } from './sealedForm.ts'
import { openRow, sealRow } from './sealedRows.ts'
import type { Unread } from './unread.ts'
import { protectionRows, unwrapKey } from './wraps.ts'

const system: ReadonlySet<string | number | undefined> = new Set(systemPreferences)

/**
 * One row after the other, with what says that they are sealed; `hash`: of `wrapKey`. Texts come into canonical form first: afterwards nobody can
 * bring them into it. `sounds`: the hashes of sealed sounds, by those that they have in the clear; of the others there is none then.
 */
export function* sealedProject(
  parts: KeyParts,
  hash: string,
  rows: LooseRows,
  sounds: ReadonlyMap<string, string> = new Map(),
): Generator<[Table, AnyRow]> {
  for (const table of tables)
    for (const row of rows[table] ?? []) {
      if (table === 'preferences' && system.has(row.key)) continue
      const canonical = columnsOf(table).map((column) => [column, canonicalValue(table, column, row[column])])
      yield [table, sealRow(parts, table, withMovedSound(sounds, table, Object.fromEntries(canonical)))]
    }
  for (const row of protectionRows(hash)) yield ['preferences', row]
}

/** How the key of the project is wrapped whose preferences these are; null: it is not protected. */
export function wrapsIn(preferences: LooseRows['preferences'] = []): string | null {
  const preference = (wanted: string) => preferences.find(({ key }) => key === wanted)?.value
  const hash = preference('___db_hash')
  return isProtected(preference('___db_encrypted'), hash) ? String(hash ?? '') : null
}

/** The same. Throws Refusal truncatedProject: it was protected, and what opens it is missing. */
export function wrapsOrRefuse(name: string, rows: LooseRows): string | null {
  const wraps = wrapsIn(rows.preferences)
  if (wraps === null && wasProtected(rows.question_answers?.[0]?.answer)) refuse({ kind: 'truncatedProject', name })
  return wraps
}

/**
 * The rows of a protected project in the clear, without what says that they are sealed. `secret`: its password or recovery code; `unread` takes
 * note of what does not open, for which signs stand. Recordings keep the hashes of their sealed sounds, by which these are found. Throws Refusal: those of `unwrapKey`.
 */
export function plainProject(name: string, rows: LooseRows, secret: string, unread: Unread): LooseRows {
  const key = unwrapKey(name, wrapsIn(rows.preferences) ?? '', secret)
  if (isProblem(key)) return refuse(key.problem)
  const parts = { ...keyPartsOf(key.ok), unread }
  const opened = tables.map((table) => {
    const given = rows[table]?.filter((row) => table !== 'preferences' || !protectionKeys.has(row.key))
    const open = (row: AnyRow) => openRow(parts, table, row) ?? refuse({ kind: 'truncatedProject', name })
    return [table, given?.map(open)]
  })
  return Object.fromEntries(opened) as LooseRows
}
