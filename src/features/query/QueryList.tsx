import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useRows } from '../../data/live/useLive.ts'
import { useQuestions } from '../../data/live/useQuestions.ts'
import { useWindows } from '../../data/live/useWindows.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { filteredAnswersQuirkId } from '../../model/limits.ts'
import { cssColour } from '../../model/palette.ts'
import type { QuirkRow } from '../../model/queries.ts'
import type { Criteria } from '../../model/rules/analysis/criteria.ts'
import { passageQuirk } from '../../model/rules/passageQuirk.ts'
import { type Key, none } from '../../model/schema.ts'
import { shownAround } from '../../model/text/snippet.ts'
import type { QueryDraft } from '../../state/queryDraft.ts'
import type { BareOf, QuirkResult, ViewProps } from '../../state/viewProps.ts'
import { Dot } from '../../ui/Dot.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Combobox } from '../../ui/fields/Combobox.tsx'
import { Passages } from './Passages.tsx'
import { QuirkCounts } from './QuirkCounts.tsx'

interface QueryListProps {
  criteria: Criteria
  /** What the groups filter leaves; null: all. */
  shown: ReadonlySet<number> | null
  result: QuirkResult
  /** A proxy, which keeps whose passages are shown. */
  draft: QueryDraft
  onPassage: ViewProps['onPassage']
}

/** The passages that pass, of all quirks or of one, and what belongs to none. */
export function QueryList({ criteria, shown, result, draft, onPassage }: QueryListProps) {
  const t = useT()
  const { selectedQuirkId } = useSnapshot(draft)
  const rows = useRows('quirks', {})
  const quirks = useMemo(
    () =>
      Array.from(result.highlights, ([id, highlights]) => {
        const row = rows?.get(id)
        return { id, highlights, title: row?.title.trim() || t('quirk.untitled'), colour: row?.color }
      }).sort((a, b) => b.highlights - a.highlights || a.id - b.id),
    [result, rows, t],
  )
  const known = selectedQuirkId === none || selectedQuirkId === filteredAnswersQuirkId || rows?.has(selectedQuirkId)
  const chosen = known === false ? none : selectedQuirkId
  const choose = (quirkId: number) => {
    draft.selectedQuirkId = quirkId
  }
  const choices = useMemo(
    () => [
      { id: String(none), label: t('query.all') },
      ...(result.bare > 0 ? [{ id: String(filteredAnswersQuirkId), label: t(`query.bare.${result.bareOf}`) }] : []),
      ...quirks.map(({ id, title, colour }) => ({
        id: String(id),
        label: title,
        mark: colour && <Dot colour={cssColour(colour)} />,
      })),
    ],
    [quirks, result.bare, result.bareOf, t],
  )
  return (
    <div className="query-list">
      <div className="query-quirks">
        <QuirkCounts
          quirks={quirks}
          highlights={result.total}
          bare={result.bare}
          bareOf={result.bareOf}
          chosen={chosen}
          onChoose={choose}
        />
      </div>
      <div className="query-which">
        <Combobox
          label={t('query.which')}
          labelHidden
          choices={choices}
          value={choices.find(({ id }) => id === String(chosen)) ?? null}
          onChange={(choice) => choose(Number(choice?.id ?? none))}
        />
      </div>
      <div className="query-passages">
        {chosen === filteredAnswersQuirkId ? (
          <BarePassages criteria={criteria} of={result.bareOf} onPassage={onPassage} />
        ) : (
          <Quotes
            criteria={criteria}
            quirkIds={chosen === none ? shown && [...shown] : [chosen]}
            quirks={rows}
            onPassage={onPassage}
          />
        )}
      </div>
    </div>
  )
}

interface QuotesProps {
  criteria: Criteria
  quirkIds: readonly number[] | null
  quirks: ReadonlyMap<Key, QuirkRow> | undefined
  onPassage: ViewProps['onPassage']
}

function Quotes({ criteria, quirkIds, quirks, onPassage }: QuotesProps) {
  const t = useT()
  const isOfOne = quirkIds?.length === 1
  const several = (useQuestions()?.length ?? 1) > 1
  const { total, problem, at } = useWindows('quotes', { ...criteria, quirkIds, order: 'place', descending: false })
  if (problem) return <ErrorState>{problemText(problem)}</ErrorState>
  return (
    <Passages
      key={JSON.stringify([criteria, quirkIds])}
      label={t('query.passages')}
      total={total}
      at={(index) => {
        const row = at(index)
        if (!row) return undefined
        const { quirk, colour } = passageQuirk(quirks?.get(row.quirkId), t('quirk.untitled'))
        return { ...row, colour, quirk: isOfOne ? undefined : quirk }
      }}
      questions={several}
      onOpen={(index) => {
        const row = at(index)
        if (row) onPassage(row, row.id)
      }}
    />
  )
}

function BarePassages({ criteria, of, onPassage }: Pick<QuotesProps, 'criteria' | 'onPassage'> & { of: BareOf }) {
  const t = useT()
  const several = (useQuestions()?.length ?? 1) > 1
  const { total, problem, at } = useWindows('bareStretches', criteria)
  if (problem) return <ErrorState>{problemText(problem)}</ErrorState>
  return (
    <Passages
      key={JSON.stringify(criteria)}
      label={t(`query.bare.${of}`)}
      total={total}
      at={(index) => {
        const row = at(index)
        return (
          row && {
            source: row.source,
            question: row.question,
            quote: row.match,
            ...shownAround(row),
            note: t(`query.bareNote.${of}`),
          }
        )
      }}
      questions={several}
      onOpen={(index) => {
        const row = at(index)
        if (row) onPassage(row)
      }}
    />
  )
}
