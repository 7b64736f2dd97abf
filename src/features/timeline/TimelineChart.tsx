import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react'
import { formatNumber } from '../../i18n/formats.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import type { PeriodUnit } from '../../model/rules/analysis/periods.ts'
import type { Period, Stretch } from '../../model/rules/analysis/timelinePeriods.ts'
import { ByKey } from '../../ui/keyboard.ts'
import { useSize } from '../../ui/useSize.ts'
import { periodName, periodShortName } from './periodName.ts'
import { ticksTo } from './timelineAxis.ts'

export interface Series {
  key: string | number
  title: string
  color: string
}

export interface TimelineChartProps {
  periods: readonly Period[]
  unit: PeriodUnit
  /** As the counts of the periods; the last one is that of the others. */
  series: readonly Series[]
  /** The period whose passages are shown, by where it begins. */
  opened: number | null
  onOpen: (period: Period) => void
  onZoom: (stretch: Stretch) => void
  onZoomBy: (around: number, factor: number) => void
  onWhole: () => void
}

const margin = { top: 12, right: 12, bottom: 28, left: 52 }
/** Room for the name of a period, in px. */
const labelWidth = 92
const widestBar = 72
/** Few periods do not fill a large window: bars keep as near to each other as the names below them allow, and are no higher than is read at a look. */
const widestStep = 112
const highestOfFew = 320
const unknownSize = { width: 600, height: 260 }

/** Bars stacked by series. One period is the one that is meant: its numbers are told; a drag, or arrows with Shift, choose a stretch to zoom into. */
export function TimelineChart(props: TimelineChartProps) {
  const { periods, unit, series, opened, onOpen, onZoom, onZoomBy, onWhole } = props
  const t = useT()
  const id = useId()
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const { width, height } = useSize(box) ?? unknownSize
  /** Moments within the period that is meant, and within the one where a stretch that is being chosen was begun. */
  const [active, setActive] = useState<number | null>(null)
  const [anchor, setAnchor] = useState<number | null>(null)
  const drag = useRef<{ from: number; moved: boolean } | null>(null)
  const roomy = Math.max(width - margin.left - margin.right, 100)
  const plotWidth = Math.min(roomy, Math.max(1, periods.length) * widestStep)
  const plotHeight = Math.max(
    Math.min(height, plotWidth < roomy ? highestOfFew : height) - margin.top - margin.bottom,
    60,
  )
  const bottom = margin.top + plotHeight
  const step = plotWidth / Math.max(1, periods.length)
  const most = periods.reduce((high, { total }) => Math.max(high, total), 0)
  const ticks = ticksTo(most)
  /** An hour is called after the moment when it begins: its name stands there, that of a day or a month below the whole of it. */
  const isMoment = unit === 'hour'
  const y = (count: number) => margin.top + plotHeight * (1 - count / Math.max(1, most))
  const paths = useMemo(
    () => pathsOf(periods, series.length, step, plotHeight / Math.max(1, most), isMoment),
    [periods, series.length, step, plotHeight, most, isMoment],
  )
  const [earliest, latest] = [periods[0]?.from ?? 0, periods.at(-1)?.from ?? 0].map((time) => new Date(time))
  const longer =
    unit === 'hour' ? earliest?.getDate() !== latest?.getDate() : earliest?.getFullYear() !== latest?.getFullYear()
  const indexOf = (moment: number) => {
    const index = periods.findIndex(({ to }) => moment < to)
    return index < 0 ? periods.length - 1 : index
  }
  const at = active === null ? Math.max(0, lastWith(periods)) : indexOf(active)
  const shown = periods[at]
  const begun = anchor === null ? at : indexOf(anchor)
  const chosen = begun === at ? null : [Math.min(begun, at), Math.max(begun, at)]

  const stretch = ([first, last]: readonly number[]): Stretch => ({
    from: periods[first as number]?.from ?? 0,
    to: periods[last as number]?.to ?? 0,
  })
  const go = (to: number, extend: boolean) => {
    setAnchor(extend ? (anchor ?? shown?.from ?? null) : null)
    setActive(periods[Math.min(Math.max(to, 0), periods.length - 1)]?.from ?? null)
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.round(periods.length / 10))
    const to = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      PageUp: at + page,
      PageDown: at - page,
      Home: 0,
      End: periods.length - 1,
    }[event.key]
    const around = shown ? (shown.from + shown.to) / 2 : 0
    const acts: Record<string, () => void> = {
      Enter: () => (chosen ? zoomTo(chosen) : shown && onOpen(shown)),
      '+': () => onZoomBy(around, 0.5),
      '-': () => onZoomBy(around, 2),
      '0': onWhole,
      Escape: () => setAnchor(null),
    }
    const act = acts[event.key]
    if (to === undefined && !act) return
    if (event.key === 'Escape' && anchor === null) return
    event.preventDefault()
    if (to !== undefined) go(to, event.shiftKey)
    else act?.()
  }
  const zoomTo = (range: readonly number[]) => {
    setAnchor(null)
    onZoom(stretch(range))
  }
  const indexAt = ({ clientX, currentTarget }: PointerEvent) => {
    const x = clientX - currentTarget.getBoundingClientRect().left - margin.left
    return Math.min(Math.max(Math.floor(x / step), 0), periods.length - 1)
  }
  const told = shown ? tell(t, shown, unit, series) : ''
  return (
    <div className="timeline-chart">
      <p className="timeline-told" id={`${id}-told`}>
        {told}
      </p>
      <div
        ref={setBox}
        role="slider"
        tabIndex={0}
        className="timeline-bars"
        aria-label={t('timeline.chart')}
        aria-describedby={`${id}-keys`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, periods.length - 1)}
        aria-valuenow={at}
        aria-valuetext={
          chosen ? t('timeline.chosen', { told, n: (chosen[1] as number) - (chosen[0] as number) + 1 }) : told
        }
        onKeyDown={press}
        onPointerDown={(event) => {
          if (event.button !== 0 || periods.length === 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          drag.current = { from: indexAt(event), moved: false }
          setAnchor(null)
        }}
        onPointerMove={(event) => {
          const to = indexAt(event)
          setActive(periods[to]?.from ?? null)
          if (!drag.current || (drag.current.from === to && !drag.current.moved)) return
          drag.current.moved = true
          setAnchor(periods[drag.current.from]?.from ?? null)
        }}
        onPointerUp={(event) => {
          const began = drag.current
          drag.current = null
          if (!began) return
          const to = indexAt(event)
          if (began.moved && began.from !== to) zoomTo([Math.min(began.from, to), Math.max(began.from, to)])
          else if (!began.moved && periods[to]) {
            setAnchor(null)
            onOpen(periods[to])
          }
        }}
        onPointerCancel={() => {
          drag.current = null
          setAnchor(null)
        }}
      >
        <svg width={width} height={bottom + margin.bottom} aria-hidden>
          {ticks.map((tick) => (
            <g key={tick} className="timeline-tick">
              <line x1={margin.left} x2={margin.left + plotWidth} y1={y(tick)} y2={y(tick)} />
              <text x={margin.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                {formatNumber(tick)}
              </text>
            </g>
          ))}
          {chosen && (
            <rect
              className="timeline-brush"
              x={margin.left + (chosen[0] as number) * step}
              width={((chosen[1] as number) - (chosen[0] as number) + 1) * step}
              y={margin.top}
              height={plotHeight}
            />
          )}
          {shown && (
            <rect
              className="timeline-active"
              x={margin.left + at * step}
              width={Math.max(step, 2)}
              y={margin.top}
              height={plotHeight}
              data-shown={active !== null || undefined}
            />
          )}
          <g transform={`translate(${margin.left} ${margin.top})`} className="timeline-stack">
            {paths.map((path, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the series in their order
              <path key={n} d={path} style={{ fill: series[n]?.color }} data-thin={step < 4 || undefined} />
            ))}
          </g>
          {periods.map(
            ({ from }, index) =>
              from === opened && (
                <rect
                  key={from}
                  className="timeline-opened"
                  x={margin.left + index * step}
                  width={Math.max(step, 2)}
                  y={bottom + 1}
                  height={3}
                />
              ),
          )}
          {labelled(periods.length, plotWidth).map((index) => {
            const period = periods[index] as Period
            const x = margin.left + (index + (isMoment ? 0 : 0.5)) * step
            return (
              <g key={period.from} className="timeline-label">
                {isMoment && <line x1={x} x2={x} y1={bottom} y2={bottom + 5} />}
                <text x={Math.min(x, width - labelWidth / 2)} y={bottom + margin.bottom - 8} textAnchor="middle">
                  {periodShortName(period.from, unit, longer)}
                </text>
              </g>
            )
          })}
        </svg>
      </div>
      <ByKey>
        <p id={`${id}-keys`} className="visually-hidden">
          {t('timeline.keys')}
        </p>
      </ByKey>
    </div>
  )
}

function tell(t: Translate, period: Period, unit: PeriodUnit, series: readonly Series[]): string {
  const parts = series
    .map(({ title }, n) => ({ title, count: period.counts[n] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ title, count }) => `${title} ${formatNumber(count)}`)
  const name = t('ui.labelled', { label: periodName(period, unit), value: formatNumber(period.total) })
  return parts.length > 0 ? `${name} · ${parts.join(' · ')}` : name
}

const lastWith = (periods: readonly Period[]): number => periods.findLastIndex(({ total }) => total > 0)

/** One path a series: all its bars, above those of the series before it; `unit`: the height of one, in px. `wide`: each fills its step. */
function pathsOf(periods: readonly Period[], series: number, step: number, unit: number, wide: boolean): string[] {
  const gap = Math.max(wide ? 0 : step - widestBar, step > 6 ? Math.min(3, step * 0.2) : step > 3 ? 1 : 0)
  const round = (n: number) => Math.round(n * 100) / 100
  const height = unit * periods.reduce((most, { total }) => Math.max(most, total), 0)
  const bases = Array<number>(periods.length).fill(0)
  return Array.from({ length: series }, (_, n) => {
    let path = ''
    for (const [index, { counts }] of periods.entries()) {
      const count = counts[n] ?? 0
      if (count === 0) continue
      const base = bases[index] as number
      const [top, bottom] = [height - (base + count) * unit, height - base * unit]
      const [left, right] = [index * step + gap / 2, (index + 1) * step - gap / 2]
      path += `M${round(left)} ${round(top)}H${round(right)}V${round(bottom)}H${round(left)}Z`
      bases[index] = base + count
    }
    return path
  })
}

/** Which periods have their names below them, with room between. */
function labelled(count: number, width: number): number[] {
  if (count === 0) return []
  const every = Math.max(1, Math.ceil((count * labelWidth) / width))
  const first = Math.min(Math.floor(every / 2), count - 1)
  return Array.from({ length: Math.ceil((count - first) / every) }, (_, n) => first + n * every)
}
