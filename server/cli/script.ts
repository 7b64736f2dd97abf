/** The lines of `thicket run`: each is read, done on a client's copy, and answered; a line that cannot be done stops nothing. */
import type { Call } from '../../src/model/commands.ts'
import { type CommandName, commands, isCommand } from '../../src/model/contract/commands.ts'
import { isProblem, ok, type Problem, Refusal, type Result, refuse } from '../../src/model/problems.ts'
import { storageFailed } from '../base/failures.ts'
import { readShape } from '../base/readShape.ts'
import type { Clients, Delivery } from './clients.ts'

export const mostClients = 5

/** One line, read. Its arguments are as written: what stands for the result of another line is not filled in. */
type Line = { client: number; author: string } & (
  | { does: 'command'; command: CommandName; args: Record<string, unknown> }
  | { does: 'undo' | 'redo' | 'deliver' }
)

export interface Script {
  /** Does the next line of the script; null for an empty one, which only counts. */
  take(text: string): Result<unknown> | null
  /** As a line `{"deliver":true}`. */
  deliver(): Result<Delivery>
}

export function openScript(clients: Clients): Script {
  /** By the number of the line, from 1. */
  const results = new Map<number, unknown>()
  let number = 0

  const run = (line: Line): Result<unknown> => {
    if (line.does === 'deliver') return ok(clients.deliver())
    const args = line.does === 'command' ? checked(line.command, fillIn(line.args, results)) : {}
    const copy = clients.use(line.client, line.author)
    if (line.does !== 'command') return copy[line.does](tab)
    const call = { command: line.command, args } as Call
    const done = copy.run(tab, '', [call], `undo.${line.command}`)
    return isProblem(done) ? done : ok(done.ok[0] ?? null)
  }

  return {
    take: (text) => {
      number += 1
      if (text.trim() === '') return null
      const result = guarded(() => run(readLine(text)))
      if ('ok' in result) results.set(number, result.ok)
      return result
    },
    deliver: () => guarded(() => ok(clients.deliver())),
  }
}

/** Each client has one history. */
const tab = 'script'

const bad = (detail: string): never => refuse({ kind: 'badRequest', detail })

/** Whatever a line leads to becomes its answer: the lines after it are not its business. */
function guarded<T>(body: () => Result<T>): Result<T> {
  try {
    return body()
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem
  if ((error as { code?: unknown }).code === 'ERR_SQLITE_ERROR') return storageFailed(error)
  return { kind: 'badRequest', detail: error instanceof Error ? error.message : String(error) }
}

function readLine(text: string): Line {
  const line = parse(text)
  const [does, ...more] = (['command', 'undo', 'redo', 'deliver'] as const).filter((name) => name in line)
  if (does === undefined || more.length > 0) return bad('expected one of command, undo, redo and deliver')
  const { client = 1, author = `client ${client}` } = line
  if (!Number.isInteger(client) || Number(client) < 1 || Number(client) > mostClients)
    bad(`client must be a number from 1 to ${mostClients}`)
  if (typeof author !== 'string') return bad('author must be a text')
  const who = { client: Number(client), author }
  if (does !== 'command') return line[does] === true ? { ...who, does } : bad(`${does} must be true`)
  const { command, args = {} } = line
  if (!isCommand(command)) return bad(`there is no command ${String(command).slice(0, 100)}`)
  return isObject(args) ? { ...who, does, command, args } : bad('args must be an object')
}

function parse(text: string): Record<string, unknown> {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch {
    return bad('the line is not JSON')
  }
  return isObject(line) ? line : bad('the line is not a JSON object')
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The arguments as they are given, which are those of the command's contract. */
function checked(command: CommandName, args: unknown): Call['args'] {
  const read = readShape<unknown>(commands[command].args, args, 'args')
  return isProblem(read) ? refuse(read.problem) : (args as Call['args'])
}

/** `"$3"` is the result of line 3, `"$3.quirkId"` a part of it; `"$$3"` is the text `$3`. */
const reference = /^\$(\d+)((?:\.\w+)*)$/
const escaped = /^\$(\$+\d+(?:\.\w+)*)$/

function fillIn(value: unknown, results: ReadonlyMap<number, unknown>): unknown {
  if (typeof value === 'string') {
    const [, line, path = ''] = reference.exec(value) ?? []
    return line === undefined ? value.replace(escaped, '$1') : resultAt(Number(line), path, results)
  }
  if (Array.isArray(value)) return value.map((each) => fillIn(each, results))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillIn(each, results)]))
}

function resultAt(line: number, path: string, results: ReadonlyMap<number, unknown>): unknown {
  if (!results.has(line)) bad(`line ${line} has no result`)
  let at = results.get(line)
  for (const name of path.split('.').slice(1)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name))
      bad(`the result of line ${line} has no ${path.slice(1)}`)
    at = (at as Record<string, unknown>)[name]
  }
  return at
}
