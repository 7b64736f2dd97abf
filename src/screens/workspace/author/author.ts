/** Under which name this person works in local mode: kept in this browser (`name`), in the project's worker and by the bridge. */
import type { ProjectHandle } from '../../../data/copies/handle.ts'
import { api } from '../../../data/server/server.ts'
import type { LocalState } from '../../../model/bridge.ts'
import { isProblem } from '../../../model/problems.ts'
import { device } from '../../../state/device.ts'

/** The name that is known: this browser's, else the bridge's last one; empty where it has to be asked for. */
export async function knownAuthor(): Promise<string> {
  if (device.author) return device.author
  const state = await api<LocalState>('/local/state')
  return isProblem(state) ? '' : state.ok.lastAuthor.trim()
}

export async function keepAuthor(project: ProjectHandle, name: string): Promise<void> {
  device.author = name
  project.setAuthor(name)
  // The bridge keeps it for other browsers: without it, this one still knows.
  await api('/local/author', { method: 'PUT', body: { author: name } })
}
