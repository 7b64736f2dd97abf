/**
 * A project as plain maps, which keeps the rules of the room in the simplest way that one can write down: the room must come to the same
 * rows and the same refusals. It knows steps of one operation, and steps of several that only make rows.
 */
import type { Problem } from '../../src/model/problems.ts'
import { type AnyRow, type Key, keyOf, none, schema, spec, type Table, tables } from '../../src/model/schema.ts'

export type ModelOperation =
  | { make: Table; rows: AnyRow[]; batch: boolean }
  | { change: Table; id: Key; set: AnyRow }
  | { remove: Table; ids: Key[]; batch: boolean; careful: boolean }
  | { merge: number; into: number }
  /** Letters put into a text of one paragraph, or taken from it. */
  | { edit: number; at: number; insert: string; deleted: number; version: number }

export type Outcome = 'taken' | 'stale' | Problem['kind']

type Rows = Map<Key, AnyRow>

/** Of several rules that a step breaks, the one that is said. */
const order: readonly Problem['kind'][] = [
  'noParentToChildQuirk',
  'quirkNestingIssue',
  'groupNameRequired',
  'groupExists',
  'keyExists',
  'valueExists',
  'answerExists',
  'outsideText',
]

const hasNoColour = ({ color }: AnyRow): boolean => color !== undefined && !/^#[0-9a-f]{6}$/i.test(String(color))

export class ModelProject {
  rows = Object.fromEntries(tables.map((table) => [table, new Map()])) as Record<Table, Rows>
  /** Of each answer that has ever been; never used twice. */
  versions = new Map<number, number>()
  removedQuirks = new Set<number>()

  take(operations: readonly ModelOperation[]): Outcome {
    const [first] = operations
    if (first && 'edit' in first) return this.edit(first)
    const before = structuredClone(this.rows)
    const versions = new Map(this.versions)
    const outcome = this.attempt(operations)
    if (outcome !== 'taken') Object.assign(this, { rows: before, versions })
    return outcome
  }

  private attempt(operations: readonly ModelOperation[]): Outcome {
    const made: { table: Table; row: AnyRow; merges: boolean }[] = []
    /** Rows that were there already, under a key that says what they are about, and now hold something else. */
    let replaced = 0
    for (const operation of operations) {
      if ('change' in operation && hasNoColour(operation.set)) return 'badRequest'
      if ('make' in operation)
        for (const row of operation.rows) {
          if (hasNoColour(row)) return 'badRequest'
          const key = keyOf(operation.make)
          if (key === 'id' && this.rows[operation.make].has(row.id as Key)) return 'idExists'
        }
    }
    for (const operation of operations) {
      if ('make' in operation)
        for (const row of operation.rows) {
          const key = row[keyOf(operation.make)] as Key
          const there = this.rows[operation.make].get(key)
          if (there && Object.keys(row).some((column) => row[column] !== there[column])) replaced += 1
          this.rows[operation.make].set(key, { ...row })
          if (operation.make === 'question_answers') this.nextVersion(row.id as number)
          if (!there)
            made.push({ table: operation.make, row, merges: operation.make === 'highlights' && !operation.batch })
        }
      else if ('change' in operation) {
        const row = this.rows[operation.change].get(operation.id)
        if (!row) return 'taken'
        // What it says again changes nothing: a quirk that a merge has left too deep may get another title where it lies.
        const changed = Object.fromEntries(
          Object.entries(operation.set).filter(([column, value]) => value !== row[column]),
        )
        const moves = Object.keys(changed).length > 0
        Object.assign(row, operation.set)
        if (moves && this.isOrphan(operation.change, operation.set)) return 'parentRemoved'
        const problem = this.broken(operation.change, [row], changed)
        if (problem) return problem
        if (operation.change === 'highlights' && 'start' in operation.set) this.merge(row)
      } else if ('merge' in operation) {
        const problem = this.mergeQuirk(operation.merge, operation.into)
        if (problem) return problem
      } else if ('remove' in operation) {
        const { size } = this.rows.questions
        const { remove: table, ids, careful } = operation
        // What hangs on a row may be another of them.
        for (const _ of careful ? ids : [0])
          for (const id of ids) if (!careful || !this.hasDependents(table, id)) this.removeRow(table, id)
        if (size > 0 && this.rows.questions.size === 0) return 'lastQuestion'
      }
    }
    return this.judgeMade(made, replaced)
  }

  private judgeMade(made: { table: Table; row: AnyRow; merges: boolean }[], replaced: number): Outcome {
    const orphans = made.filter(({ table, row }) => this.isOrphan(table, row))
    if (orphans.length > 0 && orphans.length === made.length + replaced) return 'parentRemoved'
    for (const { table, row } of orphans) {
      const key = row[keyOf(table)] as Key
      if (this.rows[table].has(key)) this.removeRow(table, key)
      if (table === 'question_answers')
        this.versions.set(row.id as number, (this.versions.get(row.id as number) ?? 0) - 1)
    }
    const left = made.filter(({ table, row }) => this.rows[table].has(row[keyOf(table)] as Key))
    const problems = tables.flatMap((table) => {
      const rows = left.filter((each) => each.table === table).map(({ row }) => row)
      return this.broken(table, rows, rows[0] ?? {}) ?? []
    })
    const [problem] = problems.sort((a, b) => order.indexOf(a) - order.indexOf(b))
    if (problem) return problem
    for (const { row, merges } of left) if (merges) this.merge(this.rows.highlights.get(row.id as Key) as AnyRow)
    for (const table of ['source_metadatas', 'group_quirks'] as const)
      this.keepOne(
        table,
        left.flatMap((each) => (each.table === table ? [each.row] : [])),
      )
    return 'taken'
  }

  /** Which rule rows of a table break that have come or changed in these columns. */
  private broken(table: Table, rows: readonly AnyRow[], changed: AnyRow): Problem['kind'] | null {
    for (const row of rows) {
      if (table === 'quirks' && row.parentQuirkId !== none && 'parentQuirkId' in changed) {
        const above = this.above(row.id as number)
        if (above === null) return 'noParentToChildQuirk'
        if (above + this.below(row.id as number) > 3) return 'quirkNestingIssue'
      }
      if (table === 'groups' && 'description' in changed) {
        if (row.description === '') return 'groupNameRequired'
        if (this.count('groups', (other) => other.description === row.description) > 1) return 'groupExists'
      }
      const folded = (text: unknown) => String(text).toLowerCase()
      if (
        table === 'source_metadata_keys' &&
        'key' in changed &&
        this.count(table, ({ key }) => folded(key) === folded(row.key)) > 1
      )
        return 'keyExists'
      if (table === 'source_metadata_values' && 'value' in changed) {
        const same = this.count(table, ({ keyId, value }) => keyId === row.keyId && folded(value) === folded(row.value))
        if (same > 1) return 'valueExists'
      }
      if (table === 'question_answers' && this.count(table, (other) => samePlace(other, row)) > 1) return 'answerExists'
      if (spec(table).onText && ('start' in changed || 'length' in changed)) {
        const answer = [...this.rows.question_answers.values()].find((other) => samePlace(other, row))
        const length = answer ? textOf(answer).length : Number.POSITIVE_INFINITY
        if ((row.start as number) + (row.length as number) > length) return 'outsideText'
      }
    }
    return null
  }

  private edit({ edit: id, at, insert, deleted, version }: Extract<ModelOperation, { edit: number }>): Outcome {
    if ((this.versions.get(id) ?? 0) !== version) return 'stale'
    const answer = this.rows.question_answers.get(id)
    if (!answer) return 'taken'
    const text = textOf(answer)
    answer.answer = `<p>${text.slice(0, at)}${insert}${text.slice(at + deleted)}</p>`
    this.nextVersion(id)
    for (const table of ['highlights', 'memos'] as const)
      for (const row of [...this.rows[table].values()].filter((each) => samePlace(each, answer))) {
        const [start, length] = [row.start as number, row.length as number]
        // Each letter goes where it goes: a stretch is from its first letter that is left to its last.
        const letters = Array.from({ length }, (_, i) => start + i).filter(
          (letter) => letter < at || letter >= at + deleted,
        )
        const moved = (letter: number) => (letter < at ? letter : letter - deleted + insert.length)
        const [first] = letters
        if (first !== undefined) {
          row.start = moved(first)
          row.length = moved(letters.at(-1) as number) + 1 - moved(first)
        } else if (table === 'highlights' && length > 0) this.rows.highlights.delete(row.id as Key)
        // What is put in at a point lies before it.
        else if (length === 0)
          row.start = start < at ? start : start >= at + deleted ? start - deleted + insert.length : at
        else Object.assign(row, { start: at, length: 0 })
      }
    return 'taken'
  }

  private nextVersion(id: number) {
    this.versions.set(id, (this.versions.get(id) ?? 0) + 1)
  }

  private count(table: Table, is: (row: AnyRow) => boolean): number {
    return [...this.rows[table].values()].filter(is).length
  }

  private isOrphan(table: Table, row: AnyRow): boolean {
    for (const [column, parent] of Object.entries(spec(table).parents ?? {})) {
      const id = row[column]
      if (id !== undefined && id !== none && !this.rows[parent as Table].has(id)) return true
    }
    if (!spec(table).onText || row.sourceId === undefined) return false
    return this.count('question_answers', (answer) => samePlace(answer, row)) === 0
  }

  private hasDependents(table: Table, id: Key): boolean {
    const answer = table === 'question_answers' ? this.rows.question_answers.get(id) : undefined
    const onText = [...this.rows.highlights.values(), ...this.rows.memos.values()]
    if (answer && onText.some((row) => samePlace(row, answer))) return true
    return tables.some((child) =>
      Object.entries(schema[child]['parents' as never] ?? {}).some(
        ([column, parent]) => parent === table && [...this.rows[child].values()].some((row) => row[column] === id),
      ),
    )
  }

  private removeRow(table: Table, id: Key) {
    const row = this.rows[table].get(id)
    if (!row) return
    this.rows[table].delete(id)
    if (table === 'quirks') this.removedQuirks.add(id as number)
    for (const child of tables)
      for (const [column, parent] of Object.entries(schema[child]['parents' as never] ?? {}))
        if (parent === table)
          for (const named of [...this.rows[child].values()])
            if (named[column] === id) this.removeRow(child, named[keyOf(child)] as Key)
    if (table !== 'question_answers') return
    for (const lying of ['highlights', 'memos'] as const)
      for (const each of [...this.rows[lying].values()])
        if (samePlace(each, row)) this.rows[lying].delete(each.id as Key)
  }

  /** The tree may become as deep as it likes. */
  private mergeQuirk(source: number, target: number): Problem['kind'] | null {
    if (source === target) return 'mergeIntoItself'
    const gone = this.rows.quirks.get(source)
    if (!gone) return null
    const into = this.rows.quirks.get(target)
    if (!into) return 'parentRemoved'
    const above = new Set<Key>()
    for (let at = into.parentQuirkId as Key; at !== none; at = this.rows.quirks.get(at)?.parentQuirkId as Key)
      above.add(at)
    if (above.has(source)) Object.assign(into, { parentQuirkId: gone.parentQuirkId, x: gone.x, y: gone.y })
    for (const child of this.rows.quirks.values())
      if (child.parentQuirkId === source && child !== into) child.parentQuirkId = target
    const handed = [...this.rows.highlights.values()]
      .filter(({ quirkId }) => quirkId === source)
      .sort((a, b) => (a.id as number) - (b.id as number))
    for (const highlight of handed) highlight.quirkId = target
    this.removeRow('quirks', source)
    for (const highlight of handed) this.merge(highlight, handed)
    return null
  }

  /** What has come takes the place of what was there: one value of a property without multiple choice, a quirk in a group once. */
  private keepOne(table: 'source_metadatas' | 'group_quirks', given: readonly AnyRow[]) {
    for (const row of given)
      for (const other of [...this.rows[table].values()]) {
        const isSame =
          table === 'group_quirks'
            ? other.groupId === row.groupId && other.quirkId === row.quirkId
            : other.sourceId === row.sourceId &&
              other.keyId === row.keyId &&
              this.rows.source_metadata_keys.get(row.keyId as Key)?.multipleChoice === 0
        if (isSame && !given.some(({ id }) => id === other.id)) this.removeRow(table, other.id as Key)
      }
  }

  /** Those that come from one quirk stay apart. */
  private merge(row: AnyRow, apart: readonly AnyRow[] = []) {
    for (;;) {
      const other = [...this.rows.highlights.values()].find(
        (each) =>
          each !== row &&
          !apart.includes(each) &&
          samePlace(each, row) &&
          each.quirkId === row.quirkId &&
          each.author === row.author &&
          (each.start as number) < (row.start as number) + (row.length as number) &&
          (row.start as number) < (each.start as number) + (each.length as number),
      )
      if (!other) return
      const end = Math.max(
        (row.start as number) + (row.length as number),
        (other.start as number) + (other.length as number),
      )
      row.start = Math.min(row.start as number, other.start as number)
      row.length = end - row.start
      this.rows.highlights.delete(other.id as Key)
    }
  }

  /** Levels down to and with this one; null where it lies below itself. */
  private above(id: number): number | null {
    const seen = new Set<Key>()
    let levels = 0
    for (let at: Key = id; at !== none; at = this.rows.quirks.get(at)?.parentQuirkId ?? none) {
      if (seen.has(at)) return null
      seen.add(at)
      levels += 1
    }
    return levels
  }

  private below(id: number): number {
    const children = [...this.rows.quirks.values()].filter(({ parentQuirkId }) => parentQuirkId === id)
    return children.length === 0 ? 0 : 1 + Math.max(...children.map((child) => this.below(child.id as number)))
  }
}

const samePlace = (a: AnyRow, b: AnyRow) => a.sourceId === b.sourceId && a.questionId === b.questionId

/** Of an answer of one paragraph. */
export const textOf = (answer: AnyRow): string => String(answer.answer).slice(3, -4)
