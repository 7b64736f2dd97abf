import type { EditorView } from '@codemirror/view'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { shortcutOf } from '../../../actions/actionKeys.ts'
import { formatNumber } from '../../../i18n/formats.ts'
import { useT } from '../../../i18n/useT.ts'
import { IconButton } from '../../../ui/fields/IconButton.tsx'
import { SearchField } from '../../../ui/fields/SearchField.tsx'
import { ChevronDownIcon, ChevronUpIcon, CloseIcon, HighlightIcon } from '../../../ui/icons.ts'
import { find, findNext, findState } from './find.ts'

/** Between one key and the search: a long text is read whole. */
const SEARCH_AFTER = 60

interface FindBarProps {
  view: EditorView
  onClose: () => void
  /** Lets all hits be highlighted. */
  onCodeAll?: ((sought: string) => void) | undefined
}

/** Finding in the open text: the browser's own search sees only what is drawn. Enter goes on, Shift+Enter back, Escape ends. */
export function FindBar({ view, onClose, onCodeAll }: FindBarProps) {
  const t = useT()
  const [sought, setSought] = useState(() => selectedWords(view))
  const [found, setFound] = useState(view.state.field(findState))
  const bar = useRef<HTMLElement>(null)
  useEffect(() => bar.current?.querySelector('input')?.select(), [])
  useEffect(() => {
    const timer = setTimeout(() => {
      find(view, sought)
      setFound(view.state.field(findState))
    }, SEARCH_AFTER)
    return () => clearTimeout(timer)
  }, [view, sought])

  const go = (by: 1 | -1) => {
    findNext(view, by)
    setFound(view.state.field(findState))
  }
  const leaveOn = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  const { hits, at } = found
  const count =
    hits.length === 0 ? t('ui.noMatch') : t('text.findHits', { at: formatNumber(at + 1), n: formatNumber(hits.length) })
  return (
    // The search field's own Escape only empties it.
    <search className="text-find" ref={bar} onKeyDownCapture={leaveOn}>
      <SearchField
        label={t('text.find')}
        value={sought}
        onChange={setSought}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            go(event.shiftKey ? -1 : 1)
          }
        }}
      />
      <span className="text-find-count" role="status">
        {sought && found.sought === sought ? count : ''}
      </span>
      <IconButton
        icon={ChevronUpIcon}
        label={t('text.findPrevious')}
        shortcut="Shift+Enter"
        unavailable={hits.length === 0}
        onClick={() => go(-1)}
      />
      <IconButton
        icon={ChevronDownIcon}
        label={t('text.findNext')}
        shortcut="Enter"
        unavailable={hits.length === 0}
        onClick={() => go(1)}
      />
      {onCodeAll && (
        <IconButton
          icon={HighlightIcon}
          label={t('search.codeAll')}
          shortcut={shortcutOf('codeBySearch')}
          unavailable={sought.trim() === ''}
          onClick={() => onCodeAll(sought)}
        />
      )}
      <IconButton icon={CloseIcon} label={t('ui.close')} shortcut="Esc" onClick={onClose} />
    </search>
  )
}

/** A few selected words are what is looked for. */
function selectedWords(view: EditorView): string {
  const { from, to } = view.state.selection.main
  const words = to - from <= 80 ? view.state.sliceDoc(from, to) : ''
  return words.includes('\n') ? '' : words
}
