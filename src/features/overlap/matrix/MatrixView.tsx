import { useCallback, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { pageFonts } from '../../../data/files/pageFonts.ts'
import { saveExport } from '../../../data/files/saveExport.ts'
import { saveTable } from '../../../data/files/saveTable.ts'
import { useAnalysis, useProject } from '../../../data/live/useLive.ts'
import { useShownQuirks } from '../../../data/live/useShownQuirks.ts'
import { compareTitles, formatLocale, formatNumber } from '../../../i18n/formats.ts'
import { problemText } from '../../../i18n/problemText.ts'
import { useT } from '../../../i18n/useT.ts'
import { goneColour, type MatrixOrder, matrixOf } from '../../../model/canvas/matrix/matrixOf.ts'
import type { Cell } from '../../../model/canvas/matrix/paintMatrix.ts'
import { type Legend, legendOf, shades } from '../../../model/canvas/matrix/shades.ts'
import { isProblem } from '../../../model/problems.ts'
import { editorOf } from '../../../state/editor.ts'
import type { ViewProps } from '../../../state/viewProps.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { showProblem } from '../../../ui/feedback/showProblem.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconButton } from '../../../ui/fields/IconButton.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { DownloadIcon, FitIcon, MatrixIcon, MinusIcon, OptionsIcon, PlusIcon } from '../../../ui/icons.ts'
import { Dropdown } from '../../../ui/menus/Dropdown.tsx'
import { Popover } from '../../../ui/menus/Popover.tsx'
import { useScheme } from '../../../ui/theme.ts'
import type { Size } from '../../../ui/useSize.ts'
import { ViewHead } from '../../../ui/ViewHead.tsx'
import { TogetherPanel } from '../TogetherPanel.tsx'
import { type Shown, useQuirks } from '../useQuirks.ts'
import { cellText, MatrixGrid } from './MatrixGrid.tsx'
import { fitting, usualCell, zoomed } from './zooms.ts'

const orders = ['count', 'title', 'similar'] as const satisfies readonly MatrixOrder[]
/** The last one: as many as there is memory for. */
const numbers = [50, 100, 200, 500, 4000] as const
const usualNumber = 100

/** The overlaps of each two quirks, as a heat map; a cell shows the words that both have. */
export function MatrixView({ onPassage }: ViewProps) {
  const t = useT()
  const project = useProject()
  const quirks = useQuirks()
  const shown = useShownQuirks(useSnapshot(editorOf(project.uuid)).uncheckedGroups)
  const [order, setOrder] = useState<MatrixOrder>('count')
  const [most, setMost] = useState<number>(usualNumber)
  const [leastText, setLeastText] = useState('1')
  const [cell, setCell] = useState<number>(usualCell)
  const [room, setRoom] = useState<Size | null>(null)
  const [meant, setMeant] = useState<Cell | null>(null)
  const [together, setTogether] = useState<readonly number[] | null>(null)
  const [saving, setSaving] = useState(false)
  const scheme = useScheme()
  const least = Math.max(1, Math.floor(Number(leastText)) || 1)
  const quirkIds = useMemo(() => shown && [...shown], [shown])
  const { value, problem } = useAnalysis(
    'overlapTable',
    quirkIds === undefined ? null : { quirkIds, least, most, similar: order === 'similar' },
  )
  const matrix = useMemo(
    () => value && quirks && matrixOf(value, quirks, order, compareTitles, (id) => gone(id, t('quirk.untitled'))),
    [value, quirks, order, t],
  )
  const onRoom = useCallback((size: Size) => setRoom(size), [])
  const count = matrix?.quirks.length ?? 0

  const saveCsv = async () => {
    setSaving(true)
    const asked = {
      quirkIds: quirkIds ?? null,
      least,
      head: [t('overlap.quirk'), t('matrix.other'), t('overlap.count')] as const,
      untitled: t('quirk.untitled'),
    }
    const saved = await saveTable(project, 'overlapFile', asked, t('matrix.title'))
    setSaving(false)
    if (isProblem(saved)) showProblem(saved.problem)
  }
  const savePng = async () => {
    if (!value || !quirks) return
    setSaving(true)
    const words = { gone: t('quirk.untitled'), label: t('matrix.legend'), language: formatLocale() }
    const options = { table: value, quirks: [...quirks.values()], order, ...words, fonts: pageFonts('Inter Variable') }
    const saved = await saveExport(project, 'matrixPng', options, `${t('matrix.title')}.png`)
    setSaving(false)
    if (isProblem(saved)) showProblem(saved.problem)
  }
  const open = ({ row, column }: Cell) => {
    const ids = [row, column].flatMap((place) => matrix?.quirks[place]?.id ?? [])
    setTogether([...new Set(ids)])
  }
  if (!quirks || quirkIds === undefined) return <Skeleton lines={8} />
  return (
    <section className="matrix" aria-label={t('matrix.title')}>
      <ViewHead
        title={t('matrix.title')}
        said={value && t('matrix.shown', { shown: count, all: formatNumber(value.overlapping) })}
        tools={
          <>
            <IconButton icon={MinusIcon} label={t('canvas.zoomOut')} onClick={() => setCell(zoomed(cell, -1))} />
            <IconButton icon={PlusIcon} label={t('canvas.zoomIn')} onClick={() => setCell(zoomed(cell, 1))} />
            <IconButton
              icon={FitIcon}
              label={t('matrix.fit')}
              onClick={() => room && setCell(fitting(count, Math.min(room.width, room.height)))}
            />
            <Dropdown
              trigger={<IconButton icon={DownloadIcon} label={t('matrix.save')} unavailable={saving} />}
              align="end"
              items={[
                { label: t('matrix.csv'), onSelect: () => void saveCsv() },
                { label: t('matrix.png'), onSelect: () => void savePng() },
              ]}
            />
          </>
        }
      >
        <Popover trigger={<Button icon={OptionsIcon}>{t('matrix.options')}</Button>} label={t('matrix.options')}>
          <div className="matrix-options">
            <Select
              label={t('matrix.order')}
              options={orders.map((one) => ({ value: one, label: t(`matrix.order.${one}`) }))}
              value={order}
              onChange={setOrder}
            />
            <Select
              label={t('matrix.most')}
              options={numbers.map((n) => ({
                value: n,
                label: n === numbers.at(-1) ? t('matrix.all') : t('matrix.mostFirst', { n }),
              }))}
              value={most}
              onChange={setMost}
            />
            <TextField
              label={t('matrix.least')}
              type="number"
              min={1}
              inputMode="numeric"
              value={leastText}
              onChange={setLeastText}
            />
          </div>
        </Popover>
      </ViewHead>
      {problem ? (
        <ErrorState>{problemText(problem)}</ErrorState>
      ) : !matrix || !value ? (
        <Skeleton lines={8} />
      ) : count === 0 ? (
        <EmptyState icon={MatrixIcon} title={t('matrix.empty')}>
          {t('matrix.emptyText')}
        </EmptyState>
      ) : (
        <div className="overlap-body">
          <div className="matrix-main">
            <MatrixGrid
              matrix={matrix}
              cell={cell}
              onZoom={(by) => setCell((before) => zoomed(before, by))}
              onMeant={setMeant}
              onOpen={open}
              onRoom={onRoom}
            />
            <footer className="matrix-foot">
              <p className="matrix-said">{meant && cellText(t, matrix, meant)}</p>
              <Shades legend={legendOf(value.highest)} colours={shades[scheme]} />
              <p className="overlap-counted">{t('overlap.counted')}</p>
            </footer>
          </div>
          {together && (
            <div className="overlap-side">
              <TogetherPanel
                quirks={quirks}
                chosen={together}
                onChange={setTogether}
                back={t('matrix.back')}
                onBack={() => {
                  setTogether(null)
                  document.querySelector<HTMLElement>('.matrix-grid')?.focus()
                }}
                onPassage={onPassage}
              />
            </div>
          )}
        </div>
      )}
    </section>
  )
}

/** Of which nothing is known any more. */
const gone = (id: number, title: string): Shown => ({ id, title, color: goneColour, highlights: 0 })

/** What the shades mean. */
function Shades({ legend, colours }: { legend: readonly Legend[]; colours: readonly string[] }) {
  const t = useT()
  return (
    <ul className="matrix-legend" aria-label={t('matrix.legend')}>
      {legend.map(({ shade, from, to }) => (
        <li key={shade}>
          <span className="matrix-swatch" style={{ '--dot': colours[shade] }} aria-hidden />
          {from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`}
        </li>
      ))}
    </ul>
  )
}
