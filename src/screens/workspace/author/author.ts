/**
 * Under which name this person works in local mode: kept in this browser (`name`), in the project's worker and by the bridge. Another browser of
 * the machine may be another person's: it is asked, and the bridge's name is only proposed, while
 * nobody else is in the project.
 */
import type { ProjectHandle } from '../../../data/copies/handle.ts'
import { api } from '../../../data/server/server.ts'
import { isProblem } from '../../../model/problems.ts'
import { device } from '../../../state/device.ts'

/** Who worked on this machine last, in whatever browser; empty where nobody has. */
export async function lastAuthor(): Promise<string> {
  const state = await api('GET /web/api/local/state')
  return isProblem(state) ? '' : state.ok.lastAuthor.trim()
}

export async function keepAuthor(project: ProjectHandle, name: string): Promise<void> {
  device.author = name
  project.setAuthor(name)
  // The bridge keeps it to propose it to other browsers: without it, this one still knows.
  await api('PUT /web/api/local/author', { body: { author: name } })
}
