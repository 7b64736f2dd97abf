import { type ReactNode, useRef, useState } from 'react'
import { HitList } from '../features/codeBySearch/HitList.tsx'
import { hitsOf } from '../features/codeBySearch/hits.ts'
import type { Asked } from '../features/codeBySearch/SearchFields.tsx'
import { SearchFields } from '../features/codeBySearch/SearchFields.tsx'
import { QuirkFieldBox } from '../features/quirks/QuirkField.tsx'
import { QuirkChoices } from '../features/quirks/QuirkPicker.tsx'
import { ActiveTools } from '../features/text/highlights/ActiveTools.tsx'
import { HighlightValue } from '../features/text/highlights/highlightState.ts'
import { MarkFilterBar, MarkFilterNote } from '../features/text/highlights/MarkFilterBar.tsx'
import { Bar } from '../features/text/SelectionBar.tsx'
import { useT } from '../i18n/useT.ts'
import type { Problem } from '../model/problems.ts'
import { everyMark, type MarkFilter } from '../model/rules/analysis/markFilter.ts'
import { quirkItems } from '../model/rules/quirkItems.ts'
import { none } from '../model/schema.ts'
import type { NamedQuirk } from '../state/codePassage.ts'
import { quirks, sources } from './sampleData.ts'

const nothing = () => {}
const highlight = {
  id: 1,
  from: 0,
  to: 9,
  value: new HighlightValue({ id: 1, quirkId: 1, author: 'Ana', timestamp: Date.UTC(2026, 10, 21, 12) }, 0),
}
const items = quirkItems(
  quirks.map(({ title, count }, at) => ({
    ...{ id: at + 1, title, color: '#1f9198', highlights: count, parentQuirkId: none },
    ...{ description: '', x: 0, y: 0, author: 'Ana', timestamp: 0 },
  })),
  [],
  '–',
)

const bar = {
  ...{ onPick: nothing, onCode: nothing, onMemo: nothing, onCopy: nothing, onInVivo: nothing, onLeave: nothing },
  length: 57,
  isTouched: false,
}

/** What the coding view has beside the text itself: quick code, one highlight, touch, the filter, coding by search. */
export function CodingSamples() {
  return (
    <>
      <div className="gallery-cards">
        <Card>
          <QuirkChoices items={items} recent={[2]} mayCreate onAlso={nothing} onPick={nothing} />
        </Card>
        <Card>
          <QuirkChoices items={items} mayCreate onAlso={nothing} onPick={nothing} start="Winter" />
        </Card>
      </div>
      <div className="gallery-cards">
        <Card>
          <Active title="Trust" />
        </Card>
        <Card>
          <Active title="Donaudampfschifffahrtsgesellschaftskapitänswitwenerinnerungen" />
        </Card>
        <Card>
          <Bar {...bar} recent={items.slice(0, 3).map((quirk, at) => ({ ...quirk, key: `${at + 1}` }))} />
        </Card>
        <Card>
          <Bar {...bar} length={1204} recent={[]} isTouched />
        </Card>
      </div>
      <div className="gallery-cards">
        <Card>
          <Filter
            authors={['Ana', 'Ben', '']}
            start={{ ...everyMark, withoutAuthors: ['Ben'], fromDay: '2026-11-01' }}
          />
        </Card>
        <Card>
          <Filter authors={[]} start={everyMark} />
        </Card>
        <Card>
          <MarkFilterNote shown={12} all={1340} memos={{ shown: 2, all: 31 }} onChange={nothing} onShowAll={nothing} />
        </Card>
      </div>
      <div className="gallery-cards">
        <Card>
          <Fields />
        </Card>
        <Card>
          <List text="letters" count={340} />
        </Card>
        <Card>
          <List text="zebra" count={0} />
        </Card>
        <Card>
          <List text="" count={0} />
        </Card>
        <Card>
          <List text="letters" count={0} searching />
        </Card>
        <Card>
          <List text="letters" count={0} problem={{ kind: 'readOnly' }} />
        </Card>
      </div>
    </>
  )
}

const Card = ({ children }: { children: ReactNode }) => <div className="gallery-card">{children}</div>

const Active = ({ title }: { title: string }) => (
  <div className="text-tools">
    <ActiveTools {...{ highlight, title, color: '#1f9198', items: [] }} onStep={nothing} onLeave={nothing} />
  </div>
)

function Filter({ authors, start }: { authors: readonly string[]; start: MarkFilter }) {
  const [filter, setFilter] = useState(start)
  return <MarkFilterBar authors={authors} filter={filter} onChange={setFilter} onClose={nothing} />
}

function Fields() {
  const t = useT()
  const [asked, setAsked] = useState<Asked>({ text: 'letters', wholeWords: true, extent: 'sentence', everywhere: true })
  const [quirk, setQuirk] = useState<NamedQuirk | null>({ quirkId: 2 })
  const text = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  return (
    <SearchFields
      {...{ asked, text }}
      onChange={setAsked}
      sourceTitle={sources[0].title}
      quirk={
        <QuirkFieldBox {...{ items, field }} recent={[]} label={t('search.quirk')} value={quirk} onChange={setQuirk} />
      }
    />
  )
}

interface ListProps {
  text: string
  count: number
  searching?: boolean
  problem?: Problem
}

function List({ text, count, searching = false, problem }: ListProps) {
  const [hits] = useState(() =>
    hitsOf(Float64Array.from({ length: count * 4 }, (_, at) => (at % 4 === 0 ? 1 + Math.floor(at / 80) : at))),
  )
  const [ticks, setTicks] = useState(() => Uint8Array.from({ length: count }, (_, at) => (at % 7 === 2 ? 0 : 1)))
  return (
    <HitList
      search={{ searching, problem: problem ?? null, hits, ticks, setTicks }}
      text={text}
      extent="match"
      passage={(hit) => ({
        ...{ sourceId: 1, questionId: 1, start: 0, length: 7, source: sources[hit % 5]?.title ?? '' },
        ...{ before: 'Then ', match: 'the letters stopped', after: ', and we all pretended', cutBefore: false },
        cutAfter: true,
      })}
    />
  )
}
