/** Sends a file as a form, with its progress; XMLHttpRequest alone says how far it is. */

import type { AnswerOf, JsonCall } from '../../model/contract/calls.ts'
import type { Problem, Result } from '../../model/problems.ts'
import { isProblem } from '../../model/problems.ts'
import { type Filled, requestLine } from './requestLine.ts'
import { problemIn } from './server.ts'
import { address } from './serverAddress.ts'
import { renew, token } from './session.ts'

export interface Upload<T> {
  answer: Promise<Result<T>>
  /** Stops it: the answer is then `cannotConnect`. */
  cancel(): void
}

/** `progress` from 0 to 1; `filled`: what varies in the path. Problems: the server's, cannotConnect, unexpectedResponse. */
export function uploadFile<K extends JsonCall>(
  name: K,
  body: () => XMLHttpRequestBodyInit,
  type: string | null,
  progress: (share: number) => void,
  filled: Filled = {},
): Upload<AnswerOf<K>> {
  const { method, path } = requestLine(name, filled)
  let request = new XMLHttpRequest()
  let cancelled = false
  const send = (): Promise<Result<AnswerOf<K>>> =>
    new Promise((resolve) => {
      request = new XMLHttpRequest()
      request.open(method, address + path)
      request.setRequestHeader('authorization', `Bearer ${token() ?? ''}`)
      if (type) request.setRequestHeader('content-type', type)
      request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0)
      request.onload = () => resolve(read<AnswerOf<K>>(request))
      request.onerror = () => resolve({ problem: unreachable })
      request.onabort = () => resolve({ problem: unreachable })
      request.send(body())
    })
  const answer = async (): Promise<Result<AnswerOf<K>>> => {
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
