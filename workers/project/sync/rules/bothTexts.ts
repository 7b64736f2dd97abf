/**
 * Texts that people write and that are set whole: contents of memos, descriptions of quirks. Where a step that waits sets one that others have set
 * meanwhile, it sets the text of both instead, so that no words are lost.
 */
import type { Change, Update } from '../../../../src/model/change.ts'
import type { AnyRow, Table } from '../../../../src/model/schema.ts'
import { mergeTexts } from '../../../../src/model/text/mergeTexts.ts'
import type { Db } from '../../../../wasm/database/db.ts'
import type { PendingStep } from '../../pending/pending.ts'
import type { BothTexts } from './meanwhile.ts'
import type { Hooks, Rule } from './rule.ts'

export const bothTexts: Rule = { name: 'bothTexts', open: ({ db }) => openBothTexts(db) }

const columns: Partial<Record<Table, string>> = { memos: 'content', quirks: 'description' }

function openBothTexts(db: Db): Hooks {
  /** Who has set it last, by text. */
  const authors = new Map<string, string>()
  /** What others have set, and what it was before they and we did. */
  const clashes = new Map<string, { was: string; theirs: string }>()
  const both = new Map<string, BothTexts>()

  const clashOf = (update: Update, column: string, { effect }: PendingStep) => {
    const own = effect.find((done) => done.op === 'update' && nameOf(done) === nameOf(update) && column in done.was)
    const theirs = db.one<AnyRow>(`SELECT "${column}" AS text FROM "${update.table}" WHERE id = ?`, [update.id])?.text
    if (own?.op !== 'update' || theirs === undefined || theirs === own.was[column]) return null
    return { was: String(own.was[column]), theirs: String(theirs) }
  }

  const titleOf = ({ table, id }: Update): string => {
    const sql =
      table === 'quirks'
        ? 'SELECT title FROM quirks WHERE id = ?'
        : 'SELECT s.title FROM memos m JOIN sources s ON s.id = m.sourceId WHERE m.id = ?'
    return db.one<{ title: string }>(sql, [id])?.title.trim() ?? ''
  }

  const withBothText = (change: Change, step: PendingStep): Change => {
    const column = change.op === 'update' && columns[change.table]
    if (!column || !(column in change.set)) return change
    const name = nameOf(change)
    const author = authors.get(name)
    const clash = author === undefined ? null : (clashes.get(name) ?? clashOf(change, column, step))
    if (author === undefined || !clash) return change
    clashes.set(name, clash)
    // What is under way goes as it is; who goes back to a state of the project means that state.
    if (step.push !== null || step.restores !== null) return change
    const own = String(change.set[column])
    const text = mergeTexts(clash.was, clash.theirs, own)
    if (text === clash.theirs || text === own) both.delete(name)
    else
      both.set(name, {
        kind: 'bothTexts',
        of: change.table === 'memos' ? 'memo' : 'quirk',
        title: titleOf(change),
        author,
      })
    return { ...change, set: { ...change.set, [column]: text } }
  }

  return {
    notes: (effects, author) => {
      for (const effect of effects) {
        const column = effect.op === 'update' && columns[effect.table]
        if (column && column in effect.set) authors.set(nameOf(effect), author)
      }
    },
    beforeRedo: (intent, step) => (authors.size === 0 ? intent : intent.map((change) => withBothText(change, step))),
    tells: () => [...both.values()],
  }
}

const nameOf = ({ table, id }: Pick<Update, 'table' | 'id'>): string => `${table} ${id}`
