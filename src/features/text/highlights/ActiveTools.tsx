import { wordsOf } from '../../../actions/actionFace.ts'
import { formatDate } from '../../../i18n/formats.ts'
import { useT } from '../../../i18n/useT.ts'
import { Dot } from '../../../ui/Dot.tsx'
import { IconButton } from '../../../ui/fields/IconButton.tsx'
import { ChevronDownIcon, ChevronUpIcon, CloseIcon, MoreIcon } from '../../../ui/icons.ts'
import { Dropdown } from '../../../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../../../ui/menus/menuEntry.ts'
import type { PlacedHighlight } from './highlightState.ts'

export interface ActiveToolsProps {
  highlight: PlacedHighlight
  /** Of its quirk. */
  title: string
  color: string
  items: readonly MenuEntry[]
  onStep: (by: 1 | -1) => void
  onLeave: () => void
}

/** Over the text while one highlight is worked on: whose it is, what can be done with it, the way to the next. */
export function ActiveTools({ highlight, title, color, items, onStep, onLeave }: ActiveToolsProps) {
  const t = useT()
  const { author, timestamp } = highlight.value
  const by = t('text.byWhen', { author, time: formatDate(timestamp) })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus stays in the text
    <div className="text-active" onMouseDown={(event) => event.preventDefault()}>
      <Dot colour={color} size={12} />
      <span className="text-active-name" data-tooltip={`${title}\n${by}`}>
        <strong>{title}</strong> <span>{by}</span>
      </span>
      <span className="text-active-step">
        <IconButton icon={ChevronUpIcon} size="small" {...wordsOf(t, 'previousHighlight')} onClick={() => onStep(-1)} />
        <IconButton icon={ChevronDownIcon} size="small" {...wordsOf(t, 'nextHighlight')} onClick={() => onStep(1)} />
      </span>
      <Dropdown
        align="end"
        trigger={<IconButton icon={MoreIcon} size="small" label={t('text.highlightActs', { title })} />}
        items={items}
      />
      <IconButton icon={CloseIcon} size="small" label={t('text.leaveHighlight')} shortcut="Esc" onClick={onLeave} />
    </div>
  )
}
