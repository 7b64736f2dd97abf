/** A value from outside in its shape, or what is wrong with it. */
import type { z } from 'zod'
import { problem, type Result } from '../../src/model/problems.ts'

/** Problems: badRequest, whose detail names the place, in `what`. */
export function readShape<T>(shape: z.ZodType<T>, value: unknown, what = 'body'): Result<T> {
  if (value === undefined) return problem({ kind: 'badRequest', detail: `${what}: expected JSON` })
  const read = shape.safeParse(value)
  if (read.success) return { ok: read.data }
  const [issue] = read.error.issues
  return problem({
    kind: 'badRequest',
    detail: `${issue?.path.join('.') || what}: ${issue?.message ?? 'not understood'}`,
  })
}

/** JSON in UTF-8; undefined: it is none. */
export function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
