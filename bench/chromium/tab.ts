/**
 * A tab without a screen: the page's own way to the project (`src/data`), hence the real worker, broker, OPFS and server, driven by
 * the bench through `window.tab`. Every time is in ms of this page's clock.
 */

import type { ProjectHandle } from '../../src/data/copies/handle.ts'
import { openProject } from '../../src/data/copies/openProject.ts'
import type { Args } from '../../src/model/commands.ts'
import type { AnalysisArgs, AnalysisName, QueryArgs, QueryName } from '../../src/model/queries.ts'
import { firstScreen } from '../firstScreen.ts'
import type { KernelAsked } from './sql.ts'

let project: ProjectHandle | undefined
let given: { uuid: string; token: string } = { uuid: '', token: '' }
let sql: Worker | undefined

const opened = (): ProjectHandle => {
  if (!project) throw new Error('no project is open in this tab')
  return project
}

const told = <N extends QueryName>(handle: ProjectHandle, query: N, args: QueryArgs<N>) =>
  new Promise<void>((resolve) => {
    const stop = handle.watch(query, args, () => {
      resolve()
      queueMicrotask(() => stop())
    })
  })

const answered = <N extends AnalysisName>(handle: ProjectHandle, name: N, args: AnalysisArgs<N>) =>
  new Promise<void>((resolve, reject) => {
    const stop = handle.watchAnalysis(name, args, (answer) => {
      queueMicrotask(() => stop())
      if ('problem' in answer) reject(new Error(JSON.stringify(answer.problem)))
      else resolve()
    })
  })

const snapshot = () =>
  fetch(`/v1/thicket/projects/${given.uuid}/snapshot`, { headers: { authorization: `Bearer ${given.token}` } })

const tab = {
  /** Until the rows of the first screen have been told. */
  async open(start: { uuid: string; token: string; author: string }): Promise<number> {
    given = start
    const began = performance.now()
    project = openProject({ ...start, name: '' })
    const handle = project
    await Promise.all(firstScreen.map(([query, args]) => told(handle, query, args as never)))
    return performance.now() - began
  },

  /** Until an answer has come that needs all highlights in the worker's columns. */
  async reopen(start: { uuid: string; token: string; author: string }, quirkId: number): Promise<number> {
    given = start
    const began = performance.now()
    project = openProject({ ...start, name: '' })
    await answered(project, 'overlaps', { quirkId })
    return performance.now() - began
  },

  /** Gives a question up after so many ms; how long the next query then takes. */
  async cancel<N extends AnalysisName>(name: N, args: AnalysisArgs<N>, after: number): Promise<number> {
    const stop = opened().watchAnalysis(name, args, () => {})
    await new Promise((resolve) => setTimeout(resolve, after))
    const began = performance.now()
    stop()
    await opened().ask('questions', {})
    return performance.now() - began
  },

  /** Questions to the whole project that make the worker load all that it keeps for them. */
  async askEverything(): Promise<void> {
    const all = { offset: 0, limit: 500 }
    await answered(opened(), 'overlapMatrix', {})
    await answered(opened(), 'textSearch', { text: 'ab', ...all })
    await answered(opened(), 'filteredAnswers', {
      filters: [{ field: 'highlightAuthor', operator: '=', value: 'Anna', clause: 'And' }],
    })
    await answered(opened(), 'quotes', { quirkIds: null, filters: [], order: 'date', descending: true, ...all })
    await answered(opened(), 'wordCounts', { offset: 0, limit: 100 })
  },

  /** Highlights in one step. */
  async batch(list: Args<'createHighlight'>[]): Promise<void> {
    const calls = list.map((args) => ({ command: 'createHighlight', args }) as const)
    const done = await opened().runAll(calls, 'undo.createHighlight')
    if ('problem' in done) throw new Error(JSON.stringify(done.problem))
  },

  /** null before the project is being opened. */
  state: () => (project ? { ...project.state } : null),

  async online(): Promise<void> {
    while (opened().state.connection !== 'online' || opened().state.waiting > 0)
      await new Promise((resolve) => setTimeout(resolve, 20))
  },

  close(): void {
    project?.close()
    project = undefined
  },

  /** Removes every copy of this browser; the handles of a worker that has just gone may be held for a moment. */
  async forget(): Promise<void> {
    const root = await navigator.storage.getDirectory()
    for (let tries = 0; ; tries += 1) {
      try {
        await root.removeEntry('thicket', { recursive: true })
        return
      } catch (error) {
        if (error instanceof DOMException && error.name === 'NotFoundError') return
        if (tries > 50) throw error
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  },

  /** The same snapshot, read and thrown away; until its last byte. Its first call makes it. */
  async drain(start: { uuid: string; token: string }): Promise<{ ms: number; bytes: number }> {
    given = start
    const began = performance.now()
    const reader = (await snapshot()).body?.getReader()
    let bytes = 0
    for (;;) {
      const read = await reader?.read()
      if (!read || read.done) break
      bytes += read.value.length
    }
    return { ms: performance.now() - began, bytes }
  },

  /** Round trip from the page to the worker and back, after the commit. */
  async createHighlight(args: Args<'createHighlight'>): Promise<number> {
    const began = performance.now()
    const done = await opened().run('createHighlight', args)
    const spent = performance.now() - began
    if ('problem' in done) throw new Error(JSON.stringify(done.problem))
    return spent
  },

  /** Median of a query's round trips. */
  async ask<N extends QueryName>(query: N, args: QueryArgs<N>, times: number): Promise<number> {
    const spent: number[] = []
    for (let i = 0; i < times; i += 1) {
      const began = performance.now()
      await opened().ask(query, args)
      spent.push(performance.now() - began)
    }
    return spent.sort((a, b) => a - b)[times >> 1] ?? Number.NaN
  },

  /** Asks one query after the other; the longest that one had to wait for its answer, once one has waited for more than `least` ms. */
  async longestAnswer(least: number): Promise<number> {
    for (;;) {
      const began = performance.now()
      await opened().ask('questions', {})
      const waited = performance.now() - began
      if (waited > least) return waited
    }
  },

  /** Of the whole project. */
  async highlights(): Promise<number> {
    const posted = await opened().ask('totals', {})
    return posted.value.highlights
  },

  /** Makes highlights until the tab is killed, and tells each that was acknowledged: `window.acknowledged`. */
  async makeHighlights(list: Args<'createHighlight'>[], pause: number): Promise<void> {
    for (const args of list) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const done = await opened().run('createHighlight', args)
      if ('problem' in done) throw new Error(JSON.stringify(done.problem))
      await window.acknowledged(done.ok, args.sourceId)
    }
  },

  async highlightIds(place: { sourceId: number; questionId: number }): Promise<number[]> {
    const posted = await opened().ask('highlights', place)
    return 'packed' in posted ? [...posted.packed.ids] : []
  },

  /** A worker with SQLite over OPFS on the project's snapshot and nothing else: `sql.ts`. */
  async startSql(load: { uuid: string; token: string }): Promise<void> {
    sql = new Worker(new URL('./sql.js', import.meta.url), { type: 'module' })
    await askSql({ load })
  },
  runSql: (query: { sql: string; repeat: number }) => askSql({ query }),
  runKernel: (kernel: KernelAsked) => askSql({ kernel }),
  stopSql(): void {
    sql?.terminate()
  },
}

const askSql = (message: unknown) =>
  new Promise<{ ms: number; rows: number }>((resolve, reject) => {
    if (!sql) throw new Error('no worker')
    sql.onmessage = ({ data }) => ('error' in data ? reject(new Error(data.error)) : resolve(data))
    sql.onerror = (event) => reject(new Error(event.message))
    sql.postMessage(message)
  })

declare global {
  interface Window {
    tab: BenchTab
    /** Given by who drives the tab. */
    acknowledged(highlightId: number, sourceId: number): Promise<void>
  }
}

export type BenchTab = typeof tab
window.tab = tab
