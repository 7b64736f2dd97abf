import { wordsOf } from '../../actions/actionFace.ts'
import { actionOf } from '../../actions/actions.ts'
import { useT } from '../../i18n/useT.ts'
import { toastTime } from '../../model/limits.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { AnalysisIcon, type Icon, ViewIcon } from '../../ui/icons.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { type DeskViewName, deskViewNames } from './deskViewNames.ts'
import { type DeskView, deskViews } from './deskViews.ts'

interface ViewMenuProps {
  /** null: the canvas. */
  shown: DeskViewName | 'tree' | null
  onView: (view: DeskViewName | null) => void
  side?: 'bottom' | 'right'
  /** All in one menu: where there is little room. */
  narrow?: boolean
}

const ofKind = (kind: DeskView['kind']): DeskViewName[] => deskViewNames.filter((name) => view(name).kind === kind)
const view = (name: DeskViewName): DeskView => deskViews[name] as DeskView

/** From one view of the project to another: looks at the quirks, the query, and questions to the whole project. */
export function ViewMenu({ shown, onView, side = 'bottom', narrow = false }: ViewMenuProps) {
  const t = useT()
  const entry = (name: DeskViewName): MenuEntry => ({
    ...wordsOf(t, name),
    checked: name === shown,
    // What the query hides comes back by its own entry.
    onChange: () => onView(name === shown && view(name).kind === 'query' ? null : name),
  })
  const canvas: MenuEntry = { ...wordsOf(t, 'canvas'), checked: shown === null, onChange: () => onView(null) }
  const menu = (icon: Icon, label: string, items: MenuEntry[]) =>
    items.length > 0 && <Dropdown side={side} trigger={<IconButton icon={icon} label={label} />} items={items} />
  const button = (name: DeskViewName) => (
    <IconButton
      key={name}
      icon={actionOf(name).icon ?? ViewIcon}
      {...wordsOf(t, name)}
      pressed={shown === name}
      onClick={() => onView(shown === name ? null : name)}
    />
  )
  // 1 §2: on the routes of queries the menu of views is off; it says why.
  const querying = ofKind('query').some((name) => name === shown)
  const views = ofKind('view')
  if (narrow)
    return menu(ViewIcon, t('project.view'), [
      ...(querying
        ? [{ label: t('project.viewOff'), disabled: true, onSelect: () => {} }]
        : [canvas, ...views.map(entry)]),
      ...ofKind('query').map(entry),
      { heading: t('project.analysis'), items: ofKind('analysis').map(entry) },
      ...ofKind('history').map(entry),
    ])
  return (
    <>
      {ofKind('query').map(button)}
      {querying ? (
        <IconButton
          icon={ViewIcon}
          label={t('project.viewOff')}
          unavailable
          onUnavailable={() => toast.show({ message: t('project.viewOff'), timeout: toastTime.long })}
        />
      ) : (
        menu(ViewIcon, t('project.view'), views.length > 0 ? [canvas, ...views.map(entry)] : [])
      )}
      {menu(AnalysisIcon, t('project.analysis'), ofKind('analysis').map(entry))}
      {ofKind('history').map(button)}
    </>
  )
}
