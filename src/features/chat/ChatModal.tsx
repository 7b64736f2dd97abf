import { useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { ChatCard, type EmojiSlot } from './ChatCard.tsx'
import type { Messages } from './useMessages.ts'

interface ChatModalProps {
  messages: Messages
  emoji: EmojiSlot
  open: boolean
  onClose: () => void
}

/** The chat where there is no footer: on a phone. */
export function ChatModal({ messages, emoji, open, onClose }: ChatModalProps) {
  const t = useT()
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <Modal open={open} onClose={onClose} title={t('chat.title')} size="small">
      <ChatCard messages={messages} emoji={emoji} field={field} />
    </Modal>
  )
}
