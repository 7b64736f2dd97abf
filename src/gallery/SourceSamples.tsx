import { useMemo, useRef, useState } from 'react'
import { MissingAnswer } from '../features/sources/MissingAnswer.tsx'
import { QuestionsEditor } from '../features/sources/QuestionsEditor.tsx'
import { QuestionTabs } from '../features/sources/QuestionTabs.tsx'
import { SourceListView } from '../features/sources/SourceListView.tsx'
import { filterMenu, filterText } from '../features/sources/sourceFilter.ts'
import { orderText, sourceOrderMenu } from '../features/sources/sourceOrderMenu.ts'
import { useT } from '../i18n/useT.ts'
import type { SourceRow } from '../model/queries.ts'
import { asAdded, type SourceOrder, type SourcesOnly } from '../model/rules/sourceOrder.ts'
import { CreateQuestions } from '../screens/projectList/CreateQuestions.tsx'
import { Button } from '../ui/fields/Button.tsx'
import { AddFileIcon, ImportIcon } from '../ui/icons.ts'
import { passage, sources } from './sampleData.ts'

const nothing = () => {}
const icons = ['md_interview', 'md_generic', 'md_letter', 'md_survey', 'md_notes']
const row = (index: number): SourceRow => ({
  id: index + 1,
  title: sources[index % sources.length]?.title ?? '',
  icon: icons[index % icons.length] ?? '',
  author: 'Ana',
  timestamp: 0,
  highlights: [12, 0, 1042, 0, 3][index % 5] ?? 0,
  read: index % 5 < 3,
})
const properties = [
  { id: 1, key: 'Age' },
  { id: 2, key: 'Village' },
]
const filterable = [
  { id: 1, key: 'Age', values: [{ id: 11, value: 'under 40' }], total: 1 },
  {
    id: 2,
    key: 'Village',
    values: [
      { id: 21, value: 'Upper Marsh' },
      { id: 22, value: 'Lower Marsh' },
    ],
    total: 2,
  },
]
const questions = [
  { id: 1, question: 'Why did you leave?', questionOrder: 0 },
  {
    id: 2,
    question: 'What would you tell somebody who is about to leave today, and why would you tell them that?',
    questionOrder: 1,
  },
  { id: 3, question: '', questionOrder: 2 },
]
const answers = [
  { questionId: 1, answerId: 1, empty: false, highlights: 14 },
  { questionId: 2, answerId: 2, empty: true, highlights: 0 },
  { questionId: 3, answerId: null, empty: true, highlights: 0 },
]
const counts = [
  { questionId: 1, answers: 12, highlights: 140, memos: 3 },
  { questionId: 2, answers: 1, highlights: 0, memos: 0 },
]

interface ListProps {
  total: number | undefined
  all?: number
  order?: SourceOrder
  only?: SourcesOnly
  chosen?: readonly number[]
  /** Of properties. */
  values?: readonly number[]
  canWrite?: boolean
}

/** The list of sources in its states, a structured source, and the questions. */
export function SourceSamples() {
  return (
    <div className="gallery-cards">
      <List total={undefined} />
      <List total={0} all={0} />
      <List total={5} order={{ by: 'property', keyId: 2, descending: true }} />
      <List total={5} all={240} values={[21, 22]} />
      <List total={0} all={240} only="uncoded" />
      <List total={5} all={240} chosen={[1, 3]} />
      <List total={5} canWrite={false} />
      <Structured />
      <div className="gallery-card">
        <MissingAnswer onCreate={nothing} />
      </div>
      <Editor />
      <Holds />
    </div>
  )
}

function List({
  total,
  all = total ?? 0,
  order = asAdded,
  only,
  chosen = [],
  values = [],
  canWrite = true,
}: ListProps) {
  const t = useT()
  const [search, setSearch] = useState('')
  const ids = useMemo(() => new Set(chosen), [chosen])
  const adding = canWrite && (
    <>
      <Button icon={AddFileIcon}>{t('source.new')}</Button>
      <Button icon={ImportIcon}>{t('source.import')}</Button>
    </>
  )
  return (
    <div className="gallery-card gallery-phone">
      <SourceListView
        total={total}
        all={total === undefined ? undefined : all}
        at={row}
        search={search}
        onSearch={setSearch}
        only={only ?? null}
        onShowAll={nothing}
        filterText={filterText(t, filterable, values)}
        filterMenu={filterMenu({ t, properties: filterable, chosen: values, onChoose: nothing })}
        orderMenu={sourceOrderMenu({ t, order, only: only ?? null, properties, onOrder: nothing, onOnly: nothing })}
        orderText={orderText(t, order, properties)}
        more={canWrite ? [{ label: t('question.edit'), onSelect: nothing }] : []}
        adding={adding}
        active={2}
        others={[{ who: 2, author: 'Ben', colour: 3, sourceId: 2 }]}
        chosen={ids}
        canWrite={canWrite}
        onOpen={nothing}
        onChoose={nothing}
        onExtend={nothing}
        onChooseAll={nothing}
        onUnchoose={nothing}
        onOpenChosen={nothing}
        onRemove={nothing}
        onRename={nothing}
        onMenu={nothing}
      />
    </div>
  )
}

function Structured() {
  const t = useT()
  const [active, setActive] = useState(2)
  const [open, setOpen] = useState([1, 2, 3])
  return (
    <div className="gallery-card">
      <QuestionTabs
        label={t('question.tabs')}
        questions={questions}
        answers={answers}
        open={open}
        active={active}
        onActivate={setActive}
        onClose={(id) => setOpen(open.filter((other) => other !== id))}
        onQuestions={nothing}
      >
        <p className="reading">{passage.map(({ text }) => text).join('')}</p>
      </QuestionTabs>
    </div>
  )
}

function Editor() {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="gallery-card">
      <QuestionsEditor
        questions={questions}
        counts={counts}
        canWrite
        field={field}
        onAdd={async () => true}
        onRename={nothing}
        onMove={nothing}
        onRemove={nothing}
      />
    </div>
  )
}

function Holds() {
  const [held, setHeld] = useState<readonly string[] | null>(['Why did you leave?', ''])
  return (
    <div className="gallery-card">
      <CreateQuestions questions={held} onChange={setHeld} />
    </div>
  )
}
