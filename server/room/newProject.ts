/** A project that comes into being, whatever it is made of: room for it, a name, a file, an owner. */
import { rmSync, statSync } from 'node:fs'
import { isProblem, problem, type Result } from '../../src/model/problems.ts'
import type { Host, Person } from '../host.ts'
import { calledBy } from '../security/calledBy.ts'
import { ofOwnFile } from '../storage/failures.ts'
import type { OpenProject, Rooms } from './rooms.ts'

/**
 * Makes a project that the person calls `name`: `make` gets the path of its file. `size`: about how many bytes it will have.
 * Problems: quotaExceeded, missingProjectName, projectNameTaken, and those of `make`, in which `name` is what the person has written.
 */
export async function newProject(
  host: Host,
  rooms: Rooms,
  person: Person,
  name: string,
  make: (path: string) => Promise<Result<OpenProject>>,
  size = 0,
): Promise<Result<OpenProject>> {
  const { left, of } = host.free(person)
  if (size >= left) return problem({ kind: 'quotaExceeded', most: of })
  const path = await host.place(person, name)
  if (isProblem(path)) return path
  const made = await make(path.ok)
  if (isProblem(made)) return host.local ? made : problem(calledBy(name, ofOwnFile(made.problem)))
  const { uuid, path: file } = made.ok.stored
  // What was sent may be less than what it is made into.
  const isTooLarge = Number.isFinite(left) && statSync(file).size > host.free(person).left
  const taken = isTooLarge ? problem({ kind: 'quotaExceeded', most: of }) : host.take(person, uuid, file, name)
  if (!isProblem(taken)) return made
  // No room, or somebody has taken the name meanwhile: nothing stays of this one.
  await rooms.close(uuid)
  rmSync(file, { force: true })
  return taken
}
