import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRun } from '../../data/live/useLive.ts'
import { formatChatTime } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { longestText } from '../../model/limits.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { DeleteIcon, SendIcon } from '../../ui/icons.ts'
import type { Message, Messages } from './useMessages.ts'

/** A button that puts an emoji into a field. */
export type EmojiSlot = (field: RefObject<HTMLElement | null>, onChoose: (emoji: string) => void) => ReactNode

/** So many are drawn at first, and at each wish for older ones. */
const window = 100
/** What is begun outlives the card. */
const drafts = new Map<string, string>()

/** Where messages are written. */
type MessageField = RefObject<HTMLTextAreaElement | null>

export function ChatCard(props: { messages: Messages; emoji: EmojiSlot; field: MessageField }) {
  const { messages, emoji, field } = props
  const { list, isKnown, me } = messages
  return (
    <div className="chat">
      <MessageList list={list} me={me} />
      <Composer emoji={emoji} field={field} isReady={isKnown} />
    </div>
  )
}

function MessageList({ list, me }: Pick<Messages, 'list' | 'me'>) {
  const t = useT()
  const [older, setOlder] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const shown = list.slice(-window - older)
  const last = list.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is shown to whoever reads at the end
  useLayoutEffect(() => {
    if (isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [last])
  if (list.length === 0) return <p className="chat-none">{t('chat.none')}</p>
  return (
    <div
      ref={box}
      className="chat-list"
      role="log"
      aria-label={t('chat.messages')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by key
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24
      }}
    >
      {shown.length < list.length && (
        <Button kind="quiet" onClick={() => setOlder(older + window)}>
          {t('chat.older')}
        </Button>
      )}
      <ol>
        {shown.map((message) => (
          <MessageItem key={message.id} message={message} isOwn={message.author === me} />
        ))}
      </ol>
    </div>
  )
}

function MessageItem({ message, isOwn }: { message: Message; isOwn: boolean }) {
  const t = useT()
  const run = useRun(showProblem)
  const { access } = useSnapshot(useProject().state)
  const { id, author, timestamp } = message
  // Whose project it is may remove what others have written.
  const mayRemove = isOwn || access === 'own'
  return (
    <li className="chat-message" data-own={isOwn || undefined}>
      <p className="chat-head">
        <span className="chat-author">{author || t('text.someone')}</span>
        <time dateTime={new Date(timestamp).toISOString()}>{formatChatTime(timestamp)}</time>
        {mayRemove && (
          <IconButton
            icon={DeleteIcon}
            label={t('chat.remove')}
            size="small"
            onClick={() => void run('removeChatMessage', { messageId: id })}
          />
        )}
      </p>
      <p className="chat-words">{message.message}</p>
    </li>
  )
}

function Composer({ emoji, field, isReady }: { emoji: EmojiSlot; field: MessageField; isReady: boolean }) {
  const t = useT()
  const project = useProject()
  const run = useRun(showProblem)
  const [words, setWords] = useState(() => drafts.get(project.uuid) ?? '')
  const write = (next: string) => {
    drafts.set(project.uuid, next)
    setWords(next)
  }
  const canSend = isReady && words.trim() !== ''
  const send = async () => {
    if (!canSend) return
    write('')
    field.current?.focus()
    if ((await run('sendChatMessage', { message: words.trim() })) !== undefined) return
    // What was not taken is not lost, nor what was written meanwhile.
    const meanwhile = drafts.get(project.uuid) ?? ''
    write(meanwhile === '' ? words : `${words}\n${meanwhile}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  const insert = (emoji: string) => {
    const { selectionStart: from = words.length, selectionEnd: to = words.length } = field.current ?? {}
    write(words.slice(0, from) + emoji + words.slice(to))
  }
  return (
    <div className="chat-composer">
      <textarea
        ref={field}
        className="ui-input"
        rows={Math.min(5, words.split('\n').length)}
        maxLength={longestText}
        aria-label={t('chat.message')}
        placeholder={t('chat.message')}
        value={words}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Suspense>{emoji(field, insert)}</Suspense>
      <IconButton
        icon={SendIcon}
        label={t('chat.send')}
        shortcut="Enter"
        unavailable={!canSend}
        onClick={() => void send()}
      />
    </div>
  )
}
