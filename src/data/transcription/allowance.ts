/** How much a person may have transcribed yet, before a recording is converted for nothing. */
import type { UserData } from '../../model/contract/shapes.ts'
import { isProblem, ok, problem, type Result } from '../../model/problems.ts'
import { pays } from '../../model/rules/projects/licence.ts'
import { api } from '../server/server.ts'
import { facts } from '../server/serverFacts.ts'
import { ownData } from './personKey.ts'

/** Seconds of this month; null: nothing bounds them. Problems: noSubscription, trialling, noSecondsLeft, the server's, cannotConnect. */
export async function allowance(): Promise<Result<number | null>> {
  const [data, left] = await Promise.all([ownData(), api('GET /web/api/transcription/secs')])
  if (isProblem(data)) return data
  if (isProblem(left)) return left
  const { secondsRemaining: seconds } = left.ok
  return seconds === 0 ? whyNone(data.ok) : ok(seconds)
}

/** 2 §5: it needs a paid subscription, and an account on trial is refused. */
function whyNone({ subscriptions }: UserData): Result<number | null> {
  const has = (what: 'cloud' | 'transcription', statuses: readonly string[]) =>
    subscriptions.some(({ user, status }) => user === what && statuses.includes(status))
  if (!facts().payment || has('transcription', pays)) return problem({ kind: 'noSecondsLeft', left: 0 })
  return problem(has('cloud', ['trialing']) ? { kind: 'trialling', product: 'cloud' } : { kind: 'noSubscription' })
}
