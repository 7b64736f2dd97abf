/** Trial and activation of a desktop (2 §4), where the server that gave this page asks for it. The server keeps the state; here it is as last heard. */
import { proxy } from 'valtio'
import type { ActivationRequest } from '../../model/contract/shapes.ts'
import { isProblem, type Result } from '../../model/problems.ts'
import { newTrial, type Trial } from '../../model/rules/projects/trial.ts'
import { api } from './server.ts'
import { can } from './serverFacts.ts'

export interface HeardTrial {
  /** null: the server has not been reached. */
  trial: Trial | null
  /** The first answer, or failure, is still to come. */
  waits: boolean
}

/** Where nothing is asked for, it is activated. */
export const activation = proxy<HeardTrial>(
  can('activation') ? { trial: null, waits: true } : { trial: { ...newTrial, trial: false }, waits: false },
)

/** As the server's state has it (`localServer.ts`); null: it could not be had, and is asked for again. */
export function takeTrial(heard: Trial | null): void {
  activation.waits = false
  if (heard && can('activation')) take(heard)
}

export const askActivation = (body: ActivationRequest): Promise<Result<Trial>> =>
  taken(api('POST /web/api/local/activation', { body }))
export const skipActivation = (): Promise<Result<Trial>> => taken(api('POST /web/api/local/activation/skip'))

async function taken(asked: Promise<Result<Trial>>): Promise<Result<Trial>> {
  const answer = await asked
  if (!isProblem(answer)) take(answer.ok)
  return answer
}

function take({ trial, trialStarted, trialExtensionDays, activationSkipped }: Trial): void {
  activation.trial = { trial, trialStarted, trialExtensionDays, activationSkipped }
}
