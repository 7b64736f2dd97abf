/**
 * One run from one seed: people at one text, by a real room. They type, paste, delete and replace all through it, in editing sessions and by
 * plain edits, while messages are late and connections break. After every step that the room has taken, each highlight and memo must lie
 * where `taggedText.ts` says; in the end every copy and every page must show the same. Throws where one does not.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import { type Random, seeded } from '../../fixtures/testing/randomWork.ts'
import { type Person, type Simulation, simulate } from '../../fixtures/testing/simulation.ts'
import type { Call } from '../../src/model/commands.ts'
import { changesOf } from '../../src/model/operations.ts'
import { isProblem } from '../../src/model/problems.ts'
import type { TextRow as Row } from '../../src/model/text/moveRows.ts'
import type { Db } from '../../wasm/database/db.ts'
import { type TaggedText, taggedText, tagsOf } from './taggedText.ts'
import { openWriter, type Writer } from './writer.ts'

export interface Drifted {
  edits: number
  sessions: number
  concurrent: number
  undone: number
  gone: number
  back: number
  grown: number
  emptied: number
  highlights: number
  replacedAll: number
  joined: number
  survivors: number
}

type CasePlace = { sourceId: number; questionId: number }
type Part = number | [number, ...string[]]

/** Letters of all kinds, each once: emoji of two units, right to left, marks that join the letter before, Chinese. */
function alphabet(): () => string {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const kinds = [
    range(0x1f300, 0x1f64f),
    range(0x5d0, 0x5ea).concat(range(0x620, 0x64a), range(0xfb50, 0xfbb1), range(0xfd50, 0xfd8f)),
    range(0x300, 0x34e),
    range(0x4e00, 0x9fa5),
    range(0x20000, 0x2a6d6),
  ]
  let turn = 0
  return () => {
    const kind = kinds[turn++ % 3] ?? []
    const rest = kinds[3 + (turn % 2)] ?? []
    return String.fromCodePoint(kind.shift() ?? rest.shift() ?? 0x61)
  }
}

/**
 * One person, who also takes back and does again; two or three at the same time; and these with taking back as well, while others join by a
 * snapshot. All are judged by the same rules.
 */
export type Way = 'alone' | 'at once' | 'at once, with undo'

export function driftOnce(seed: number, way: Way): Drifted {
  const random = seeded(seed)
  const simulation = simulate(random)
  try {
    const run = new Run(simulation, random, way)
    run.all()
    return run.seen
  } finally {
    simulation.close()
  }
}

/** More people do not join. */
const most = 5

class Run {
  readonly seen: Drifted = {
    edits: 0,
    sessions: 0,
    concurrent: 0,
    undone: 0,
    gone: 0,
    back: 0,
    grown: 0,
    emptied: 0,
    highlights: 0,
    replacedAll: 0,
    joined: 0,
    survivors: 0,
  }
  private readonly letter = alphabet()
  private readonly writers = new Map<Person, Writer>()
  private readonly quirks = new Map<Person, number[]>()
  private readonly place: CasePlace
  private readonly judge: TaggedText
  private head: number
  private readonly simulation: Simulation
  private readonly random: Random
  private readonly way: Way

  constructor(simulation: Simulation, random: Random, way: Way) {
    this.simulation = simulation
    this.random = random
    this.way = way
    const people = way === 'alone' ? 1 : 2 + this.below(2)
    for (const name of ['Anna', 'Ben', 'Cleo'].slice(0, people)) simulation.join(name)
    const [anna] = simulation.people
    if (!anna) throw new Error('nobody is there')
    const text = this.words(30 + this.below(30))
    const html = text
      .split('\n')
      .map((line) => `<p>${line}</p>`)
      .join('')
    const sourceId = this.run(anna, { command: 'createSource', args: { title: 'One', html } }, 'setup') as number
    for (const person of simulation.people) this.makeQuirks(person)
    simulation.settle()
    this.place = { sourceId, questionId: 1 }
    this.judge = taggedText(textOf(simulation.roomDb))
    strictEqual(this.judge.text, text)
    this.head = simulation.room.head
    for (const person of simulation.people) for (let n = 0; n < 2; n += 1) this.mark(person)
  }

  /** One for each highlight: those of one quirk and author that overlap would become one. */
  private makeQuirks(person: Person): void {
    const make = (n: number) =>
      this.run(person, { command: 'createQuirk', args: { title: `${person.name} ${n}` } }, 'setup') as number
    this.quirks.set(
      person,
      Array.from({ length: 8 }, (_, n) => make(n)),
    )
  }

  /** Somebody who has the project as it is now, and none of what led there. */
  private join(): void {
    const name = ['Dora', 'Emil', 'Fay'][this.seen.joined] ?? ''
    this.makeQuirks(this.simulation.join(name))
    this.seen.joined += 1
  }

  private below(n: number): number {
    return Math.floor(this.random() * n)
  }

  private words(count: number): string {
    let text = this.letter()
    for (let n = 1; n < count; n += 1) text += this.random() < 0.08 ? `\n${this.letter()}` : this.letter()
    return text
  }

  private run(person: Person, call: Call, tab = 'page'): unknown {
    const done = person.copy.run(tab, '', [call], 'undo.test')
    if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
    return done.ok[0]
  }

  /** What a person chose, in the text as they saw it. */
  private readonly chosen = new Map<number, { inside: Set<string>; outside: Set<string> }>()

  /** The room has it on just these of the letters, as far as they are still there. */
  private isAsChosen(id: number, start: number, length: number): void {
    const chosen = this.chosen.get(id)
    if (this.judge.marks.has(id) || !chosen) return
    const last = start + length - 1
    const tags = tagsOf(this.judge.text)
    const isWhole = [...chosen.inside].every((tag) => tag === '\n' || tags.includes(tag))
    const wrong = tags.filter((tag, at) => {
      if (tag === '\n') return false
      // What others have put at its edge meanwhile stays outside, unless it replaced some of it.
      if (isWhole && (at === start || at === last)) return !chosen.inside.has(tag)
      return (start <= at && at <= last ? chosen.outside : chosen.inside).has(tag)
    })
    deepStrictEqual(wrong, [], `letters of ${id} as it was chosen`)
  }

  /** A place that is in no letter of two units. */
  private pos(text: string): number {
    const at = this.below(text.length + 1)
    return (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at
  }

  private stretch(text: string, most = 12): { from: number; to: number } {
    const from = this.pos(text)
    let to = Math.min(text.length, from + 1 + this.below(most))
    if ((text.charCodeAt(to) & 0xfc00) === 0xdc00) to += 1
    return { from, to }
  }

  /** A highlight or a memo on some letters. */
  private mark(person: Person): void {
    const text = textOf(person.copy.db)
    let { from, to } = this.stretch(text)
    while (from < to && text[from] === '\n') from += 1
    while (to > from && text[to - 1] === '\n') to -= 1
    if (from === to) return
    const on = { ...this.place, start: from, length: to - from }
    const quirkId = this.quirks.get(person)?.pop()
    const isHighlight = quirkId !== undefined && this.random() < 0.75
    const id = isHighlight
      ? this.run(person, { command: 'createHighlight', args: { ...on, quirkId } })
      : this.run(person, { command: 'createMemo', args: { ...on, content: 'note' } })
    if (isHighlight) this.seen.highlights += 1
    const tags = tagsOf(text)
    const inside = new Set(tags.slice(from, to))
    this.chosen.set(id as number, { inside, outside: new Set(tags.filter((tag) => !inside.has(tag))) })
  }

  /** What a person does to the text: one change, or many. */
  private changes(text: string): { from: number; to: number; insert: string }[] {
    const dice = this.random()
    const { from, to } = this.stretch(text, this.random() < 0.2 ? text.length : 6)
    if (dice < 0.35) return [{ from, to: from, insert: this.words(1) }]
    if (dice < 0.6) return [{ from, to, insert: '' }]
    if (dice < 0.72) return [{ from, to, insert: this.words(1 + this.below(4)) }]
    if (dice < 0.8) return [{ from, to: from, insert: this.words(3 + this.below(8)) }]
    if (dice < 0.83) return [{ from: 0, to: text.length, insert: this.random() < 0.3 ? '' : this.words(5) }]
    this.seen.replacedAll += 1
    const all: { from: number; to: number; insert: string }[] = []
    for (let at = this.pos(text); at < text.length; ) {
      const end = at + ((text.charCodeAt(at) & 0xfc00) === 0xd800 ? 2 : 1)
      if (this.random() < 0.6) all.push({ from: at, to: end, insert: this.random() < 0.5 ? this.words(1) : '' })
      at = end
      for (let skip = this.below(6); skip > 0 && at < text.length; skip -= 1)
        at += (text.charCodeAt(at) & 0xfc00) === 0xd800 ? 2 : 1
    }
    return all
  }

  private act(person: Person): void {
    const writer = this.writers.get(person)
    const dice = this.random()
    if (!writer && dice < 0.15) {
      this.writers.set(person, openWriter(person, this.place, `${person.name} ${this.seen.sessions}`))
      this.seen.sessions += 1
    } else if (writer) this.write(person, writer)
    else if (dice < 0.3) this.mark(person)
    else if (dice < 0.55 && this.way !== 'at once') {
      const way = this.random() < 0.7 ? 'undo' : 'redo'
      if (!isProblem(person.copy[way]('page'))) this.seen.undone += 1
    } else {
      const changes = this.changes(textOf(person.copy.db))
      if (changes.length > 0) this.run(person, { command: 'editAnswer', args: { ...this.place, changes } })
    }
  }

  private write(person: Person, writer: Writer): void {
    const dice = this.random()
    if (dice < 0.4) {
      const changes = this.changes(writer.text())
      const [only] = changes
      const isTyped = changes.length === 1 && only?.from === only?.to && only?.insert.length === 1
      const userEvent = isTyped ? 'input.type' : changes.every(({ insert }) => insert === '') ? 'delete' : 'input.paste'
      if (changes.length > 0) writer.change({ changes, userEvent })
    } else if (dice < 0.55 && this.way !== 'at once') {
      if (writer.travel(this.random() < 0.65 ? 'undo' : 'redo')) this.seen.undone += 1
    } else if (dice < 0.6) {
      const { from, to } = this.stretch(writer.text())
      writer.format([{ type: 'mark', tag: 'b', from, to, on: this.random() < 0.7 }])
    } else if (dice < 0.62) writer.moved()
    else if (dice < 0.7) writer.flush()
    else if (dice < 0.97) {
      if (this.random() < 0.3) writer.commit()
      else writer.hear()
    } else {
      drain(writer)
      this.agrees(person, writer)
      writer.end()
      this.writers.delete(person)
    }
  }

  /** The page shows each highlight where its copy has it. */
  private agrees(person: Person, writer: Writer): void {
    strictEqual(writer.text(), textOf(person.copy.db), `the page of ${person.name}`)
    const rows = (['highlights', 'memos'] as const).flatMap((table) => rowsOf(person.copy.db, table))
    deepStrictEqual(byId(writer.marks()), byId(rows), `the page of ${person.name}`)
  }

  all(): void {
    for (let round = 0; round < 90; round += 1) {
      const { people } = this.simulation
      if (this.way === 'at once, with undo' && people.length < most && this.random() < 0.015) this.join()
      const person = people[this.below(people.length)]
      if (person) this.late(person)
    }
    this.settle()
    this.end()
  }

  /** Somebody does something, or something that is on the way arrives, or a connection breaks. */
  private late(person: Person): void {
    const dice = this.random()
    if (dice < 0.5) this.act(person)
    else if (dice < 0.63) this.simulation.send(person)
    else if (dice < 0.8) this.serve(person)
    else if (dice < 0.97) {
      if ((person.wire?.down.length ?? 0) > 0 && person.copy.waiting > 0) this.seen.concurrent += 1
      this.simulation.arrive(person)
    } else this.simulation.cut(person)
    if (!person.wire && this.random() < 0.4) this.simulation.connect(person)
  }

  private serve(person: Person): void {
    this.simulation.serve(person)
    this.follow()
  }

  /** Everything that is on the way arrives. */
  private settle(): void {
    const isBusy = () =>
      this.simulation.people.some((it) => !it.wire || it.copy.waiting > 0 || it.wire.down.length > 0) ||
      [...this.writers.values()].some((writer) => !writer.isDrained)
    for (let round = 0; round < 40 && isBusy(); round += 1) {
      for (const writer of this.writers.values()) drain(writer)
      for (const person of this.simulation.people) {
        if (!person.wire) this.simulation.connect(person)
        this.simulation.send(person)
        while ((person.wire?.up.length ?? 0) > 0) this.serve(person)
      }
      for (const person of this.simulation.people)
        while ((person.wire?.down.length ?? 0) > 0) this.simulation.arrive(person)
    }
  }

  private end(): void {
    ok(
      this.simulation.people.every((person) => person.copy.waiting === 0),
      'all has been sent',
    )
    ok(
      [...this.writers.values()].every((writer) => writer.isDrained),
      'all has been committed',
    )
    for (const person of this.simulation.people) {
      strictEqual(textOf(person.copy.db), textOf(this.simulation.roomDb), `the text of ${person.name}`)
      for (const table of ['highlights', 'memos'] as const)
        deepStrictEqual(
          rowsOf(person.copy.db, table),
          rowsOf(this.simulation.roomDb, table),
          `${table} of ${person.name}`,
        )
    }
    for (const [person, writer] of this.writers) this.agrees(person, writer)
  }

  /** The judge reads what the room has taken, and looks where the room's highlights lie. */
  private follow(): void {
    for (const event of this.simulation.room.events(this.head, Number.MAX_SAFE_INTEGER)) {
      this.head = event.seq
      for (const change of changesOf(event.operations)) {
        if (change.op === 'edit') {
          for (const step of change.steps)
            if (step.type === 'text') {
              this.judge.edit(step.changes as Part[], step.back ?? [])
              this.seen.edits += 1
            }
        } else if (change.table === 'highlights' || change.table === 'memos') {
          const id = change.id as number
          if (change.op === 'remove') this.judge.remove(id)
          else if (change.op === 'insert') {
            if (this.judge.marks.get(id)?.state === 'here') this.seen.back += 1
            this.isAsChosen(id, change.row.start as number, change.row.length as number)
            this.judge.put(id, change.table === 'memos', change.row.start as number, change.row.length as number)
          } else if ('start' in change.set) this.seen.grown += 1
        }
      }
    }
    if (this.way === 'at once, with undo') this.holdsSurvivors()
    this.compare()
  }

  /** Of the letters that were there when it was made and have never been away, each has just those that were chosen. */
  private holdsSurvivors(): void {
    const tags = tagsOf(this.judge.text)
    const stays = (tag: string) => tag !== '\n' && !this.judge.hasGone(tag)
    const rows = (['highlights', 'memos'] as const).flatMap((table) => rowsOf(this.simulation.roomDb, table))
    const placed = new Map(rows.map((row) => [row.id, row]))
    for (const [id, mark] of this.judge.marks) {
      const chosen = this.chosen.get(id)
      if (mark.state === 'removed' || !chosen) continue
      const { start, length } = placed.get(id) ?? { start: 0, length: 0 }
      const covered = new Set(tags.slice(start, start + length))
      const wrong = tags.filter((tag) => stays(tag) && (covered.has(tag) ? chosen.outside : chosen.inside).has(tag))
      deepStrictEqual(wrong, [], `letters of ${id} that have never been away`)
      this.seen.survivors += tags.filter((tag) => stays(tag) && chosen.inside.has(tag)).length
    }
  }

  private compare(): void {
    const db = this.simulation.roomDb
    strictEqual(textOf(db), this.judge.text, 'the text of the room')
    const letters = tagsOf(this.judge.text)
    const tags = letters.filter((tag) => tag !== '\n')
    deepStrictEqual(
      tags.filter((tag, at) => tags.indexOf(tag) < at),
      [],
      'letters that are there twice',
    )
    const rows = new Map<number, Row>()
    for (const table of ['highlights', 'memos'] as const) for (const row of rowsOf(db, table)) rows.set(row.id, row)
    const covered = (row: { start: number; length: number } | null | undefined) =>
      row ? letters.slice(row.start, row.start + row.length).join(' ') : 'nothing'
    for (const [id, mark] of this.judge.marks) {
      const row = rows.get(id)
      const wanted = this.judge.place(id)
      const what = `${mark.memo ? 'memo' : 'highlight'} ${id} at ${this.head}`
      if (mark.state === 'removed') strictEqual(row, undefined, `${what} is removed`)
      else {
        ok(row || !mark.memo, `${what} stays`)
        const { start, length } = row ?? { start: 0, length: 0 }
        if (!this.judge.adopt(id, start, length)) strictEqual(covered(row), covered(wanted), what)
        if (length === 0) this.seen[mark.memo ? 'emptied' : 'gone'] += 1
      }
      rows.delete(id)
    }
    this.judge.compared()
    deepStrictEqual([...rows.values()], [], 'rows that nobody made')
  }
}

/** All that is on the way between page and worker arrives. */
function drain(writer: Writer): void {
  for (let round = 0; round < 50 && !writer.isDrained; round += 1) {
    writer.flush()
    while (writer.commit());
    while (writer.hear());
  }
}

const byId = (rows: readonly Row[]): Row[] => rows.toSorted((a, b) => a.id - b.id)

const textOf = (db: Db): string => db.one<{ text: string }>('SELECT text FROM answer_texts')?.text ?? ''

const rowsOf = (db: Db, table: 'highlights' | 'memos'): Row[] =>
  db
    .all<Row>(`SELECT id, start, length FROM ${table} ORDER BY id`)
    .map(({ id, start, length }) => ({ id, start, length }))
