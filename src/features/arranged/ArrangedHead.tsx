import { formatNumber } from '../../i18n/formats.ts'
import type { MessageKey } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import { type ArrangedOrder, arrangedBy, startsDescending } from '../../model/rules/arrangedOrder.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { AscendingIcon, DescendingIcon } from '../../ui/icons.ts'

const names: Readonly<Record<ArrangedOrder['by'], MessageKey>> = {
  count: 'arranged.by.count',
  title: 'arranged.by.title',
  colour: 'arranged.by.colour',
  date: 'arranged.by.date',
  author: 'arranged.by.author',
  group: 'arranged.by.group',
}

export interface ArrangedHeadProps {
  order: ArrangedOrder
  /** Undefined while it is not known. */
  count: number | undefined
  onChange: (next: Partial<ArrangedOrder>) => void
}

export function ArrangedHead({ order, count, onChange }: ArrangedHeadProps) {
  const t = useT()
  const { by, descending, nested } = order
  return (
    <header className="arranged-head" data-keep-clear>
      <div className="arranged-order">
        <Select
          label={t('arranged.order')}
          options={arrangedBy.map((value) => ({ value, label: t(names[value]) }))}
          value={by}
          onChange={(next) => onChange({ by: next, descending: startsDescending(next) })}
        />
        <IconButton
          icon={descending ? DescendingIcon : AscendingIcon}
          label={t(descending ? 'arranged.descending' : 'arranged.ascending')}
          onClick={() => onChange({ descending: !descending })}
        />
      </div>
      <Switch label={t('arranged.nested')} checked={nested} onChange={(next) => onChange({ nested: next })} />
      <p className="arranged-said" role="status">
        {count !== undefined && t('arranged.count', { n: count, count: formatNumber(count) })}
      </p>
    </header>
  )
}
