/** A file of messages without those that a visit begins with (`firstWords.ts`). */
declare module '*.json?rest' {
  import type { Messages } from './i18n.ts'

  const messages: Partial<Messages>
  export default messages
}
