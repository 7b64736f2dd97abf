/**
 * What it costs to merge three projects: a base of 1,000 sources and 100,000 highlights, and two copies of it, each with 20,000 codings more, a hundred texts corrected,
 * and twenty sources of its own whose ids are taken. Against the 5 s that a person may wait, and against writing the same rows as JSON and reading them again: that is what the
 * cheapest way to bring them elsewhere takes. And `thicket merge` of the three files into a new one, and into the first of them, as a process of its own, from its start to its end: in processor time,
 * since others may be at work beside it, against the same 5 s, and what it had in memory at most, against 1 GB.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { generate, sizes } from '../fixtures/generate.ts'
import { writeProject } from '../server/files/projectFile.ts'
import { beginningWith } from '../server/room/readProjectJson.ts'
import type { ProjectRows } from '../src/model/projectRows.ts'
import { mergeProjects } from '../src/model/rules/projects/merge/mergeProjects.ts'
import { openNode } from '../wasm/database/boot/node.ts'
import { serverSql } from '../wasm/database/migrations/tables.ts'
import { projectRows } from '../wasm/database/projectRows.ts'
import { progressed } from './progress.ts'
import { type Bench, compare, limitRow, median, type Row, type Rows, timed } from './row.ts'

const wait = 5000
/** MB */
const memory = 1000

export const rows: Rows = async (bench) => {
  const base = baseRows()
  const others = [1, 2].map((n) => ({ rows: workedOn(base, n) }))
  const merge = () => {
    const { counts } = mergeProjects(base, others)
    if (counts.sources.similar < 150 || counts.highlights.lost > 0) throw new Error(JSON.stringify(counts))
  }
  const json = () => {
    for (const { rows } of [{ rows: base }, ...others]) JSON.parse(JSON.stringify(rows))
  }
  return [
    compare(
      'merging a project of 100,000 highlights with two copies / the wait for it',
      1,
      () => timed(merge),
      () => wait,
    ),
    compare(
      'the same / the rows of the three as JSON, written and read',
      3,
      () => timed(merge),
      () => timed(json),
    ),
    ...ofCommand(bench, [base, ...others.map((other) => other.rows)]),
  ]
}

const program = join(import.meta.dirname, '../server/main.ts')
/** Its last line of errors is what the process has used. */
const telling = `data:text/javascript,process.on('exit',()=>console.error(JSON.stringify(process.resourceUsage())))`
const commands = 3

function ofCommand(bench: Bench, projects: readonly ProjectRows[]): Row[] {
  const paths = projects.map((rows) => {
    const written = writeProject(bench.newPath('.qrk'), false, beginningWith(rows))
    if ('problem' in written) throw new Error(JSON.stringify(written.problem))
    progressed()
    return written.ok
  })
  const rowsOf = (name: string, into: boolean) => {
    const runs = Array.from({ length: commands }, () => mergedByCommand(bench, paths, into))
    return [
      limitRow(`${name}: processor time`, median(runs.map(({ processor }) => processor)), wait),
      limitRow(`${name}: memory at most`, Math.max(...runs.map(({ most }) => most)), memory, 'MB'),
    ]
  }
  return [...rowsOf('thicket merge', false), ...rowsOf('thicket merge --into', true)]
}

/** `into`: into a copy of the first of them. */
function mergedByCommand(
  bench: Bench,
  [base = '', ...others]: readonly string[],
  into: boolean,
): { processor: number; most: number } {
  const out = bench.newPath('.qrk')
  if (into) copyFileSync(base, out)
  const merged = into ? [out, ...others, '--into'] : [base, ...others, '--out', out]
  const args = ['--import', telling, program, 'merge', ...merged]
  const env = { ...process.env, THICKET_CONFIG: bench.newPath() }
  const { stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  if (status !== 0) throw new Error(stderr)
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '')
  rmSync(out)
  progressed()
  return { processor: (userCPUTime + systemCPUTime) / 1000, most: maxRSS / 1024 }
}

function baseRows(): Required<ProjectRows> {
  const db = openNode(':memory:')
  try {
    db.exec(serverSql)
    generate(db, sizes.large, 1)
    return projectRows(db)
  } finally {
    db.close()
  }
}

/** A copy that somebody has worked on; corrections keep the length, so that what lies behind them stays where it is. */
function workedOn(base: Required<ProjectRows>, n: number): ProjectRows {
  const answers = base.question_answers.map((answer, i) =>
    i % 10 === n ? { ...answer, answer: answer.answer.replace(/ (\p{L}+) /u, (word) => word.toUpperCase()) } : answer,
  )
  const codings = base.highlights.slice(0, 20_000).map((row, i) => ({ ...row, id: 1e9 + i, author: `Person ${n}` }))
  const sources = base.sources
    .slice(0, 20)
    .map((source) => ({ ...source, id: 1e9 + source.id, title: `New ${n} ${source.id}`, timestamp: n }))
  return {
    ...base,
    question_answers: answers,
    highlights: [...base.highlights, ...codings],
    sources: [...base.sources, ...sources],
  }
}
