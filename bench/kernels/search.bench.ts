/**
 * text-search: seven needles from everywhere to nowhere, each in turn with the same search in C on the same folded bytes (without a compiler:
 * `includes` on strings, and the name says so); the row shows the one whose ratio is the median. text-search-limit: the slowest / limit 30 ms.
 */
import { writeFileSync } from 'node:fs'
import type { Db } from '../../wasm/database/db.ts'
import { openKernel } from '../../wasm/kernels/kernel.ts'
import { finish } from '../../wasm/kernels/slices.ts'
import { textSearch } from '../../wasm/kernels/texts/textSearch.ts'
import { loadTexts, type Texts } from '../../wasm/kernels/texts/texts.ts'
import { compile } from '../native/compile.ts'
import { type Bench, goalRounds, limitRow, median, type Row, type Rows, rowOf, timed } from '../row.ts'
import { theColumns } from './theColumns.ts'

export const rows: Rows = async (bench) => {
  const { db, module } = await theColumns(bench)
  return search(bench, finish(loadTexts(openKernel(module), db, () => {})), db)
}

async function search(bench: Bench, texts: Texts, db: Db): Promise<Row[]> {
  const file = bench.newPath('.texts')
  writeFileSync(file, textsFile(texts))
  const needles = needlesOf(texts, db)
  const program = compile<{ ms: number[][]; check: number[] }>(bench, 'scan.c')
  const decoder = new TextDecoder()
  const strings = program ? [] : texts.ids.map((_, n) => decoder.decode(bytesOf(texts, n)))
  const measured: { sought: string; hits: number; ours: number; theirs: number }[] = []
  for (const sought of needles) {
    const needle = decoder.decode(texts.fold(sought))
    const [ours, theirs]: [number[], number[]] = [[], []]
    let hits = 0
    for (let round = 0; round <= goalRounds; round += 1) {
      let count = 0
      let spent = 0
      if (program) {
        const { ms, check } = program.run(file, 3, needle)
        spent = median(ms[0] ?? [])
        count = check[0] ?? -1
      } else
        spent = timed(() => {
          count = strings.filter((text) => text.includes(needle)).length
        })
      const own = timed(() => {
        hits = finish(textSearch(texts, sought)).length
      })
      if (hits !== count) throw new Error(`“${sought}”: ${hits} texts by the kernel, ${count} by its reference`)
      if (round === 0) continue
      ours.push(own)
      theirs.push(spent)
    }
    measured.push({ sought, hits, ours: median(ours), theirs: median(theirs) })
  }
  measured.sort((a, b) => a.ours / a.theirs - b.ours / b.theirs)
  const middle = measured[measured.length >> 1] ?? { sought: '', hits: 0, ours: 0, theirs: 1 }
  const slowest = measured.reduce((a, b) => (a.ours > b.ours ? a : b))
  const told = measured
    .map(({ sought, hits, ours, theirs }) => `“${sought}” ${hits} texts ${ours.toFixed(1)}/${theirs.toFixed(1)}`)
    .join(', ')
  const [name, target] = program ? ['text-search', 2] : ['text-search (JavaScript oracle)', 1]
  return [
    { ...rowOf(name as string, target as number, middle.ours, middle.theirs), note: told },
    limitRow('text-search-limit', slowest.ours, 30, 'ms', `“${slowest.sought}”`),
  ]
}

const bytesOf = ({ kernel, offsets, lengths }: Texts, n: number): Uint8Array =>
  kernel.bytes(offsets[n] ?? 0, lengths[n] ?? 0)

function textsFile(texts: Texts): Uint8Array {
  const count = texts.ids.length
  const head = new Int32Array(count + 1)
  head[0] = count
  for (let n = 0; n < count; n += 1) head[n + 1] = texts.lengths[n] ?? 0
  const total = texts.lengths.subarray(0, count).reduce((sum, length) => sum + length, 0)
  const file = new Uint8Array(head.byteLength + total)
  file.set(new Uint8Array(head.buffer))
  let at = head.byteLength
  for (let n = 0; n < count; n += 1) {
    file.set(bytesOf(texts, n), at)
    at += texts.lengths[n] ?? 0
  }
  return file
}

/** One and two letters, then words from the most common to one that is nowhere, and a phrase. */
function needlesOf(texts: Texts, db: Db): string[] {
  const text =
    db.one<{ text: string }>('SELECT text FROM answer_texts WHERE text IS NOT NULL ORDER BY answerId LIMIT 1')?.text ??
    ''
  const words = [...new Set(text.split(/[^\p{L}]+/u))].filter((word) => word.length > 3).slice(0, 150)
  const counted = words
    .map((word) => ({ word, hits: finish(textSearch(texts, word)).length }))
    .sort((a, b) => b.hits - a.hits)
  const near = (part: number) => counted[Math.round((counted.length - 1) * part)]?.word ?? 'x'
  const [first = 'a'] = near(0)
  const phrase = /\p{L}+ \p{L}+ \p{L}+/u.exec(text)?.[0] ?? 'x'
  return [first, near(0).slice(0, 2), near(0), near(0.6), near(1), phrase, `${near(1)}qxz`]
}
