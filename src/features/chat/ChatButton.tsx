import { useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { ChatIcon } from '../../ui/icons.ts'
import { Popover } from '../../ui/menus/Popover.tsx'
import { ChatCard, type EmojiSlot } from './ChatCard.tsx'
import { useMessages } from './useMessages.ts'

export interface ChatButtonProps {
  emoji: EmojiSlot
  open: boolean
  onOpenChange: (open: boolean) => void
  side?: 'top' | 'right' | 'bottom'
}

/** The chat of the canvas footer (1 §2), or of the navbar where no canvas is: a card beside it, and how many messages nobody here has seen yet. */
export function ChatButton({ emoji, open, onOpenChange, side = 'top' }: ChatButtonProps) {
  const t = useT()
  const messages = useMessages(open)
  const { unread } = messages
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <span className="chat-button">
      <Popover
        label={t('chat.title')}
        side={side}
        align={side === 'top' ? 'start' : 'end'}
        open={open}
        onOpenChange={onOpenChange}
        initialFocus={field}
        trigger={
          <IconButton
            icon={ChatIcon}
            label={unread > 0 ? t('chat.unread', { n: unread }) : t('chat.title')}
            data-short={t('chat.title')}
          />
        }
      >
        <ChatCard messages={messages} emoji={emoji} field={field} />
      </Popover>
      <Badge n={unread} />
    </span>
  )
}

export const Badge = ({ n }: { n: number }) =>
  n > 0 && (
    <span className="chat-badge" aria-hidden>
      {n > 99 ? '99+' : n}
    </span>
  )
