import { useT } from '../../i18n/useT.ts'
import { panelHeights } from '../../model/limits.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import type { GroupEntry } from './groupEntries.ts'

export interface GroupChecksProps {
  /** Names the list for screen readers. */
  label: string
  groups: readonly GroupEntry[]
  /** The ids of the checked ones. */
  chosen: ReadonlySet<number>
  onChange: (groupId: number, checked: boolean) => void
  /** Checks this one and none besides; without it there is no button for that. */
  onOnly?: ((groupId: number) => void) | undefined
  disabled?: boolean
}

/** A checkbox per group, with the number of its quirks: which groups are shown, or which ones a quirk is in. */
export function GroupChecks({ label, groups, chosen, onChange, onOnly, disabled = false }: GroupChecksProps) {
  const t = useT()
  return (
    <fieldset className="group-checks" aria-label={label} style={{ maxHeight: panelHeights.groups }}>
      {groups.map((group) => (
        <div key={group.id} className="group-check">
          <Checkbox
            label={<Face group={group} />}
            checked={chosen.has(group.id)}
            disabled={disabled}
            onChange={(checked) => onChange(group.id, checked)}
          />
          {onOnly && (
            <Button
              kind="quiet"
              aria-label={t('group.onlyOf', { name: group.name })}
              aria-pressed={chosen.size === 1 && chosen.has(group.id)}
              onClick={() => onOnly(group.id)}
            >
              {t('group.only')}
            </Button>
          )}
        </div>
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
