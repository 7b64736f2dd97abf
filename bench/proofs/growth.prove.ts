// How the time of each kernel grows with the project: 10^4, 10^5 and 10^6 highlights, a hundred to a source of 10,000 units, by 2√n quirks.
// Throws where a time grows faster than n log n and what is answered allow. Prints the table of wasm/kernels/GROWTH.md. SEED: the project.
import { generate } from '../../fixtures/generate.ts'
import type { Effect } from '../../src/model/change.ts'
import type { Filter } from '../../src/model/rules/analysis/filters.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { loadKernels } from '../../wasm/database/boot/nodeKernels.ts'
import type { Db } from '../../wasm/database/db.ts'
import { copySql } from '../../wasm/database/migrations/tables.ts'
import { answerHighlights } from '../../wasm/kernels/answerHighlights.ts'
import { type Kernels, openKernels } from '../../wasm/kernels/kernels.ts'
import { finish, type Slices } from '../../wasm/kernels/slices.ts'

const sizes = [10_000, 100_000, 1_000_000]
/** n log n is 12 to 12.5 times as much for ten times as many: an exponent of 1.08 to 1.10. The rest is for caches that end and noise. */
const most = 1.35
/** In ms: shorter times tell nothing. */
const least = 0.3
const rounds = 5

/** Time of the processor, in ms: what others do on the machine counts less than by the clock. */
const processor = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const module = await loadKernels()
const times = new Map<string, { ms: number; answer: number }[]>()

for (const n of sizes) {
  const db = openNode(':memory:')
  db.exec(copySql)
  const quirks = Math.round(2 * Math.sqrt(n))
  const shape = { sources: n / 100, textLength: 10_000, quirks, highlights: n, authors: 6, groups: 30, properties: 12 }
  generate(db, shape, Number(process.env.SEED ?? 1))
  for (const [name, measured] of measure(db)) times.set(name, [...(times.get(name) ?? []), measured])
  db.close()
}
report()

function measure(db: Db): Map<string, { ms: number; answer: number }> {
  const found = new Map<string, { ms: number; answer: number }>()
  const note = (name: string, count: number, before: () => () => number) => {
    let ms = Number.POSITIVE_INFINITY
    let answer = 0
    for (let round = 0; round < count; round += 1) {
      const run = before()
      const began = processor()
      answer = run()
      ms = Math.min(ms, processor() - began)
    }
    found.set(name, { ms, answer })
  }
  const fresh = () => openKernels(module, db)
  const asked = { quirkIds: null, filters: [], descending: false, offset: 0, limit: 500 } as const
  const bare = { ...asked, order: 'place' } as const
  const byAuthor = { ...asked, order: 'author' } as const
  const after = (...first: ((kernels: Kernels) => Slices<unknown>)[]) => {
    const kernels = fresh()
    for (const ask of first) finish(ask(kernels))
    return kernels
  }

  note('columns, loaded', 3, () => {
    const kernels = fresh()
    return () => finish(kernels.quotes({ ...bare, limit: 0 })).total
  })
  note('their authors and times', 3, () => {
    const kernels = after((k) => k.quotes(bare))
    return () => finish(kernels.quotes({ ...byAuthor, limit: 0 })).total
  })
  note('all pairs of quirks, counted', rounds, () => {
    const kernels = after((k) => k.quotes({ ...bare, limit: 0 }))
    return () => finish(kernels.overlapMatrix()).pairs.length / 3
  })
  note('texts, loaded', 2, () => {
    const kernels = fresh()
    return () => finish(kernels.textSearch('zzqzz')).length
  })

  const kernels = after(
    (k) => k.quotes(byAuthor),
    (k) => k.textSearch('zzqzz'),
    (k) => k.overlapMatrix(),
  )
  const top = db
    .all<{ id: number }>('SELECT quirkId AS id FROM highlights GROUP BY quirkId ORDER BY COUNT(*) DESC LIMIT 3')
    .map(({ id }) => id)
  const again = (name: string, ask: () => number) => note(name, rounds, () => ask)
  again('all pairs, kept', () => finish(kernels.overlapMatrix()).pairs.length / 3)
  const whole = { quirkIds: null, least: 1, most: 4000 } as const
  again('all pairs, as a table', () => finish(kernels.overlapTable({ ...whole, similar: false })).others.length / 2)
  again('the same, alike side by side', () => finish(kernels.overlapTable({ ...whole, similar: true })).similar.length)
  const key = db.one<{ id: number }>('SELECT id FROM source_metadata_keys ORDER BY id LIMIT 1')?.id ?? 0
  again(
    'quirks by the values of a property',
    () => finish(kernels.propertyCounts({ keyId: key, quirkIds: null })).total.highlights,
  )
  again('quirks by who speaks', () => finish(kernels.speakerCounts({ quirkIds: null })).total.highlights)
  again('one against all', () => finish(kernels.overlaps(top[0] ?? 0)).size)
  again('three together', () => finish(kernels.overlapsTogether(top)).length)
  let turn = 0
  const another = () => {
    turn += 1
    return filters(db, turn)
  }
  // What was asked just now is kept: each time something else.
  again('filters', () => finish(kernels.filterAnswers(another())).highlights)
  again('filters by what lies together', () => {
    turn += 1
    return finish(kernels.filterAnswers(together(top, turn))).highlights
  })
  const often = finish(kernels.wordCounts({ most: 40 })).at(-1)?.word ?? 'x'
  again('filters and a word of many texts', () => finish(kernels.filterAnswers(another(), often)).highlights)
  again('two queries', () => {
    const criteria = { filters: another(), text: often }
    return finish(kernels.compareCriteria(criteria, { ...criteria, text: '' })).highlights.both
  })
  again(
    'quotes by date, first window',
    () => finish(kernels.quotes({ ...asked, order: 'date', filters: another() })).total,
  )
  again(
    'quotes by quirk, descending',
    () => finish(kernels.quotes({ ...asked, order: 'quirk', descending: true, filters: another() })).total,
  )
  again(
    'a further window of them',
    () =>
      finish(kernels.quotes({ ...asked, order: 'quirk', descending: true, filters: filters(db, turn), offset: 1000 }))
        .total,
  )
  again(
    'all of them, by their ids',
    () => finish(kernels.quoteIds({ ...asked, order: 'length', descending: true, filters: another() })).length,
  )
  const word = finish(kernels.wordCounts({ most: 40 })).at(-1)?.word ?? 'x'
  again('text search, a word of many texts', () => finish(kernels.textSearch(word)).length)
  again('text search, nowhere', () => finish(kernels.textSearch('zzqzz')).length)
  again('words of all texts', () => finish(kernels.wordCounts({ most: 500 })).length)
  again(
    'words of a quirk’s passages',
    () => finish(kernels.wordCounts({ quirkIds: top.slice(0, 1), most: 500 })).length,
  )

  again(
    'words of all texts without the names of speakers',
    () => finish(kernels.wordCounts({ withoutSpeakers: true, most: 500 })).length,
  )

  const listed = { without: ['the'], search: '', least: 1, order: 'word', descending: false, limit: 100 } as const
  again('a further window of words', () => finish(kernels.words({}, { ...listed, offset: 200 })).total)

  // What was counted last is kept: another question each time.
  const authors = finish(kernels.coders()).map(({ author }) => author)
  let pair = 0
  again('agreement of two authors', () => {
    pair += 1
    return finish(
      kernels.agreement({ authors: [0, 1].map((n) => authors[(pair + n) % authors.length] ?? ''), quirkIds: null }),
    ).texts
  })
  again('where they differ, one quirk', () => {
    const asked = { authors: authors.slice(0, 2), quirkIds: top.slice(0, 1) }
    return finish(kernels.codedStretches(asked, false)).length
  })
  again('the timeline by quirk', () => {
    return finish(kernels.timeline({ of: 'highlights', by: 'quirk', quirkIds: null, most: 8 })).begins.length
  })

  const steps = comings(db)
  again('a hundred highlights come and go, with the matrix', () => {
    for (const effects of steps) kernels.keep(effects)
    return steps.length
  })
  const place = db.one<{ sourceId: number; questionId: number }>(
    'SELECT sourceId, questionId FROM highlights GROUP BY 1, 2 ORDER BY COUNT(*) LIMIT 1 OFFSET (SELECT COUNT(*) / 2 FROM sources)',
  )
  again('a window of an answer’s highlights', () =>
    place ? answerHighlights(db, place, { from: 3000, to: 5000 }).ids.length : 0,
  )
  return found
}

function filters(db: Db, after = 1): Filter[] {
  const named = (sql: string) => db.one<{ value: string }>(sql)?.value ?? ''
  const filter = (
    field: string,
    operator: Filter['operator'],
    value: string | number,
    clause: Filter['clause'] = 'And',
  ) => ({ field, operator, value, clause }) satisfies Filter
  return [
    filter('highlightDate', '>', after),
    filter(
      named('SELECT key AS value FROM source_metadata_keys LIMIT 1'),
      '!=',
      named('SELECT value FROM source_metadata_values LIMIT 1'),
    ),
    filter('group', '=', named('SELECT description AS value FROM groups LIMIT 1'), 'Or'),
    filter('highlightAuthor', '!=', 'Anna'),
  ]
}

/** Coded A, in a source that also has B, and not on words that are of C too. */
function together([a = 0, b = 0, c = 0]: readonly number[], after: number): Filter[] {
  const filter = (field: string, operator: Filter['operator'], value: number) =>
    ({ field, operator, value, clause: 'And' }) satisfies Filter
  return [
    filter('highlightDate', '>', after),
    filter('quirk', '=', a),
    filter('sourceQuirk', '=', b),
    filter('overlaps', '!=', c),
  ]
}

/** A hundred highlights that come and, each by a step of its own, go again. */
function comings(db: Db): Effect[][] {
  const rows = db.all<Record<string, number | string>>('SELECT * FROM highlights ORDER BY id DESC LIMIT 100')
  return rows.flatMap((old, n): Effect[][] => {
    const row = { ...old, id: 2 ** 52 + n }
    return [
      [{ op: 'insert', table: 'highlights', id: row.id, row }],
      [{ op: 'remove', table: 'highlights', id: row.id, row }],
    ]
  })
}

function report(): void {
  const bad: string[] = []
  const shown = (ms: number) => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0))
  console.log('| in ms | 10⁴ | 10⁵ | 10⁶ | exponents | answered at 10⁶ |\n|---|---|---|---|---|---|')
  for (const [name, measured] of times) {
    const ms = measured.map((one) => one.ms)
    const exponents = ms.slice(1).map((time, n) => Math.log10(time / (ms[n] as number)))
    const ends = [ms[0] as number, ms.at(-1) as number].map((time) => Math.max(time, least)) as [number, number]
    const whole = Math.log10(ends[1] / ends[0]) / (sizes.length - 1)
    if (whole > most) bad.push(`${name} grows with exponent ${whole.toFixed(2)}`)
    console.log(
      `| ${name} | ${ms.map(shown).join(' | ')} | ${exponents.map((e) => e.toFixed(2)).join(', ')} | ${measured.at(-1)?.answer} |`,
    )
  }
  if (bad.length > 0) throw new Error(bad.join('; '))
}
