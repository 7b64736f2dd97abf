import type { ReactNode, RefObject } from 'react'
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
  /** Around the field of what is sought. */
  text: RefObject<HTMLDivElement | null>
  /** The field of the quirk. */
  quirk: ReactNode
}

/** What is sought and for which quirk, where, and how much of the text around a hit is meant. */
export function SearchFields({ asked, onChange, sourceTitle, text: box, quirk }: SearchFieldsProps) {
  const t = useT()
  const extents: { value: HitExtent; label: string }[] = [
    { value: 'match', label: t('search.match') },
    { value: 'sentence', label: t('search.sentence') },
    { value: 'paragraph', label: t('search.paragraph') },
  ]
  return (
    <div className="hits-fields">
      <div className="ui-field" ref={box}>
        <span className="ui-field-label" aria-hidden>
          {t('search.text')}
        </span>
        <SearchField
          label={t('search.text')}
          placeholder=""
          value={asked.text}
          onChange={(text) => onChange({ ...asked, text })}
        />
      </div>
      {quirk}
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
