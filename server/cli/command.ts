/** What all commands share: their arguments are read, and what goes wrong is one line and an exit code. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Problem } from '../../src/model/problems.ts'
import { problemLine } from '../base/problemLine.ts'
import { print, say } from './output.ts'

export interface Given {
  /** What stands without an option before it. */
  words: string[]
  options: Record<string, string | boolean | undefined>
  /** Of each option that may be given several times, what was given, in that order. */
  lists: Record<string, string[]>
  /** Where relative paths begin. */
  folder: string
}

export interface CommandSpec {
  /** What stands after the program's name. */
  usage: string
  options?: NonNullable<ParseArgsConfig['options']>
  /** Options without which there is nothing to do. */
  needs?: readonly string[]
  words: { least: number; most: number }
}

/** Exit codes: 0 done, 1 not done, 2 not understood; `wrong` is what the body does not understand. */
export function command(
  spec: CommandSpec,
  body: (given: Given) => Promise<{ problem: Problem } | { wrong: string } | number>,
): (args: string[], folder: string) => Promise<number> {
  return async (args, folder) => {
    const given = read(spec, args)
    const usage = `usage: thicket ${spec.usage}`
    const tellUsage = () => {
      const [name] = spec.usage.split(' ')
      say(usage.includes('\n') ? `thicket ${name} --help says how` : usage)
      return 2
    }
    if (given === 'help') {
      await print(`${usage}\n`)
      return 0
    }
    if (given === null) return tellUsage()
    const done = await body({ ...given, folder })
    if (typeof done !== 'object') return done
    if ('wrong' in done) {
      say(`thicket: ${done.wrong}`)
      return tellUsage()
    }
    say(`thicket: ${lineOf(done.problem)}`)
    return 1
  }
}

/** By these words programs know that a password is wrong, and of several projects it is said whose. */
const lineOf = (problem: Problem): string =>
  problem.kind === 'wrongPassword' && problem.name ? `${problem.name}: wrong password` : problemLine(problem)

type Values = Partial<Record<string, string | boolean | (string | boolean)[]>>

function read({ options = {}, needs = [], words }: CommandSpec, args: string[]): Omit<Given, 'folder'> | 'help' | null {
  try {
    const { values, positionals }: { values: Values; positionals: string[] } = parseArgs({
      args,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
    if (values.help) return 'help'
    if (positionals.length < words.least || positionals.length > words.most) return null
    if (needs.some((name) => values[name] === undefined)) return null
    const given: Omit<Given, 'folder'> = { words: positionals, options: {}, lists: {} }
    for (const [name, value] of Object.entries(values)) {
      if (Array.isArray(value)) given.lists[name] = value.map(String)
      else given.options[name] = value
    }
    return given
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')) throw error
    say(`thicket: ${(error as Error).message.split('. ')[0]}`)
    return null
  }
}
