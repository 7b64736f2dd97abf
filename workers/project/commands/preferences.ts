/** Settings of a project, written only when they change. */
import { fontSize, highlightColumnWidth, memoColumnWidth } from '../../../src/model/limits.ts'
import { refuse } from '../../../src/model/problems.ts'
import { systemPreferences } from '../../../src/model/schema.ts'
import type { Handler } from '../tx.ts'

const ranges: Readonly<Record<string, { least: number; most: number }>> = {
  sourceFontSize: fontSize,
  highlightColumnWidth,
  memoColumnWidth,
}

export const setPreference: Handler<'setPreference'> = (tx, { key, value }) => {
  if ((systemPreferences as readonly string[]).includes(key))
    refuse({ kind: 'badRequest', detail: `${key} is the system's` })
  const range = ranges[key]
  const number = Number(value)
  if (range && !(number >= range.least && number <= range.most))
    refuse({ kind: 'settingOutOfRange', key, least: range.least, most: range.most })
  if (tx.db.one<{ value: string }>('SELECT value FROM preferences WHERE key = ?', [key])?.value === value) return
  tx.insert('preferences', { key, value })
}
