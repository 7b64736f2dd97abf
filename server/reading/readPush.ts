/** A push as the room takes it, from the request that carries it: its texts parsed, its body's hash taken. */
import { createHash } from 'node:crypto'
import { type Act, actBounds } from '../../src/model/history.ts'
import { problem, type Result } from '../../src/model/problems.ts'
import type { Push, Request, Step, WireStep } from '../../src/model/protocol.ts'
import { bounds, isKnown, parseRequest } from './graphql.ts'

/** Who sends it is known elsewhere. */
export interface ReadPush {
  /** null: an API client's mutation, taken once, never repeated. */
  push: Push | null
  steps: Step[]
  /** Of the frozen body: another body under the same number is refused. */
  hash: string
  /** Of a program's mutation: how its fields are called in its answer. */
  fields?: readonly string[]
}

export type PushRequest = Pick<Request, 'push' | 'steps' | 'query' | 'variables'>

/** Problems: badRequest. `request` is JSON from outside. */
export function readPush(request: PushRequest): Result<ReadPush> {
  const { push = null, query, variables } = request
  if (push && !isPush(push)) return bad('push: expected { client, n, base } as whole numbers')
  const wire: unknown = request.steps ?? [{ query, variables, versions: {} }]
  if (!Array.isArray(wire) || wire.length === 0) return bad('steps: expected a list')
  if (newText(request) > bounds.text) return bad(`the texts are longer than ${bounds.text} characters`)
  const steps: Step[] = []
  for (const step of wire as unknown[]) {
    if (!isWireStep(step)) return bad('a step needs a text, variables and versions')
    const parsed = parseRequest(step.query, step.variables)
    if ('problem' in parsed) return parsed
    if (parsed.ok.kind !== 'mutation') return bad('a push carries mutations')
    steps.push({
      operations: parsed.ok.operations,
      versions: step.versions ?? {},
      ...(step.restores !== undefined && { restores: step.restores }),
      ...(step.merges && { merges: true as const }),
      ...(isAct(step.act) && { act: step.act }),
      ...(step.more !== undefined && { more: step.more }),
    })
  }
  const body = JSON.stringify([push, query, variables, request.steps])
  return { ok: { push, steps, hash: createHash('sha256').update(body).digest('base64url') } }
}

/** The characters of its texts that have not been read before. */
export function newText({ query, steps }: PushRequest): number {
  const ofSteps = Array.isArray(steps) ? steps.map((step: WireStep | null) => step?.query) : []
  const texts = [...new Set<unknown>([query, ...ofSteps])]
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' && !isKnown(text) ? text.length : 0), 0)
}

const bad = (detail: string) => problem({ kind: 'badRequest', detail })
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

const isPush = (push: unknown): push is Push =>
  isObject(push) && isCount(push.client) && push.client !== 0 && isCount(push.n) && push.n !== 0 && isCount(push.base)

/** One that is not understood is left out: the step itself may be good. */
const isAct = (act: unknown): act is Act =>
  isObject(act) &&
  typeof act.key === 'string' &&
  actBounds.key.test(act.key) &&
  (act.count === undefined || isCount(act.count)) &&
  (act.way === undefined || act.way === 'undo' || act.way === 'redo') &&
  (act.about === undefined ||
    (Array.isArray(act.about) && act.about.length <= actBounds.about && act.about.every(isTitle)))
const isTitle = (title: unknown): boolean => typeof title === 'string' && title.length <= actBounds.title

const isWireStep = (step: unknown): step is WireStep =>
  isObject(step) &&
  typeof step.query === 'string' &&
  (step.variables === undefined || isObject(step.variables)) &&
  (step.restores === undefined || step.restores === true || isCount(step.restores)) &&
  (step.merges === undefined || step.merges === true) &&
  (step.more === undefined || isCount(step.more)) &&
  (step.versions === undefined || (isObject(step.versions) && Object.values(step.versions).every(isCount)))
