import { api } from '../../data/server/server.ts'
import { isProblem } from '../../model/problems.ts'

/** Whether there is a file at a path of the machine; false where it cannot be asked. */
export async function isThere(path: string): Promise<boolean> {
  const there = await api('GET /web/api/local/exists', { query: { path } })
  return !isProblem(there) && there.ok.exists
}
