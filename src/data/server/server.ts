/** The page's calls of the server by HTTP, by their declarations in `src/model/contract`. No retry, no timeout (1 §9). */
import type { AnswerOf, CallName, FileCall, GivenOf, JsonCall } from '../../model/contract/calls.ts'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import { saveFile } from '../files/saveFile.ts'
import { type Filled, requestLine } from './requestLine.ts'
import { serverAddress } from './serverAddress.ts'
import { regionalAddress, renew, token } from './session.ts'

interface How {
  /** Sent without a token, as what lets a person in. */
  anonymous?: boolean
  /** Gives it up: the answer is then cannotConnect. */
  signal?: AbortSignal
}
interface Sent extends How, Filled {
  /** Sent as JSON; a Blob is JSON already, and a form is sent as one. */
  body?: object | Blob | FormData
}

/** A large body may be put together as a Blob, which no page ever reads; one with a file is a form. */
type Given<K extends CallName> = How & (GivenOf<K> | (Omit<GivenOf<K>, 'body'> & { body: Blob | FormData }))
/** What a call needs has to be given. */
type Arguments<K extends CallName> = object extends GivenOf<K> ? [given?: How & GivenOf<K>] : [given: Given<K>]

/** Problems: the server's, cannotConnect, unexpectedResponse. */
export async function api<K extends JsonCall>(name: K, ...[given]: Arguments<K>): Promise<Result<AnswerOf<K>>> {
  const response = await request(name, given as Sent)
  if (isProblem(response)) return response
  try {
    return { ok: (await response.ok.json()) as AnswerOf<K> }
  } catch {
    return { problem: { kind: 'unexpectedResponse' } }
  }
}

/** The bytes of what is read as they come. Problems: as `api`. */
export async function apiBytes<K extends CallName>(
  name: K,
  ...[given]: Arguments<K>
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const response = await request(name, given as Sent)
  if (isProblem(response)) return response
  try {
    return { ok: new Uint8Array(await response.ok.arrayBuffer()) }
  } catch {
    return { problem: { kind: 'cannotConnect' } }
  }
}

/** Fetches a file and gives it to the browser's downloads. */
export async function download<K extends FileCall>(name: K, given: Given<K>, as: string): Promise<Result<void>> {
  const response = await request(name, given as Sent)
  if (isProblem(response)) return response
  try {
    saveFile(await response.ok.blob(), as)
    return { ok: undefined }
  } catch {
    return { problem: { kind: 'cannotConnect' } }
  }
}

/** A token that is refused is renewed, and the call made once more. */
async function request(name: CallName, given: Sent = {}): Promise<Result<Response>> {
  const sent = given.anonymous ? null : token()
  const answer = await answerOf(await send(name, given, sent))
  if (!isProblem(answer) || answer.problem.kind !== 'notSignedIn' || given.anonymous) return answer
  const renewed = await renew(sent)
  if (renewed === 'unreachable') return { problem: { kind: 'cannotConnect' } }
  return renewed === 'renewed' ? answerOf(await send(name, given, token())) : answer
}

/** What a proxy says for a server that is not there, and the server while it stops. */
const away = [502, 503, 504]

/** null: there is no way to the server. */
async function send(name: CallName, given: Sent, bearer: string | null): Promise<Response | null> {
  const { body, signal } = given
  const isForm = body instanceof FormData
  const { method, path } = requestLine(name, given)
  try {
    const host = name === 'GET /v1/thicket/ticket' ? regionalAddress() : serverAddress()
    const response = await fetch(host + path, {
      method,
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof Blob || isForm ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    return away.includes(response.status) && !(await isStarting(response)) ? null : response
  } catch {
    return null
  }
}

/** 2 §4: it is there, and says so. */
const isStarting = async (response: Response): Promise<boolean> =>
  problemIn(await response.clone().text()).kind === 'serverStarting'

/** The server is not there, or not yet: whoever waits asks again. */
export const isAway = ({ kind }: Problem): boolean => kind === 'cannotConnect' || kind === 'serverStarting'

async function answerOf(response: Response | null): Promise<Result<Response>> {
  if (!response) return { problem: { kind: 'cannotConnect' } }
  if (response.ok) return { ok: response }
  const found = problemIn(await response.text().catch(() => ''))
  // Whatever was asked for: this comes first.
  if (found.kind === 'factorDemanded') location.hash = '/account'
  return { problem: found }
}

/** What a refusal's body says. */
export function problemIn(text: string): Problem {
  try {
    const { problem } = JSON.parse(text) as { problem?: Problem }
    if (problem?.kind) return problem
  } catch {
    // Not ours.
  }
  return { kind: 'unexpectedResponse' }
}
