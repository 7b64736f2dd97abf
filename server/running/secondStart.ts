/** What a start is to open is opened by the Thicket that runs: by the one that this start has made, or by one that was there before. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { AnswerOf, BodyOf } from '../../src/model/contract/calls.ts'
import { type GivenFile, shapes } from '../../src/model/contract/shapes.ts'
import { isProblem, ok, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { isProof } from '../base/proof.ts'

/** ms; it is on this machine. */
const patience = 2000
const refusal = z.object({ problem: z.custom<Problem>((value) => typeof value === 'object' && value !== null) })

/** Whether a Thicket of this installation listens there. It is not told the secret, for it may be any program. */
export async function isOurs(port: number, secret: string): Promise<boolean> {
  const nonce = randomBytes(18).toString('base64url')
  try {
    const address = `${addressOf(port, 'GET /web/api/local/proof')}?nonce=${nonce}`
    const response = await fetch(address, { signal: AbortSignal.timeout(patience) })
    return isProof(shapes.Proof.parse(await response.json()).proof, secret, port, nonce)
  } catch {
    return false
  }
}

/** ms: how soon one that is starting is asked again, and how long. */
const again = { every: 100, within: 30_000 } as const

/** Opens the file, or makes it (`make`); resolves to where the page shows it. `path`: absolute. */
export const openThere = (port: number, secret: string, path: string, make: boolean): Promise<Result<GivenFile>> =>
  call(port, secret, 'POST /web/api/local/given', { path, make })

/** An address to start a browser with, which tells nobody else the secret: `routes/launch.ts`. */
export async function launchAddress(port: number, secret: string, route: string): Promise<string | null> {
  const made = await call(port, secret, 'POST /web/api/local/launch', { route })
  return isProblem(made) ? null : `http://127.0.0.1:${port}${made.ok.path}`
}

type Said = 'POST /web/api/local/given' | 'POST /web/api/local/launch'

/** Waits for one that is starting. */
async function call<K extends Said>(
  port: number,
  secret: string,
  name: K,
  body: BodyOf<K>,
): Promise<Result<AnswerOf<K>>> {
  const late = Date.now() + again.within
  for (;;) {
    const answer = await callOnce(port, secret, name, body)
    if (!isProblem(answer) || answer.problem.kind !== 'serverStarting' || Date.now() > late) return answer
    await new Promise((resolve) => setTimeout(resolve, again.every))
  }
}

async function callOnce<K extends Said>(
  port: number,
  secret: string,
  name: K,
  body: BodyOf<K>,
): Promise<Result<AnswerOf<K>>> {
  const response = await fetch(addressOf(port, name), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      origin: `http://127.0.0.1:${port}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  // A server of this installation: what it answers is of the shape of its route.
  return response.ok ? ok(answer as AnswerOf<K>) : problem(refusal.parse(answer).problem)
}

const addressOf = (port: number, name: Said | 'GET /web/api/local/proof'): string =>
  `http://127.0.0.1:${port}${name.slice(name.indexOf('/'))}`
