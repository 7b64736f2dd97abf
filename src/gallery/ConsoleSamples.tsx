import { SchemaBrowser } from '../features/console/SchemaBrowser.tsx'
import { StatementResult } from '../features/console/StatementResult.tsx'
import type { Ran } from '../features/console/useStatement.ts'
import type { Problem } from '../model/problems.ts'
import type { ShownCell } from '../model/statements.ts'
import { manyRows } from './sampleData.ts'

const nothing = () => {}
const cells = (index: number): ShownCell[] => [
  1_296_951_844_659_201 + index,
  manyRows[index]?.title ?? '',
  index % 3 === 0 ? null : index / 7,
  index % 2 ? { text: 'We went down to the harbour every morning '.repeat(20), length: 14_200 } : 'short',
  { bytes: '00ff10', length: 3 },
]
const ran: Ran = {
  sql: 'SELECT *',
  at: 0,
  answer: {
    run: 1,
    columns: ['id', 'title', 'share', 'text, as it was typed in the first place', 'blob'],
    rows: 10_000,
    more: true,
    ms: 12,
  },
  problem: null,
}
const wide: Ran = {
  ...ran,
  answer: { run: 2, columns: Array.from({ length: 120 }, (_, n) => `c${n}`), rows: 3, more: false, ms: 1 },
}
const problems: Problem[] = [
  { kind: 'statementWrong', words: 'no such column: titel', at: 7 },
  { kind: 'statementRefused' },
  { kind: 'statementStopped' },
  { kind: 'statementTooSlow', seconds: 15 },
  { kind: 'statementTooMuch' },
]

/** What a statement of the SQL console comes to, and what it can read. */
export function ConsoleSamples() {
  return (
    <>
      <Answer ran={ran} row={cells} />
      <Answer ran={wide} row={(index) => Array.from({ length: 120 }, (_, n) => n * index)} />
      <Answer ran={ran} row={() => undefined} />
      <div className="gallery-card">
        {problems.map((problem) => (
          <StatementResult
            key={problem.kind}
            ran={{ sql: 'SELECT titel', at: 0, answer: null, problem }}
            row={() => undefined}
          />
        ))}
      </div>
      <div className="gallery-card" style={{ height: 360, overflow: 'auto', padding: 0 }}>
        <SchemaBrowser onName={nothing} />
      </div>
    </>
  )
}

function Answer({ ran, row }: { ran: Ran; row: (index: number) => readonly ShownCell[] | undefined }) {
  return (
    <div className="gallery-card" style={{ display: 'flex', height: 240, padding: 0 }}>
      <StatementResult ran={ran} row={row} />
    </div>
  )
}
