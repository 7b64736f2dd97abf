import { download, isAway } from '../../data/server/server.ts'
import { isProblem, type Result } from '../../model/problems.ts'

/** The project itself, to be opened by Thicket again. */
export type ProjectForm = 'qrk' | 'json'

/**
 * A project as a file. The server makes it, which has what others did meanwhile; where there is no way to it, this browser does from its copy, as every
 * export, if it has one. Problems: the server's, the worker's, cannotConnect.
 */
export async function downloadProject(uuid: string, form: ProjectForm, name: string): Promise<Result<void>> {
  const done = await download('GET /web/api/v2/projects/{uuid}/{form}', { path: { uuid, form } }, name)
  if (!isProblem(done) || !isAway(done.problem)) return done
  // Fetched only then. A browser that does not know the page without a network has no way to it either.
  const made = await import('./saveCopy.ts').then(({ saveCopy }) => saveCopy(uuid, form, name)).catch(() => null)
  return made ?? done
}
