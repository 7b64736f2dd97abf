/** Saved queries (`rules/analysis/savedQueries.ts`): each is a preference. */
import type { Args } from '../../../src/model/commands.ts'
import { isProblem, refuse } from '../../../src/model/problems.ts'
import { readCriteria } from '../../../src/model/rules/analysis/criteria.ts'
import {
  mostFilters,
  type Query,
  queryKey,
  queryTitleProblem,
  readQueries,
  writtenQuery,
} from '../../../src/model/rules/analysis/savedQueries.ts'
import type { Preference } from '../../../src/model/schema.ts'
import { cleanLine } from '../../../src/model/text/richText.ts'
import type { Handler, Tx } from '../tx.ts'

export const saveQuery: Handler<'saveQuery'> = (tx, { queryId, ...query }) => {
  const id = queryId ?? tx.newId()
  write(tx, id, query)
  return id
}

export const renameQuery: Handler<'renameQuery'> = (tx, { queryId, title }) => {
  write(tx, queryId, { ...need(tx, queryId), title })
}

export const removeQuery: Handler<'removeQuery'> = (tx, { queryId }) => {
  need(tx, queryId)
  tx.remove('preferences', [queryKey(queryId)])
}

function write(
  tx: Tx,
  id: number,
  { textSearch, selectedQuirkId, ...given }: Omit<Args<'saveQuery'>, 'queryId'>,
): void {
  const title = cleanLine(given.title).trim()
  const problem = queryTitleProblem(
    title,
    all(tx).filter((query) => query.id !== id),
  )
  if (problem) refuse(problem)
  const criteria = readCriteria({ filters: given.filters, text: textSearch })
  if (isProblem(criteria)) refuse(criteria.problem)
  else if (criteria.ok.filters.length > mostFilters) refuse({ kind: 'tooLong', most: mostFilters })
  else {
    const { text, filters } = criteria.ok
    const value = writtenQuery({ title, textSearch: text, filters, selectedQuirkId })
    if (stored(tx, id)?.value !== value) tx.insert('preferences', { key: queryKey(id), value })
  }
}

const all = (tx: Tx): Query[] =>
  readQueries(tx.db.all<Preference>("SELECT key, value FROM preferences WHERE key LIKE 'query:%'"))

const need = (tx: Tx, id: number): Query =>
  all(tx).find((query) => query.id === id) ?? refuse({ kind: 'queryNotFound' })

const stored = (tx: Tx, id: number): Preference | undefined =>
  tx.db.one<Preference>('SELECT key, value FROM preferences WHERE key = ?', [queryKey(id)])
