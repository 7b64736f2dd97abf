/** Settings as whoever runs the program gives them: by the environment, or by a file of JSON where the environment has nothing. */
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

export interface Given<T> {
  shape: z.ZodType<T>
  /** By the name in the file, that in the environment. */
  variables: Readonly<Record<string, string>>
  file: string
  env: NodeJS.ProcessEnv
  /** What neither may say. */
  fixed?: object
}

/** Throws Error with one line for each setting that is wrong. */
export function givenSettings<T>({ shape, variables, file, env, fixed }: Given<T>): T {
  const given = Object.entries(variables).flatMap(([name, variable]) => (env[variable] ? [[name, env[variable]]] : []))
  const read = shape.safeParse({ ...fromFile(file), ...Object.fromEntries(given), ...fixed })
  if (read.success) return read.data
  throw new Error(read.error.issues.map((issue) => wrong(issue, variables, file)).join('\n'))
}

function fromFile(path: string): object {
  if (!existsSync(path)) return {}
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new Error(`${path} is not a JSON object`)
  }
}

/** The value is not said: it may hold a password. */
const wrong = ({ path, message }: z.core.$ZodIssue, variables: Given<unknown>['variables'], file: string): string => {
  const name = String(path[0] ?? '')
  return `${variables[name] ?? name} (or "${name}" in ${file}): ${message}`
}
