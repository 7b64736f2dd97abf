import { useT } from '../../i18n/useT.ts'
import { type PeriodUnit, periodUnits } from '../../model/rules/analysis/periods.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { DownloadIcon, FitIcon, MinusIcon, PlusIcon, TableIcon } from '../../ui/icons.ts'

export interface TimelineChoice {
  of: 'highlights' | 'memos'
  by: 'author' | 'quirk'
  /** null: as fits. */
  unit: PeriodUnit | null
  asTable: boolean
}

export interface TimelineHeadProps {
  choice: TimelineChoice
  /** The finest that is counted. */
  shortestUnit: 'hour' | 'day'
  /** What is drawn: a longer one where there are too many of those asked for. */
  shownUnit: PeriodUnit | null
  onChange: (change: Partial<TimelineChoice>) => void
  onZoomIn: () => void
  onZoomOut: () => void
  onWhole: () => void
  isWhole: boolean
  onSave: (() => void) | undefined
}

/** What is counted, by whom, how finely; and the ways to look closer. */
export function TimelineHead(props: TimelineHeadProps) {
  const { choice, shortestUnit, shownUnit, onChange, onZoomIn, onZoomOut, onWhole, isWhole, onSave } = props
  const t = useT()
  const { of, by, unit, asTable } = choice
  return (
    <header className="timeline-head" data-keep-clear>
      <Select
        label={t('timeline.of')}
        options={[
          { value: 'highlights', label: t('timeline.highlights') },
          { value: 'memos', label: t('timeline.memos') },
        ]}
        value={of}
        onChange={(next) => onChange({ of: next })}
      />
      <Select
        label={t('timeline.by')}
        options={[
          { value: 'author', label: t('timeline.byAuthor') },
          { value: 'quirk', label: t('timeline.byQuirk') },
        ]}
        value={by}
        disabled={of === 'memos'}
        onChange={(next) => onChange({ by: next })}
      />
      <Select<PeriodUnit | 'auto'>
        label={t('timeline.unit')}
        options={[
          { value: 'auto', label: t('timeline.auto', { unit: shownUnit ? t(`timeline.unit.${shownUnit}`) : '' }) },
          ...periodUnits
            .slice(periodUnits.indexOf(shortestUnit))
            .map((each) => ({ value: each, label: t(`timeline.unit.${each}`) })),
        ]}
        value={unit ?? 'auto'}
        onChange={(next) => onChange({ unit: next === 'auto' ? null : next })}
      />
      <div className="timeline-tools">
        <IconButton icon={PlusIcon} label={t('timeline.zoomIn')} onClick={onZoomIn} disabled={!shownUnit} />
        <IconButton icon={MinusIcon} label={t('timeline.zoomOut')} onClick={onZoomOut} unavailable={isWhole} />
        <IconButton icon={FitIcon} label={t('timeline.whole')} onClick={onWhole} unavailable={isWhole} />
        <IconButton
          icon={TableIcon}
          label={t('timeline.asTable')}
          pressed={asTable}
          onClick={() => onChange({ asTable: !asTable })}
        />
        <IconButton icon={DownloadIcon} label={t('timeline.save')} onClick={onSave} disabled={!onSave} />
      </div>
      {unit !== null && shownUnit !== null && unit !== shownUnit && (
        <p className="timeline-note" role="status">
          {t('timeline.tooMany', { unit: shownUnit })}
        </p>
      )}
    </header>
  )
}
