import { useEffect, useMemo, useRef, useState } from 'react'
import { useRows } from '../../data/live/useLive.ts'
import { compareTitles, formatClockRange, formatDay } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { RemovedQuirk } from '../../model/history.ts'
import { cssColour } from '../../model/palette.ts'
import { none } from '../../model/schema.ts'
import { Dot } from '../../ui/Dot.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { HistoryIcon } from '../../ui/icons.ts'
import { LongList, type LongListHandle } from '../../ui/lists/LongList.tsx'
import { type HistoryRow, historyRows, isWithin, oldestOf, type Run, type StepRow } from './historyRows.ts'
import type { Ways } from './past.ts'
import { StepPanel } from './StepPanel.tsx'
import { stepWords } from './stepWords.ts'
import { Unanswered } from './Unanswered.tsx'
import { useSteps } from './useSteps.ts'

/** Rows before the end from which on the next page is read. */
const ahead = 30
const everybody = '\u0000'

/** Every step, by day, person and minute, what is typed on as one row; one of them open beside the list. */
export function StepsPane({ onRestore, onOpen }: Ways) {
  const t = useT()
  const [author, setAuthor] = useState(everybody)
  const [quirk, setQuirk] = useState(none)
  const [chosen, choose] = useState<StepRow | null>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const list = useRef<LongListHandle>(null)
  const seen = useRef(0)
  const { entries, authors, removed, problem, more, reload } = useSteps({
    ...(author !== everybody && { author }),
    ...(quirk !== none && { quirk }),
  })
  const rows = useMemo(() => historyRows(entries ?? [], unfolded), [entries, unfolded])
  // While it is open, its run may grow.
  const opened = chosen && (rows.find((row) => isSame(row, chosen)) ?? chosen)
  const readOn = () => {
    if (seen.current > rows.length - ahead) more()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come may be of a run that was there, and then no row comes into sight
  useEffect(readOn, [entries])
  const unfold = (run: Run, isUnfolded: boolean) => {
    const others = [...unfolded].filter((seq) => !isWithin(seq, run))
    setUnfolded(new Set(isUnfolded ? [...others, run[0].seq] : others))
  }
  const who = (name: string) => name.trim() || t('history.somebody')
  const move = (from: number, by: 1 | -1) => {
    let to = from + by
    while (rows[to]?.kind === 'day') to += by
    if (rows[to]) list.current?.focus(to)
  }
  const row = (index: number) => {
    const shown = rows[index]
    if (!shown) return null
    if (shown.kind === 'day') return <h3 className="history-day">{formatDay(shown.at)}</h3>
    const { run, first, within } = shown
    const [entry] = run
    return (
      <button
        type="button"
        className="history-step"
        data-row={index}
        data-first={first || undefined}
        data-within={within || undefined}
        aria-pressed={opened === shown}
        onClick={() => choose(opened === shown ? null : shown)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          move(index, event.key === 'ArrowDown' ? 1 : -1)
        }}
      >
        <span className={first ? 'history-who' : 'visually-hidden'}>
          {who(entry.author)}{' '}
          <time dateTime={new Date(entry.at).toISOString()}>{formatClockRange(oldestOf(run).at, entry.at)}</time>
        </span>
        <span className="history-what">
          {entry.color && <Dot colour={cssColour(entry.color)} />}
          {stepWords(t, entry)}
          {run.length > 1 && <span className="history-count"> {t('history.count', { n: run.length })}</span>}
        </span>
        {entry.passage && (
          <span className="history-passage">
            {t('history.passage', { ...entry.passage, source: entry.passage.source || t('export.untitledSource') })}
          </span>
        )}
      </button>
    )
  }
  return (
    <div className="history-pane">
      <StepFilters
        author={author}
        authors={authors}
        onAuthor={setAuthor}
        quirk={quirk}
        removed={removed}
        onQuirk={setQuirk}
        who={who}
      />
      <div className="history-body">
        <div className="history-list">
          {problem && !entries ? (
            <Unanswered problem={problem} reload={reload} />
          ) : !entries ? (
            <Skeleton lines={8} />
          ) : entries.length === 0 ? (
            <EmptyState icon={HistoryIcon} title={t('history.empty')}>
              {t('history.emptyText')}
            </EmptyState>
          ) : (
            <LongList
              ref={list}
              key={`${author} ${quirk}`}
              label={t('history.steps')}
              count={rows.length}
              keyOf={(index) => keyOf(rows[index])}
              row={row}
              rowHeight={52}
              onSight={(_, last) => {
                seen.current = last
                readOn()
              }}
            />
          )}
        </div>
        {opened && (
          <StepPanel
            key={keyOf(opened)}
            run={opened.run}
            who={who(opened.run[0].author)}
            unfolded={opened.run.some(({ seq }) => unfolded.has(seq))}
            onUnfold={(isUnfolded) => unfold(opened.run, isUnfolded)}
            onClose={() => choose(null)}
            onRestore={onRestore}
            onOpen={onOpen}
          />
        )}
      </div>
    </div>
  )
}

const isSame = (row: HistoryRow, { run, within }: StepRow): row is StepRow =>
  row.kind === 'steps' && row.within === within && isWithin(run[0].seq, row.run)

/** The oldest step of a run is the same while somebody types on. */
const keyOf = (row: HistoryRow | undefined): string =>
  row?.kind === 'steps' ? `${row.within ? 'each' : 'run'} ${oldestOf(row.run).seq}` : `day ${row?.at}`

interface FilterProps {
  author: string
  authors: readonly string[]
  onAuthor: (author: string) => void
  quirk: number
  /** Of which there are steps. */
  removed: readonly RemovedQuirk[]
  onQuirk: (quirk: number) => void
  who: (name: string) => string
}

function StepFilters({ author, authors, onAuthor, quirk, removed, onQuirk, who }: FilterProps) {
  const t = useT()
  const quirks = useRows('quirks', {})
  const there = [...(quirks?.values() ?? [])]
  // One that was brought back since stands among those that are there.
  const gone = removed.filter(({ id }) => !there.some((quirk) => quirk.id === id))
  const named = [...there, ...gone]
    .map(({ id, title }) => ({ value: id, label: title.trim() || t('quirk.untitled') }))
    .toSorted((a, b) => compareTitles(a.label, b.label))
  return (
    <header className="history-head" data-keep-clear>
      <Select
        label={t('history.person')}
        options={[
          { value: everybody, label: t('history.everybody') },
          ...authors.map((name) => ({ value: name, label: who(name) })),
        ]}
        value={author}
        onChange={onAuthor}
      />
      <Select
        label={t('history.quirk')}
        options={[{ value: none, label: t('history.allQuirks') }, ...named]}
        value={quirk}
        onChange={onQuirk}
      />
    </header>
  )
}
