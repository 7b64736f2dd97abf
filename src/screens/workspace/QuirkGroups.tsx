import { type KeyboardEvent, useRef, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { GroupChecks } from '../../features/groups/GroupChecks.tsx'
import { useGroupEntries } from '../../features/groups/useGroupEntries.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { PlusIcon } from '../../ui/icons.ts'

interface QuirkGroupsProps {
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}

/** The groups that a quirk is in, for its form; a new one is made at once, and checked. */
export function QuirkGroups({ chosen, onChange }: QuirkGroupsProps) {
  const t = useT()
  const project = useProject()
  const groups = useGroupEntries()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const create = async () => {
    setBusy(true)
    const made = await project.run('createGroup', { description: name })
    setBusy(false)
    if (isProblem(made)) return setProblem(made.problem)
    setName('')
    onChange(new Set(chosen).add(made.ok))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter saves the quirk; while a group is being named it makes the group.
    if (event.key !== 'Enter' || name.trim() === '' || busy) return
    event.preventDefault()
    void create()
  }
  return (
    <fieldset className="quirk-groups">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as a label does; keys reach the field by themselves */}
      <legend className="ui-field-label" onClick={() => field.current?.focus()}>
        {t('group.title')}
      </legend>
      {groups && groups.length > 0 && (
        <GroupChecks
          label={t('group.title')}
          groups={groups}
          chosen={chosen}
          onChange={(id, checked) => {
            const next = new Set(chosen)
            if (checked) next.add(id)
            else next.delete(id)
            onChange(next)
          }}
        />
      )}
      <div className="quirk-groups-new">
        <TextField
          ref={field}
          label={t('group.name')}
          labelHidden
          placeholder={t('group.name')}
          value={name}
          error={problem ? problemText(problem) : undefined}
          onChange={(next) => {
            setName(next)
            setProblem(null)
          }}
          onKeyDown={onKeyDown}
        />
        <Button icon={PlusIcon} busy={busy} disabled={name.trim() === ''} onClick={() => void create()}>
          {t('group.new')}
        </Button>
      </div>
    </fieldset>
  )
}
