import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { EditIcon } from '../../ui/icons.ts'
import { GroupChecks } from './GroupChecks.tsx'
import type { GroupEntry } from './groupEntries.ts'

export interface GroupsFilterProps {
  groups: readonly GroupEntry[]
  /** Those whose quirks are left out; ids of groups that exist no more count for nothing. */
  unchecked: ReadonlySet<number>
  onChange: (unchecked: ReadonlySet<number>) => void
  /** Opens the dialog of the groups; missing for those who may only look. */
  onEdit?: (() => void) | undefined
}

/** Which groups are shown, all of them or each by itself, with the rule in words; and the way to new and other groups. */
export function GroupsFilter({ groups, unchecked, onChange, onEdit }: GroupsFilterProps) {
  const t = useT()
  const chosen = new Set(groups.map(({ id }) => id).filter((id) => !unchecked.has(id)))
  const all = chosen.size === groups.length
  const change = (id: number, checked: boolean) => {
    const next = new Set(unchecked)
    if (checked) next.delete(id)
    else next.add(id)
    onChange(next)
  }
  const only = (group: number) => onChange(new Set(groups.map(({ id }) => id).filter((id) => id !== group)))
  return (
    <div className="groups-filter">
      {groups.length > 0 ? (
        <>
          <div className="groups-filter-all">
            <Checkbox
              label={t('group.all')}
              checked={all}
              mixed={!all && chosen.size > 0}
              onChange={() => onChange(new Set(all ? groups.map(({ id }) => id) : []))}
            />
            <p className="groups-filter-rule" aria-live="polite">
              {t(all ? 'group.allShown' : 'group.someShown')}
            </p>
          </div>
          <GroupChecks label={t('group.list')} groups={groups} chosen={chosen} onChange={change} onOnly={only} />
        </>
      ) : (
        <p className="groups-filter-none">
          <strong>{t('group.empty')}</strong>
          {t('group.emptyText')}
        </p>
      )}
      {onEdit && (
        <div className="groups-filter-edit">
          <Button kind="quiet" icon={EditIcon} onClick={onEdit}>
            {t('group.edit')}
          </Button>
        </div>
      )}
    </div>
  )
}
