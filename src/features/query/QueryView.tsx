import { type ReactNode, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useAnalysis, useProject, useRows } from '../../data/live/useLive.ts'
import { useQuestions } from '../../data/live/useQuestions.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { compareTitles } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { filteredAnswersQuirkId } from '../../model/limits.ts'
import type { Criteria } from '../../model/rules/analysis/criteria.ts'
import { editorOf } from '../../state/editor.ts'
import { askInstead } from '../../state/queryDraft.ts'
import type { QuirkResult, ViewProps } from '../../state/viewProps.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { Tabs } from '../../ui/fields/Tabs.tsx'
import { BackIcon, CanvasIcon, ChevronDownIcon, ChevronUpIcon } from '../../ui/icons.ts'
import { ViewHead } from '../../ui/ViewHead.tsx'
import { NoTwoQuirks } from './NoTwoQuirks.tsx'
import { ProjectQuery } from './ProjectQuery.tsx'
import { QueryList } from './QueryList.tsx'
import { type QuirkShare, QuirkShares, unionOf } from './QuirkShares.tsx'
import { twoQuirks } from './twoQuirks.ts'
import { useFilterQuirks } from './useFilterQuirks.ts'
import { usePassing } from './usePassing.ts'
import { useCriteria, useQueryResult } from './useQueryResult.ts'

export interface WordCloudAsked extends Criteria {
  quirkIds: readonly number[] | null
}

export interface QueryViewProps extends ViewProps {
  /** The canvas with a query's result on it. */
  canvas: (result: QuirkResult, onBare: () => void) => ReactNode
  /** The words of what passes. */
  cloud: (asked: WordCloudAsked) => ReactNode
  /** Back to the canvas, as it was left. */
  onBack: () => void
  /** Shows the main query's result on canvas and list, in place of all quirks. */
  onCriteria: () => void
}

type Result = 'canvas' | 'list' | 'cloud' | 'shares'

/** The query view (1 §2, §4): the main query, a second one beside it where wanted, and what comes of them. */
export function QueryView(props: QueryViewProps) {
  const { canvas, cloud, onBack, onCriteria, onPassage, onQuirk } = props
  const t = useT()
  const editor = editorOf(useProject().uuid)
  const { query, secondQuery, comparing, uncheckedGroups } = useSnapshot(editor)
  const shown = useShownQuirks(uncheckedGroups)
  const [kind, setKind] = useState<Result>('list')
  const [folded, fold] = useState(false)
  const [whose, setWhose] = useState<'a' | 'b'>('a')
  const criteria = { a: useCriteria(query), b: useCriteria(secondQuery) }
  const results = { a: useQueryResult(criteria.a), b: useQueryResult(comparing ? criteria.b : null) }
  const passing = { a: usePassing(results.a, shown), b: usePassing(results.b, shown) }
  const quirks = useFilterQuirks()
  const one = comparing ? whose : 'a'
  const draftOf = (of: 'a' | 'b') => (of === 'a' ? editor.query : editor.secondQuery)
  const tab = kind === 'shares' && !comparing ? 'list' : kind
  const { problem, value } = results[one]
  const two =
    value?.highlights === 0 && value.bare === 0 ? twoQuirks((one === 'a' ? query : secondQuery).filters) : null

  const editorFor = (of: 'a' | 'b') => (
    <ProjectQuery
      folded={folded}
      letter={comparing ? (of === 'a' ? 'A' : 'B') : null}
      draft={draftOf(of)}
      onDraft={(draft) => {
        if (of === 'a') editor.query = draft
        else editor.secondQuery = draft
      }}
      counts={passing[of]?.counts}
      waiting={results[of].waiting}
      problem={results[of].problem}
    />
  )
  const result = () => {
    if (problem && tab !== 'shares') return <ErrorState>{problemText(problem)}</ErrorState>
    const found = passing[one]
    if (tab === 'shares') return <Compared a={criteria.a} b={criteria.b} shown={shown} onQuirk={onQuirk} />
    if (!found) return <Skeleton lines={5} height="3em" />
    if (two)
      return (
        <NoTwoQuirks
          filters={two}
          quirks={quirks}
          onInstead={(field) => {
            const filter = draftOf(one).filters.find(({ id }) => id === two[1].id)
            if (filter) askInstead(filter, field)
          }}
        />
      )
    if (tab === 'canvas')
      return canvas(found.result, () => {
        draftOf(one).selectedQuirkId = filteredAnswersQuirkId
        setKind('list')
      })
    if (tab === 'cloud') return cloud({ ...criteria[one], quirkIds: shown ? [...shown] : null })
    return (
      <QueryList
        key={one}
        criteria={criteria[one]}
        shown={shown ?? null}
        result={found.result}
        draft={draftOf(one)}
        onPassage={onPassage}
      />
    )
  }
  return (
    <div className="query" data-comparing={comparing || undefined}>
      <ViewHead
        title={t('query.view')}
        before={<IconButton icon={BackIcon} label={t('tree.close')} onClick={onBack} />}
        tools={
          <>
            <IconButton
              icon={folded ? ChevronDownIcon : ChevronUpIcon}
              label={t(folded ? 'query.unfold' : 'query.fold')}
              onClick={() => fold(!folded)}
            />
            <Button icon={CanvasIcon} onClick={onCriteria}>
              {t('query.onCanvas')}
            </Button>
          </>
        }
      >
        <Switch
          label={t('query.compare')}
          checked={comparing}
          onChange={(on) => {
            editor.comparing = on
            setWhose('a')
            if (on) setKind('shares')
          }}
        />
      </ViewHead>
      <div className="query-editors">
        {editorFor('a')}
        {comparing && editorFor('b')}
      </div>
      <div className="query-result">
        <Tabs
          label={t('query.result')}
          tabs={[
            ...(comparing ? [{ id: 'shares', title: t('query.difference') }] : []),
            { id: 'list', title: t('query.list') },
            { id: 'canvas', title: t('project.canvas') },
            { id: 'cloud', title: t('query.cloud') },
          ]}
          active={tab}
          onActivate={(id) => setKind(id as Result)}
          after={
            comparing &&
            tab !== 'shares' && (
              <fieldset className="query-whose">
                <legend className="visually-hidden">{t('query.whose')}</legend>
                {(['a', 'b'] as const).map((of) => (
                  <Button
                    key={of}
                    kind="quiet"
                    aria-label={t('query.one', { letter: of.toUpperCase() })}
                    aria-pressed={one === of}
                    onClick={() => setWhose(of)}
                  >
                    {of.toUpperCase()}
                  </Button>
                ))}
              </fieldset>
            )
          }
        >
          <div className="query-panel" data-of={tab}>
            {result()}
          </div>
        </Tabs>
      </div>
    </div>
  )
}

interface ComparedProps {
  a: Criteria
  b: Criteria
  shown: ReadonlySet<number> | null | undefined
  onQuirk: (quirkId: number) => void
}

function Compared({ a, b, shown, onQuirk }: ComparedProps) {
  const t = useT()
  const { value, problem } = useAnalysis('comparedQueries', { a, b })
  const rows = useRows('quirks', {})
  const isPlain = (useQuestions()?.length ?? 1) < 2
  const quirks = useMemo(() => {
    if (!value || !rows || shown === undefined) return undefined
    const found = value.quirks.flatMap((shares): QuirkShare[] => {
      const row = rows.get(shares.id)
      if (!row || !(shown?.has(shares.id) ?? true)) return []
      return [{ ...shares, title: row.title.trim() || t('quirk.untitled'), colour: row.color }]
    })
    return found.sort((one, other) => unionOf(other) - unionOf(one) || compareTitles(one.title, other.title))
  }, [value, rows, shown, t])
  if (problem) return <ErrorState>{problemText(problem)}</ErrorState>
  if (!value || !quirks) return <Skeleton lines={5} height="3em" />
  const highlights = shown ? quirks.reduce(sumOf, { a: 0, b: 0, both: 0 }) : value.highlights
  return (
    <QuirkShares quirks={quirks} highlights={highlights} answers={value.answers} isPlain={isPlain} onQuirk={onQuirk} />
  )
}

const sumOf = (sum: { a: number; b: number; both: number }, one: QuirkShare) => ({
  a: sum.a + one.a,
  b: sum.b + one.b,
  both: sum.both + one.both,
})
