import type { CallName } from '../../model/contract/calls.ts'

export interface Filled {
  /** What varies in the path, by its name. */
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
}

/** Method and path of a call, the path below the server's address: `GET /web/api/v2/projects/{uuid}/share` with its uuid. */
export function requestLine(
  name: CallName,
  { path: parts = {}, query = {} }: Filled = {},
): {
  method: string
  path: string
} {
  const [method = '', pattern = ''] = name.split(' ')
  const path = pattern.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(parts[part] ?? ''))
  const asked = new URLSearchParams(query).toString()
  return { method, path: asked ? `${path}?${asked}` : path }
}
