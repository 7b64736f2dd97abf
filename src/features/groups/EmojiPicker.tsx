import { type EmojiPickerListComponents, type EmojiPickerListEmojiProps, EmojiPicker as Picker } from 'frimousse'
import { type AriaAttributes, useEffect, useMemo, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { SearchIcon } from '../../ui/icons.ts'
import type { Emojis } from './emojisIn.ts'
import { exactFirst } from './exactFirst.ts'

export interface EmojiPickerProps {
  emojis: Emojis
  language: string
  onChoose: (emoji: string) => void
}

const columns = 8

const components: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...rest }) => (
    <div {...rest} className="emoji-heading">
      {category.label}
    </div>
  ),
  Row: (props) => <div {...countedFromOne(props)} />,
  Emoji,
}

/** The library numbers rows and columns from 0, ARIA from 1. */
function countedFromOne<P extends AriaAttributes>(props: P): P {
  const { 'aria-rowindex': row, 'aria-colindex': column } = props
  return {
    ...props,
    ...(row !== undefined && { 'aria-rowindex': row + 1 }),
    ...(column !== undefined && { 'aria-colindex': column + 1 }),
  }
}

/** Brings itself into view when the arrows come to it: the library would look for its row by the number that it no longer has. */
function Emoji({ emoji, ...rest }: EmojiPickerListEmojiProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (emoji.isActive && !button.current?.matches(':hover')) button.current?.scrollIntoView({ block: 'nearest' })
  }, [emoji.isActive])
  return (
    <button type="button" {...countedFromOne(rest)} ref={button} className="emoji">
      {emoji.emoji}
    </button>
  )
}

/** The library waits for the arrows at the document, and a dialog around it lets none through. Returns the end of it. */
function passArrows(root: HTMLElement): () => void {
  const pass = (event: KeyboardEvent) => {
    if (!event.key.startsWith('Arrow')) return
    event.stopPropagation()
    if (!document.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, cancelable: true })))
      event.preventDefault()
  }
  root.addEventListener('keydown', pass)
  return () => root.removeEventListener('keydown', pass)
}

/** The library reads its emojis anew at each search. */
function asSought(emojis: Emojis, search: () => string): Emojis {
  return {
    ...emojis,
    get emojis() {
      return exactFirst(emojis, search()).emojis
    },
    get categories() {
      return exactFirst(emojis, search()).categories
    },
  }
}

/** Type to narrow, arrows to move, Enter to choose; or by the pointer. */
export function EmojiPicker({ emojis, language, onChoose }: EmojiPickerProps) {
  const t = useT()
  const root = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const shown = useMemo(() => asSought(emojis, () => search.current?.value ?? ''), [emojis])
  // It comes a moment after its popover, which would have focused it.
  useEffect(() => search.current?.focus(), [])
  useEffect(() => (root.current ? passArrows(root.current) : undefined), [])
  return (
    <Picker.Root
      ref={root}
      className="emoji-root"
      locale={language}
      columns={columns}
      resolveEmojiData={() => shown}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
    >
      <div className="emoji-head">
        <div className="ui-search">
          <SearchIcon aria-hidden />
          <Picker.Search
            ref={search}
            className="ui-input"
            placeholder={t('group.emojiSearch')}
            aria-label={t('group.emojiSearch')}
          />
        </div>
        <Picker.SkinToneSelector className="ui-button emoji-tone" aria-label={t('group.skinTone')} />
      </div>
      <Picker.Viewport className="emoji-view" role="group" aria-label={t('group.emojiList')} tabIndex={0}>
        <Picker.Empty>
          <p className="emoji-none">{t('ui.noMatch')}</p>
        </Picker.Empty>
        <Picker.List aria-label={t('group.emojiList')} components={components} />
      </Picker.Viewport>
    </Picker.Root>
  )
}
