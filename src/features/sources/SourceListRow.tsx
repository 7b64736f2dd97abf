import type { KeyboardEvent, MouseEvent } from 'react'
import type { PersonMark } from '../../data/copies/presence.ts'
import { formatList, formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { SourceRow } from '../../model/queries.ts'
import type { Point } from '../../ui/menus/MenuAt.tsx'
import { MoreButton } from '../../ui/menus/MoreButton.tsx'
import { sourceIcon } from './sourceIcons.ts'
import { useLongPress } from './useLongPress.ts'

/** A colleague who is here. */
export type Reader = Pick<PersonMark, 'who' | 'author' | 'colour' | 'sourceId'>

interface SourceListRowProps {
  source: SourceRow
  index: number
  active: boolean
  chosen: boolean
  /** Some row is chosen: then every row shows its box, and a tap chooses. */
  anyChosen: boolean
  /** The others who have this source open. */
  readers: readonly Reader[]
  onOpen: () => void
  /** `range`: with Shift, all between here and where it began. */
  onChoose: (range: boolean) => void
  onMenu: (at: Point) => void
  onKeyDown: (event: KeyboardEvent) => void
}

export function SourceListRow(props: SourceListRowProps) {
  const { source, index, active, chosen, anyChosen, onOpen, onChoose, onMenu, onKeyDown } = props
  const t = useT()
  const press = useLongPress(() => onChoose(false))
  const Mark = sourceIcon(source.icon)
  const click = (event: MouseEvent) => {
    if (press.took()) return
    if (event.shiftKey) onChoose(true)
    else if (event.ctrlKey || event.metaKey || (anyChosen && press.byTouch())) onChoose(false)
    else onOpen()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu has a button of its own
    <div
      className="sources-row"
      data-keep-clear-if-room
      data-source={source.id}
      data-active={active || undefined}
      data-chosen={chosen || undefined}
      data-any-chosen={anyChosen || undefined}
      data-unread={!source.read || undefined}
      onContextMenu={(event) => {
        event.preventDefault()
        if (press.byTouch()) return
        const box = event.currentTarget.getBoundingClientRect()
        const byKey = event.clientX === 0 && event.clientY === 0
        onMenu(byKey ? { x: box.left + 40, y: box.bottom } : { x: event.clientX, y: event.clientY })
      }}
    >
      <Mark className="sources-row-icon" aria-hidden />
      <label className="sources-row-check">
        <input
          type="checkbox"
          tabIndex={anyChosen ? 0 : -1}
          aria-label={t('source.choose', { title: source.title })}
          checked={chosen}
          onChange={(event) => onChoose((event.nativeEvent as unknown as MouseEvent).shiftKey === true)}
        />
      </label>
      <button
        type="button"
        className="sources-row-open"
        data-row={index}
        aria-current={active || undefined}
        data-tooltip={source.title.length > 40 ? source.title : undefined}
        onClick={click}
        onKeyDown={onKeyDown}
        {...press.handlers}
      >
        {source.title}
      </button>
      <Readers readers={props.readers} />
      {!source.read && <Said className="sources-row-unread" words={t('source.unread')} />}
      {source.highlights > 0 ? (
        <Said className="sources-row-count" words={t('canvas.highlights', { n: source.highlights })}>
          {formatNumber(source.highlights)}
        </Said>
      ) : (
        <Said className="sources-row-uncoded" words={t('source.uncoded')} />
      )}
      <MoreButton size="small" tabIndex={-1} under="right" onMenu={onMenu} />
    </div>
  )
}

function Readers({ readers }: { readers: readonly Reader[] }) {
  const t = useT()
  if (readers.length === 0) return null
  const words = t('users.onSource', { names: formatList(readers.map(({ author }) => author || t('text.someone'))) })
  return (
    <span className="sources-row-people" role="img" aria-label={words} data-tooltip={words}>
      {readers.slice(0, 3).map(({ who, colour }) => (
        <span key={who} data-person={colour} />
      ))}
    </span>
  )
}

function Said({ className, words, children }: { className: string; words: string; children?: string }) {
  return (
    <span className={className} role="img" aria-label={words} data-tooltip={words}>
      {children}
    </span>
  )
}
