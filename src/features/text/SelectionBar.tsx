import type { EditorView } from '@codemirror/view'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { wordsOf } from '../../actions/actionFace.ts'
import { shortcutOf } from '../../actions/actionKeys.ts'
import { useProject, useRows } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import type { QuirkRow } from '../../model/queries.ts'
import type { Key } from '../../model/schema.ts'
import { device } from '../../state/device.ts'
import { editorOf } from '../../state/editor.ts'
import { leavesSingleKeys } from '../../state/singleKeys.ts'
import { Dot } from '../../ui/Dot.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { CopyIcon, HighlightIcon, MemoIcon, PlusIcon } from '../../ui/icons.ts'
import { Keys } from '../../ui/Keys.tsx'

export interface SelectionActs {
  onPick: () => void
  onCode: (quirkId: number) => void
  onMemo: () => void
  onCopy: () => void
  /** A new quirk that is named by the words. */
  onInVivo: () => void
}

export interface SelectionBarProps extends SelectionActs {
  view: EditorView
  /** What the bar stands in: its place is told within it, and where a mouse selected it is shown while the focus is there. */
  frame: RefObject<HTMLElement | null>
  /** Whether a button of the pointer is down, and the words are still being selected. */
  isPressed: RefObject<boolean>
  /** The words were selected by finger. */
  isTouched: boolean
  quirks: ReadonlyMap<Key, QuirkRow> | undefined
}

/** In ms, after the pointer was lifted. */
const after = 120
/** Between the words and the bar, and to the edges; px. */
const gap = 8
const mostRecent = 3
/** Longer words are no name. */
const longestName = 100

/** At the selected words, from shortly after they were selected, without taking the focus: the quirks that they can be given to, and what else can be done with them. */
export function SelectionBar(props: SelectionBarProps) {
  const { view, frame, isPressed } = props
  const { selection, recentQuirks } = useSnapshot(editorOf(useProject().uuid))
  const [shown, setShown] = useState<string | null>(null)
  const words = selection && `${selection.start} ${selection.length}`
  useEffect(() => {
    setShown(null)
    if (words === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setShown(words), after)
    }
    if (!isPressed.current) show()
    const ends = ['pointerup', 'pointercancel'] as const
    for (const end of ends) window.addEventListener(end, show)
    return () => {
      clearTimeout(timer)
      for (const end of ends) window.removeEventListener(end, show)
    }
  }, [words, isPressed])
  const hasFocus = useFocusIn(frame)
  if (!selection || shown !== words || !(hasFocus || props.isTouched)) return null
  const bar = <KeyedBar {...props} length={selection.length} recentQuirks={recentQuirks} />
  if (props.isTouched) return <div className="text-selection-foot">{bar}</div>
  return (
    <AtWords view={view} frame={frame} from={selection.start} to={selection.start + selection.length}>
      {bar}
    </AtWords>
  )
}

interface KeyedBarProps extends SelectionBarProps {
  length: number
  recentQuirks: readonly number[]
}

function KeyedBar({ view, quirks, length, recentQuirks, ...acts }: KeyedBarProps) {
  const recent = recentQuirks.flatMap((id) => quirks?.get(id) ?? []).slice(0, mostRecent)
  return <Bar {...acts} length={length} recent={useRecentKeys(recent, acts.onCode)} onLeave={() => view.focus()} />
}

function useFocusIn(frame: RefObject<HTMLElement | null>): boolean {
  const [isIn, setIn] = useState(true)
  useEffect(() => {
    // A memo that has the focus is read, or written on: the bar would lie over it.
    const look = () => {
      const { activeElement } = document
      setIn((frame.current?.contains(activeElement) ?? false) && !activeElement?.closest('.text-memos'))
    }
    look()
    // Between two elements the focus is nowhere.
    const later = () => setTimeout(look)
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', later)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', later)
    }
  }, [frame])
  return isIn
}

interface AtWordsProps extends Pick<SelectionBarProps, 'view' | 'frame'> {
  from: number
  to: number
  children: ReactNode
}

/** Under the last line of the words, above their first where there is no room; nowhere while neither is in sight. */
function AtWords({ view, frame, from, to, children }: AtWordsProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const put = () => {
      const around = frame.current?.getBoundingClientRect()
      const own = box.current
      if (!around || !own) return
      const text = view.scrollDOM.getBoundingClientRect()
      const [first, last] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)]
      const height = own.offsetHeight
      const below = last && last.bottom > text.top ? last.bottom + gap : null
      const above = first && first.top < text.bottom ? first.top - gap - height : null
      const top =
        below !== null && below + height <= text.bottom ? below : above !== null && above >= text.top ? above : null
      const isSeen = last !== null && last.bottom > text.top && last.top < text.bottom
      const within = top ?? (isSeen ? text.bottom - height - gap : null)
      own.style.visibility = within === null ? 'hidden' : ''
      if (within === null) return
      const side = first && last && first.top === last.top ? first.left : text.left + gap
      const left = Math.max(around.left + gap, Math.min(side, around.right - own.offsetWidth - gap))
      own.style.translate = `${Math.round(left - around.left)}px ${Math.round(within - around.top)}px`
    }
    put()
    const sizes = new ResizeObserver(put)
    sizes.observe(view.scrollDOM)
    view.scrollDOM.addEventListener('scroll', put, { passive: true })
    return () => {
      sizes.disconnect()
      view.scrollDOM.removeEventListener('scroll', put)
    }
  })
  return (
    <div ref={box} className="text-selection-at">
      {children}
    </div>
  )
}

/** The keys 1 to 3 code with the quirks used last, as far as no quirk has them for its own: those are heard before (`useQuirkKeys`), and are what is told of a quirk that has one. */
function useRecentKeys(recent: readonly QuirkRow[], onCode: (quirkId: number) => void): RecentQuirk[] {
  const { letterKeys } = useSnapshot(device)
  const own = useRows('shortcutKeys', {})
  const keys = Array.from(own?.values() ?? [])
  const keyed = recent.map(({ id, title, color }, at) => {
    const number = `${at + 1}`
    const isFree = own !== undefined && keys.every(({ shortcutKey }) => shortcutKey !== number)
    const itsOwn = keys.find(({ quirkId }) => quirkId === id)?.shortcutKey
    const byNumber = letterKeys && isFree ? number : undefined
    return { id, title, color, byNumber, key: letterKeys ? (itsOwn ?? byNumber) : undefined }
  })
  const latest = useRef({ keyed, onCode })
  latest.current = { keyed, onCode }
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const { key, target, repeat, ctrlKey, metaKey, altKey } = event
      if (repeat || ctrlKey || metaKey || altKey || event.defaultPrevented) return
      const isHere = leavesSingleKeys(target) || (target instanceof Element && target.closest('.cm-content') !== null)
      const quirk = isHere && latest.current.keyed.find(({ byNumber }) => byNumber === key)
      if (!quirk) return
      event.preventDefault()
      latest.current.onCode(quirk.id)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return keyed
}

interface RecentQuirk extends Pick<QuirkRow, 'id' | 'title' | 'color'> {
  /** What is told of it: its own key, else its number. */
  key: string | undefined
}

export interface BarProps extends SelectionActs {
  /** Characters that are selected. */
  length: number
  recent: readonly RecentQuirk[]
  isTouched: boolean
  onLeave: () => void
}

/** The bar itself. */
export function Bar({ length, recent, isTouched, onPick, onCode, onMemo, onCopy, onInVivo, onLeave }: BarProps) {
  const t = useT()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onLeave()
  }
  return (
    <div
      className="text-selection"
      role="toolbar"
      aria-label={t('text.selectedWords')}
      onKeyDown={onKeyDown}
      // The focus does not leave the text, and so the selection stays.
      onMouseDown={(event) => event.preventDefault()}
    >
      <button
        type="button"
        className="text-selection-field"
        aria-keyshortcuts={shortcutOf('codeTo')}
        aria-haspopup="dialog"
        onClick={onPick}
      >
        <HighlightIcon aria-hidden />
        <span>{t(isTouched ? 'text.codeTo' : 'quirk.searchOrCreate')}</span>
        <Keys of="Enter" />
      </button>
      {recent.length > 0 && (
        <div className="text-selection-recent">
          {recent.map(({ id, title, color, key }) => (
            <button
              key={id}
              type="button"
              className="text-selection-chip"
              aria-keyshortcuts={key}
              onClick={() => onCode(id)}
            >
              <Dot colour={cssColour(color)} />
              <span className="visually-hidden">
                {t('text.codeWith', { title: title.trim() || t('quirk.untitled') })}
              </span>
              <span className="text-selection-title" aria-hidden>
                {title.trim() || t('quirk.untitled')}
              </span>
              {key && (
                <span aria-hidden>
                  <Keys of={key} />
                </span>
              )}
            </button>
          ))}
        </div>
      )}
      <div className="text-selection-acts">
        <Button kind="quiet" icon={MemoIcon} aria-keyshortcuts={wordsOf(t, 'memo').shortcut} onClick={onMemo}>
          {t('report.memo')}
        </Button>
        {length <= longestName && (
          <Button kind="quiet" icon={PlusIcon} data-tooltip={t('text.inVivoHint')} onClick={onInVivo}>
            {t('text.inVivo')}
          </Button>
        )}
        <Button kind="quiet" icon={CopyIcon} onClick={onCopy}>
          {t('text.copy')}
        </Button>
        <span className="text-selection-length">{t('text.characters', { n: length })}</span>
      </div>
    </div>
  )
}
