import { type ReactNode, useId } from 'react'

export interface PanelProps {
  title: string
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

export function Panel({ title, actions, children }: PanelProps) {
  const id = useId()
  return (
    <section className="ui-panel" aria-labelledby={id}>
      <header className="ui-panel-head">
        <h2 className="ui-panel-title" id={id}>
          {title}
        </h2>
        {actions}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by key */}
      <div className="ui-panel-body" tabIndex={0}>
        {children}
      </div>
    </section>
  )
}
