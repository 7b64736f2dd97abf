import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRows } from '../../data/live/useLive.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { compareTitles } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { WordsIn } from '../../model/rules/analysis/wordScope.ts'
import { editorOf } from '../../state/editor.ts'
import { ScopePopover } from './ScopePopover.tsx'

export interface WordsInChooserProps {
  words: WordsIn
  /** Only what passes a query is counted. */
  ofQuery: boolean
  onChange: (words: WordsIn) => void
}

/** Whole texts, or what is highlighted: with any quirk, with those of a group, with chosen ones. */
export function WordsInChooser({ words, ofQuery, onChange }: WordsInChooserProps) {
  const t = useT()
  const { uncheckedGroups } = useSnapshot(editorOf(useProject().uuid))
  const shown = useShownQuirks(uncheckedGroups)
  const quirks = useRows('quirks', {})
  const groups = useRows('groups', {})
  const [search, setSearch] = useState('')
  const named = (title: string) => title.trim() || t('quirk.untitled')
  const choices = useMemo(() => {
    const sought = search.trim().toLowerCase()
    return Array.from(quirks?.values() ?? [], ({ id, title, color, highlights }) => ({
      id,
      label: title.trim() || t('quirk.untitled'),
      colour: color,
      count: highlights,
    }))
      .filter(({ id, label }) => (shown?.has(id) ?? true) && label.toLowerCase().includes(sought))
      .sort((a, b) => compareTitles(a.label, b.label) || a.id - b.id)
  }, [quirks, shown, search, t])
  const filtered = shown !== null && shown !== undefined
  const texts = t(ofQuery ? 'wordCloud.in.textsOfQuery' : 'wordCloud.in.texts')
  const highlights = t(ofQuery ? 'wordCloud.in.highlightsOfQuery' : 'wordCloud.in.highlights')
  const said = (): string => {
    if (words.of === 'group') return groups?.get(words.groupId)?.description ?? t('wordCloud.in.group')
    if (words.of === 'quirks') {
      const [first] = words.quirkIds
      const row = words.quirkIds.length === 1 && first !== undefined ? quirks?.get(first) : undefined
      return row ? named(row.title) : t('wordCloud.in.quirks', { n: words.quirkIds.length })
    }
    return filtered ? t('wordCloud.in.shown') : words.of === 'texts' ? texts : highlights
  }
  const whole = [
    ...(filtered ? [] : [{ id: 'texts', label: texts }]),
    { id: 'highlights', label: filtered ? t('wordCloud.in.shown') : highlights },
    ...Array.from(groups?.values() ?? [])
      .sort((a, b) => compareTitles(a.description, b.description))
      .map(({ id, description }, n) => ({
        id: `group ${id}`,
        label: description,
        heading: n === 0 ? t('group.title') : undefined,
      })),
  ]
  const held =
    words.of === 'group' ? `group ${words.groupId}` : words.of === 'texts' && filtered ? 'highlights' : words.of
  return (
    <ScopePopover
      label={t('wordCloud.in')}
      said={said()}
      whole={whole}
      chosenWhole={words.of === 'quirks' ? null : held}
      onWhole={(id) => {
        if (id === 'texts' || id === 'highlights') onChange({ of: id })
        else onChange({ of: 'group', groupId: Number(id.split(' ')[1]) })
      }}
      heading={t('wordCloud.in.some')}
      searchLabel={t('quirk.search')}
      search={search}
      onSearch={setSearch}
      choices={choices}
      chosen={new Set(words.of === 'quirks' ? words.quirkIds : [])}
      onChosen={(ids) => onChange(ids.length > 0 ? { of: 'quirks', quirkIds: ids } : { of: 'highlights' })}
    />
  )
}
