import type { ReactNode } from 'react'

export interface ViewHeadProps {
  title: string
  /** What is shown says the title itself: it is for screen readers alone. */
  isTitled?: boolean
  /** The way up, or back, before the title. */
  before?: ReactNode
  /** How many there are, in words: told when it changes. Undefined until known; left out where nothing is counted. */
  said?: string | undefined
  /** What is shown and in which order: fields and buttons. */
  children?: ReactNode
  /** What is done with all of it, at the end of the line. */
  tools?: ReactNode
  /** Lines of their own below. */
  below?: ReactNode
}

/** The head of every view: one line where there is room, which says what is listed, of what, in which order, and what can be done with it. */
export function ViewHead({ title, isTitled = false, before, children, tools, below, ...rest }: ViewHeadProps) {
  return (
    <header className="ui-view-head" data-keep-clear>
      {before}
      <h2 className={isTitled ? 'visually-hidden' : undefined}>{title}</h2>
      {'said' in rest && <p role="status">{rest.said}</p>}
      {children}
      {tools && <div className="ui-view-tools">{tools}</div>}
      {below}
    </header>
  )
}
