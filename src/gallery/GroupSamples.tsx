import { useState } from 'react'
import { EmojisFailed } from '../features/groups/EmojiButton.tsx'
import { EmojiPicker } from '../features/groups/EmojiPicker.tsx'
import { FilterNoteBar } from '../features/groups/FilterNoteBar.tsx'
import { GroupChecks } from '../features/groups/GroupChecks.tsx'
import { GroupsEditor } from '../features/groups/GroupsEditor.tsx'
import { GroupsFilter } from '../features/groups/GroupsFilter.tsx'
import type { GroupEntry } from '../features/groups/groupEntries.ts'
import { useLanguage, useT } from '../i18n/useT.ts'
import { emojis, groups } from './sampleData.ts'

const nothing = () => {}
const states: { name: string; groups: GroupEntry[] | undefined; typed: string; problem?: boolean }[] = [
  { name: 'loading', groups: undefined, typed: '' },
  { name: 'empty', groups: [], typed: '' },
  { name: 'one', groups: groups.slice(0, 1), typed: '' },
  { name: 'refused', groups: groups.slice(0, 2), typed: groups[0].name, problem: true },
  { name: 'renaming', groups: groups.slice(0, 3), typed: '' },
  { name: 'busy', groups: groups.slice(0, 2), typed: '🌊 Harbour' },
  { name: 'many', groups: [...groups], typed: '' },
]

/** The inside of the groups' dialog and of their dropdown. */
export function GroupSamples() {
  const t = useT()
  const language = useLanguage()
  return (
    <>
      <div className="gallery-cards">
        {states.map(({ name, groups: listed, typed, problem }) => (
          <div key={name} className="gallery-card">
            <GroupsEditor
              groups={listed}
              name={typed}
              onName={nothing}
              invalid={problem}
              busy={name === 'busy'}
              onCreate={nothing}
              onRename={async () => false}
              renaming={name === 'renaming' ? groups[1].id : undefined}
              onRemove={async () => false}
            />
          </div>
        ))}
      </div>
      <div className="gallery-cards">
        <Filter at="empty" listed={[]} without={[]} />
        <Filter at="all" listed={groups.slice(0, 3)} without={[]} />
        <Filter at="some" listed={groups} without={[2, 4]} />
        <Filter at="none" listed={groups.slice(0, 1)} without={[1]} />
        <div className="gallery-card">
          <GroupChecks
            label={t('group.title')}
            groups={groups.slice(0, 3)}
            chosen={new Set([1])}
            onChange={nothing}
            disabled
          />
        </div>
      </div>
      <div className="gallery-cards">
        <div className="gallery-card">
          <div className="emoji-picker">
            <EmojisFailed onRetry={nothing} />
          </div>
        </div>
        <div className="gallery-card">
          <div className="emoji-picker">
            <EmojiPicker emojis={emojis} language={language} onChoose={nothing} />
          </div>
        </div>
        <div className="gallery-card">
          <div className="emoji-picker">
            <EmojiPicker emojis={{ ...emojis, emojis: [] }} language={language} onChoose={nothing} />
          </div>
        </div>
      </div>
      <FilterNoteBar shown={12} all={40} onShowAll={nothing} />
    </>
  )
}

function Filter({ at, listed, without }: { at: string; listed: readonly GroupEntry[]; without: readonly number[] }) {
  const [unchecked, setUnchecked] = useState<ReadonlySet<number>>(new Set(without))
  return (
    <div className="gallery-card" data-at={at}>
      <GroupsFilter groups={listed} unchecked={unchecked} onChange={setUnchecked} onEdit={nothing} />
    </div>
  )
}
