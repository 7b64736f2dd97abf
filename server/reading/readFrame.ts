/**
 * What one frame asks for, read out of its text: JSON first, then its texts of operations. The event loop reads what costs next to nothing to
 * read, `reading.thread.ts` the rest.
 */
import { isProblem, problem, type Result } from '../../src/model/problems.ts'
import type { Request } from '../../src/model/protocol.ts'
import { parseRequest, type QueryField } from './graphql.ts'
import { newText, type ReadPush, readPush } from './readPush.ts'

/** A push that was read in another thread, as the bytes of a `ReadPush`. */
export interface PackedPush {
  push: ReadPush['push']
  packed: Uint8Array<ArrayBuffer>
}

/** A push is answered by its steps, a program's mutation by its fields. */
export type Ask = { given: ReadPush | PackedPush; answer: 'steps' | 'fields' } | { fields: QueryField[] }

export interface Frame {
  request: Pick<Request, 'msg_id' | 'presence'> & { auth: unknown; watch?: unknown }
  /** Null where it only says where somebody is, or wants to hear of lists. */
  ask: Result<Ask> | null
}

/** So much lies in one another at most; the page's own frames have some ten. More, and whoever copies or writes it runs out of stack. */
const deepest = 200
/** Of a frame that the event loop reads, in bytes, and of those of its texts that it has not read before, in UTF-16 units: a millisecond each, about. */
const small = { frame: 16 * 1024, text: 1024 } as const

/** Null: nothing that can be answered. */
export const readFrame = (text: string): Frame | null => {
  const request = requestOf(text)
  return request && frameOf(request)
}

/** The same; `'large'`: it is to be read elsewhere. */
export function readSmall(text: Uint8Array<ArrayBuffer>): Frame | null | 'large' {
  if (text.byteLength > small.frame) return 'large'
  const request = requestOf(Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString())
  if (request && newText(request) > small.text) return 'large'
  return request && frameOf(request)
}

/** A push as it comes by HTTP. Problems: badRequest. */
export function readPushBody(bytes: Uint8Array): Result<ReadPush> {
  const request = jsonOf(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  if (request === undefined) return problem({ kind: 'badRequest', detail: 'the body is not JSON' })
  const read = readPush(isRow(request) ? request : {})
  if (isProblem(read) || read.ok.push) return read
  return problem({ kind: 'badRequest', detail: 'expected a push' })
}

type Row = Record<string, unknown>
export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function requestOf(text: string): Request | null {
  const request = jsonOf(() => text)
  const sound = isRow(request) && typeof request.msg_id === 'string' && request.msg_id.length <= 100
  return sound ? (request as unknown as Request) : null
}

/** Undefined: it is none, or too deep. */
function jsonOf(textOf: () => string): unknown {
  try {
    const text = textOf()
    return isTooDeep(text) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function frameOf(request: Request): Frame {
  const { msg_id, auth, presence, watch } = request
  const isTold = presence !== undefined || watch !== undefined
  return {
    request: { msg_id, auth, ...(presence !== undefined && { presence }), ...(watch !== undefined && { watch }) },
    ask: isTold ? null : askOf(request),
  }
}

function askOf(request: Request): Result<Ask> {
  if (request.push || request.steps) {
    const read = readPush(request)
    return isProblem(read) ? read : { ok: { given: read.ok, answer: 'steps' } }
  }
  const { query, variables } = request as { query?: unknown; variables?: unknown }
  const parsed = parseRequest(typeof query === 'string' ? query : '', isRow(variables) ? variables : {})
  if (isProblem(parsed)) return parsed
  if (parsed.ok.kind === 'query') return { ok: { fields: parsed.ok.fields } }
  const { operations, keys } = parsed.ok
  const given = { push: null, steps: [{ operations, versions: {} }], hash: '', fields: keys }
  return { ok: { given, answer: 'fields' } }
}

/** Of JSON, before it is read. */
function isTooDeep(json: string): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length && depth <= deepest; at += 1) {
    const sign = json.charCodeAt(at)
    if (isText && sign === signs.backslash) at += 1
    else if (sign === signs.quote) isText = !isText
    else if (isText) continue
    else if (sign === signs.list || sign === signs.object) depth += 1
    else if (sign === signs.endOfList || sign === signs.endOfObject) depth -= 1
  }
  return depth > deepest
}

const signs = { quote: 0x22, backslash: 0x5c, list: 0x5b, endOfList: 0x5d, object: 0x7b, endOfObject: 0x7d } as const
