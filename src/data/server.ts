/** The page's calls of the server by HTTP: everything that `src/model/bridge.ts` names. No retry, no timeout (1 §9). */
import { isProblem, type Problem, type Result } from '../model/problems.ts'
import { saveFile } from './saveFile.ts'
import { forgetSecret, launchSecret } from './session.ts'

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON; a Blob is JSON already. */
  body?: object | Blob
}

const base = '/web/api'

/** `path` as in bridge.ts (`/v2/projects`). Problems: the server's, cannotConnect, unexpectedResponse. */
export async function api<T>(path: string, call: Call = {}): Promise<Result<T>> {
  const response = await request(path, call)
  if (isProblem(response)) return response
  try {
    return { ok: (await response.ok.json()) as T }
  } catch {
    return { problem: { kind: 'unexpectedResponse' } }
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

async function request(path: string, { method = 'GET', body }: Call): Promise<Result<Response>> {
  const secret = launchSecret()
  try {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(secret && { authorization: `Bearer ${secret}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    })
    if (response.ok) return { ok: response }
    if (response.status === 401) forgetSecret(secret)
    return { problem: await problemOf(response) }
  } catch {
    return { problem: { kind: 'cannotConnect' } }
  }
}

async function problemOf(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => ({}))) as { problem?: Problem }
  return body.problem?.kind ? body.problem : { kind: 'unexpectedResponse' }
}
