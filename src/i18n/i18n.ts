/** The page's words. English is bundled, what a visit begins with, and is the type of all languages; the others load when chosen. */
import { setupI18n } from '@lingui/core'
import { type Compiled, compile } from './compile.ts'
import en from './en.json' with { type: 'json' }

export type MessageKey = keyof typeof en
export type Messages = Record<MessageKey, string>
/** Arguments of an ICU message, by name. */
export type MessageValues = Record<string, string | number | boolean | Date>
export type Translate = (key: MessageKey, values?: MessageValues) => string

const compiled = new Map<string, Compiled>()

function compileOnce(message: string): Compiled {
  const tokens = compiled.get(message) ?? compile(message)
  compiled.set(message, tokens)
  return tokens
}

export const i18n = setupI18n({ locale: 'en', messages: { en } }).setMessagesCompiler(compileOnce)

/** The text of a key in the current language. In components use `useT`, which renders again when the language changes. */
export const t: Translate = (key, values) => i18n._(key, values)

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(i18n.messages, key)
