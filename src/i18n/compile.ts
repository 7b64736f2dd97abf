/**
 * A message as the tokens that `@lingui/core` fills in. The build compiles the words of the page beforehand, so that the page carries no parser
 * (`server/building/firstWords.ts`); where nothing was built, in tests, a message is compiled when it is first said.
 */
import { compileMessage } from '@lingui/message-utils/compileMessage'

export type Compiled = ReturnType<typeof compileMessage>

/** Without eval (CSP); most messages are plain and need no parser. */
export const compile = (message: string): Compiled => (/[{']/.test(message) ? compileMessage(message) : [message])
