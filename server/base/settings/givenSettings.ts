/** Settings as whoever runs the program gives them: by the environment, or by a file of JSON where the environment has nothing. */
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { isWrongContact, wrongLinks } from './serverFacts.ts'

export interface GivenSettings<T> {
  shape: z.ZodType<T>
  /** By the name in the file, that in the environment. */
  variables: Readonly<Record<string, string>>
  /** Those that are numbers in the file: the environment has nothing but texts. */
  numbers?: readonly string[]
  file: string
  env: NodeJS.ProcessEnv
  /** What neither may say. */
  fixed?: object
}

/** Throws Error with one line for each setting that is wrong. */
export function givenSettings<T>({ shape, variables, numbers = [], file, env, fixed }: GivenSettings<T>): T {
  const given = Object.entries(variables).flatMap(([name, variable]): [string, string | number][] => {
    const text = env[variable]
    if (!text) return []
    return [[name, numbers.includes(name) && /^\d{1,15}$/.test(text) ? Number(text) : text]]
  })
  const read = shape.safeParse({ ...fromFile(file), ...Object.fromEntries(given), ...fixed })
  const issues = read.success ? [] : read.error.issues.flatMap((issue) => wrong(issue, variables, file))
  const links = wrongLinks(env).map(
    (variable) => `${variable}: expected an address that begins with https:// or http://`,
  )
  const contact = isWrongContact(env) ? ['THICKET_CONTACT: expected an email'] : []
  if (read.success && links.length + contact.length === 0) return read.data
  throw new Error([...issues, ...links, ...contact].join('\n'))
}

/** For whoever starts it: each line begins as all that is said of a start. */
export const saidOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/^/gm, 'thicket: ')

function fromFile(path: string): object {
  if (!existsSync(path)) return {}
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new Error(`${path} is not a JSON object`)
  }
}

/** The value is not said: it may hold a password. */
function wrong(issue: z.core.$ZodIssue, variables: GivenSettings<unknown>['variables'], file: string): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `"${key}" in ${file} is no setting`)
  const name = String(issue.path[0] ?? '')
  return [`${variables[name] ?? name} (or "${name}" in ${file}): ${issue.message}`]
}
