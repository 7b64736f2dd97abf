import { useState } from 'react'
import { ListHead } from '../features/list/ListHead.tsx'
import { QuirkChecks } from '../features/list/QuirkChoice.tsx'
import { QuoteList } from '../features/list/QuoteList.tsx'
import { everything, noChoice, type QuoteChoice, toggled } from '../features/list/quoteChoice.ts'
import { FoundSources } from '../features/textSearch/FoundSources.tsx'
import type { FoundAnswer, QuoteRow } from '../model/queries.ts'
import { quirkItems } from '../model/rules/quirkItems.ts'
import { none } from '../model/schema.ts'
import { passage, quirks, sources } from './sampleData.ts'

const nothing = () => {}
const colours = ['#1f9198', '#c8500a', '#7c4dff', '#3b7d22', '#c2185b']
const items = quirkItems(
  quirks.map(({ title, count }, at) => ({
    ...{ id: at + 1, title, color: colours[at] ?? '', highlights: count, parentQuirkId: at === 1 ? 1 : none },
    ...{ description: '', x: 0, y: 0, author: 'Ana', timestamp: 0 },
  })),
  [],
  '–',
)
const million = 1_000_000
const long = passage
  .map(({ text }) => text)
  .join('')
  .repeat(3)

/** Made up for each index: short and long ones, of quirk after quirk. */
const quoteAt = (index: number): QuoteRow | undefined => {
  if (index < 0 || index % 11 === 9) return undefined
  const quote = index % 4 === 3 ? long : (passage[index % passage.length]?.text ?? '')
  return {
    id: index,
    quirkId: 1 + (Math.floor(index / 5) % 5),
    sourceId: 1 + (index % 5),
    questionId: 1,
    start: 34,
    length: quote.length,
    author: index % 3 === 0 ? '' : 'Chloé',
    timestamp: Date.UTC(2026, 10, 21, 12) - index * 3_600_000,
    quote,
    before: index % 2 === 0 ? 'and never once asked for the money. Then ' : '',
    after: ', and we all pretended not to notice.',
    source: sources[index % 5]?.title ?? '',
    question: 'What do you remember of the first winter after the war?',
    paragraphs: index % 4 === 3 ? [12, 14] : [12, 12],
  }
}

function List({ choice: first }: { choice: QuoteChoice }) {
  const [choice, choose] = useState(first)
  return (
    <div className="gallery-frame gallery-quotes">
      <QuoteList
        listKey="sample"
        total={million}
        at={quoteAt}
        moved={0}
        startAt={0}
        onSight={nothing}
        order="quirk"
        quirkOf={(id) => items[id - 1] ?? { title: '', color: '' }}
        countOf={(id) => items[id - 1]?.highlights}
        questions
        choice={choice}
        anyChosen={choice !== noChoice}
        acts={{
          onOpen: nothing,
          onChoose: ({ id }) => choose((before) => toggled(before, id)),
          onMenu: nothing,
          onWhole: async ({ quote }) => quote,
        }}
        onChooseAll={() => choose(everything)}
        onUnchoose={() => choose(noChoice)}
        onExtend={nothing}
        onCopy={nothing}
        onRemove={nothing}
      />
    </div>
  )
}

const head = {
  items,
  onChoose: nothing,
  onNested: nothing,
  countOf: (id: number) => items[id - 1]?.highlights,
  onOrder: nothing,
  onText: nothing,
  take: [],
  onCopy: nothing,
  onRemove: nothing,
  onUnchoose: nothing,
}

const foundAt = (index: number): FoundAnswer | undefined =>
  index === 4
    ? undefined
    : {
        answerId: index,
        sourceId: Math.floor(index / 2),
        questionId: 1 + (index % 2),
        source: sources[Math.floor(index / 2) % 5]?.title ?? '',
        question: index % 2 === 0 ? 'How did it begin?' : 'What do you remember of the first winter after the war?',
        start: 9,
        length: 7,
        before: 'only because ',
        match: 'letters',
        after: ' came every week, until they did not come any more',
        cutBefore: true,
        cutAfter: index % 3 !== 0,
        hits: 1 + (index % 5) * 3,
      }
const search = { problem: null, questions: true, onActive: nothing, onChoose: nothing }

/** The list of passages and the search in all texts, in their states. */
export function QuoteSamples() {
  return (
    <>
      <ListHead {...head} chosen={null} nested total={million} order="quirk" descending={false} text="" selected={0} />
      <ListHead {...head} chosen={[1, 2, 3]} nested total={59} order="date" descending text="letter" selected={1204} />
      <ListHead {...head} chosen={[3]} nested total={undefined} order="place" descending text={null} selected={0} />
      <List choice={noChoice} />
      <List choice={toggled(noChoice, 1)} />
      <div className="gallery-cards">
        <div className="gallery-card">
          <QuirkChecks items={items} chosen={[1, 3]} onChoose={nothing} nested onNested={nothing} />
        </div>
        <div className="gallery-card">
          <QuirkChecks items={[]} chosen={null} onChoose={nothing} nested={false} onNested={nothing} />
        </div>
        <div className="gallery-card">
          <FoundSources
            {...search}
            id="found"
            found={{ total: 12, sources: 6, hits: 61, at: foundAt }}
            waiting={false}
            active={1}
          />
        </div>
        <div className="gallery-card">
          <FoundSources {...search} id="typing" found={null} waiting={false} active={0} />
          <FoundSources {...search} id="waiting" found={null} waiting active={0} />
          <FoundSources
            {...search}
            id="nothing"
            found={{ total: 0, sources: 0, hits: 0, at: () => undefined }}
            waiting={false}
            active={0}
          />
          <FoundSources
            {...search}
            id="problem"
            found={null}
            waiting={false}
            problem={{ kind: 'tooLarge' }}
            active={0}
          />
        </div>
      </div>
    </>
  )
}
