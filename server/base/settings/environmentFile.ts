/**
 * Settings out of the file that a service has them from (`EnvironmentFile=` of systemd), for `thicket admin` beside it: `THICKET_ENVIRONMENT` is
 * its path, or `fd:3` where whoever may read it has opened it for a program that may not.
 */
import { fstatSync, readFileSync, readSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** The variables of that file with those of the environment, which go before. Throws with a line for the operator where the file cannot be read. */
export function withEnvironmentFile(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const named = env.THICKET_ENVIRONMENT
  return named ? { ...parseEnv(textOf(named)), ...env } : env
}

function textOf(named: string): string {
  try {
    const open = /^fd:(\d{1,4})$/.exec(named)?.[1]
    return open === undefined ? readFileSync(named, 'utf8') : textOfOpen(Number(open))
  } catch (error) {
    throw new Error(`THICKET_ENVIRONMENT is ${named}, which cannot be read (${(error as { code?: string }).code})`)
  }
}

/** From its beginning, however often it is asked for. */
function textOfOpen(file: number): string {
  const bytes = Buffer.alloc(fstatSync(file).size)
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0))
}
