/**
 * What all that changes a copy has in common: it is noted while it is done, kept until the room has it, and told to the watches.
 *
 * The order is always *transaction (record, keep) → tell*: nothing after the commit may fail what was done.
 */
import { type Effect, editsOf } from '../../src/model/change.ts'
import { idMaker } from '../../src/model/ids.ts'
import type { Db } from '../../wasm/database/db.ts'
import { type Journal, openJournal } from '../../wasm/database/journal.ts'
import { metaNumber, setMeta } from '../../wasm/database/meta.ts'
import { versionsBefore } from '../../wasm/database/versions.ts'
import type { Analyses } from './live/analyses.ts'
import { type Counts, openCounts } from './live/counts.ts'
import type { Live } from './live/live.ts'
import { type Touched, touchedBy } from './live/touched.ts'
import { addPending, joinPending, type SentAs } from './pending/pending.ts'
import { partsOf } from './pending/stepParts.ts'
import { mapHistory } from './undo/stacks.ts'

export interface StepsOptions {
  now: () => number
  /** Something was done, by whomever: what waits is to be sent (`opened/standing.ts`). */
  onChange: () => void
  /** Errors of watches. */
  onBug: (error: unknown) => void
  live: Live
  analyses?: Pick<Analyses, 'attach' | 'keep'> | undefined
  /** Of a step that is sent in parts, in UTF-16 units. */
  partSize?: number | undefined
}

export interface Steps {
  readonly journal: Journal
  readonly counts: Counts
  newId(): number
  /** Ids are made under this number of the client from now on. */
  meet(client: number): void
  /** Notes what `body` does to the rows, in the open transaction. */
  record<T>(body: () => T): { result: T; effects: Effect[] }
  /**
   * Stores a done step as pending, in parts, and moves the other tabs' histories; returns their numbers, none when nothing was done. `onto`: the
   * step that it may be one with (`joinPending`); its number is returned where it is.
   */
  keep(effects: Effect[], tab: string, as: SentAs, onto?: number | null): number[]
  /** After the commit. `texts`: what the watches of texts hear instead of what the effects say. */
  tell(effects: readonly Effect[], texts: Touched['texts']): void
}

export function openSteps(db: Db, options: StepsOptions): Steps {
  const { live, analyses } = options
  const journal = openJournal(db)
  const counts = openCounts(db)
  let lastId = metaNumber(db, 'lastId')
  let makeId = idMaker(metaNumber(db, 'client'), lastId, options.now)
  return {
    journal,
    counts,
    newId: () => {
      lastId = makeId()
      return lastId
    },
    meet: (client) => {
      makeId = idMaker(client, metaNumber(db, 'lastId'), options.now)
    },
    record: (body) => {
      const before = lastId
      const done = journal.record(body)
      if (lastId !== before) setMeta(db, 'lastId', lastId)
      return done
    },
    keep: (effects, tab, as, onto = null) => {
      if (effects.length === 0) return []
      mapHistory(db, editsOf(effects), tab)
      if (onto !== null && joinPending(db, onto, effects)) return [onto]
      // A state that is gone back to is there whole or not at all; the server has bounded it.
      const parts = typeof as.restores === 'number' ? [effects] : partsOf(effects, options.partSize)
      return parts.map((part) => addPending(db, part, part, versionsBefore(db, part), tab, as))
    },
    tell: (effects, texts) => {
      try {
        counts.keep(effects)
        const touched = touchedBy(effects)
        for (const [answerId, text] of texts) if (!touched.texts.has(answerId)) touched.texts.set(answerId, text)
        live.flush(touched)
        analyses?.keep(effects)
        options.onChange()
      } catch (error) {
        options.onBug(error)
      }
    },
  }
}

/** What was done here, for the watches of texts. `session`: of the tab that typed it and has it already. */
export function ownTexts(effects: readonly Effect[], session: string | null = null): Touched['texts'] {
  const texts: Touched['texts'] = new Map()
  for (const edit of editsOf(effects))
    texts.set(edit.answerId, { edits: [...(texts.get(edit.answerId)?.edits ?? []), edit], session, by: null })
  return texts
}
