/** Where a call by HTTP is answered: at any node, at the one that changes accounts, or at the one that has the project open. */

export type Place = { at: 'any' } | { at: 'accounts' } | { at: 'project'; uuid: string }

const uuid = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
/** Of a project, which the first group names: what is read of it, and what is done in it. A project that is made of one is a matter of accounts. */
const ofProject = [
  new RegExp(`^/v1/thicket/projects/${uuid}/(?!.*/project$)`),
  new RegExp(`^/web/api/v2/projects/${uuid}/(?:qrk|json)$`),
  new RegExp(`^/web/api/v2/[^/]+/projects/${uuid}/report$`),
]
/** Besides them, what is no matter of accounts. */
const anywhere = /^\/(?:$|web$|web\/(?!api\/)|healthz$|readyz$|metrics$|v1\/thicket(?:\/ticket)?$)/

export function placeOf(path: string, query: URLSearchParams): Place {
  if (anywhere.test(path)) return { at: 'any' }
  const named = path === '/v1/thicket/push' ? query.get('project') : ofProject.map((each) => each.exec(path)?.[1])
  const found = typeof named === 'string' ? named : named?.find((each) => each !== undefined)
  return found === undefined || found === '' ? { at: 'accounts' } : { at: 'project', uuid: found }
}
