import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { saveTable } from '../../data/files/saveTable.ts'
import { useAnalysis, useProject, useRows } from '../../data/live/useLive.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { cssColour, PALETTE } from '../../model/palette.ts'
import { isProblem } from '../../model/problems.ts'
import type { AnalysisValue, QuirkRow, TimelineAsked } from '../../model/queries.ts'
import { usualUnit } from '../../model/rules/analysis/periods.ts'
import { type Period, periodsIn, type Stretch } from '../../model/rules/analysis/timelinePeriods.ts'
import { passageQuirk } from '../../model/rules/passageQuirk.ts'
import type { Key } from '../../model/schema.ts'
import { editorOf } from '../../state/editor.ts'
import type { ViewProps } from '../../state/viewProps.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { TimelineIcon } from '../../ui/icons.ts'
import { PeriodMemos, PeriodQuotes } from './PeriodPassages.tsx'
import { type Series, TimelineChart } from './TimelineChart.tsx'
import { type TimelineChoice, TimelineHead } from './TimelineHead.tsx'
import { TimelineTable } from './TimelineTable.tsx'
import { drawnUnit, zoomed } from './timelineAxis.ts'

const hour = 3_600_000
/** So many authors or quirks have a colour of their own. */
const mostSeries = 8
const authorColours = ['blue', 'orange', 'teal', 'purple', 'green', 'sky', 'red', 'olive']
const colourOf = (n: number): string =>
  PALETTE.find(({ name }) => name === authorColours[n % authorColours.length])?.hex ?? PALETTE[0].hex

/** When coding was done: highlights or memos by hour, day, week or month. */
export function TimelineView({ onPassage }: ViewProps) {
  const t = useT()
  const project = useProject()
  const shown = useShownQuirks(useSnapshot(editorOf(project.uuid)).uncheckedGroups)
  const [choice, choose] = useState<TimelineChoice>({ of: 'highlights', by: 'author', unit: null, asTable: false })
  const { of } = choice
  const by = of === 'memos' ? 'author' : choice.by
  const quirkIds = useMemo(() => (shown ? [...shown] : null), [shown])
  const asked: TimelineAsked | null =
    shown === undefined ? null : { of, by, quirkIds: of === 'memos' ? null : quirkIds, most: mostSeries }
  const { value, problem } = useAnalysis('timeline', asked)
  const quirks = useRows('quirks', {})
  const titleOf = (quirkId: Key) => quirks?.get(quirkId)?.title.trim() || t('quirk.untitled')
  const [stretch, setStretch] = useState<Stretch | null>(null)
  const [opened, open] = useState<Period | null>(null)
  const whole = value?.whole ?? null
  if (problem) return <ErrorState>{problemText(problem)}</ErrorState>
  if (!value || !quirks) return <Skeleton lines={8} />
  const seen = whole && within(stretch, whole)
  // Hours are counted only where all lies within two days.
  const wanted = choice.unit === 'hour' && value.unit === 'day' ? null : choice.unit
  const unit = seen && drawnUnit(seen, wanted ?? usualUnit(seen.from, seen.to, value.unit))
  const periods = seen && unit ? periodsIn(value.periods[unit], value.series.length + 1, unit, seen) : []
  const series = seriesOf(value, quirks, titleOf, t('timeline.others'))
  // What is open has to be among what is shown, as another unit has other periods.
  const stillOpen = opened && periods.find(({ from, to }) => from === opened.from && to === opened.to)
  const save = async () => {
    if (!asked || !unit) return
    const named = { others: t('timeline.others'), untitled: t('quirk.untitled') }
    const names = { period: t(`timeline.unit.${unit}`), total: t('timeline.total'), ...named }
    const saved = await saveTable(project, 'timelineFile', { ...asked, unit, names }, t('timeline.title'))
    if (isProblem(saved)) showProblem(saved.problem)
  }
  const zoomBy = (around: number, factor: number) => {
    if (whole && seen) setStretch(zoomed(seen, around, factor, whole, value.unit === 'hour' ? 6 * hour : 7 * 24 * hour))
  }
  const middle = seen ? (seen.from + seen.to) / 2 : 0
  return (
    <section className="timeline" aria-label={t('timeline.title')}>
      <TimelineHead
        choice={{ ...choice, by, unit: wanted }}
        shortestUnit={value.unit}
        shownUnit={unit}
        onChange={(change) => choose((before) => ({ ...before, ...change }))}
        onZoomIn={() => zoomBy(middle, 0.5)}
        onZoomOut={() => zoomBy(middle, 2)}
        onWhole={() => setStretch(null)}
        isWhole={stretch === null}
        onSave={whole ? () => void save() : undefined}
      />
      {!seen || !unit ? (
        <EmptyState icon={TimelineIcon} title={t(of === 'memos' ? 'timeline.noMemos' : 'timeline.noHighlights')}>
          {value.undated > 0
            ? t('timeline.undated', { n: value.undated, count: formatNumber(value.undated) })
            : t('timeline.nothingText')}
        </EmptyState>
      ) : (
        <div className="timeline-body">
          <div className="timeline-main">
            <Legend series={series} value={value} />
            {choice.asTable ? (
              <div className="timeline-table">
                <TimelineTable
                  periods={periods}
                  unit={unit}
                  series={series}
                  opened={stillOpen?.from ?? null}
                  onOpen={open}
                />
              </div>
            ) : (
              <TimelineChart
                periods={periods}
                unit={unit}
                series={series}
                opened={stillOpen?.from ?? null}
                onOpen={open}
                onZoom={setStretch}
                onZoomBy={zoomBy}
                onWhole={() => setStretch(null)}
              />
            )}
            {!choice.asTable && <p className="timeline-note">{t('timeline.howTo')}</p>}
            {value.undated > 0 && (
              <p className="timeline-note">
                {t('timeline.undated', { n: value.undated, count: formatNumber(value.undated) })}
              </p>
            )}
          </div>
          {stillOpen && of === 'memos' && (
            <PeriodMemos period={stillOpen} unit={unit} onClose={() => open(null)} onPassage={onPassage} />
          )}
          {stillOpen && of === 'highlights' && (
            <PeriodQuotes
              period={stillOpen}
              unit={unit}
              quirkIds={quirkIds}
              quirkOf={(id) => passageQuirk(quirks.get(id), t('quirk.untitled'))}
              onClose={() => open(null)}
              onPassage={onPassage}
            />
          )}
        </div>
      )}
    </section>
  )
}

function within(stretch: Stretch | null, whole: Stretch): Stretch {
  if (!stretch || stretch.to <= whole.from || stretch.from >= whole.to) return whole
  return { from: Math.max(stretch.from, whole.from), to: Math.min(stretch.to, whole.to) }
}

function seriesOf(
  { series, others }: AnalysisValue<'timeline'>,
  quirks: ReadonlyMap<Key, QuirkRow>,
  titleOf: (quirkId: Key) => string,
  rest: string,
): Series[] {
  const own = series.map(({ key }, n) => ({
    key,
    title: typeof key === 'string' ? key : titleOf(key),
    color: cssColour((typeof key === 'number' && quirks.get(key)?.color) || colourOf(n)),
  }))
  return others > 0 ? [...own, { key: 'others', title: rest, color: 'var(--edge)' }] : own
}

function Legend({ series, value }: { series: readonly Series[]; value: AnalysisValue<'timeline'> }) {
  const t = useT()
  const totalOf = (n: number) => value.series[n]?.total ?? value.others
  return (
    <ul className="timeline-legend" aria-label={t('timeline.legend')}>
      {series.map(({ key, title, color }, n) => (
        <li key={key}>
          <span className="timeline-dot" style={{ '--dot': color }} aria-hidden />
          <span className="timeline-legend-title">{title}</span>
          <span className="timeline-legend-count">{formatNumber(totalOf(n))}</span>
        </li>
      ))}
    </ul>
  )
}
