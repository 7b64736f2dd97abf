/** Messages between those who work on a project. */
import { refuse } from '../../../src/model/problems.ts'
import { canonicalText } from '../../../src/model/text/richText.ts'
import type { Handler } from '../tx.ts'

export const sendChatMessage: Handler<'sendChatMessage'> = (tx, args) => {
  const message = canonicalText(args.message)
  if (message.trim() === '') refuse({ kind: 'emptyMessage' })
  const id = tx.newId()
  tx.insert('chat_messages', { id, message, author: tx.author, timestamp: tx.now })
  return id
}

export const removeChatMessage: Handler<'removeChatMessage'> = (tx, { messageId }) => {
  tx.need('chat_messages', messageId, { kind: 'notFound', table: 'chat_messages' })
  tx.remove('chat_messages', [messageId])
}
