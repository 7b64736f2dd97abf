import { wordsOf } from '../../actions/actionFace.ts'
import { useT } from '../../i18n/useT.ts'
import { toastTime } from '../../model/limits.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { AnalysisIcon, type Icon, ViewIcon } from '../../ui/icons.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { allViews, type DeskViewName, isDeskView, type OnDesk, onDesk, type ViewName, viewOf } from '../views/views.ts'

/** What the menus lead to. */
type Choice = DeskViewName | 'canvas'

interface ViewMenuProps {
  shown: ViewName
  onView: (view: Choice) => void
  side?: 'bottom' | 'right'
  /** All in one menu: where there is little room. */
  narrow?: boolean
}

const inMenu = (menu: OnDesk['menu']): Choice[] =>
  allViews.filter((name): name is Choice => (isDeskView(name) || name === 'canvas') && onDesk(name)?.menu === menu)

/** From one view of the project to another: looks at the quirks, the query, and questions to the whole project. */
export function ViewMenu({ shown, onView, side = 'bottom', narrow = false }: ViewMenuProps) {
  const t = useT()
  const entry = (name: Choice): MenuEntry => ({
    ...wordsOf(t, viewOf(name)),
    checked: name === shown,
    // What the query hides comes back by its own entry.
    onChange: () => onView(name === shown && onDesk(name)?.menu === 'query' ? 'canvas' : name),
  })
  const menu = (icon: Icon, label: string, items: MenuEntry[]) =>
    items.length > 0 && <Dropdown side={side} trigger={<IconButton icon={icon} label={label} />} items={items} />
  const button = (name: Choice) => (
    <IconButton
      key={name}
      icon={viewOf(name).icon ?? ViewIcon}
      {...wordsOf(t, viewOf(name))}
      pressed={shown === name}
      onClick={() => onView(shown === name ? 'canvas' : name)}
    />
  )
  // 1 §2: on the routes of queries the menu of views is off; it says why.
  const querying = inMenu('query').some((name) => name === shown)
  const views = inMenu('view')
  if (narrow)
    return menu(ViewIcon, t('project.view'), [
      ...(querying ? [{ label: t('project.viewOff'), disabled: true, onSelect: () => {} }] : views.map(entry)),
      ...inMenu('query').map(entry),
      { heading: t('project.analysis'), items: inMenu('analysis').map(entry) },
      ...inMenu('history').map(entry),
    ])
  return (
    <>
      {inMenu('query').map(button)}
      {querying ? (
        <IconButton
          icon={ViewIcon}
          label={t('project.viewOff')}
          data-short={t('project.view')}
          unavailable
          onUnavailable={() => toast.show({ message: t('project.viewOff'), timeout: toastTime.long })}
        />
      ) : (
        menu(ViewIcon, t('project.view'), views.map(entry))
      )}
      {menu(AnalysisIcon, t('project.analysis'), inMenu('analysis').map(entry))}
      {inMenu('history').map(button)}
    </>
  )
}
