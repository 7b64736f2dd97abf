import { useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useAnalysis, useProject, useRows } from '../../data/live/useLive.ts'
import { useQuestions } from '../../data/live/useQuestions.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import type { WordsOf } from '../../model/queries.ts'
import { asksNothing, type Criteria } from '../../model/rules/analysis/criteria.ts'
import { leavingOut } from '../../model/rules/analysis/stopList.ts'
import { usualWordCloud, type WordCloudState, wordsOf } from '../../model/rules/analysis/wordScope.ts'
import { editorOf } from '../../state/editor.ts'
import { criteriaOf } from '../../state/queryDraft.ts'
import type { ViewProps } from '../../state/viewProps.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { CloudIcon } from '../../ui/icons.ts'
import { MenuAt, type Point } from '../../ui/menus/MenuAt.tsx'
import type { PlacedWord } from '../../ui/words/placeWords.ts'
import { WordCloud } from '../../ui/words/WordCloud.tsx'
import { StopListModal } from './StopListModal.tsx'
import { useStopList } from './useStopList.ts'
import { useWordCloudExport } from './useWordCloudExport.ts'
import { type CountedQuery, WordCloudHead } from './WordCloudHead.tsx'
import { WordPassages } from './WordPassages.tsx'
import { WordTable } from './WordTable.tsx'

/** The word cloud of the project; while a query holds for all views, of what passes it. */
export function WordCloudView({ onPassage }: ViewProps) {
  const editor = editorOf(useProject().uuid)
  const { cloud, view, query } = useSnapshot(editor)
  return (
    <Words
      state={cloud as WordCloudState}
      onState={(next) => Object.assign(editor.cloud, next)}
      criteria={view === 'criteria' ? criteriaOf(query) : undefined}
      onPassage={onPassage}
    />
  )
}

export interface CountedWordsProps extends Pick<ViewProps, 'onPassage'> {
  criteria: Criteria
}

/** The words of what passes a query, at first of its highlights. */
export function CountedWords(props: CountedWordsProps) {
  const [state, setState] = useState<WordCloudState>({ ...usualWordCloud, words: { of: 'highlights' } })
  return <Words state={state} onState={(next) => setState((before) => ({ ...before, ...next }))} {...props} />
}

interface WordsProps extends Pick<ViewProps, 'onPassage'> {
  state: WordCloudState
  onState: (next: Partial<WordCloudState>) => void
  /** Only what passes it is counted. */
  criteria?: Criteria | undefined
}

/** The words of the project, or of a part of it, by how often they occur: as a cloud and as a table, each word with its passages. */
function Words({ state: cloud, onState: change, criteria, onPassage }: WordsProps) {
  const t = useT()
  const project = useProject()
  const writes = mayWrite(useSnapshot(project.state).access)
  const of = useWordsOf(cloud, criteria)
  const ofQuery = useOfQuery(criteria)
  const stop = useStopList()
  const [chosen, choose] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ word: string; at: Point } | null>(null)
  const [listing, setListing] = useState(false)
  const placed = useRef<readonly PlacedWord[]>([])

  const counted =
    of && stop.list
      ? { ...of, without: stop.leftOut, ...(cloud.withoutNumbers && { withoutNumbers: true }), least: cloud.least }
      : null
  const { value, problem } = useAnalysis('wordCounts', counted && { ...counted, offset: 0, limit: cloud.number })
  const files = useWordCloudExport(counted ?? undefined, placed)
  const leaveOut = (word: string) => {
    if (!stop.list) return
    if (word === chosen) choose(null)
    void stop.save(leavingOut(stop.list, word))
  }

  const body = () => {
    if (problem) return <ErrorState>{problemText(problem)}</ErrorState>
    if (!value || !counted)
      return (
        <div className="word-cloud-wait">
          <Skeleton lines={6} height="1.6em" />
        </div>
      )
    if (value.total === 0)
      return (
        <NoWords
          state={cloud}
          least={cloud.least}
          onAll={() => change({ ...usualWordCloud, withoutSpeakers: false })}
        />
      )
    if (cloud.as === 'table')
      return (
        <WordTable
          asked={counted}
          occurrences={value.occurrences}
          highest={value.rows[0]?.count ?? 0}
          chosen={chosen}
          onChoose={choose}
          onMenu={openMenu}
        />
      )
    return (
      <WordCloud
        label={t('wordCloud.label', { n: value.rows.length })}
        words={value.rows}
        chosen={chosen}
        onChoose={choose}
        onMenu={openMenu}
        onPlaced={(words) => {
          placed.current = words
        }}
      />
    )
  }
  const openMenu = (word: string, at: Point) => setMenu({ word, at })
  return (
    <section className="word-cloud" aria-label={t('wordCloud.title')}>
      <WordCloudHead
        state={cloud}
        ofQuery={ofQuery}
        onChange={change}
        leftOut={stop.leftOut.length}
        counts={value}
        onStopList={() => setListing(true)}
        files={value && value.total > 0 ? files : null}
      />
      <div className="word-cloud-body" data-chosen={chosen !== null || undefined}>
        <div className="word-cloud-words">{body()}</div>
        {chosen !== null && of && (
          <WordPassages
            of={of}
            word={chosen}
            onPassage={onPassage}
            onLeaveOut={writes ? () => leaveOut(chosen) : undefined}
            onClose={() => choose(null)}
          />
        )}
      </div>
      <MenuAt
        at={menu?.at ?? null}
        onClose={() => setMenu(null)}
        label={menu?.word ?? ''}
        items={
          menu
            ? [
                { label: t('wordCloud.showPassages'), onSelect: () => choose(menu.word) },
                ...(writes ? [{ label: t('wordCloud.leaveOut'), onSelect: () => leaveOut(menu.word) }] : []),
              ]
            : []
        }
      />
      {stop.list && (
        <StopListModal
          open={listing}
          list={stop.list}
          canWrite={writes}
          withoutSpeakers={cloud.withoutSpeakers === true}
          onClose={() => setListing(false)}
          onSave={stop.save}
        />
      )}
    </section>
  )
}

/** What is counted; undefined while the quirks or groups that it depends on are on their way. Whole texts depend on none. */
function useWordsOf(cloud: WordCloudState, criteria: Criteria | undefined): WordsOf | undefined {
  const { uncheckedGroups } = useSnapshot(editorOf(useProject().uuid))
  const shown = useShownQuirks(uncheckedGroups)
  const quirks = useRows('quirks', {})
  const links = useRows('groupQuirks', {})
  const key = JSON.stringify([cloud.words, cloud.sourceIds, cloud.withoutSpeakers, criteria])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what it is made of
  return useMemo(() => {
    if (cloud.words.of === 'texts' && shown === null) return wordsOf(cloud, { all: [], shown, links: [] }, criteria)
    if (shown === undefined || !quirks || !links) return undefined
    const all = Array.from(quirks.keys(), Number)
    return wordsOf(cloud, { all, shown, links: links.values() }, criteria)
  }, [shown, quirks, links, key])
}

/** null: everything is counted. An answer is a source to those who have one question. */
function useOfQuery(criteria: Criteria | undefined): CountedQuery | null {
  const isAsking = criteria !== undefined && !asksNothing(criteria)
  const isPlain = (useQuestions()?.length ?? 1) < 2
  const { value } = useAnalysis('filteredAnswers', isAsking && isPlain ? criteria : null)
  return isAsking ? { sources: isPlain ? value?.answers : undefined } : null
}

function NoWords({ state, least, onAll }: { state: WordCloudState; least: number; onAll: () => void }) {
  const t = useT()
  const isNarrowed =
    state.words.of !== 'texts' || state.sourceIds !== null || least > 1 || state.withoutNumbers === true
  return (
    <EmptyState
      icon={CloudIcon}
      title={t('wordCloud.empty')}
      actions={isNarrowed && <Button onClick={onAll}>{t('wordCloud.countAll')}</Button>}
    >
      {t(isNarrowed ? 'wordCloud.emptyHere' : 'wordCloud.emptyText')}
    </EmptyState>
  )
}
