import { type MouseEvent, Suspense, useContext, useId, useState } from 'react'
import { formatDate, formatShortDay } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { Dot } from '../Dot.tsx'
import { Button } from '../fields/Button.tsx'
import { PassageSound } from './passageSound.ts'

/** A passage as every list shows it. What is missing is not said. */
export interface PassageShown {
  quote: string
  /** It is what was sought. */
  found?: boolean
  /** Where its words lie: known of those that can be played. */
  sourceId?: number
  questionId?: number
  start?: number
  /** Units of the whole passage, where `quote` is only its beginning. */
  length?: number
  before?: string
  after?: string
  /** Of the bar beside it, as CSS writes it. */
  colour?: string | undefined
  /** The title of its quirk; not where a heading above the rows, or around them, says it. */
  quirk?: string | undefined
  source?: string
  question?: string
  /** The numbers of the first and the last that it touches. */
  paragraphs?: readonly [number, number]
  author?: string
  /** Shown as a day. */
  timestamp?: number
  /** In the place of the day. */
  note?: string | undefined
}

export interface PassageRowProps {
  passage: PassageShown
  index: number
  /** There are several questions: the row says which. */
  questions?: boolean
  /** Missing in lists of options, where the keys of a field choose, and which say above the words what is known about them. */
  onOpen?: (event: MouseEvent) => void
  /** All the words, where `quote` is only their beginning. */
  onWhole?: () => Promise<string>
}

/** So many units of a passage are shown before it is asked for whole. */
const shortened = 320

/** The words between a bar in the colour of their quirk and what is around them; below them in one line what is known about them. */
export function PassageRow({ passage, index, questions = false, onOpen, onWhole }: PassageRowProps) {
  const t = useT()
  const about = useId()
  const [whole, setWhole] = useState<string | null>(null)
  const { quote, length = quote.length, before = '', after = '', colour } = passage
  const isLong = length > shortened
  const Quote = passage.found ? 'mark' : 'span'
  const isCut = isLong && whole === null
  const show = async () => setWhole(onWhole && length > quote.length ? await onWhole() : quote)
  /** Beside its words and buttons, and not at the end of a selection: as on the words. */
  const clickBeside = (event: MouseEvent) => {
    const isOwn = event.target instanceof Element && event.target.closest('button') !== null
    if (!isOwn && getSelection()?.isCollapsed !== false) onOpen?.(event)
  }
  const words = (
    <>
      {before !== '' && <span className="ui-passage-around">{before}</span>}
      <Quote className="ui-passage-quote">{isLong ? (whole ?? cutAtWord(quote)) : quote}</Quote>
      {isCut && <span className="ui-passage-around">…</span>}
      {after !== '' && !isCut && <span className="ui-passage-around">{after}</span>}
    </>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the words are a button
    <div className="ui-passage-row" style={colour ? { '--bar': colour } : undefined} onClick={onOpen && clickBeside}>
      {onOpen ? (
        <button type="button" className="ui-passage" data-row={index} aria-describedby={about} onClick={onOpen}>
          {words}
        </button>
      ) : (
        <span className="ui-passage">{words}</span>
      )}
      {isLong && onOpen && (
        <Button kind="quiet" tabIndex={-1} onClick={() => (whole === null ? void show() : setWhole(null))}>
          {t(whole === null ? 'list.whole' : 'list.less')}
        </Button>
      )}
      {onOpen && <About id={about} passage={passage} questions={questions} />}
      {onOpen && <Play {...passage} />}
    </div>
  )
}

function Play({ sourceId, questionId, start, quote, length = quote.length }: PassageShown) {
  const Sound = useContext(PassageSound)
  if (!Sound || sourceId === undefined || questionId === undefined || start === undefined) return null
  return (
    <span className="ui-passage-sound">
      <Suspense>
        <Sound {...{ sourceId, questionId, start, length }} />
      </Suspense>
    </span>
  )
}

function About({ id, passage, questions }: { id: string; passage: PassageShown; questions: boolean }) {
  const t = useT()
  const { colour, quirk, source = '', question = '', paragraphs, author = '', timestamp, note } = passage
  const place = questions && question.trim() !== '' ? [source, question].filter(Boolean).join(', ') : source
  const at = paragraphs && (paragraphs[0] === paragraphs[1] ? `${paragraphs[0]}` : paragraphs.join('–'))
  return (
    <p className="ui-passage-about" id={id}>
      {quirk !== undefined && (
        <span className="ui-passage-quirk">
          {colour && <Dot colour={colour} size={8} />}
          {quirk}
        </span>
      )}
      {place !== '' && <span className="ui-passage-source">{place}</span>}
      {at !== undefined && <span className="ui-passage-at">{t('list.at', { at })}</span>}
      {author !== '' && <span>{author}</span>}
      {note !== undefined && note !== '' && <span>{note}</span>}
      {note === undefined && timestamp !== undefined && (
        <time dateTime={new Date(timestamp).toISOString()} data-tooltip={formatDate(timestamp)}>
          {formatShortDay(timestamp)}
        </time>
      )}
    </p>
  )
}

/** At the end of a word, where there is one. */
function cutAtWord(words: string): string {
  const part = words.slice(0, shortened)
  return part.replace(/\s+\S*$/u, '') || part
}
