/** Sends a file as a form, with its progress; XMLHttpRequest alone says how far it is. */
import type { Problem, Result } from '../../model/problems.ts'
import { isProblem } from '../../model/problems.ts'
import { problemIn } from './server.ts'
import { base } from './serverAddress.ts'
import { renew, token } from './session.ts'

export interface Upload<T> {
  answer: Promise<Result<T>>
  /** Stops it: the answer is then `cannotConnect`. */
  cancel(): void
}

/** `path` as in bridge.ts; `progress` from 0 to 1. Problems: the server's, cannotConnect, unexpectedResponse. */
export function uploadFile<T>(
  path: string,
  body: () => XMLHttpRequestBodyInit,
  type: string | null,
  progress: (share: number) => void,
): Upload<T> {
  let request = new XMLHttpRequest()
  let cancelled = false
  const send = (): Promise<Result<T>> =>
    new Promise((resolve) => {
      request = new XMLHttpRequest()
      request.open('POST', base + path)
      request.setRequestHeader('authorization', `Bearer ${token() ?? ''}`)
      if (type) request.setRequestHeader('content-type', type)
      request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0)
      request.onload = () => resolve(read<T>(request))
      request.onerror = () => resolve({ problem: unreachable })
      request.onabort = () => resolve({ problem: unreachable })
      request.send(body())
    })
  const answer = async (): Promise<Result<T>> => {
    const sent = token()
    const first = await send()
    if (cancelled || !isProblem(first) || first.problem.kind !== 'notSignedIn') return first
    return (await renew(sent)) === 'renewed' ? send() : first
  }
  return {
    answer: answer(),
    cancel: () => {
      cancelled = true
      request.abort()
    },
  }
}

const unreachable: Problem = { kind: 'cannotConnect' }

function read<T>({ status, responseText }: XMLHttpRequest): Result<T> {
  if (status < 200 || status > 299) return { problem: problemIn(responseText) }
  try {
    return { ok: JSON.parse(responseText) as T }
  } catch {
    return { problem: { kind: 'unexpectedResponse' } }
  }
}
