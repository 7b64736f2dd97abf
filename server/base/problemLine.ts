/** What the page says about a problem or a note, in English, for a terminal and for programs that have no words of their own: the same texts, from the same file. */
import { join } from 'node:path'
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Problem } from '../../src/model/problems.ts'
import { programRoot, readOwnText } from './ownFiles.ts'

type Values = Readonly<Record<string, unknown>>

let english: ReturnType<typeof setupI18n> | undefined
function words() {
  if (english) return english
  const en = JSON.parse(readOwnText(join(programRoot, 'src/i18n/en.json'))) as Record<string, string>
  english = setupI18n({ locale: 'en', messages: { en } }).setMessagesCompiler(compileMessage)
  return english
}

export function problemLine(problem: Problem): string {
  const [text, note] = [`problem.${problem.kind}`, `problemNote.${problem.kind}`]
  const said = line(text, { ...problem })
  return note in words().messages ? `${said.replace(/\.$/, '')}. ${line(note, { ...problem })}`.trim() : said
}

/** The text of `key` with its values on one line; where there is no such text, the key and the values themselves. */
export function line(key: string, values: Values): string {
  const text = key in words().messages ? words()._(key, { ...values }) : `${key} ${JSON.stringify(values)}`
  return text.replace(/\s+/g, ' ').trim()
}
