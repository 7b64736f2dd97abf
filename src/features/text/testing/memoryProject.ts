/** A project of one text in memory, for tests of the view alone: it answers late and in order, as a worker does. */
import { proxy } from 'valtio'
import type { ProjectHandle } from '../../../data/copies/handle.ts'
import { openPeopleHere } from '../../../data/copies/presence.ts'
import { packHighlights } from '../../../model/packedHighlights.ts'
import type { HighlightRow } from '../../../model/queries.ts'
import type { Memo } from '../../../model/schema.ts'
import { applyStep, type EditStep } from '../../../model/text/edit.ts'
import { giveBack, moveRows } from '../../../model/text/moveRows.ts'
import type { RichText } from '../../../model/text/richText.ts'

export interface MemoryProject {
  handle: ProjectHandle
  /** Every command that was run, with its arguments. */
  log: { command: string; args: unknown }[]
  rich(): RichText
  highlights(): HighlightRow[]
  memos(): Memo[]
  /** Changes by Ben, by whole rows; `content` null: he deletes it. */
  othersMemo(id: number, content: string | null): void
  /** An edit by Ben. */
  others(steps: EditStep[]): void
  /** A copy with another text takes the place of this one, which is told `after` so many ms. */
  replace(text: RichText, rows: readonly HighlightRow[], after: number): Promise<void>
  /** Ben removes the source. */
  remove(): void
  /** How late posts and answers come, in ms. */
  late: { post: number; reply: number }
}

interface Watch {
  query: string
  post: (posted: unknown) => void
}

const QUIRKS = [
  { id: 1, title: 'Trust', color: '#1a66d1' },
  { id: 2, title: 'Doubt', color: '#e97200' },
  { id: 3, title: 'Family', color: '#60a11c' },
]

export function memoryProject(
  text: RichText,
  rows: readonly HighlightRow[],
  notes: readonly Memo[] = [],
): MemoryProject {
  let rich = text
  let tick = 1
  let lastId = 1_000_000
  let isGone = false
  const highlights = new Map(rows.map((row) => [row.id, { ...row }]))
  const memos = new Map(notes.map((memo) => [memo.id, { ...memo }]))
  const watches = new Set<Watch>()
  const late = { post: 1, reply: 2 }
  const log: MemoryProject['log'] = []

  const first = (query: string): unknown => {
    if (query === 'answer') return { value: { tick, answerId: 1, rich } }
    if (query === 'highlights') return { packed: packHighlights([...highlights.values()]) }
    if (query === 'memos') return { all: [...memos.values()] }
    if (query === 'quirks') return { all: QUIRKS }
    if (query === 'source')
      return { value: { id: 1, title: 'Anna', icon: '', author: 'A', timestamp: 0, highlights: 0 } }
    return { all: [] }
  }
  /** Each watch hears what is new of its query, in the order in which they were begun. */
  const tellAll = (news: Record<string, unknown>) => {
    const copies = structuredClone(news)
    for (const watch of watches)
      if (watch.query in copies) setTimeout(() => watches.has(watch) && watch.post(copies[watch.query]), late.post)
  }
  const tell = (query: string, posted: unknown) => tellAll({ [query]: posted })
  const edit = (steps: readonly EditStep[], session: string | null) => {
    for (const step of steps) {
      rich = applyStep(rich, step).rich
      const { moved, gone } = moveRows([...highlights.values()], step, false)
      for (const row of moved) Object.assign(highlights.get(row.id) ?? {}, row)
      for (const id of gone) highlights.delete(id)
      for (const row of moveRows([...memos.values()], step, true).moved) Object.assign(memos.get(row.id) ?? {}, row)
      for (const give of step.type === 'text' ? (step.gives ?? []) : []) {
        if (give.table === 'memos') {
          const memo = memos.get(give.id)
          if (memo) Object.assign(memo, giveBack(memo, give))
          continue
        }
        const row = highlights.get(give.id)
        if (row) Object.assign(row, giveBack(row, give))
        else highlights.set(give.id, { ...(give.row as HighlightRow), start: give.from, length: give.to - give.from })
      }
    }
    tick++
    tellAll({
      answer: { value: { tick, answerId: 1, steps, session, by: session === null ? 'Ben' : null } },
      highlights: { packed: packHighlights([...highlights.values()]) },
      memos: { all: [...memos.values()] },
    })
  }
  const commands: Record<string, (args: never) => unknown> = {
    createHighlight({ quirkId, start, length }: HighlightRow) {
      const row = { id: ++lastId, quirkId, start, length, author: 'Anna', timestamp: 0 }
      highlights.set(row.id, row)
      tell('highlights', { put: [row], gone: [] })
      return row.id
    },
    removeHighlights({ highlightIds }: { highlightIds: number[] }) {
      for (const id of highlightIds) highlights.delete(id)
      tell('highlights', { put: [], gone: highlightIds })
    },
    createMemo(memo: Omit<Memo, 'id' | 'author' | 'timestamp'>) {
      const row = { ...memo, id: ++lastId, author: 'Anna', timestamp: Date.now() }
      memos.set(row.id, row)
      tell('memos', { put: [row], gone: [] })
      return row.id
    },
    updateMemo({ memoId, content }: { memoId: number; content: string }) {
      const row = memos.get(memoId)
      if (!row) return { problem: { kind: 'memoNotFound' } }
      row.content = content
      tell('memos', { put: [row], gone: [] })
      return undefined
    },
    removeMemos({ memoIds }: { memoIds: number[] }) {
      for (const id of memoIds) memos.delete(id)
      tell('memos', { put: [], gone: memoIds })
    },
    editAnswerSteps({ steps, tick: from, session }: { steps: EditStep[]; tick: number; session: string }) {
      if (isGone) return { problem: { kind: 'answerNotFound' } }
      if (from !== tick) return { behind: true }
      try {
        edit(steps, session)
      } catch {
        return { problem: { kind: 'badEdit', detail: 'a step does not fit' } }
      }
      return { tick }
    },
  }
  const people = openPeopleHere()
  const ben = { who: 2, author: 'Ben', colour: 1, access: 'write', sourceId: 1, questionId: 1 } as const
  people.hear([{ ...ben, selection: null, quirkId: null }], 2)
  const handle = {
    uuid: 'memory',
    state: proxy({ connection: 'online', access: 'own', progress: null as number | null }),
    history: proxy({ undo: null, redo: null }),
    people,
    place: () => {},
    run(command: string, args: never) {
      const sent = structuredClone(args)
      log.push({ command, args: sent })
      return new Promise((resolve) =>
        setTimeout(() => {
          const done = structuredClone(commands[command]?.(sent))
          const isRefused = typeof done === 'object' && done !== null && 'problem' in done
          setTimeout(() => resolve(isRefused ? done : { ok: done }), late.reply)
        }),
      )
    },
    undo: async () => ({ ok: undefined }),
    watch(query: string, _args: unknown, post: Watch['post']) {
      const watch = { query, post }
      watches.add(watch)
      setTimeout(() => watches.has(watch) && post(structuredClone(first(query))), late.post)
      return () => watches.delete(watch)
    },
  }
  return {
    // The few parts that the text view uses.
    handle: handle as unknown as ProjectHandle,
    log,
    rich: () => rich,
    highlights: () => [...highlights.values()],
    memos: () => [...memos.values()],
    othersMemo(id, content) {
      const memo = memos.get(id)
      if (content === null) memos.delete(id)
      else if (memo) memo.content = content
      tell('memos', content === null ? { put: [], gone: [id] } : { put: [memo], gone: [] })
    },
    others: (steps) => edit(steps, null),
    remove() {
      isGone = true
      tellAll({ answer: { value: { tick: 0, answerId: null } } })
    },
    async replace(other, rows, after) {
      handle.state.progress = 0
      // Until those who follow the state have heard of it.
      await Promise.resolve()
      handle.state.progress = null
      rich = other
      highlights.clear()
      for (const row of rows) highlights.set(row.id, { ...row })
      setTimeout(() => {
        tick++
        tellAll({
          answer: first('answer'),
          highlights: first('highlights'),
          memos: first('memos'),
        })
      }, after)
    },
    late,
  }
}
