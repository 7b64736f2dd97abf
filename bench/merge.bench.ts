/**
 * What it costs to merge three projects: a base of 1,000 sources and 100,000 highlights, and two copies of it, each with 20,000 codings more, a hundred texts corrected,
 * and twenty sources of its own whose ids are taken. Against the 5 s that a person may wait, and against writing the same rows as JSON and reading them again: that is what the
 * cheapest way to bring them elsewhere takes.
 */
import { generate, sizes } from '../fixtures/generate.ts'
import type { ProjectRows } from '../src/model/projectRows.ts'
import { mergeProjects } from '../src/model/rules/projects/merge/mergeProjects.ts'
import { openNode } from '../wasm/database/boot/node.ts'
import { serverSql } from '../wasm/database/migrations/tables.ts'
import { projectRows } from '../wasm/database/projectRows.ts'
import { compare, type Rows, timed } from './row.ts'

const wait = 5000

export const rows: Rows = async () => {
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
  ]
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
