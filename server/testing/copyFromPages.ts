/**
 * A copy of a project as a program of somebody else's would keep it: written from `api/api.md` alone ("Copies"), with nothing of ours. It
 * follows rows, plain texts with their versions, and what lies on them; formatting it leaves out.
 */
import { DatabaseSync } from 'node:sqlite'

type Value = number | string
type Row = Record<string, Value>
type Rows = Map<Value, Row>
interface Operation {
  name: string
  args: Record<string, unknown>
}
export interface TextChange {
  type: string
  changes?: (number | [number, ...string[]])[]
  format?: unknown
}

/** As the wire names the rows: their table, and their key where it is no `id`. */
const kinds: Record<string, { table: string; key?: string }> = {
  source: { table: 'sources' },
  question: { table: 'questions' },
  answer: { table: 'question_answers' },
  quirk: { table: 'quirks' },
  highlight: { table: 'highlights' },
  memo: { table: 'memos' },
  group: { table: 'groups' },
  groupQuirk: { table: 'group_quirks' },
  quirkShortcutKey: { table: 'quirk_shortcut_keys', key: 'quirkId' },
  sourceMetadataKey: { table: 'source_metadata_keys' },
  sourceMetadataValue: { table: 'source_metadata_values' },
  sourceMetadata: { table: 'source_metadatas' },
  chatMessage: { table: 'chat_messages' },
  preference: { table: 'preferences', key: 'key' },
}

/** Which rows name one of a kind, and in which column. */
const naming: Record<string, [kind: string, column: string][]> = {
  source: [
    ['answer', 'sourceId'],
    ['highlight', 'sourceId'],
    ['memo', 'sourceId'],
    ['sourceMetadata', 'sourceId'],
  ],
  question: [
    ['answer', 'questionId'],
    ['highlight', 'questionId'],
    ['memo', 'questionId'],
  ],
  quirk: [
    ['quirk', 'parentQuirkId'],
    ['highlight', 'quirkId'],
    ['groupQuirk', 'quirkId'],
    ['quirkShortcutKey', 'quirkId'],
  ],
  group: [['groupQuirk', 'groupId']],
  sourceMetadataKey: [
    ['sourceMetadataValue', 'keyId'],
    ['sourceMetadata', 'keyId'],
  ],
  sourceMetadataValue: [['sourceMetadata', 'valueId']],
}

export class CopyFromPages {
  /** Of the last event. */
  head: number
  readonly rows: Record<string, Rows>
  /** By answer, of answers that are gone too: they go on counting when they come back. */
  readonly texts = new Map<Value, { version: number; text: string }>()

  /** `path`: the snapshot. */
  constructor(path: string, head: number) {
    this.head = head
    const file = new DatabaseSync(path, { readOnly: true })
    const read = (table: string) => file.prepare(`SELECT * FROM ${table}`).all() as Row[]
    this.rows = Object.fromEntries(
      Object.entries(kinds).map(([kind, { table, key = 'id' }]) => [
        kind,
        new Map(read(table).map((row) => [row[key] as Value, { ...row }])),
      ]),
    )
    for (const { answerId, version, text } of read('answer_texts'))
      this.texts.set(answerId as Value, { version: version as number, text: (text ?? '') as string })
    file.close()
  }

  take({ seq, operations }: { seq: number; operations: Operation[] }): void {
    if (seq !== this.head + 1) throw new Error(`event ${seq} after ${this.head}`)
    for (const operation of operations) this.do(operation)
    this.head = seq
  }

  do({ name, args }: Operation): void {
    const [, kind = '', batch = '', what] = /^(\w+?)(Batch)?(CreateOrUpdate|Remove)$/.exec(name) ?? []
    const { key = 'id' } = kinds[kind] ?? {}
    if (what === 'Remove') {
      for (const each of batch ? (args.ids as Value[]) : [args[key] as Value]) this.remove(kind, each)
    } else if (args.edit) this.edit(args as { id: number; edit: TextChange[] } & Row)
    else
      for (const row of batch ? rowsOf(args.columns as Record<string, Value[]>, key) : [args as Row])
        this.write(kind, key, row, args.create === true)
  }

  private write(kind: string, key: string, { create: _, ...given }: Row & { create?: unknown }, isNew: boolean): void {
    const rows = this.rows[kind] as Rows
    const id = given[key] as Value
    const known = rows.get(id)
    if (isNew ? known && key === 'id' : !known) return
    const { answer, sourceId, questionId, ...rest } = given
    const isPlaced = kind === 'highlight' || kind === 'memo'
    const row = isNew ? given : { ...known, ...(isPlaced ? rest : { ...given, ...(kind === 'answer' && known) }) }
    if (kind === 'highlight' && (row.length as number) <= 0) rows.delete(id)
    else rows.set(id, row)
    if (isNew && kind === 'answer')
      this.texts.set(id, { version: (this.texts.get(id)?.version ?? 0) + 1, text: textOf(answer as string) })
  }

  private remove(kind: string, id: Value): void {
    const rows = this.rows[kind] as Rows
    const row = rows.get(id)
    if (!row) return
    rows.delete(id)
    for (const [other, column] of naming[kind] ?? [])
      for (const [key, each] of [...(this.rows[other] as Rows)]) if (each[column] === id) this.remove(other, key)
    if (kind === 'answer') for (const [other, key] of this.on(row)) this.rows[other]?.delete(key)
  }

  /** What lies on a text. */
  private on({ sourceId, questionId }: Row): [kind: string, key: Value, row: Row][] {
    return ['highlight', 'memo'].flatMap((kind) =>
      [...(this.rows[kind] as Rows)].flatMap(([key, row]): [string, Value, Row][] =>
        row.sourceId === sourceId && row.questionId === questionId ? [[kind, key, row]] : [],
      ),
    )
  }

  private edit({ id, edit }: { id: number; edit: TextChange[] }): void {
    const answer = this.rows.answer?.get(id)
    const text = this.texts.get(id)
    if (!answer || !text) return
    text.version += 1
    for (const { type, changes } of edit) {
      if (type !== 'text' || !changes) continue
      const replaced = replacements(changes)
      for (const [kind, key, row] of this.on(answer)) {
        const moved = movedBy(row as unknown as Stretch, replaced)
        if (moved.length === 0 && kind === 'highlight') this.rows.highlight?.delete(key)
        else Object.assign(row, moved)
      }
      text.text = changed(text.text, replaced)
    }
  }
}

const rowsOf = (columns: Record<string, Value[]>, key: string): Row[] =>
  (columns[key] as Value[]).map((_, i) =>
    Object.fromEntries(
      Object.entries(columns).map(([column, values]) => [column, (values.length > 1 ? values[i] : values[0]) as Value]),
    ),
  )

/** The units from a to before b become `put`, from c to before d. */
interface Replacement {
  a: number
  b: number
  c: number
  d: number
  put: string
}

export function replacements(changes: NonNullable<TextChange['changes']>): Replacement[] {
  const found: Replacement[] = []
  let before = 0
  let after = 0
  for (const part of changes) {
    const [taken, ...lines] = typeof part === 'number' ? [part] : part
    const put = lines.join('\n')
    if (typeof part !== 'number') found.push({ a: before, b: before + taken, c: after, d: after + put.length, put })
    before += taken
    after += typeof part === 'number' ? part : put.length
  }
  return found
}

function changed(text: string, replaced: readonly Replacement[]): string {
  let done = 0
  let made = ''
  for (const { a, b, put } of replaced) {
    made += text.slice(done, a) + put
    done = b
  }
  return made + text.slice(done)
}

interface Stretch {
  start: number
  length: number
}

/** Where a highlight or memo lies after the replacements. */
export function movedBy({ start, length }: Stretch, replaced: readonly Replacement[]): Stretch {
  const end = start + length
  let [from, to] = [start, end]
  for (const { a, b, c, d } of replaced) {
    if (b <= start) from = start + d - b
    else if (a < start) from = d
    if (b <= end && !(a === b && b === end)) to = end + d - b
    else if (a < end && end < b) to = c
  }
  return { start: from, length: length === 0 ? 0 : Math.max(0, to - from) }
}

const named: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#9;': '\t',
  '&#32;': ' ',
}

/** The plain text of the HTML that the server writes. */
export function textOf(html: string): string {
  if (html === '') return ''
  const lines: string[] = []
  const parts = html.match(/<[^>]+>|[^<]+/g) ?? []
  for (const [i, part] of parts.entries()) {
    const next = parts[i + 1] ?? ''
    if (part === '<p>' || (part === '<li>' && next !== '<ul>')) lines.push('')
    else if (part === '<br>' && !['</p>', '</li>', '<ul>'].includes(next)) lines.push('')
    else if (part.startsWith('<img ')) lines[lines.length - 1] += '\ufffc'
    else if (!part.startsWith('<')) lines[lines.length - 1] += part.replace(/&[^;]+;/g, (sign) => named[sign] ?? sign)
  }
  return lines.join('\n')
}
