import { Tabs as Base } from '@base-ui/react/tabs'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { CloseIcon, type Icon } from '../icons.ts'

export interface Tab {
  id: string
  title: string
  icon?: Icon | undefined
  /** After the title, read out with it: a number, a mark. */
  note?: ReactNode
}

export interface TabsProps {
  /** What the tabs are of, for screen readers. */
  label: string
  tabs: readonly Tab[]
  active: string | null
  onActivate: (id: string) => void
  /** Tabs can be closed: by their cross, a middle click or the Delete key. */
  onClose?: (id: string) => void
  /** The right click, Menu key or Shift+F10 on a tab: for a `MenuAt`. */
  onContextMenu?: (id: string, at: { x: number; y: number }) => void
  /** Buttons after the last tab. */
  after?: ReactNode
  /** There is nothing to choose from: the panel stands alone, and stays as it is when there is again. */
  stripless?: boolean
  /** The panel of the active tab. */
  children?: ReactNode
}

/** Without a tab there is nothing that it could be the panel of, nor is it a stop of the Tab key. */
const plain = { role: undefined, tabIndex: undefined }

export function Tabs(props: TabsProps) {
  const { label, tabs, active, onActivate, onClose, onContextMenu, after, stripless = false, children } = props
  const list = useRef<HTMLDivElement>(null)
  const closedByKey = useRef(false)
  // A tab is wider once its title has come.
  const title = tabs.find(({ id }) => id === active)?.title
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the active tab or the strip changes
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>('[data-active]')
    if (list.current && shown) reveal(list.current, shown)
    // The focus was on the tab that went: it goes on with the one that is active now.
    if (closedByKey.current) shown?.focus({ preventScroll: true })
    closedByKey.current = false
  }, [active, title, tabs.length])
  const close =
    onClose &&
    ((id: string, byKey: boolean) => {
      closedByKey.current = byKey
      onClose(id)
    })
  return (
    <Base.Root className="ui-tabs" value={active} onValueChange={(id: string) => onActivate(id)}>
      {!stripless && (
        <div className="ui-tab-strip" data-keep-clear>
          <Base.List ref={list} className="ui-tab-list" aria-label={label} activateOnFocus>
            {tabs.map((tab) => (
              <OneTab key={tab.id} tab={tab} onClose={close} onContextMenu={onContextMenu} />
            ))}
          </Base.List>
          {after && <div className="ui-tab-after">{after}</div>}
        </div>
      )}
      {children !== undefined && active !== null && (
        <Base.Panel className="ui-tab-panel" value={active} {...(stripless && plain)}>
          {children}
        </Base.Panel>
      )}
    </Base.Root>
  )
}

/** Scrolls the strip only: scrollIntoView would move the page too. A little of the next tab stays in sight. */
function reveal(strip: HTMLElement, tab: HTMLElement): void {
  const [room, box] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (box.left < room.left) strip.scrollLeft -= room.left - box.left + 24
  else if (box.right > room.right) strip.scrollLeft += box.right - room.right + 24
}

interface OneTabProps {
  tab: Tab
  onClose: ((id: string, byKey: boolean) => void) | undefined
  onContextMenu: TabsProps['onContextMenu'] | undefined
}

function OneTab({ tab, onClose, onContextMenu }: OneTabProps) {
  const t = useT()
  const { icon: Mark } = tab
  const close = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onClose?.(tab.id, event.type === 'keydown')
  }
  return (
    <Base.Tab
      className="ui-tab"
      value={tab.id}
      data-closable={onClose ? '' : undefined}
      data-tooltip={tab.title.length > 24 ? tab.title : undefined}
      aria-keyshortcuts={onClose ? 'Delete' : undefined}
      onKeyDown={(event) => onClose && event.key === 'Delete' && close(event)}
      onAuxClick={(event) => onClose && event.button === 1 && close(event)}
      onContextMenu={(event) => {
        if (!onContextMenu) return
        event.preventDefault()
        const box = event.currentTarget.getBoundingClientRect()
        const byKey = event.clientX === 0 && event.clientY === 0
        onContextMenu(tab.id, byKey ? { x: box.left, y: box.bottom } : { x: event.clientX, y: event.clientY })
      }}
    >
      {Mark && <Mark className="ui-tab-icon" aria-hidden />}
      <span className="ui-tab-title">{tab.title}</span>
      {tab.note !== undefined && <span className="ui-tab-note">{tab.note}</span>}
      {onClose && (
        // For the pointer; a button cannot stand inside a tab. By key it is Delete.
        <span
          className="ui-tab-close"
          aria-hidden
          data-tooltip={t('ui.closeTab', { title: tab.title })}
          onPointerDown={(event) => event.stopPropagation()}
          onMouseDown={(event) => event.stopPropagation()}
          onClick={close}
        >
          <CloseIcon />
        </span>
      )}
    </Base.Tab>
  )
}
