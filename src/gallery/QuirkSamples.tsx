import { type ReactNode, useState } from 'react'
import { MergeFields } from '../features/quirks/MergeFields.tsx'
import { QuirkFields } from '../features/quirks/QuirkFields.tsx'
import { DraftNote } from '../features/quirks/QuirkForm.tsx'
import { QuirkListBox } from '../features/quirks/QuirkList.tsx'
import { QuirkOptions } from '../features/quirks/QuirkOptions.tsx'
import { QuirkChoices } from '../features/quirks/QuirkPicker.tsx'
import { emptyDraft, type QuirkDraft } from '../features/quirks/quirkDraft.ts'
import { useQuirkSearch } from '../features/quirks/useQuirkSearch.ts'
import { problemText } from '../i18n/problemText.ts'
import { useT } from '../i18n/useT.ts'
import { PALETTE } from '../model/palette.ts'
import { type QuirkItem, quirkItems } from '../model/rules/quirkItems.ts'
import { none } from '../model/schema.ts'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { quirks } from './sampleData.ts'

const nothing = () => {}
const hexOf = (name: string): string => PALETTE.find((colour) => colour.name === name)?.hex ?? PALETTE[0].hex
const rows = quirks.flatMap(({ children, ...parent }, at) => {
  const id = 10 * (at + 1)
  return [
    { ...parent, id, parentQuirkId: none },
    ...children.map((child, number) => ({ ...child, id: id + number + 1, parentQuirkId: id })),
  ]
})
const items: QuirkItem[] = quirkItems(
  rows.map(({ id, title, colour, count, parentQuirkId }) => ({
    ...{ id, title, parentQuirkId, color: hexOf(colour), highlights: count },
    ...{ description: '', x: 0, y: 0, author: 'Ana', timestamp: 0 },
  })),
  [
    { quirkId: 10, shortcutKey: 't' },
    { quirkId: 11, shortcutKey: 'l' },
  ],
  '–',
)
const draft: QuirkDraft = { ...emptyDraft(hexOf('sky')), title: 'Letters', parentQuirkId: 10, shortcutKey: 'l' }
/** More than are listed at once. */
const many: QuirkItem[] = Array.from({ length: 80 }, (_, at) => ({ ...items[at % items.length]!, id: at + 1 })).map(
  (item, at) => ({ ...item, title: `${item.title} ${at + 1}` }),
)
const [trust, letters] = items as [QuirkItem, QuirkItem]

/** The insides of the quirks' dialogs. */
export function QuirkSamples() {
  return (
    <>
      <div className="gallery-cards">
        <Card>
          <DraftNote onAfresh={nothing} />
          <Fields start={draft} />
        </Card>
        <Card>
          <Fields start={{ ...draft, title: '', shortcutKey: 't' }} wrong />
        </Card>
      </div>
      <div className="gallery-cards">
        <Card>
          <Search text="" />
        </Card>
        <Card>
          <Search text="Tru" />
        </Card>
        <Card>
          <Search text="" listed={[]} />
        </Card>
      </div>
      <div className="gallery-cards">
        <Card>
          <QuirkChoices items={many} recent={[3, 70]} mayCreate onAlso={nothing} onPick={nothing} />
        </Card>
        <Card>
          <QuirkChoices items={[]} mayCreate onPick={nothing} />
        </Card>
        <Card>
          <QuirkChoices items={items} start="Quarrel" mayCreate onPick={nothing} />
        </Card>
        <Card>
          <QuirkChoices items={items} start="Quarrel" onPick={nothing} />
        </Card>
        <Card>
          <QuirkChoices items={items} without={new Set(items.map(({ id }) => id))} onPick={nothing} />
        </Card>
      </div>
      <div className="gallery-cards">
        <Box items={items} />
        <Box items={items} start="Silence" shown={new Set([10, 11])} />
        <Box items={items} start="Quarrel" />
        <Box items={[]} />
        <Box items={undefined} />
      </div>
      <div className="gallery-cards">
        <Card>
          <MergeFields items={items} source={trust} target={undefined} missing={false} onTarget={nothing} />
        </Card>
        <Card>
          <MergeFields items={items} source={trust} target={undefined} missing onTarget={nothing} />
        </Card>
        <Card>
          <MergeFields items={items} source={trust} target={letters} missing={false} onTarget={nothing} />
        </Card>
        <Card>
          <MergeFields items={[trust]} source={trust} target={undefined} missing={false} onTarget={nothing} />
        </Card>
      </div>
    </>
  )
}

interface BoxProps {
  items: readonly QuirkItem[] | undefined
  start?: string
  shown?: ReadonlySet<number>
}

/** The search box of the canvas's foot, opened. */
const Box = ({ items: listed, start = '', shown }: BoxProps) => (
  <div className="gallery-card gallery-quirk-list">
    <QuirkListBox items={listed} open onOpen={nothing} start={start} shown={shown} onGo={nothing} onAll={nothing} />
  </div>
)

const Card = ({ children }: { children: ReactNode }) => <div className="gallery-card">{children}</div>

function Fields({ start, wrong = false }: { start: QuirkDraft; wrong?: boolean }) {
  const t = useT()
  const [now, setNow] = useState(start)
  const errors = wrong && {
    title: t('quirk.titleMissing'),
    parent: problemText({ kind: 'quirkNestingIssue' }),
    shortcutKey: t('quirk.keyTaken', { key: 't', title: trust.title }),
  }
  return <QuirkFields draft={now} onChange={setNow} items={items} quirkId={11} errors={errors || {}} />
}

function Search({ text, listed = items }: { text: string; listed?: readonly QuirkItem[] }) {
  const t = useT()
  const search = useQuirkSearch({ items: listed, recent: [21, 30], mayCreate: true, start: text, onChoose: nothing })
  return (
    <div className="quirk-picker">
      <SearchField label={t('quirk.searchOrCreate')} value={search.text} onChange={search.setText} {...search.field} />
      <QuirkOptions search={search} label={t('quirk.choose')} />
    </div>
  )
}
