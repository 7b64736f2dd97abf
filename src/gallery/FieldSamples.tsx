import { useState } from 'react'
import { useT } from '../i18n/useT.ts'
import { PALETTE } from '../model/palette.ts'
import { Dot } from '../ui/Dot.tsx'
import { type Choice, Combobox } from '../ui/fields/Combobox.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { quirks } from './sampleData.ts'

const hexOf = (name: string) => PALETTE.find((colour) => colour.name === name)?.hex ?? ''

export function FieldSamples() {
  const t = useT()
  const [title, setTitle] = useState<string>(quirks[0].title)
  const [text, setText] = useState('')
  const [empty, setEmpty] = useState('')
  const [search, setSearch] = useState('har')
  const [quirk, setQuirk] = useState<Choice | null>(null)
  const choices = quirks.map((one) => ({
    id: one.title,
    label: one.title,
    mark: <Dot colour={hexOf(one.colour)} size={12} />,
  }))
  return (
    <div className="gallery-fields">
      <TextField label={t('quirk.title')} value={title} onChange={setTitle} />
      <TextField
        label={t('create.name')}
        value={empty}
        onChange={setEmpty}
        error={empty ? undefined : t('problem.missingProjectName')}
      />
      <TextField
        label={t('quirk.description')}
        note={t('quirk.descriptionHint')}
        rows={3}
        value={text}
        onChange={setText}
      />
      <SearchField label={t('source.search')} value={search} onChange={setSearch} />
      <Combobox
        label={t('quirk.choose')}
        placeholder={t('quirk.search')}
        choices={choices}
        value={quirk}
        onChange={setQuirk}
      />
    </div>
  )
}
