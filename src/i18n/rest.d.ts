/** A file of messages without those that a visit begins with, those of an open project and all others apart (`server/building/firstWords.ts`). */
declare module '*.json?project' {
  import type { Messages } from './i18n.ts'

  const messages: Partial<Messages>
  export default messages
}

declare module '*.json?rest' {
  import type { Messages } from './i18n.ts'

  const messages: Partial<Messages>
  export default messages
}
