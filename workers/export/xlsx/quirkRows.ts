/**
 * The sheet of the quirks, with how many quotes each has, in all and of every source.
 * Promises: where there are more sources than a sheet has columns, the others follow in `quirks 2` and so on; a count of none is 0, but
 * empty in a project where there would be millions of them.
 */
import type { ProjectFrame } from '../../../src/model/projectReader.ts'
import { none } from '../../../src/model/schema.ts'
import { utcTime } from '../utcTime.ts'
import { type Cell, type Column, mostColumns } from './sheet.ts'
import type { Rows, Workbook } from './workbook.ts'

const mostZeros = 2_000_000
const column = (title: string, width = 12): Column => ({ title, width })

const first = [
  column('quirkID'),
  column('parentQuirkID', 14),
  column('color'),
  column('title', 24),
  column('description', 40),
  column('timestamp', 20),
  column('author', 16),
  column('groups', 24),
  column('x', 8),
  column('y', 8),
  column('quotes', 8),
]
const further = [column('quirkID'), column('title', 24)]

interface QuirkRows {
  count(quirkId: number, sourceId: number): void
  end(): void
}

export function quirkRows(
  frame: ProjectFrame,
  groups: ReadonlyMap<number, string>,
  idCell: (id: number) => Cell,
  book: Workbook,
): QuirkRows {
  const { quirks, sources } = frame
  const counts = new Map(quirks.map(({ id }) => [id, new Map<number, number>()]))
  const isDense = quirks.length * sources.length <= mostZeros
  const sheets: { rows: Rows; sources: typeof sources }[] = []
  for (let from = 0; from < sources.length || sheets.length === 0; ) {
    const own = sheets.length === 0 ? first : further
    const some = sources.slice(from, from + mostColumns - own.length)
    const name = sheets.length === 0 ? 'quirks' : `quirks ${sheets.length + 1}`
    sheets.push({ rows: book.sheet(name, [...own, ...some.map(({ title }) => column(title))]), sources: some })
    from += mostColumns - own.length
  }
  return {
    count(quirkId, sourceId) {
      const own = counts.get(quirkId)
      own?.set(sourceId, (own.get(sourceId) ?? 0) + 1)
    },
    end() {
      for (const quirk of quirks) {
        const { id, title } = quirk
        const own = counts.get(id) ?? new Map<number, number>()
        const quotes = [...own.values()].reduce((sum, n) => sum + n, 0)
        const about = [
          idCell(id),
          quirk.parentQuirkId === none ? null : idCell(quirk.parentQuirkId),
          quirk.color,
          title,
          quirk.description,
          utcTime(quirk.timestamp),
          quirk.author,
          groups.get(id) ?? '',
          quirk.x,
          quirk.y,
          quotes,
        ]
        for (const [at, { rows, sources }] of sheets.entries())
          rows.write([
            ...(at === 0 ? about : [idCell(id), title]),
            ...sources.map((source) => own.get(source.id) ?? (isDense ? 0 : null)),
          ])
      }
    },
  }
}
