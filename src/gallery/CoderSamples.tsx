import { type ReactNode, useState } from 'react'
import type { Windows } from '../data/live/useWindows.ts'
import { AgreementMeaning } from '../features/agreement/AgreementHelp.tsx'
import { AgreementResult } from '../features/agreement/AgreementView.tsx'
import { ChecksPopover } from '../features/agreement/ChecksPopover.tsx'
import { DifferencesView } from '../features/agreement/Differences.tsx'
import { type Series, TimelineChart } from '../features/timeline/TimelineChart.tsx'
import { type TimelineChoice, TimelineHead } from '../features/timeline/TimelineHead.tsx'
import { TimelineTable } from '../features/timeline/TimelineTable.tsx'
import { useT } from '../i18n/useT.ts'
import { PALETTE } from '../model/palette.ts'
import type { CodedWho } from '../model/queries.ts'
import type { AgreementLevel } from '../model/rules/analysis/agreement.ts'
import { agreementFigures } from '../model/rules/analysis/agreementTable.ts'
import { type Counted, periodsIn, summedBy, wholeOf } from '../model/rules/analysis/timelinePeriods.ts'
import { sources } from './sampleData.ts'

const nothing = () => {}
const pair = ['Ana', 'Ben']
const quirks = new Map(
  ['Trust', 'Doubt', 'Letters from the harbour, and what they did not say', ''].map((title, n) => [
    n + 1,
    { title, color: PALETTE[(n * 5) % PALETTE.length]?.hex ?? '' },
  ]),
)
/** Of two authors: characters by none, one, both; stretches; of each characters, stretches, highlights. The last one is nowhere. */
const counts = [
  ...[9000, 300, 700, 21, 4, 16, 900, 800, 18, 18, 19, 18],
  ...[9400, 550, 50, 15, 11, 3, 300, 350, 9, 8, 9, 8],
  ...[9990, 10, 0, 3, 1, 0, 10, 0, 1, 0, 1, 0],
  ...[10_000, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1, 0],
]
const levelsOf = (quirkIds: number[], counted: readonly number[], authors: number) => ({
  character: agreementFigures(quirkIds, counted, authors, 'character'),
  overlap: agreementFigures(quirkIds, counted, authors, 'overlap'),
})
const ofThree = [9000, 200, 100, 700, 21, 3, 1, 16, 900, 800, 700, 18, 18, 17, 19, 18, 17]
const agreed = { texts: 2, characters: 10_000, levels: levelsOf([1, 2, 3, 4], counts, 2) }
const none = { texts: 0, characters: 0, levels: levelsOf([], [], 2) }
const three = { ...agreed, levels: levelsOf([1], ofThree, 3) }

const stretches = sources.map(({ title }, n) => ({
  sourceId: n + 1,
  questionId: 1,
  start: 0,
  length: 40,
  source: title,
  quote: 'he wrote every week, and never once asked for the money',
  by: n % 2 ? pair : ['Ben'],
}))
const found: Windows<'codedStretches'> = {
  total: stretches.length,
  value: { total: stretches.length, totals: [2, 3, 0, 3] },
  problem: null,
  at: (index) => stretches[index],
}
const waiting: Windows<'codedStretches'> = { total: undefined, value: undefined, problem: null, at: () => undefined }

const day = 86_400_000
const first = new Date(2026, 2, 2).getTime()
const days = Float64Array.from({ length: 60 }, (_, n) => first + n * day).filter((_, n) => n % 7 < 5)
const counted: Counted = {
  begins: days,
  counts: Uint32Array.from(Array.from(days).flatMap((_, n) => [(n * 7) % 23, (n * 5) % 11, n % 3])),
}
const series: Series[] = [
  { key: 'Ana', title: 'Ana', color: PALETTE[8]?.hex ?? '' },
  { key: 'Ben', title: 'Ben', color: PALETTE[1]?.hex ?? '' },
  { key: 'others', title: '…', color: 'var(--edge)' },
]

/** Agreement and timeline in their states. */
export function CoderSamples() {
  return (
    <>
      <Result of={agreed} level="character" />
      <Result of={agreed} level="overlap" />
      <Result of={three} level="overlap" authors={[...pair, 'Cléo']} />
      <Result of={none} level="character" />
      <div className="gallery-cards">
        <Tall>
          <Passages of={found} />
        </Tall>
        <Tall>
          <Passages of={waiting} />
        </Tall>
        <Tall>
          <Passages of={{ ...found, total: 0 }} />
        </Tall>
        <Tall>
          <Passages of={{ ...waiting, problem: { kind: 'tooLarge' } }} />
        </Tall>
        <Authors />
      </div>
      <AgreementMeaning />
      <Timeline />
    </>
  )
}

const Tall = ({ children }: { children: ReactNode }) => (
  <div className="gallery-card" style={{ display: 'flex', height: 300, padding: 0 }}>
    {children}
  </div>
)

interface ResultProps {
  of: typeof agreed
  level: AgreementLevel
  authors?: readonly string[]
}

function Result({ of, level, authors = pair }: ResultProps) {
  const [opened, open] = useState<number | null>(of.levels[level][2]?.quirkId ?? null)
  return (
    <div className="gallery-card" style={{ display: 'flex', height: 320, padding: 0 }}>
      <AgreementResult
        value={of}
        authors={authors}
        level={level}
        quirks={quirks}
        opened={opened}
        onOpen={open}
        onSave={nothing}
      />
    </div>
  )
}

function Passages({ of }: { of: Windows<'codedStretches'> }) {
  const [who, setWho] = useState<CodedWho>('some')
  return (
    <DifferencesView
      title="Trust"
      authors={pair}
      who={who}
      onWho={setWho}
      found={of}
      listKey={String(who)}
      onClose={nothing}
      onPassage={nothing}
    />
  )
}

function Authors() {
  const t = useT()
  const [chosen, setChosen] = useState<readonly string[]>(pair)
  return (
    <div className="gallery-card">
      <ChecksPopover
        label={t('agreement.authors')}
        shown={chosen.join(', ')}
        checks={['Ana', 'Ben', 'Cléo'].map((author, n) => ({
          key: author,
          title: author,
          note: t('agreement.coded', { highlights: 100 - n * 30, texts: 10 - n }),
        }))}
        chosen={chosen}
        onChange={setChosen}
      />
    </div>
  )
}

function Timeline() {
  const [choice, choose] = useState<TimelineChoice>({ of: 'highlights', by: 'author', unit: null, asTable: false })
  const [opened, open] = useState<number | null>(null)
  const unit = choice.unit ?? 'day'
  const whole = wholeOf(counted) ?? { from: 0, to: 0 }
  const periods = periodsIn(summedBy(unit, counted, 3), 3, unit, whole)
  const shared = { periods, unit, series, opened, onOpen: ({ from }: { from: number }) => open(from) }
  return (
    <div className="gallery-card" style={{ padding: 0 }}>
      <TimelineHead
        choice={choice}
        shortestUnit="day"
        shownUnit={unit}
        onChange={(change) => choose((before) => ({ ...before, ...change }))}
        onZoomIn={nothing}
        onZoomOut={nothing}
        onWhole={nothing}
        isWhole
        onSave={nothing}
      />
      <div style={{ display: 'flex', height: 300 }}>
        {choice.asTable ? (
          <TimelineTable {...shared} />
        ) : (
          <TimelineChart {...shared} onZoom={nothing} onZoomBy={nothing} onWhole={nothing} />
        )}
      </div>
      <div style={{ height: 220 }}>
        <TimelineTable {...shared} />
      </div>
    </div>
  )
}
