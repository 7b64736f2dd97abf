import { type MouseEvent, memo, useId, useState, useSyncExternalStore } from 'react'
import { formatDate, formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { longestQuote } from '../../model/limits.ts'
import { cssColour } from '../../model/palette.ts'
import type { QuoteRow } from '../../model/queries.ts'
import { brush, brushed, onBrush } from '../../state/brush.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { MoreIcon } from '../../ui/icons.ts'
import type { Point } from '../../ui/menus/MenuAt.tsx'

/** A quirk as rows show it. */
export interface QuirkFace {
  title: string
  color: string
}

export interface QuoteActs {
  onOpen: (quote: QuoteRow, index: number) => void
  /** `range`: with Shift, all between here and where it began. */
  onChoose: (quote: QuoteRow, index: number, range: boolean) => void
  onMenu: (quote: QuoteRow, index: number, at: Point) => void
  /** All the words of one that is too long for a list. */
  onWhole: (quote: QuoteRow) => Promise<string>
}

interface QuoteItemProps {
  quote: QuoteRow
  index: number
  quirk: QuirkFace
  /** What stands above it, where it begins a group: the number of its passages where that is known. */
  heading: { title: string; color?: string | undefined; count?: number | undefined } | null
  /** There are several questions: the row says which. */
  questions: boolean
  chosen: boolean
  anyChosen: boolean
  acts: QuoteActs
}

/** So many characters of a passage are shown before it is asked for whole. */
const shortened = 420

export const QuoteItem = memo(function QuoteItem(props: QuoteItemProps) {
  const { quote, index, quirk, heading, questions, chosen, anyChosen, acts } = props
  const t = useT()
  const about = useId()
  const elsewhere = useSyncExternalStore(onBrush, brushed)
  const menu = (event: MouseEvent) => {
    event.preventDefault()
    const box = event.currentTarget.getBoundingClientRect()
    const byKey = event.clientX === 0 && event.clientY === 0
    acts.onMenu(quote, index, byKey ? { x: box.left + 40, y: box.bottom } : { x: event.clientX, y: event.clientY })
  }
  const click = (event: MouseEvent) => {
    if (event.shiftKey) acts.onChoose(quote, index, true)
    else if (event.ctrlKey || event.metaKey) acts.onChoose(quote, index, false)
    else acts.onOpen(quote, index)
  }
  /** Beside its words, boxes and buttons, and not at the end of a selection: as on the words. */
  const clickBeside = (event: MouseEvent) => {
    const isOwn = event.target instanceof Element && event.target.closest('button, label') !== null
    if (!isOwn && getSelection()?.isCollapsed !== false) click(event)
  }
  const { author, timestamp, paragraphs, source, question } = quote
  const [first, last] = paragraphs
  return (
    <>
      {heading && (
        <h3 className="list-group">
          {heading.color && <span className="list-dot" style={{ '--dot': cssColour(heading.color) }} />}
          {heading.title}
          {heading.count !== undefined && <span className="list-group-count">{formatNumber(heading.count)}</span>}
        </h3>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the menu and the words have buttons of their own */}
      <div
        className="quote"
        data-chosen={chosen || undefined}
        data-any-chosen={anyChosen || undefined}
        data-back={(elsewhere && elsewhere.by !== 'list' && !elsewhere.quirkIds.has(quote.quirkId)) || undefined}
        onMouseEnter={() => brush('list', [quote.quirkId])}
        onMouseLeave={() => brush('list', [])}
        onClick={clickBeside}
        onContextMenu={menu}
      >
        <label className="quote-check">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t('list.select')}
            checked={chosen}
            onChange={(event) =>
              acts.onChoose(quote, index, (event.nativeEvent as unknown as MouseEvent).shiftKey === true)
            }
          />
        </label>
        <Words quote={quote} index={index} about={about} acts={acts} onClick={click} />
        <p className="quote-about" id={about}>
          <span className="quote-quirk">
            <span className="list-dot" style={{ '--dot': cssColour(quirk.color) }} />
            {quirk.title}
          </span>
          <span className="quote-source">
            {questions && question.trim() !== '' ? `${source}, ${question}` : source}{' '}
            <span className="quote-at">{t('list.at', { at: first === last ? first : `${first}–${last}` })}</span>
          </span>
          <span className="quote-by">
            {t('text.byWhen', { author: author || t('text.noAuthor'), time: formatDate(timestamp) })}
          </span>
        </p>
        <span className="quote-more">
          <IconButton
            icon={MoreIcon}
            label={t('ui.more')}
            size="small"
            tabIndex={-1}
            onClick={(event) => {
              const box = event.currentTarget.getBoundingClientRect()
              acts.onMenu(quote, index, { x: box.right, y: box.bottom })
            }}
          />
        </span>
      </div>
    </>
  )
})

interface WordsProps extends Pick<QuoteItemProps, 'quote' | 'index' | 'acts'> {
  about: string
  onClick: (event: MouseEvent) => void
}

/** The words with a little of what is around them; a long passage cut, until it is asked for whole. */
function Words({ quote, index, about, acts, onClick }: WordsProps) {
  const t = useT()
  const [whole, setWhole] = useState<string | null>(null)
  const { quote: words, length, before, after } = quote
  const isLong = length > shortened
  const show = async () => setWhole(length > longestQuote ? await acts.onWhole(quote) : words)
  return (
    <div className="quote-text">
      <button type="button" className="quote-words" data-row={index} aria-describedby={about} onClick={onClick}>
        {before !== '' && <span className="quote-around">{before}</span>}
        <span className="quote-quoted">{isLong ? (whole ?? cut(words)) : words}</span>
        {isLong && whole === null && <span className="quote-around">…</span>}
        {after !== '' && !(isLong && whole === null) && <span className="quote-around">{after}</span>}
      </button>
      {isLong && (
        <Button kind="quiet" tabIndex={-1} onClick={() => (whole === null ? void show() : setWhole(null))}>
          {t(whole === null ? 'list.whole' : 'list.less')}
        </Button>
      )}
    </div>
  )
}

/** At the end of a word, where there is one. */
function cut(words: string): string {
  const part = words.slice(0, shortened)
  return part.replace(/\s+\S*$/u, '') || part
}
