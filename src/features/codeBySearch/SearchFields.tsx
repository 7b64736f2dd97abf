import { useT } from '../../i18n/useT.ts'
import type { HitExtent } from '../../model/queries.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Select } from '../../ui/fields/Select.tsx'

export interface Asked {
  text: string
  wholeWords: boolean
  extent: HitExtent
  /** In all sources, not in the one that is open. */
  everywhere: boolean
}

interface SearchFieldsProps {
  asked: Asked
  onChange: (asked: Asked) => void
  /** Of the one that is open. */
  sourceTitle: string | undefined
}

/** What is sought, where, and how much of the text around a hit is meant. */
export function SearchFields({ asked, onChange, sourceTitle }: SearchFieldsProps) {
  const t = useT()
  const extents: { value: HitExtent; label: string }[] = [
    { value: 'match', label: t('search.match') },
    { value: 'sentence', label: t('search.sentence') },
    { value: 'paragraph', label: t('search.paragraph') },
  ]
  return (
    <div className="hits-fields">
      <SearchField label={t('search.text')} value={asked.text} onChange={(text) => onChange({ ...asked, text })} />
      <Select
        label={t('search.extent')}
        options={extents}
        value={asked.extent}
        onChange={(extent) => onChange({ ...asked, extent })}
      />
      <Select
        label={t('search.where')}
        options={[
          ...(sourceTitle === undefined ? [] : [{ value: 'here', label: t('search.here', { title: sourceTitle }) }]),
          { value: 'all', label: t('search.everywhere') },
        ]}
        value={asked.everywhere || sourceTitle === undefined ? 'all' : 'here'}
        onChange={(where) => onChange({ ...asked, everywhere: where === 'all' })}
      />
      <Checkbox
        label={t('search.wholeWords')}
        checked={asked.wholeWords}
        onChange={(wholeWords) => onChange({ ...asked, wholeWords })}
      />
    </div>
  )
}
