/** Saved statements of the SQL console (`rules/analysis/savedStatements.ts`): each is a preference. */
import { refuse } from '../../../src/model/problems.ts'
import {
  readStatements,
  type SavedStatement,
  statementKey,
  statementProblem,
  writtenStatement,
} from '../../../src/model/rules/analysis/savedStatements.ts'
import type { Preference } from '../../../src/model/schema.ts'
import { cleanLine } from '../../../src/model/text/richText.ts'
import type { Handler, Tx } from '../tx.ts'

export const saveStatement: Handler<'saveStatement'> = (tx, { statementId, sql, ...given }) => {
  const id = statementId ?? tx.newId()
  const statement = { title: cleanLine(given.title).trim(), sql: sql.toWellFormed() }
  const all = saved(tx)
  const problem = statementProblem(
    statement,
    all.filter((other) => other.id !== id),
  )
  if (problem) refuse(problem)
  const before = all.find((other) => other.id === id)
  if (before?.title !== statement.title || before.sql !== statement.sql)
    tx.insert('preferences', { key: statementKey(id), value: writtenStatement(statement) })
  return id
}

export const removeStatement: Handler<'removeStatement'> = (tx, { statementId }) => {
  if (!saved(tx).some(({ id }) => id === statementId)) refuse({ kind: 'statementNotFound' })
  tx.remove('preferences', [statementKey(statementId)])
}

const saved = (tx: Tx): SavedStatement[] =>
  readStatements(tx.db.all<Preference>("SELECT key, value FROM preferences WHERE key LIKE 'statement:%'"))
