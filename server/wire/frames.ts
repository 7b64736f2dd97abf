/** The frames that a server sends: answers by their msg_id, refusals, and what is said unasked. Specification 1 §4 and §8. */
import type { Access } from '../../src/model/access.ts'
import type { Problem } from '../../src/model/problems.ts'
import { type Opened, type PushAnswer, protocolVersion, type Reply } from '../../src/model/protocol.ts'
import { problemLine } from '../base/problemLine.ts'
import type { QueryField } from '../reading/graphql.ts'

export type Answered = Pick<Reply, 'status' | 'json_data'>

export const notOpen: Problem = { kind: 'badRequest', detail: 'dbOpen comes first' }

const isOurTrouble = ({ kind }: Problem): boolean => kind === 'storageFailed' || kind === 'diskFull'

const isNotTheirs = ({ kind }: Problem): boolean =>
  kind === 'accessRevoked' || kind === 'readOnly' || kind === 'foreignAuthor'

/** What the room could not do may work later; what it was asked wrongly never will. */
const statusOf = (found: Problem): number => (isOurTrouble(found) ? 500 : isNotTheirs(found) ? 403 : 400)

/** A refusal under the status that fits it. */
export const refusal = (found: Problem): Answered => failure(statusOf(found), found)

/** The specification's own words. */
const messages: Partial<Record<Problem['kind'], string>> = {
  accessRevoked: 'Access revoked',
  cannotOpen: "Couldn't open DB",
  storageFailed: 'There was an error on our end while opening your project, trying again.',
}

/** A refusal under this status. */
export function failure(status: number, found: Problem): Answered {
  const message = messages[found.kind] ?? ('detail' in found ? found.detail : problemLine(found))
  return { status, json_data: { errors: [{ message, problem: found }] } }
}

/** The answer to a dbOpen that opens nothing. */
export function notOpened(field: QueryField, found: Problem): Answered {
  if (isOurTrouble(found)) return failure(500, found)
  const opened: Partial<Opened> = { status: 'closed', protocol: protocolVersion }
  return {
    status: 200,
    json_data: { data: { [field.key]: opened }, errors: [{ message: "Couldn't open DB", problem: found }] },
  }
}

/** `access`: what the person may do in the project that is open. */
export function frameOf(msgId: unknown, { status, json_data }: Answered, access: Access | undefined): string {
  const named = typeof msgId === 'string' ? { msg_id: msgId } : {}
  return JSON.stringify({ ...named, status, ...(access && { access_privilege: access }), json_data } satisfies Reply)
}

/** The same around values that are JSON already. */
export function frameAround(msgId: string, data: readonly [string, Uint8Array][], access: Access | undefined): Buffer {
  const [before, after] = around(msgId, access)
  const fields = data.flatMap(([key, json], i) => [Buffer.from(`${i > 0 ? ',' : ''}${JSON.stringify(key)}:`), json])
  return Buffer.concat([Buffer.from(`${before}{`), ...fields, Buffer.from(`}${after}`)])
}

/** The answer to a program's mutation: what its fields have come to, or what kept the step from being taken. */
export function fieldsFrame(msgId: string, { steps: [answer] }: PushAnswer, access: Access): string {
  if (answer && 'seq' in answer) {
    const [before, after] = around(msgId, access)
    return `${before}${answer.data ?? '{}'}${after}`
  }
  const found: Problem = answer && 'problem' in answer ? answer.problem : { kind: 'badRequest', detail: 'stale' }
  return frameOf(msgId, refusal(found), access)
}

/** What stands before and behind the data of a frame. */
function around(msgId: string, access: Access | undefined): [string, string] {
  const empty = frameOf(msgId, { status: 200, json_data: { data: {} } }, access)
  const at = empty.lastIndexOf('{}')
  return [empty.slice(0, at), empty.slice(at + 2)]
}
