import { formatNumber } from '../../../i18n/formats.ts'
import { useT } from '../../../i18n/useT.ts'
import { everyMark, type MarkFilter } from '../../../model/rules/analysis/markFilter.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { IconButton } from '../../../ui/fields/IconButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { CloseIcon } from '../../../ui/icons.ts'

export interface MarkFilterBarProps {
  /** Of this text's highlights and memos, and those who are left out. */
  authors: readonly string[]
  filter: MarkFilter
  onChange: (filter: MarkFilter) => void
  onClose: () => void
}

/** Whose highlights and memos are shown, and from when: a strip over the text, which stays in sight. */
export function MarkFilterBar({ authors, filter, onChange, onClose }: MarkFilterBarProps) {
  const t = useT()
  const turn = (author: string, on: boolean) => {
    const others = filter.withoutAuthors.filter((name) => name !== author)
    onChange({ ...filter, withoutAuthors: on ? others : [...others, author] })
  }
  return (
    <section
      className="text-filter"
      data-keep-clear
      aria-label={t('text.filter')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      <fieldset className="text-filter-authors">
        <legend>{t('text.filterAuthors')}</legend>
        {authors.length === 0 && <p>{t('text.filterNobody')}</p>}
        {authors.map((author) => (
          <Checkbox
            key={author}
            label={author || t('text.noAuthor')}
            checked={!filter.withoutAuthors.includes(author)}
            onChange={(on) => turn(author, on)}
          />
        ))}
      </fieldset>
      <TextField
        type="date"
        label={t('text.filterFrom')}
        value={filter.fromDay}
        max={filter.toDay || undefined}
        onChange={(fromDay) => onChange({ ...filter, fromDay })}
      />
      <TextField
        type="date"
        label={t('text.filterTo')}
        value={filter.toDay}
        min={filter.fromDay || undefined}
        onChange={(toDay) => onChange({ ...filter, toDay })}
      />
      <Button kind="quiet" onClick={() => onChange(everyMark)}>
        {t('text.filterNone')}
      </Button>
      <span className="text-filter-close">
        <IconButton icon={CloseIcon} size="small" label={t('ui.close')} shortcut="Esc" onClick={onClose} />
      </span>
    </section>
  )
}

export interface MarkFilterNoteProps {
  /** Numbers of highlights. */
  shown: number
  all: number
  memos: { shown: number; all: number }
  onChange: () => void
  onShowAll: () => void
}

/** While something is left out: nobody should take what is shown for everything. */
export function MarkFilterNote({ shown, all, memos, onChange, onShowAll }: MarkFilterNoteProps) {
  const t = useT()
  return (
    <div className="text-filter-note" role="status" data-keep-clear>
      <span>
        {t('text.filtered', { shown: formatNumber(shown), n: all })}
        {memos.all > 0 && `, ${t('text.filteredMemos', { shown: formatNumber(memos.shown), n: memos.all })}`}
      </span>
      <Button kind="quiet" onClick={onChange}>
        {t('text.filterChange')}
      </Button>
      <Button kind="quiet" onClick={onShowAll}>
        {t('text.filterNone')}
      </Button>
    </div>
  )
}
