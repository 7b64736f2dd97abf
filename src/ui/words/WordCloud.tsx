import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useT } from '../../i18n/useT.ts'
import { Spinner } from '../feedback/Spinner.tsx'
import { useDelayed } from '../feedback/useDelayed.ts'
import type { Point } from '../menus/MenuAt.tsx'
import { type CloudShape, leastSize, type PlacedWord } from './placeWords.ts'
import { type CloudWord, usePlacedWords } from './usePlacedWords.ts'
import { cloudBounds, toneOf } from './wordTones.ts'
import { wordTowards } from './wordTowards.ts'

export interface WordCloudProps {
  /** Names it for screen readers. */
  label: string
  /** Any number; some hundreds can be read. */
  words: readonly CloudWord[]
  /** The word whose passages are shown. */
  chosen?: string | null
  onChoose: (word: string) => void
  /** The right click, Menu key or Shift+F10 on a word: for a `MenuAt`. */
  onMenu?: ((word: string, at: Point) => void) | undefined
  /** The words stand: for a picture of them. */
  onPlaced?: ((placed: readonly PlacedWord[]) => void) | undefined
}

/**
 * Words in the size of their counts, always the same for the same words. It fills its parent, and scrolls where its least letters
 * leave no room. A list box: arrow keys go to the next word that way, Home and End by frequency, letters to words that begin so.
 */
export function WordCloud({ label, words, chosen = null, onChoose, onMenu, onPlaced }: WordCloudProps) {
  const t = useT()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const smallest = useRef(leastSize)
  const shape = useShape(frame, smallest)
  const placed = usePlacedWords(words, words.length > 0 ? shape : null)
  const [aimed, setAimed] = useState<string | null>(null)
  const late = useDelayed()
  const typed = useRef({ text: '', at: 0 })
  const told = useRef(onPlaced)
  told.current = onPlaced
  useEffect(() => {
    if (!placed) return
    smallest.current = placed.reduce((least, { size }) => Math.min(least, size), Number.POSITIVE_INFINITY)
    told.current?.(placed)
  }, [placed])

  const bounds = useMemo(() => placed && cloudBounds(placed), [placed])
  const byWord = useMemo(() => new Map((placed ?? []).map((one, n) => [one.word, { one, n }])), [placed])
  const [first] = placed ?? []
  const active = byWord.get(aimed ?? '')?.one ?? byWord.get(chosen ?? '')?.one ?? first
  const idOf = (word: PlacedWord) => `${id}-${byWord.get(word.word)?.n}`

  const aim = (word: PlacedWord | undefined) => {
    if (!word) return
    setAimed(word.word)
    document.getElementById(idOf(word))?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (!placed || !active || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === 'Enter' || key === ' ') onChoose(active.word)
    else if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) {
      const box = document.getElementById(idOf(active))?.getBoundingClientRect()
      if (!onMenu || !box) return
      onMenu(active.word, { x: box.left, y: box.bottom + 4 })
    } else if (key.length === 1 && key !== '?') {
      const now = performance.now()
      typed.current = { text: now - typed.current.at < 800 ? typed.current.text + key : key, at: now }
      const begins = typed.current.text.toLowerCase()
      aim(placed.find(({ word }) => word.toLowerCase().startsWith(begins)))
    } else {
      const next = wordTowards(placed, active, key)
      if (!next) return
      aim(next)
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const menu = (event: MouseEvent, word: string) => {
    if (!onMenu) return
    event.preventDefault()
    setAimed(word)
    onMenu(word, { x: event.clientX, y: event.clientY })
  }

  return (
    <div ref={frame} className="ui-cloud">
      {!placed && words.length > 0 && late && (
        <p className="ui-cloud-wait" role="status">
          <Spinner /> {t('ui.loading')}
        </p>
      )}
      {placed && bounds && (
        <svg
          className="ui-cloud-words"
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its words can be chosen
          role="listbox"
          tabIndex={0}
          aria-label={label}
          aria-activedescendant={active && idOf(active)}
          viewBox={`${bounds.left} ${bounds.top} ${bounds.width} ${bounds.height}`}
          width={bounds.width}
          onKeyDown={press}
        >
          {placed.map((one, n) => (
            <g
              key={one.word}
              id={`${id}-${n}`}
              role="option"
              aria-selected={one.word === chosen}
              aria-label={t('wordCloud.word', { word: one.word, n: one.count })}
              className="ui-cloud-word"
              data-tone={toneOf(one.word)}
              data-active={one === active || undefined}
              onClick={() => {
                setAimed(one.word)
                onChoose(one.word)
              }}
              onContextMenu={(event) => menu(event, one.word)}
            >
              <rect x={one.x - 3} y={one.top - 2} width={one.width + 6} height={one.height + 4} rx={4} />
              <text x={one.x} y={one.y} fontSize={one.size}>
                {one.word}
              </text>
            </g>
          ))}
        </svg>
      )}
    </div>
  )
}

/** Words keep their places, drawn smaller, as long as the smallest is read at this size, in px; or while there is not much more room. */
const leastRead = 9
const muchMore = 1.12

/** The room there is: another one only where words have to stand anew, so that none moves because a list opens beside them. */
function useShape(frame: { current: HTMLElement | null }, smallest: { current: number }): CloudShape | null {
  const [shape, setShape] = useState<CloudShape | null>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () => {
      const { clientWidth, clientHeight } = element
      if (clientWidth === 0) return
      const width = Math.floor(Math.max(120, clientWidth - 24) / 16) * 16
      const height = Math.floor(Math.max(160, clientHeight - 24) / 16) * 16
      setShape((before) => {
        if (!before) return { width, height }
        const isSmall = smallest.current * Math.min(1, width / before.width) < leastRead
        const isLarge = width > before.width * muchMore || height > before.height * muchMore
        return isSmall || isLarge ? { width, height } : before
      })
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => watch.disconnect()
  }, [frame, smallest])
  return shape
}
