import { useState } from 'react'
import { CrosstabGrid } from '../features/crosstab/CrosstabGrid.tsx'
import { MatrixGrid } from '../features/overlap/matrix/MatrixGrid.tsx'
import { OverlapList } from '../features/overlap/OverlapList.tsx'
import { OverlapPicture } from '../features/overlap/OverlapPicture.tsx'
import { overlapsOf } from '../features/overlap/overlapsOf.ts'
import { TogetherWords } from '../features/overlap/TogetherPanel.tsx'
import type { Shown } from '../features/overlap/useQuirks.ts'
import { compareTitles } from '../i18n/formats.ts'
import { useT } from '../i18n/useT.ts'
import { matrixOf } from '../model/canvas/matrix/matrixOf.ts'
import { PALETTE } from '../model/palette.ts'
import type { Crosstab, OverlapTable, PropertyCounts } from '../model/queries.ts'
import { columnsOf } from '../model/rules/analysis/crosstabTable.ts'
import { cellsOf, type Measure } from '../model/rules/analysis/shares.ts'

const titles = ['Trust', 'Doubt', 'Leaving home', 'Work', 'Letters from the harbour', 'Silence', 'Trains', 'Fathers']
const quirks = new Map(
  titles.map((title, n): [number, Shown] => [
    n + 1,
    { id: n + 1, title, color: PALETTE[(n * 5) % PALETTE.length]?.hex ?? PALETTE[0].hex, highlights: 42 - n * 5 },
  ]),
)
const counted = titles.slice(1).map((_, n) => ({ quirkId: n + 2, count: Math.ceil(60 / (n + 1) ** 1.6) }))
const { others } = overlapsOf(1, counted, quirks, null)

const size = titles.length
const pairs = Array.from({ length: size }, (_, row) =>
  Array.from({ length: size }, (_, column) => (row === column ? 0 : ((row + 1) * (column + 1) * 7) % 23)),
)
const numbers = (list: readonly number[]) => Uint32Array.from(list)
const metOf = pairs.map((row) => row.flatMap((count, column) => (count > 0 ? [{ column, count }] : [])))
const table: OverlapTable = {
  quirkIds: [...quirks.keys()],
  totals: numbers(pairs.map((row) => row.reduce((sum, count) => sum + count, 0))),
  starts: numbers(Array.from({ length: size + 1 }, (_, row) => metOf.slice(0, row).flat().length)),
  others: numbers(metOf.flat().map(({ column }) => column)),
  counts: numbers(metOf.flat().map(({ count }) => count)),
  highest: 22,
  similar: numbers([]),
  overlapping: size,
}

const places = ['Town', 'Village', 'Shore']
const values = new Map(places.map((value, n) => [n + 1, { id: n + 1, keyId: 1, value }]))
const width = places.length + 1
const cells = titles.flatMap((_, row) => Array.from({ length: width }, (_, column) => ((row + 2) * (column + 3)) % 11))
const ofRow = titles.map((_, row) => cells.slice(row * width, (row + 1) * width).reduce((sum, n) => sum + n, 0))
const ofColumn = Array.from({ length: width }, (_, column) =>
  cells.filter((_, n) => n % width === column).reduce((sum, n) => sum + n, 0),
)
const counts: PropertyCounts = {
  quirkIds: [...quirks.keys()],
  valueIds: [...values.keys()],
  highlights: numbers(cells),
  sources: numbers(cells.map((n) => Math.ceil(n / 3))),
  rowHighlights: numbers(ofRow),
  rowSources: numbers(ofRow.map((n) => Math.ceil(n / 3))),
  columnHighlights: numbers(ofColumn),
  columnSources: numbers(ofColumn.map((n) => Math.ceil(n / 9))),
  sourcesOfValue: numbers([6, 9, 3, 2]),
  total: { highlights: ofRow.reduce((sum, n) => sum + n, 0), sources: 20, codedSources: 18 },
  left: 0,
}
const tableOf = (measure: Measure): Crosstab => {
  const asked = { keyId: 1, names: null, counting: 'highlights', measure } as const
  const cells = cellsOf(counts, asked.counting, measure)
  let row = cells.next()
  while (!row.done) row = cells.next()
  return { ...counts, ...asked, cells: row.value }
}
const rows = [...quirks.values()].map(({ id, title, color }, place) => ({ id, title, color, place }))

const words = [
  { sourceId: 1, questionId: 1, start: 0, length: 27, source: 'Anna, 1962', quote: 'because he wrote every week' },
  { sourceId: 2, questionId: 1, start: 9, length: 19, source: 'Maria', quote: 'the letters stopped' },
]
const nothing = () => {}

/** What overlaps what: picture, list, words in common, matrix, and quirks by a property. `name`: labels differ from theme to theme. */
export function OverlapSamples({ name }: { name: 'light' | 'dark' }) {
  const t = useT()
  const [marked, mark] = useState<number | null>(null)
  const [order, setOrder] = useState<Parameters<typeof CrosstabGrid>[0]['order']>({ by: undefined, descending: true })
  const middle = quirks.get(1) as Shown
  const pointing = { marked, onMark: mark, onChoose: nothing }
  const found = (total: number | undefined) => ({ total, value: undefined, problem: null, at: (n: number) => words[n] })
  const together = { quirks, onChange: nothing, back: t('overlap.back'), onBack: nothing, onPassage: nothing }
  const columns = columnsOf(
    { valueIds: counts.valueIds, names: null },
    values,
    { without: t('crosstab.without'), total: t('crosstab.total') },
    compareTitles,
  )
  return (
    <div className="gallery-cards">
      <div className="gallery-card gallery-view">
        <OverlapPicture middle={middle} others={others} mostHighlights={42} {...pointing} onDrawn={nothing} />
      </div>
      <div className="gallery-card gallery-view">
        <OverlapList
          label={t('overlap.list', { title: middle.title })}
          others={others}
          {...pointing}
          onPassages={nothing}
          returning={null}
        />
      </div>
      <div className="gallery-card gallery-view">
        <TogetherWords {...together} chosen={[1, 2, 5]} found={found(words.length)} />
      </div>
      <div className="gallery-card gallery-view">
        <TogetherWords {...together} chosen={[1]} found={found(undefined)} />
      </div>
      {name === 'light' && (
        <div className="gallery-card gallery-view">
          <MatrixGrid
            matrix={matrixOf(table, quirks, 'title', compareTitles, () => middle)}
            cell={28}
            onZoom={nothing}
            onMeant={nothing}
            onOpen={nothing}
            onRoom={nothing}
          />
        </div>
      )}
      {(['count', 'row'] as const).map((measure) => (
        <div key={measure} className="gallery-card gallery-view">
          <CrosstabGrid
            label={t('crosstab.label', { property: 'Home' })}
            table={tableOf(measure)}
            rows={rows}
            columns={columns}
            order={order}
            onOrder={setOrder}
            onOpen={nothing}
          />
        </div>
      ))}
    </div>
  )
}
