/**
 * Every command of a project: what a person means, with its arguments and what it returns, declared once. The worker's handlers
 * (`workers/project/handlers.ts`) and the page's calls follow their types; `thicket run` checks the lines that it is given by the shapes.
 */
import type { z } from 'zod'
import type { Command } from './commands/command.ts'
import { highlightCommands } from './commands/highlights.ts'
import { projectCommands } from './commands/project.ts'
import { propertyCommands } from './commands/properties.ts'
import { quirkCommands } from './commands/quirks.ts'
import { sourceCommands } from './commands/sources.ts'
import { textCommands } from './commands/texts.ts'

export const commands = {
  ...sourceCommands,
  ...textCommands,
  ...quirkCommands,
  ...highlightCommands,
  ...propertyCommands,
  ...projectCommands,
}

type All = typeof commands
export type CommandName = keyof All
export type Args<N extends CommandName> = z.infer<All[N]['args']>
export type Returned<N extends CommandName> = All[N] extends Command<z.ZodRawShape, infer Result> ? Result : never

export const isCommand = (name: unknown): name is CommandName =>
  typeof name === 'string' && Object.hasOwn(commands, name)
