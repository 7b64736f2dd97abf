import type { ColumnRole, ImportedSheet } from '../../data/importer.ts'
import { rolesOf, withRole } from './tableRoles.ts'

/** Further columns are not asked: their texts are all read for it. */
const mostAsked = 30

/**
 * Roles for a table whose titles no source of the project has, where another column's texts are titles of sources: that column has the
 * titles, of several the one with the most. null: the first column stays what it is (2 §5). `there`: how many rows of a column have the title of a source.
 */
export async function joiningRoles(
  sheet: ImportedSheet,
  there: (column: number) => Promise<number>,
): Promise<ColumnRole[] | null> {
  const roles = rolesOf(sheet)
  const usual = roles.indexOf('title')
  if (usual >= 0 && (await there(usual)) > 0) return null
  let best = { column: -1, found: 0 }
  for (const [column, { filled, long }] of sheet.columns.slice(0, mostAsked).entries()) {
    if (column === usual || filled === 0 || long || roles[column] === 'question') continue
    const found = await there(column)
    if (found > best.found) best = { column, found }
  }
  return best.column < 0 ? null : withRole(sheet, roles, best.column, 'title')
}
