import type { KeyboardEvent } from 'react'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { SourceRow } from '../../model/queries.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { MoreIcon, SourceIcon } from '../../ui/icons.ts'
import type { Point } from '../../ui/MenuAt.tsx'

interface SourceListRowProps {
  source: SourceRow
  index: number
  active: boolean
  chosen: boolean
  /** Some row is chosen: then every row shows its box. */
  anyChosen: boolean
  canWrite: boolean
  onOpen: () => void
  onChoose: (on: boolean) => void
  onMenu: (at: Point) => void
  onKeyDown: (event: KeyboardEvent) => void
}

export function SourceListRow(props: SourceListRowProps) {
  const { source, index, active, chosen, anyChosen, canWrite, onOpen, onChoose, onMenu, onKeyDown } = props
  const t = useT()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu has a button of its own
    <div
      className="sources-row"
      data-active={active || undefined}
      data-chosen={chosen || undefined}
      data-any-chosen={anyChosen || undefined}
      onContextMenu={(event) => {
        event.preventDefault()
        const box = event.currentTarget.getBoundingClientRect()
        const byKey = event.clientX === 0 && event.clientY === 0
        onMenu(byKey ? { x: box.left + 40, y: box.bottom } : { x: event.clientX, y: event.clientY })
      }}
    >
      <SourceIcon className="sources-row-icon" aria-hidden />
      {canWrite && (
        <label className="sources-row-check">
          <input
            type="checkbox"
            tabIndex={anyChosen ? 0 : -1}
            aria-label={t('source.choose', { title: source.title })}
            checked={chosen}
            onChange={(event) => onChoose(event.target.checked)}
          />
        </label>
      )}
      <button
        type="button"
        className="sources-row-open"
        data-row={index}
        aria-current={active || undefined}
        data-tooltip={source.title.length > 40 ? source.title : undefined}
        onClick={onOpen}
        onKeyDown={onKeyDown}
      >
        {source.title}
      </button>
      {source.highlights > 0 && (
        <span
          className="sources-row-count"
          role="img"
          aria-label={t('canvas.highlights', { n: source.highlights })}
          data-tooltip={t('canvas.highlights', { n: source.highlights })}
        >
          {formatNumber(source.highlights)}
        </span>
      )}
      <IconButton
        icon={MoreIcon}
        label={t('ui.more')}
        size="small"
        tabIndex={-1}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          onMenu({ x: box.right, y: box.bottom })
        }}
      />
    </div>
  )
}
