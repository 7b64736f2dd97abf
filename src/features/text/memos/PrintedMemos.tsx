import type { EditorView } from '@codemirror/view'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDate } from '../../../i18n/formats.ts'
import { useT } from '../../../i18n/useT.ts'
import { paragraphsOf, paragraphText } from '../reference.ts'
import { aboutOf, memoState, type PlacedMemo } from './memoState.ts'

/** Of the words that a note is about. */
const mostWords = 160

/** The memos on paper: numbered notes under the text, in its order, each with its words. They are there only while the browser prints. */
export function PrintedMemos({ view }: { view: EditorView }) {
  const [notes, setNotes] = useState<readonly PlacedMemo[]>([])
  useEffect(() => {
    const stop = new AbortController()
    // What is not drawn when this is over is not on the paper.
    const before = () => flushSync(() => setNotes(view.state.field(memoState).shown))
    addEventListener('beforeprint', before, { signal: stop.signal })
    addEventListener('afterprint', () => setNotes([]), { signal: stop.signal })
    return () => stop.abort()
  }, [view])
  const t = useT()
  if (notes.length === 0) return null
  return (
    <section className="memo-print" aria-label={t('memo.column')}>
      <h2>{t('memo.column')}</h2>
      <ol>
        {notes.map((note) => (
          <li key={note.id}>
            <p className="memo-print-about">{aboutIn(view, note) ?? t(memoAbout[aboutOf(note)])}</p>
            <p className="memo-print-words">{note.memo.content}</p>
            <p className="memo-print-by">
              {t('text.byWhen', {
                author: note.memo.author || t('text.someone'),
                time: formatDate(note.memo.timestamp),
              })}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const memoAbout = { source: 'memo.onSource', gone: 'memo.wordsGone', words: 'memo.nothing' } as const

/** The words with the numbers of their paragraphs; null where there are none. */
function aboutIn(view: EditorView, note: PlacedMemo): string | null {
  if (aboutOf(note) !== 'words') return null
  const { doc } = view.state
  const words = doc.sliceString(note.from, Math.min(note.to, note.from + mostWords), ' ')
  return `¶ ${paragraphText(paragraphsOf(doc, note))} “${words.trim()}${note.to - note.from > mostWords ? '…' : ''}”`
}
