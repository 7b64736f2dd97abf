import type { ColumnRole, ImportedSheet } from '../../data/files/importer.ts'
import { rolesOf, withRole } from './tableRoles.ts'

/** Further columns are not asked: their texts are all read for it. */
const mostAsked = 30

/**
 * Roles for a table where the project has sources of its titles, or of another column's texts: that column has the titles then, of several the one with the
 * most, and long texts are properties unless their header is a question (2 §5), since rows with answers would be sources of their own.
 * null: all stays as it is. `there`: how many rows of a column have the title of a source.
 */
export async function joiningRoles(
  sheet: ImportedSheet,
  there: (column: number) => Promise<number>,
): Promise<ColumnRole[] | null> {
  const roles = rolesOf(sheet)
  const usual = roles.indexOf('title')
  if (usual >= 0 && (await there(usual)) > 0) return adding(sheet, roles)
  let best = { column: -1, found: 0 }
  for (const [column, { filled, long }] of sheet.columns.slice(0, mostAsked).entries()) {
    if (column === usual || filled === 0 || long || roles[column] === 'question') continue
    const found = await there(column)
    if (found > best.found) best = { column, found }
  }
  return best.column < 0 ? null : adding(sheet, withRole(sheet, roles, best.column, 'title'))
}

const adding = ({ columns }: ImportedSheet, roles: readonly ColumnRole[]): ColumnRole[] =>
  roles.map((role, at) => (role === 'question' && !columns[at]?.header.endsWith('?') ? 'property' : role))
