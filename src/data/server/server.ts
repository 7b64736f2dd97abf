/** The page's calls of the server by HTTP: everything that `src/model/bridge.ts` names. No retry, no timeout (1 §9). */
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import { saveFile } from '../files/saveFile.ts'
import { serverAddress } from './serverAddress.ts'
import { regionalAddress, renew, token } from './session.ts'

export const ticketPath = '/v1/thicket/ticket'

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON; a Blob is JSON already. */
  body?: object | Blob
  /** Sent without a token, as what lets a person in. */
  anonymous?: boolean
  /** Gives it up: the answer is then cannotConnect. */
  signal?: AbortSignal
}

/** `path` as in bridge.ts (`/v2/projects`, `/v1/thicket/projects`). Problems: the server's, cannotConnect, unexpectedResponse. */
export async function api<T>(path: string, call: Call = {}): Promise<Result<T>> {
  const response = await request(path, call)
  if (isProblem(response)) return response
  try {
    return { ok: (await response.ok.json()) as T }
  } catch {
    return { problem: { kind: 'unexpectedResponse' } }
  }
}

/** The bytes of what is read as they come. Problems: as `api`. */
export async function apiBytes(path: string): Promise<Result<Uint8Array>> {
  const response = await request(path, {})
  if (isProblem(response)) return response
  try {
    return { ok: new Uint8Array(await response.ok.arrayBuffer()) }
  } catch {
    return { problem: { kind: 'cannotConnect' } }
  }
}

/** Fetches a file and gives it to the browser's downloads. */
export async function download(path: string, name: string): Promise<Result<void>> {
  const response = await request(path, {})
  if (isProblem(response)) return response
  try {
    saveFile(await response.ok.blob(), name)
    return { ok: undefined }
  } catch {
    return { problem: { kind: 'cannotConnect' } }
  }
}

/** A token that is refused is renewed, and the call made once more. */
async function request(path: string, call: Call): Promise<Result<Response>> {
  const sent = call.anonymous ? null : token()
  const answer = await answerOf(await send(path, call, sent))
  if (!isProblem(answer) || answer.problem.kind !== 'notSignedIn' || call.anonymous) return answer
  const renewed = await renew(sent)
  if (renewed === 'unreachable') return { problem: { kind: 'cannotConnect' } }
  return renewed === 'renewed' ? answerOf(await send(path, call, token())) : answer
}

/** What a proxy says for a server that is not there, and the server while it stops. */
const away = [502, 503, 504]

/** null: there is no way to the server. */
async function send(
  path: string,
  { method = 'GET', body, signal }: Call,
  bearer: string | null,
): Promise<Response | null> {
  try {
    const host = path === ticketPath ? regionalAddress() : serverAddress()
    const response = await fetch(`${host}${path.startsWith('/v1/') ? '' : '/web/api'}${path}`, {
      method,
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof Blob ? body : JSON.stringify(body) }),
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
  return response.ok ? { ok: response } : { problem: problemIn(await response.text().catch(() => '')) }
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
