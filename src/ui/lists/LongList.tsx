import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import {
  type Drawn,
  type Extent,
  edgeOf,
  isDrawn,
  type ListPlace,
  placeAt,
  rowsAround,
  settled,
  shareOf,
  showing,
} from './longListPlace.ts'

export interface LongListHandle {
  /** Brings a row into sight. */
  show(index: number): void
  /** The same, and gives the focus to what bears `data-row` in it, once that is drawn. */
  focus(index: number): void
}

export interface LongListProps {
  label: string
  /** Of all rows, any number. */
  count: number
  /** Unique among the rows that are drawn together, and steady. */
  keyOf: (index: number) => string | number
  row: (index: number) => ReactNode
  /** The usual height of a row in px; rows may have any. */
  rowHeight: number
  /** At which row it begins. */
  startAt?: number
  /** How many rows have come before those in sight since it was first drawn, less those that have gone: what is read keeps its place. */
  moved?: number
  /** The rows in sight, the last one included. */
  onSight?: (first: number, last: number) => void
  onKeyDown?: (event: KeyboardEvent) => void
  /** The rows are options of a list that a field controls: `id` is the list's. */
  options?: { id: string; of: (index: number) => { id: string; selected: boolean } }
  ref?: Ref<LongListHandle>
}

/** Rows drawn beyond what is seen, on each side. */
const beyond = 8
/** As far as the scrollbar's way is made, in px: the highest that every browser draws. */
const longestWay = 6_000_000
/** In ms: how long nothing has scrolled before the scrollbar is put where the rows are. */
const rest = 160

/**
 * A list of any length with rows of any height. It fills its parent, which needs a height. Small movements of the scrollbar move it by as
 * much; a jump goes to that share of the rows.
 */
export function LongList(props: LongListProps) {
  const { label, count, keyOf, row, rowHeight, startAt = 0, moved = 0, onSight, onKeyDown, options, ref } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const way = useRef<HTMLDivElement>(null)
  const place = useRef<ListPlace>({ index: startAt, offset: 0 })
  const drawn = useRef<Drawn>({ first: 0, tops: [0] })
  const applied = useRef(moved)
  const wanted = useRef<{ index: number; focus: boolean } | null>(null)
  const last = useRef({ top: 0, held: false, hidden: false, seen: '' })
  const [view, setView] = useState(800)
  const [more, setMore] = useState(0)
  const [, drawAgain] = useState(0)

  const extent: Extent = { count, view, usual: rowHeight }
  if (applied.current !== moved) {
    place.current = { ...place.current, index: Math.max(0, place.current.index + moved - applied.current) }
    applied.current = moved
  }
  if (place.current.index >= count) place.current = placeAt(1, extent)
  const [from, to] = rowsAround(place.current, extent, beyond + more)

  const latest = useRef({ extent, from, to, onSight })
  latest.current = { extent, from, to, onSight }
  const resting = useRef<ReturnType<typeof setTimeout> | null>(null)

  /** Moves the rows to the place, as far as they are drawn; what is missing in sight is drawn `now`, or with the next drawing. */
  const put = (now: boolean) => {
    const { extent, from, to, onSight } = latest.current
    place.current = settled(place.current, drawn.current, extent)
    const edge = edgeOf(drawn.current, place.current)
    if (edge !== undefined) rows.current?.style.setProperty('transform', `translateY(${-Math.round(edge)}px)`)
    const end = drawn.current.tops.at(-1) ?? 0
    const isCovered = edge !== undefined && edge >= 0 && (end >= edge + extent.view || to === extent.count)
    const [first, next] = rowsAround(place.current, extent, 2)
    if (first < from || next > to) {
      if (now && !isCovered) flushSync(() => drawAgain((n) => n + 1))
      else drawAgain((n) => n + 1)
    }
    if (edge === undefined) return
    const past = drawn.current.tops.findIndex((top) => top >= edge + extent.view)
    const lastSeen = Math.max(place.current.index, (past < 0 ? to : drawn.current.first + past) - 1)
    const seen = `${place.current.index} ${lastSeen}`
    if (seen === last.current.seen) return
    last.current.seen = seen
    onSight?.(place.current.index, lastSeen)
  }

  /** Reads what is drawn, puts it to its place, and sees whether all that is in sight is there. */
  const lay = () => {
    const list = rows.current
    // Not in sight, and so without heights: it stays as it is.
    if (!list || !scroller.current?.clientHeight) return
    const { extent, from, to } = latest.current
    const origin = list.getBoundingClientRect().top
    const boxes = Array.from(list.children, (child) => child.getBoundingClientRect())
    const end = (boxes.at(-1)?.bottom ?? origin) - origin
    drawn.current = { first: from, tops: [...boxes.map((box) => box.top - origin), end] }
    if (wanted.current && isDrawn(drawn.current, wanted.current.index)) {
      const { index, focus } = wanted.current
      place.current = showing(settled(place.current, drawn.current, extent), drawn.current, index, extent)
      const target = list.querySelector<HTMLElement>(`[data-row="${index}"]`)
      if (!focus || target) wanted.current = null
      if (focus) target?.focus({ preventScroll: true })
    }
    put(false)
    const edge = edgeOf(drawn.current, place.current)
    if (edge !== undefined && to < extent.count && end - edge < extent.view) setMore((n) => n + beyond)
  }

  /** The upper edge in px from the beginning, where all rows are drawn. */
  const wholeEdge = (): number | undefined => {
    const { extent, from, to } = latest.current
    return from === 0 && to === extent.count ? edgeOf(drawn.current, place.current) : undefined
  }
  /** Puts the scrollbar where the rows are. */
  const sync = () => {
    const box = scroller.current
    const { extent } = latest.current
    if (!box?.clientHeight) return
    const whole = wholeEdge()
    const height = whole === undefined ? extent.count * extent.usual : (drawn.current.tops.at(-1) ?? 0)
    const length = Math.max(0, Math.min(longestWay, Math.round(height - extent.view)))
    way.current?.style.setProperty('height', `${length}px`)
    const share = shareOf(place.current, drawn.current, extent)
    // Room to go on wherever the list does.
    const room = Math.min(extent.view, length / 50)
    const between = Math.max(room, Math.min(length - room, share * length))
    const top = whole ?? (share === 0 || share === 1 ? share * length : between)
    if (Math.abs(box.scrollTop - top) > 1) box.scrollTop = top
    last.current.top = box.scrollTop
  }
  const acts = useRef({ lay, sync })
  acts.current = { lay, sync }

  useLayoutEffect(() => {
    lay()
    if (!resting.current) sync()
  })

  const onScroll = () => {
    const box = scroller.current
    const by = (box?.scrollTop ?? 0) - last.current.top
    // What comes into sight again has been scrolled to the beginning by the browser.
    if (!box || last.current.hidden || Math.abs(by) < 0.5) return
    const top = box.scrollTop
    last.current.top = top
    wanted.current = null
    const length = Math.max(1, box.scrollHeight - box.clientHeight)
    const { held } = last.current
    const isJump = wholeEdge() === undefined && (held || Math.abs(by) > 3 * view)
    const { index, offset } = place.current
    place.current = isJump ? placeAt(length - top < 1 ? 1 : top / length, extent) : { index, offset: offset + by }
    if (isJump && length - top < 1) wanted.current = { index: extent.count - 1, focus: false }
    put(true)
    const share = shareOf(place.current, drawn.current, extent)
    if (!held && (top < 1 || length - top < 1 || share === 0 || share === 1)) sync()
    if (resting.current) clearTimeout(resting.current)
    resting.current = setTimeout(function settle() {
      if (last.current.held) {
        resting.current = setTimeout(settle, rest)
        return
      }
      resting.current = null
      acts.current.sync()
    }, rest)
  }

  useEffect(() => {
    const [box, list] = [scroller.current, rows.current]
    if (!box || !list) return
    const observer = new ResizeObserver(() => {
      last.current.hidden = box.clientHeight === 0
      if (last.current.hidden) return
      setView(box.clientHeight)
      acts.current.lay()
      if (!resting.current) acts.current.sync()
    })
    observer.observe(box)
    observer.observe(list)
    const release = ({ type, buttons }: PointerEvent) => {
      if (type === 'pointerup' || buttons === 0) last.current.held = false
    }
    addEventListener('pointerup', release)
    addEventListener('pointermove', release)
    return () => {
      observer.disconnect()
      removeEventListener('pointerup', release)
      removeEventListener('pointermove', release)
      if (resting.current) clearTimeout(resting.current)
      resting.current = null
    }
  }, [])

  useImperativeHandle(ref, () => {
    const go = (index: number, focus: boolean) => {
      const { extent } = latest.current
      if (index < 0 || index >= extent.count) return
      wanted.current = { index, focus }
      if (focus && !rows.current?.querySelector(`[data-row="${index}"]`))
        scroller.current?.focus({ preventScroll: true })
      place.current = showing(place.current, drawn.current, index, extent)
      drawAgain((n) => n + 1)
    }
    return { show: (index) => go(index, false), focus: (index) => go(index, true) }
  }, [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its rows have the focus, or the region does while one is on its way
    <div
      ref={scroller}
      className="ui-long"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by key
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        // What is pressed beside the rows is the scrollbar.
        last.current.held = event.target === event.currentTarget
      }}
    >
      <div className="ui-long-view">
        <ul
          ref={rows}
          className="ui-long-rows"
          aria-label={label}
          {...(options && { role: 'listbox', id: options.id })}
        >
          {Array.from({ length: Math.max(0, to - from) }, (_, n) => {
            const index = from + n
            const { id, selected } = options?.of(index) ?? {}
            return (
              <li
                key={keyOf(index)}
                aria-setsize={count}
                aria-posinset={index + 1}
                {...(options && { id, role: 'option', 'aria-selected': selected })}
              >
                {row(index)}
              </li>
            )
          })}
        </ul>
      </div>
      <div ref={way} aria-hidden />
    </div>
  )
}
