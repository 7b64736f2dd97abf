/** What the columns of a table become, proposed before a person says otherwise (specification 2 §5): one rule for the page and the command line. */

/** What a column of a table becomes. `title`: of its source; `question`: answers; `property`: of its source. */
export type ColumnRole = 'title' | 'question' | 'property' | 'none'

export interface RoledColumn {
  /** As in the first row; empty where it has none. */
  header: string
  /** By the column alone. */
  role: ColumnRole
  /** Its cells are texts that somebody has written. */
  long: boolean
  /** Cells that are not empty. */
  filled: number
}

export const rolesOf = (columns: readonly RoledColumn[]): ColumnRole[] => columns.map(({ role }) => role)

/** One column has the titles at most: the one that had them becomes what it would have been elsewhere. */
export function withRole(
  columns: readonly RoledColumn[],
  roles: readonly ColumnRole[],
  column: number,
  role: ColumnRole,
): ColumnRole[] {
  const usual = (header: string): ColumnRole =>
    header.endsWith('?') ? 'question' : header === '' ? 'none' : 'property'
  return roles.map((before, at) => {
    if (at === column) return role
    return role === 'title' && before === 'title' ? usual(columns[at]?.header ?? '') : before
  })
}

/** Further columns are not asked: their texts are all read for it. */
const mostAsked = 30

/**
 * Roles for a table where the project has sources of its titles, or of another column's texts: that column has the titles then, of several the one with the
 * most. Long texts stay answers: as properties they would be cut up at their commas.
 * null: all stays as it is. `there`: how many rows of a column have the title of a source. `asked`: the column that is to have the titles whatever is there.
 */
export async function joiningRoles(
  columns: readonly RoledColumn[],
  there: (column: number) => number | Promise<number>,
  asked = -1,
): Promise<ColumnRole[] | null> {
  const roles = asked < 0 ? rolesOf(columns) : withRole(columns, rolesOf(columns), asked, 'title')
  const usual = roles.indexOf('title')
  if (asked >= 0 || (usual >= 0 && (await there(usual)) > 0)) return roles
  let best = { column: -1, found: 0 }
  for (const [column, { filled, long }] of columns.slice(0, mostAsked).entries()) {
    if (column === usual || filled === 0 || long || roles[column] === 'question') continue
    const found = await there(column)
    if (found > best.found) best = { column, found }
  }
  return best.column < 0 ? null : withRole(columns, roles, best.column, 'title')
}

/**
 * A sheet about people of whom some have a source here (`there` of its `rows`), and not all: its other rows are left out unless they are asked for,
 * since sources without a text would be mistaken for interviews.
 */
export const isAboutSome = (roles: readonly ColumnRole[], rows: number, there: number): boolean =>
  !roles.includes('question') && there > 0 && there < rows
