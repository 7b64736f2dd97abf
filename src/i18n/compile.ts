/**
 * A message as the tokens that `@lingui/core` fills in. The build compiles the words of the page beforehand, so that the page carries no parser
 * (`server/building/firstWords.ts`); where nothing was built, in tests, a message is compiled when it is first said.
 */
import { compileMessage } from '@lingui/message-utils/compileMessage'

export type Compiled = ReturnType<typeof compileMessage>

/** French has a space before high punctuation and inside quotation marks, at which no line may break; the other languages have none there. */
const unbroken = (message: string): string => message.replace(/ (?=[:;?!»])/g, '\u00a0').replaceAll('« ', '«\u00a0')

/** Without eval (CSP); most messages are plain and need no parser. */
export function compile(message: string): Compiled {
  const words = unbroken(message)
  return /[{']/.test(words) ? compileMessage(words) : [words]
}
