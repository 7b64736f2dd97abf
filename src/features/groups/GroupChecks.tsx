import { useT } from '../../i18n/useT.ts'
import { panelHeights } from '../../model/limits.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import type { GroupEntry } from './groupEntries.ts'

export interface GroupChecksProps {
  /** Names the list for screen readers. */
  label: string
  groups: readonly GroupEntry[]
  /** The ids of the checked ones. */
  chosen: ReadonlySet<number>
  onChange: (groupId: number, checked: boolean) => void
  disabled?: boolean
}

/** A checkbox per group, with the number of its quirks: which groups are shown, or which ones a quirk is in. */
export function GroupChecks({ label, groups, chosen, onChange, disabled = false }: GroupChecksProps) {
  return (
    <fieldset className="group-checks" aria-label={label} style={{ maxHeight: panelHeights.groups }}>
      {groups.map((group) => (
        <Checkbox
          key={group.id}
          label={<Face group={group} />}
          checked={chosen.has(group.id)}
          disabled={disabled}
          onChange={(checked) => onChange(group.id, checked)}
        />
      ))}
    </fieldset>
  )
}

function Face({ group: { name, quirks } }: { group: GroupEntry }) {
  const t = useT()
  return (
    <>
      <span className="group-name">{name}</span>
      <span className="group-count" aria-hidden>
        {quirks}
      </span>
      <span className="visually-hidden">{`, ${t('group.count', { n: quirks })}`}</span>
    </>
  )
}
