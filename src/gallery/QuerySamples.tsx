import { CriteriaNote } from '../features/query/CriteriaNote.tsx'
import { FilterRow } from '../features/query/FilterRow.tsx'
import { NoTwoQuirks } from '../features/query/NoTwoQuirks.tsx'
import { Passages } from '../features/query/Passages.tsx'
import { QueryCounts } from '../features/query/QueryCounts.tsx'
import { QueryEditor } from '../features/query/QueryEditor.tsx'
import { QuirkCounts } from '../features/query/QuirkCounts.tsx'
import { QuirkShares } from '../features/query/QuirkShares.tsx'
import { SavedQueries } from '../features/query/SavedQueries.tsx'
import { useT } from '../i18n/useT.ts'
import { PALETTE } from '../model/palette.ts'
import type { Problem } from '../model/problems.ts'
import type { QueryDraft, ReadFilterDraft } from '../state/queryDraft.ts'
import { groups, passage, quirks, sources } from './sampleData.ts'

const nothing = () => {}
const properties = ['Age', 'Living arrangements before the move']

const draft = (textSearch: string, ...filters: Partial<QueryDraft['filters'][number]>[]): QueryDraft => ({
  id: -1,
  title: '',
  textSearch,
  filters: filters.map((filter, n) => ({
    ...{ id: n, field: 'group', operator: '=', value: groups[0].name, clause: 'And' },
    ...filter,
  })),
  selectedQuirkId: -1,
})

const states: { name: string; query: QueryDraft; waiting?: boolean; problem?: Problem; folded?: boolean }[] = [
  { name: 'empty', query: draft('') },
  { name: 'begun', query: draft('', { value: null }), waiting: true },
  {
    name: 'mixed',
    query: draft(
      'letter',
      { field: 'highlightAuthor', value: 'Ana' },
      { field: 'highlightDate', operator: '>=', value: '2026-01-31', clause: 'Or' },
      { field: 'Living arrangements before the move', operator: '!=', value: groups[3].name, clause: 'And' },
    ),
  },
  {
    name: 'together',
    query: draft(
      '',
      { field: 'quirk', value: 0 },
      { field: 'sourceQuirk', value: 2, alone: true },
      { field: 'sourceQuirk', operator: '!=', value: 1 },
      { field: 'overlaps', value: 99, clause: 'Or' },
    ),
  },
  {
    name: 'wrong',
    query: draft('', { field: 'Shoe size', value: '44' }),
    problem: { kind: 'badFilter', detail: 'Shoe size' },
  },
  { name: 'folded', query: draft('letter', {}), folded: true },
]

const colourOf = (name: string): string => PALETTE.find((colour) => colour.name === name)?.hex ?? '#888888'
const counted = quirks.map(({ title, colour, count }, id) => ({
  id,
  title,
  colour: colourOf(colour),
  highlights: count,
}))
const filterQuirks = new Map(
  counted.map(({ id, title, colour }) => [id, { title, colour, holdsOthers: (quirks[id]?.children.length ?? 0) > 0 }]),
)
const bothQuirks: [ReadFilterDraft, ReadFilterDraft] = [
  { id: 1, field: 'quirk', operator: '=', value: 0, clause: 'And' },
  { id: 2, field: 'quirk', operator: '=', value: 1, clause: 'And', alone: true },
]
const shares = counted.map(({ highlights, ...quirk }, n) => ({
  ...quirk,
  a: highlights,
  b: (n * 7) % 23,
  both: Math.min(highlights, n),
}))

/** What the query view is made of. */
export function QuerySamples() {
  const t = useT()
  const drag = { handle: () => ({}), row: () => ({}), mark: () => undefined } as never
  return (
    <>
      {states.map(({ name, query, waiting = false, problem = null, folded = false }) => (
        <QueryEditor
          key={name}
          label={`${t('query.view')} ${name}`}
          query={query}
          properties={properties}
          quirks={filterQuirks}
          folded={folded}
          head={
            <SavedQueries
              letter={name === 'mixed' ? 'B' : null}
              saved={[]}
              opened={name === 'mixed' ? { ...query, id: 1, title: groups[3].name, filters: [] } : null}
              isChanged={query.filters.length > 0}
              canWrite
              onOpen={nothing}
              onNew={nothing}
              onOverwrite={nothing}
              onSaveAs={async () => null}
              onRename={async () => null}
              onDelete={nothing}
            />
          }
          row={(props) => (
            <FilterRow key={props.filter.id} {...props} drag={drag} values={groups.map((one) => one.name)} />
          )}
          onText={nothing}
          onAdd={() => -1}
          onChange={nothing}
          onMove={nothing}
          onRemove={nothing}
        >
          <QueryCounts
            counts={
              name === 'begun'
                ? undefined
                : { highlights: 1234, quirks: 12, answers: 310, bare: 18, bareOf: 'passages' }
            }
            isPlain={name === 'begun'}
            waiting={waiting}
            problem={problem}
          />
        </QueryEditor>
      ))}
      <CriteriaNote title={groups[3].name} highlights={42} onEdit={nothing} onShowAll={nothing} />
      <div className="gallery-cards">
        <div className="gallery-card gallery-tall">
          <QuirkCounts quirks={counted} highlights={93} bare={12} bareOf="answers" chosen={-2} onChoose={nothing} />
        </div>
        <div className="gallery-card gallery-tall">
          <Passages
            label={t('query.passages')}
            total={sources.length}
            at={(index) =>
              index === 3
                ? undefined
                : {
                    source: sources[index]?.title ?? '',
                    question: index === 1 ? 'What did you expect?' : '',
                    before: passage[0].text,
                    quote: passage[1].text,
                    after: passage[2].text,
                    ...(index === 2
                      ? { note: t('query.bareNote.answers') }
                      : { colour: colourOf('teal'), quirk: 'Trust', author: 'Ana', timestamp: Date.UTC(2026, 0, 31) }),
                  }
            }
            questions
            onOpen={nothing}
          />
        </div>
        <div className="gallery-card gallery-tall">
          <NoTwoQuirks filters={bothQuirks} quirks={filterQuirks} onInstead={nothing} />
        </div>
        <div className="gallery-card gallery-tall">
          <Passages label={`${t('query.passages')} 0`} total={0} at={() => undefined} onOpen={nothing} />
        </div>
      </div>
      <div className="gallery-card gallery-tall">
        <QuirkShares
          isPlain={false}
          quirks={shares}
          highlights={{ a: 93, b: 71, both: 10 }}
          answers={{ a: 12, b: 9, both: 7 }}
          onQuirk={nothing}
        />
      </div>
    </>
  )
}
