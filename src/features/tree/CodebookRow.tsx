import { type KeyboardEvent, type MouseEvent, memo } from 'react'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { brush } from '../../state/brush.ts'
import { ChevronRightIcon } from '../../ui/icons.ts'
import { MoreButton } from '../../ui/menus/MoreButton.tsx'
import type { OutlineLine } from './outlineOf.ts'

/** The same functions from drawing to drawing. */
export interface CodebookActs {
  onFocus: (quirk: QuirkRow) => void
  onKey: (event: KeyboardEvent<HTMLElement>, line: OutlineLine) => void
  onFold: (quirkId: number) => void
  /** Clicked: it is marked wherever it is shown. */
  onMark: (quirk: QuirkRow) => void
  onOpen: (quirkId: number) => void
  onMenu: (quirk: QuirkRow, at: { x: number; y: number }) => void
}

interface CodebookRowProps extends CodebookActs {
  line: OutlineLine
  title: string
  /** Tab goes to it. */
  isTabStop: boolean
  /** It has, or last had, the focus. */
  isChosen: boolean
  /** Whether it, or something folded into it, is pointed at elsewhere; null: nothing is pointed at. */
  isBrushed: boolean | null
}

/** An id in the page. */
export const rowId = (quirkId: number): string => `codebook-quirk-${quirkId}`

/** A quirk in the codebook. It is the tree's item: its buttons are for pointers, the keys of the item do the same. */
export const CodebookRow = memo(function CodebookRow(props: CodebookRowProps) {
  const { line, title, isTabStop, isChosen, isBrushed, onFocus, onKey, onFold, onMark, onOpen, onMenu } = props
  const t = useT()
  const { quirk, level, children, isOpen, total, isFrame } = line
  const isParent = children > 0
  const label = t('canvas.quirkLabel', { title, n: quirk.highlights })
  const menuAt = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, bottom } = currentTarget.getBoundingClientRect()
    onMenu(quirk, clientX === 0 ? { x: left + 24, y: bottom } : { x: clientX, y: clientY })
  }
  return (
    <div
      id={rowId(quirk.id)}
      className="codebook-row"
      role="treeitem"
      tabIndex={isTabStop ? 0 : -1}
      aria-level={level}
      aria-posinset={line.place}
      aria-setsize={line.siblings}
      aria-expanded={isParent ? isOpen : undefined}
      aria-selected={isChosen}
      aria-label={isParent ? `${label}, ${t('canvas.withInside', { total })}` : label}
      data-quirk={quirk.id}
      data-frame={isFrame || undefined}
      data-brushed={isBrushed ?? undefined}
      style={{ '--level': level - 1 }}
      onFocus={(event) => {
        if (event.target !== event.currentTarget) return
        onFocus(quirk)
        if (event.currentTarget.matches(':focus-visible')) brush('codebook', [quirk.id])
      }}
      onBlur={() => brush('codebook', [])}
      onMouseEnter={() => brush('codebook', [quirk.id])}
      onMouseLeave={() => brush('codebook', [])}
      onKeyDown={(event) => event.target === event.currentTarget && onKey(event, line)}
      onClick={(event) => {
        if ((event.target as Element).closest('button')) return
        event.currentTarget.focus()
        onMark(quirk)
      }}
      onDoubleClick={(event) => !(event.target as Element).closest('button') && onOpen(quirk.id)}
      onContextMenu={(event) => {
        event.preventDefault()
        menuAt(event)
      }}
    >
      {isParent ? (
        <button
          type="button"
          className="codebook-fold"
          tabIndex={-1}
          aria-label={t(isOpen ? 'codebook.fold' : 'codebook.unfold', { title })}
          onClick={() => onFold(quirk.id)}
        >
          <ChevronRightIcon aria-hidden />
        </button>
      ) : (
        <span className="codebook-fold" />
      )}
      <span className="codebook-dot" style={{ '--dot': cssColour(quirk.color) }} />
      <span className="codebook-title" data-tooltip={title}>
        {title}
      </span>
      <MoreButton size="small" tabIndex={-1} onMenu={(at) => onMenu(quirk, at)} />
      {/* For the eye: the row's name says them in words. */}
      {isParent && <span className="codebook-own" data-count={formatNumber(quirk.highlights)} />}
      <span className="codebook-total" data-count={formatNumber(total)} />
    </div>
  )
})
