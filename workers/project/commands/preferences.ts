/** Settings and lists of a project, written only when they change. */
import { refuse } from '../../../src/model/problems.ts'
import { stopListKey, stopListProblem } from '../../../src/model/rules/analysis/stopList.ts'
import { boundsOf } from '../../../src/model/rules/projects/settings.ts'
import { systemPreferences } from '../../../src/model/schema.ts'
import type { Handler, Tx } from '../tx.ts'

export const setPreference: Handler<'setPreference'> = (tx, { key, value }) => {
  if ((systemPreferences as readonly string[]).includes(key))
    refuse({ kind: 'badRequest', detail: `${key} is the system's` })
  const range = boundsOf(key)
  const number = Number(value)
  if (range && !(number >= range.least && number <= range.most))
    refuse({ kind: 'settingOutOfRange', key, least: range.least, most: range.most })
  write(tx, key, value)
}

export const setStopList: Handler<'setStopList'> = (tx, { words }) => {
  const problem = stopListProblem(words)
  if (problem) refuse(problem)
  const list = words.map(({ value, selected }) => ({ value: value.trim(), selected }))
  write(tx, stopListKey, JSON.stringify(list))
}

function write(tx: Tx, key: string, value: string): void {
  if (tx.db.one<{ value: string }>('SELECT value FROM preferences WHERE key = ?', [key])?.value === value) return
  tx.insert('preferences', { key, value })
}
