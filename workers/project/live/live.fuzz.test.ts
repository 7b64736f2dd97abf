/** What the watches post adds up, post by post, to what is there: through work of one's own, undo, others' events and rebase. */
import { describe, expect, it } from 'vitest'
import { seeded, workOnce } from '../../../fixtures/testing/randomWork.ts'
import { simulate } from '../../../fixtures/testing/simulation.ts'
import { highlightAt, type PackedHighlights } from '../../../src/model/packedHighlights.ts'
import type { QueryArgs, QueryName } from '../../../src/model/queries.ts'
import type { AnyRow, Key } from '../../../src/model/schema.ts'
import type { Copy } from '../copy.ts'

const seeds = Array.from({ length: Number(process.env.SEEDS ?? 2) }, (_, i) => Number(process.env.SEED ?? 1) + i)

type Shown = unknown
type AnyPost = { all?: AnyRow[]; put?: AnyRow[]; gone?: Key[]; value?: unknown; packed?: PackedHighlights }

const keyOfRow = ({ id, quirkId, key }: AnyRow): Key => (id ?? key ?? quirkId) as Key
const unpacked = (packed: PackedHighlights) =>
  Array.from(packed.ids, (_, at) => highlightAt(packed, at) as unknown as AnyRow)

/** As the page puts what is posted into what it shows. */
function after(shown: Shown, post: AnyPost): Shown {
  if ('value' in post) return post.value
  const all = post.packed ? unpacked(post.packed) : post.all
  if (all) return new Map(all.map((row) => [keyOfRow(row), row]))
  const rows = new Map(shown as Map<Key, AnyRow>)
  for (const key of post.gone ?? []) rows.delete(key)
  for (const row of post.put ?? []) rows.set(keyOfRow(row), row)
  return rows
}

function watching(copy: Copy) {
  const watches: { name: string; now: () => Shown; there: () => Shown; posts: number }[] = []
  const watch = <N extends QueryName>(query: N, args: QueryArgs<N>) => {
    const entry = {
      name: `${query} ${JSON.stringify(args)}`,
      now: () => shown,
      there: () => after(undefined, copy.live.ask(query, args) as AnyPost),
      posts: 0,
    }
    let shown: Shown
    copy.live.watch(query, args, (post) => {
      shown = after(shown, structuredClone(post) as AnyPost)
      entry.posts += 1
    })
    watches.push(entry)
  }
  return {
    watch,
    posts: () => watches.reduce((sum, { posts }) => sum + posts, 0),
    check: (when: string) => {
      for (const { name, now, there } of watches) expect(now(), `${name}, ${when}`).toEqual(there())
    },
  }
}

const one = (copy: Copy, sql: string): number => copy.db.one<{ n: number }>(sql)?.n ?? 0

describe('the posts of every watch add up to what is there', () => {
  let posts = 0
  it.each(seeds)('seed %i', (seed) => {
    const random = seeded(seed)
    const simulation = simulate(random)
    const [anna, ben] = [simulation.join('Anna'), simulation.join('Ben')]
    for (let i = 0; i < 25; i += 1) workOnce(random, anna.copy, `early ${i}`)
    simulation.settle()
    const shown = watching(ben.copy)
    shown.watch('quirks', {})
    shown.watch('totals', {})
    shown.watch('sources', { offset: 0, limit: 3 })
    shown.watch('sources', { offset: 0, limit: 5, search: 'a' })
    const places = ben.copy.db.all<{ sourceId: number; questionId: number }>(
      'SELECT sourceId, questionId FROM question_answers ORDER BY id LIMIT 4',
    )
    for (const { sourceId, questionId } of places) {
      shown.watch('source', { sourceId })
      shown.watch('highlights', { sourceId, questionId })
      shown.watch('memos', { sourceId, questionId })
    }
    for (let i = 0; i < 120; i += 1) {
      const person = random() < 0.5 ? anna : ben
      const what = random()
      if (what < 0.55) workOnce(random, person.copy, `call ${i}`)
      else if (what < 0.7) simulation.send(person)
      else if (what < 0.85) simulation.serve(person)
      else simulation.arrive(person)
      shown.check(`action ${i}`)
    }
    simulation.settle()
    shown.check('settled')
    for (const table of ['sources', 'quirks', 'highlights', 'memos'] as const) {
      const { value } = ben.copy.live.ask('totals', {})
      expect(value[table], table).toBe(one(ben.copy, `SELECT COUNT(*) AS n FROM ${table}`))
    }
    const { value } = ben.copy.live.ask('sources', { offset: 0, limit: 500 })
    for (const { id, highlights } of value.rows)
      expect(highlights).toBe(one(ben.copy, `SELECT COUNT(*) AS n FROM highlights WHERE sourceId = ${id}`))
    posts += shown.posts()
    simulation.close()
  })
  it('there was something to post', () => expect(posts).toBeGreaterThan(20 * seeds.length))
})
