import { useMemo } from 'react'
import { formatNumber } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { ShownCell } from '../../model/statements.ts'
import { ErrorIcon } from '../../ui/icons.ts'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import { tablesNamed } from './schemaTables.ts'
import type { Ran } from './useStatement.ts'

export interface StatementResultProps {
  ran: Ran
  row: (index: number) => readonly ShownCell[] | undefined
}

/** What came of a statement: a table, or what is wrong with it. */
export function StatementResult({ ran, row }: StatementResultProps) {
  const t = useT()
  const { answer, problem } = ran
  const isHere = answer !== null && row(0) !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew once the first rows are there
  const columns = useMemo(
    () =>
      (answer?.columns ?? []).map((title, n) => ({
        key: String(n),
        title: title === '' ? t('console.noName') : title,
        hint: title,
        width: widthOf([title, ...Array.from({ length: seenRows }, (_, index) => row(index)?.[n])]),
      })),
    [answer, isHere, t],
  )
  if (problem)
    return (
      <p className="console-problem" role="alert">
        <ErrorIcon aria-hidden />
        <span>
          {problemText(problem)}
          {problem.kind === 'statementWrong' &&
            problem.at >= 0 &&
            ` ${t('console.place', placeOf(ran.sql, problem.at))}`}
          {problem.kind === 'statementWrong' && noColumn.test(problem.words) && <Columns sql={ran.sql} />}
        </span>
      </p>
    )
  if (!answer) return null
  if (answer.columns.length === 0) return null
  return (
    <div className="console-table">
      <DataTable
        key={answer.run}
        label={t('console.result')}
        columns={columns}
        count={answer.rows}
        row={(index) => row(index)?.map((cell, n) => <Cell key={columns[n]?.key} cell={cell} />)}
      />
    </div>
  )
}

/** As SQLite says it, in English whatever the language. */
const noColumn = /^no such column|has no column/

/** What could have been meant. */
function Columns({ sql }: { sql: string }) {
  const t = useT()
  return tablesNamed(sql).map(({ name, columns }) => (
    <span key={name} className="console-columns">
      {t('console.columnsOf', { table: name })} <code>{columns.map((column) => column.name).join(', ')}</code>
    </span>
  ))
}

/** Rows that tell how wide a column is to be. */
const seenRows = 20

function widthOf(cells: readonly (ShownCell | undefined)[]): number {
  const longest = cells.reduce<number>((most, cell) => {
    const isShort = typeof cell === 'string' || typeof cell === 'number'
    return Math.max(most, isShort ? String(cell).length : cell ? 40 : 4)
  }, 0)
  return Math.min(Math.max(longest * 7.6 + 28, 72), 320)
}

function Cell({ cell }: { cell: ShownCell }) {
  const t = useT()
  if (cell === null) return <span className="console-null">NULL</span>
  if (typeof cell === 'number') return <span className="console-number">{String(cell)}</span>
  if (typeof cell === 'string')
    return <span data-tooltip={cell.length > 30 ? cell.slice(0, 400) : undefined}>{cell}</span>
  if ('text' in cell)
    return (
      <span data-tooltip={`${cell.text.slice(0, 400)}…`}>
        {cell.text}… <span className="console-null">{t('console.long', { length: formatNumber(cell.length) })}</span>
      </span>
    )
  return (
    <span className="console-null">
      {`x'${cell.bytes}${cell.bytes.length / 2 < cell.length ? '…' : ''}' `}
      {t('console.bytes', { length: formatNumber(cell.length) })}
    </span>
  )
}

/** Counted from 1. */
export function placeOf(sql: string, at: number): { line: number; column: number } {
  const before = sql.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
