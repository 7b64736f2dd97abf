import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { ByKey } from '../keyboard.ts'
import { draggedWidth, fittingWidth, LEAST_SIDEBAR, mostSidebar } from './sidebarWidth.ts'

export interface ResizableSidebarProps {
  /** In px, as remembered by the caller. */
  width: number
  /** At the end of a drag and on each key. */
  onWidthChange: (width: number) => void
  /** What a double click on the grip goes back to. */
  usualWidth?: number
  /** The navbar's right edge in px: the sidebar never reaches over it. */
  navbarRight?: number
  label: string
  children: ReactNode
}

const STEP: Record<string, number> = { ArrowLeft: 16, ArrowRight: -16, PageUp: 96, PageDown: -96 }

/** At the right of the window. Its grip is a separator: drag, arrow keys, Home and End, double click. */
export function ResizableSidebar(props: ResizableSidebarProps) {
  const { width, onWidthChange, usualWidth = 560, navbarRight = 0, label, children } = props
  const t = useT()
  const hint = useId()
  const [dragged, setDragged] = useState<number | null>(null)
  const most = mostSidebar(innerWidth, navbarRight)
  const now = dragged ?? fittingWidth(width, innerWidth, navbarRight)
  const set = (wanted: number) => onWidthChange(fittingWidth(wanted, innerWidth, navbarRight))

  const drag = (event: PointerEvent) => {
    if (dragged !== null) setDragged(draggedWidth(event.clientX, innerWidth, navbarRight) ?? dragged)
  }
  const drop = () => {
    if (dragged !== null && dragged !== width) onWidthChange(dragged)
    setDragged(null)
  }
  const press = (event: KeyboardEvent) => {
    const step = STEP[event.key]
    if (step !== undefined) set(now + step)
    else if (event.key === 'Home') set(most)
    else if (event.key === 'End') set(LEAST_SIDEBAR)
    else return
    event.preventDefault()
  }
  return (
    <aside className="ui-sidebar" aria-label={label} style={{ '--sidebar-width': `${now}px` }}>
      <div
        className="ui-sidebar-grip"
        role="separator"
        aria-orientation="vertical"
        aria-label={t('ui.resizeSidebar')}
        aria-describedby={hint}
        aria-valuenow={now}
        aria-valuemin={LEAST_SIDEBAR}
        aria-valuemax={most}
        tabIndex={0}
        data-dragging={dragged === null ? undefined : ''}
        data-tooltip={t('ui.resizeSidebarHint')}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragged(now)
        }}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={() => setDragged(null)}
        onDoubleClick={() => set(usualWidth)}
        onKeyDown={press}
      />
      <ByKey>
        <span className="visually-hidden" id={hint}>
          {t('ui.resizeSidebarHint')}
        </span>
      </ByKey>
      <div className="ui-sidebar-content">{children}</div>
    </aside>
  )
}
