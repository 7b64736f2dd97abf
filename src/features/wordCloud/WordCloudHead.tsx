import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { cloudNumber, type WordCloudState } from '../../model/rules/analysis/wordScope.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { Slider } from '../../ui/fields/Slider.tsx'
import { CloudIcon, DownloadIcon, StopListIcon, TableIcon } from '../../ui/icons.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { SourcesChooser } from './SourcesChooser.tsx'
import type { CloudFiles } from './useWordCloudExport.ts'
import { WordsInChooser } from './WordsInChooser.tsx'

/** Only what passes a query is counted. */
export interface CountedQuery {
  /** How many pass; undefined while that is not known, and where it is not sources that pass. */
  sources: number | undefined
}

export interface WordCloudHeadProps {
  state: WordCloudState
  ofQuery: CountedQuery | null
  onChange: (next: Partial<WordCloudState>) => void
  /** Words that the stop list leaves out. */
  leftOut: number
  counts: { total: number; occurrences: number } | undefined
  onStopList: () => void
  /** Null while there is nothing to save. */
  files: CloudFiles | null
}

/** Above the cloud: what is counted, how many words are shown, what is left out, the stop list, files, and the table in place of the cloud. */
export function WordCloudHead({ state, ofQuery, onChange, leftOut, counts, onStopList, files }: WordCloudHeadProps) {
  const t = useT()
  const isTable = state.as === 'table'
  const saving: MenuEntry[] = files
    ? [
        { label: t('wordCloud.saveTable'), onSelect: files.table },
        ...(isTable
          ? []
          : [
              { label: t('wordCloud.saveSvg'), onSelect: files.svg },
              { label: t('wordCloud.savePng'), onSelect: files.png },
            ]),
      ]
    : []
  return (
    <header className="word-cloud-head" data-keep-clear>
      <div className="word-cloud-choosers">
        <WordsInChooser words={state.words} ofQuery={ofQuery !== null} onChange={(words) => onChange({ words })} />
        <SourcesChooser
          sourceIds={state.sourceIds}
          ofQuery={ofQuery}
          onChange={(sourceIds) => onChange({ sourceIds })}
        />
      </div>
      <div className="word-cloud-sliders">
        {!isTable && (
          <Slider
            label={t('wordCloud.number')}
            value={state.number}
            least={cloudNumber.least}
            most={cloudNumber.most}
            step={cloudNumber.step}
            onChange={(number) => onChange({ number })}
          />
        )}
        <Slider
          label={t('wordCloud.least')}
          value={state.least}
          least={1}
          most={50}
          text={(value) => t('wordCloud.times', { n: value })}
          onChange={(least) => onChange({ least })}
        />
      </div>
      <fieldset className="word-cloud-without">
        <legend className="visually-hidden">{t('wordCloud.without')}</legend>
        <Checkbox
          label={<span data-tooltip={t('wordCloud.withoutSpeakersHint')}>{t('wordCloud.withoutSpeakers')}</span>}
          checked={state.withoutSpeakers === true}
          onChange={(withoutSpeakers) => onChange({ withoutSpeakers })}
        />
        <Checkbox
          label={t('wordCloud.withoutNumbers')}
          checked={state.withoutNumbers === true}
          onChange={(withoutNumbers) => onChange({ withoutNumbers })}
        />
      </fieldset>
      <p className="word-cloud-said" role="status">
        {counts &&
          t('wordCloud.said', {
            n: counts.total,
            words: formatNumber(counts.total),
            all: formatNumber(counts.occurrences),
          })}
      </p>
      <div className="word-cloud-acts">
        <Button kind="quiet" icon={StopListIcon} onClick={onStopList}>
          {t('stopList.title')}
          <span className="word-cloud-count" aria-hidden>
            {formatNumber(leftOut)}
          </span>
          <span className="visually-hidden">{t('stopList.leftOut', { n: leftOut })}</span>
        </Button>
        <Dropdown
          align="end"
          trigger={<IconButton icon={DownloadIcon} label={t('wordCloud.save')} disabled={saving.length === 0} />}
          items={saving}
        />
        <IconButton
          icon={CloudIcon}
          label={t('wordCloud.asCloud')}
          pressed={!isTable}
          onClick={() => onChange({ as: 'cloud' })}
        />
        <IconButton
          icon={TableIcon}
          label={t('wordCloud.asTable')}
          pressed={isTable}
          onClick={() => onChange({ as: 'table' })}
        />
      </div>
    </header>
  )
}
