import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { type CloudState, cloudNumber } from '../../model/rules/analysis/wordScope.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { Slider } from '../../ui/fields/Slider.tsx'
import { CloudIcon, DownloadIcon, StopListIcon, TableIcon } from '../../ui/icons.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { SourcesChooser } from './SourcesChooser.tsx'
import type { CloudFiles } from './useCloudExport.ts'
import { WordsInChooser } from './WordsInChooser.tsx'

/** Only what passes a query is counted. */
export interface CountedQuery {
  /** How many pass; undefined while that is not known, and where it is not sources that pass. */
  sources: number | undefined
}

export interface CloudHeadProps {
  state: CloudState
  ofQuery: CountedQuery | null
  onChange: (next: Partial<CloudState>) => void
  /** Words that the stop list leaves out. */
  leftOut: number
  counts: { total: number; occurrences: number } | undefined
  onStopList: () => void
  /** Null while there is nothing to save. */
  files: CloudFiles | null
}

/** Above the cloud: what is counted, how many words are shown, what is left out, the stop list, files, and the table in place of the cloud. */
export function CloudHead({ state, ofQuery, onChange, leftOut, counts, onStopList, files }: CloudHeadProps) {
  const t = useT()
  const isTable = state.as === 'table'
  const saving: MenuEntry[] = files
    ? [
        { label: t('cloud.saveTable'), onSelect: files.table },
        ...(isTable
          ? []
          : [
              { label: t('cloud.saveSvg'), onSelect: files.svg },
              { label: t('cloud.savePng'), onSelect: files.png },
            ]),
      ]
    : []
  return (
    <header className="cloud-head" data-keep-clear>
      <div className="cloud-choosers">
        <WordsInChooser words={state.words} ofQuery={ofQuery !== null} onChange={(words) => onChange({ words })} />
        <SourcesChooser
          sourceIds={state.sourceIds}
          ofQuery={ofQuery}
          onChange={(sourceIds) => onChange({ sourceIds })}
        />
      </div>
      <div className="cloud-sliders">
        {!isTable && (
          <Slider
            label={t('cloud.number')}
            value={state.number}
            least={cloudNumber.least}
            most={cloudNumber.most}
            step={cloudNumber.step}
            onChange={(number) => onChange({ number })}
          />
        )}
        <Slider
          label={t('cloud.least')}
          value={state.least}
          least={1}
          most={50}
          text={(value) => t('cloud.times', { n: value })}
          onChange={(least) => onChange({ least })}
        />
      </div>
      <fieldset className="cloud-without">
        <legend className="visually-hidden">{t('cloud.without')}</legend>
        <Checkbox
          label={<span data-tooltip={t('cloud.withoutSpeakersHint')}>{t('cloud.withoutSpeakers')}</span>}
          checked={state.withoutSpeakers === true}
          onChange={(withoutSpeakers) => onChange({ withoutSpeakers })}
        />
        <Checkbox
          label={t('cloud.withoutNumbers')}
          checked={state.withoutNumbers === true}
          onChange={(withoutNumbers) => onChange({ withoutNumbers })}
        />
      </fieldset>
      <p className="cloud-said" role="status">
        {counts &&
          t('cloud.said', {
            n: counts.total,
            words: formatNumber(counts.total),
            all: formatNumber(counts.occurrences),
          })}
      </p>
      <div className="cloud-acts">
        <Button kind="quiet" icon={StopListIcon} onClick={onStopList}>
          {t('stopList.title')}
          <span className="cloud-count" aria-hidden>
            {formatNumber(leftOut)}
          </span>
          <span className="visually-hidden">{t('stopList.leftOut', { n: leftOut })}</span>
        </Button>
        <Dropdown
          align="end"
          trigger={<IconButton icon={DownloadIcon} label={t('cloud.save')} disabled={saving.length === 0} />}
          items={saving}
        />
        <IconButton
          icon={CloudIcon}
          label={t('cloud.asCloud')}
          pressed={!isTable}
          onClick={() => onChange({ as: 'cloud' })}
        />
        <IconButton
          icon={TableIcon}
          label={t('cloud.asTable')}
          pressed={isTable}
          onClick={() => onChange({ as: 'table' })}
        />
      </div>
    </header>
  )
}
