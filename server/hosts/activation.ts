/**
 * Trial and activation of a desktop (2 §4): its state beside the person's configuration, and the calls of the activation endpoint (2 §7).
 * Without an endpoint there is nothing to activate: the state is activated, and nothing is kept.
 */
import { join } from 'node:path'
import { z } from 'zod'
import type { ActivationRequest } from '../../src/model/contract/shapes.ts'
import { type ActivationFailure, isProblem, type Problem, problem, type Result } from '../../src/model/problems.ts'
import {
  activated,
  extended,
  mostExtensionDays,
  newTrial,
  releaseOf,
  skipped,
  type Trial,
  trialOf,
} from '../../src/model/rules/projects/trial.ts'
import type { ActivationSettings } from '../base/settings/localSettings.ts'
import { verified } from '../base/signedAnswer.ts'
import { readStored, writeStored } from '../files/storedJson.ts'

export interface Activation {
  /** Whether there is an endpoint. */
  readonly isAsked: boolean
  state(): Trial
  /** 2 §4: one way. The state after it. */
  skip(): Trial
  /** The state after it. Problems: activationFailed, trialExtensionFailed, tooManyTries. */
  ask(request: ActivationRequest): Promise<Result<Trial>>
}

// What is damaged is as on the first day, one thing without the other.
const kept = z.object({
  releaseMajorVersion: z.int().min(0).catch(0),
  releaseDate: z.int().min(0).max(8.64e15).nullable().catch(null),
  releaseMinorVersion: z.int().min(0).max(mostExtensionDays).catch(0),
  activationSkipped: z.boolean().catch(false),
})

/** `folder`: the configuration; it is read anew each time, since another server of this installation may write it too. */
export function openActivation(
  folder: string,
  settings: ActivationSettings | null,
  now: () => number = Date.now,
): Activation {
  if (settings === null) {
    const state = () => activated(newTrial)
    return { isAsked: false, state, skip: state, ask: async ({ type }) => problem(failure(type, 'unreachable')) }
  }
  const file = join(folder, 'activation.json')
  const keep = (trial: Trial): Trial => {
    writeStored(file, { ...releaseOf(trial), activationSkipped: trial.activationSkipped })
    return trial
  }
  const begun = (trial: Trial): Trial => {
    const begins = skipped(trial, now())
    try {
      return keep(begins)
    } catch {
      // A folder that cannot be written: it begins again each time.
      return begins
    }
  }
  const state = (): Trial => {
    const { activationSkipped, ...release } = readStored(file, kept, () => ({
      ...releaseOf(newTrial),
      activationSkipped: false,
    }))
    const trial = trialOf(release, activationSkipped)
    // Skipped without a start: its date was damaged.
    return trial.trial && activationSkipped && trial.trialStarted === null ? begun(trial) : trial
  }
  return {
    isAsked: true,
    state,
    skip: () => keep(skipped(state(), now())),
    ask: async (request) => {
      const answer = await askEndpoint(settings, request)
      if (isProblem(answer)) return answer
      try {
        return {
          ok: keep(request.type === 'activation' ? activated(state()) : extended(state(), answer.ok.days, now())),
        }
      } catch (error) {
        return problem(failure(request.type, 'said', String((error as { code?: string }).code ?? 'disk')))
      }
    },
  }
}

/** ms that the endpoint may take, and bytes of what it says. */
const patience = 20_000
const mostBytes = 64 * 1024
const longestReason = 200

const signedAnswer = z.object({
  key: z.string(),
  type: z.enum(['activation', 'extension']),
  trial_extension_days: z.int().min(0).max(mostExtensionDays).optional(),
})

/** Whether the endpoint grants it, and for how many days where it extends. Nothing but what is signed is believed. */
async function askEndpoint(
  { endpoint, publicKey }: ActivationSettings,
  { key, type }: ActivationRequest,
): Promise<Result<{ days: number }>> {
  let status: number
  let body: string
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      // A Thicket that serves takes what names itself as the origin alone.
      headers: { 'content-type': 'application/json', origin: new URL(endpoint).origin },
      body: JSON.stringify({ key, type }),
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    status = response.status
    body = await textOf(response)
  } catch {
    return problem(failure(type, 'unreachable'))
  }
  const said = objectIn(body)
  if (status !== 200) return problem(failureSaid(type, said))
  const answer = signedAnswer.safeParse(typeof said.token === 'string' ? verified(said.token, publicKey) : undefined)
  if (!answer.success || answer.data.key !== key || answer.data.type !== type)
    return problem(failure(type, 'untrusted'))
  const days = answer.data.trial_extension_days
  if (type === 'extension' && days === undefined) return problem(failure(type, 'untrusted'))
  return { ok: { days: days ?? 0 } }
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > mostBytes) throw new Error('too much')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function objectIn(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    return {}
  }
}

/** What the endpoint says why it does not: a Thicket in words that the page has, any other in its own. */
function failureSaid(type: ActivationRequest['type'], { error, problem: found }: Record<string, unknown>): Problem {
  const { reason, kind, wait } = (found ?? {}) as { reason?: unknown; kind?: unknown; wait?: unknown }
  if (kind === 'tooManyTries' && Number.isSafeInteger(wait)) return { kind, wait: wait as number }
  if (reason === 'unknown' || reason === 'spent') return failure(type, reason)
  return typeof error === 'string' && error.trim()
    ? failure(type, 'said', error.trim().slice(0, longestReason))
    : failure(type, 'unreachable')
}

const failure = (type: ActivationRequest['type'], reason: ActivationFailure, detail = ''): Problem => ({
  kind: type === 'activation' ? 'activationFailed' : 'trialExtensionFailed',
  reason,
  detail,
})
