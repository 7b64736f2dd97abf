/** A project that comes into being, whatever it is made of: room for it, a name, a file, an owner. */
import { statSync } from 'node:fs'
import { isProblem, problem, type Result } from '../../src/model/problems.ts'
import { calledBy } from '../base/calledBy.ts'
import { discard } from '../base/unfinished.ts'
import type { Host, Person } from '../host.ts'
import type { OpenProject } from './heldProject.ts'
import type { Rooms } from './rooms.ts'

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
  if (isProblem(made)) return host.local ? made : problem(calledBy(name, made.problem))
  const { uuid, path: file } = made.ok.stored
  let isTaken = false
  try {
    // What was sent may be less than what it is made into.
    const isTooLarge = Number.isFinite(left) && statSync(file).size > host.free(person).left
    const taken = isTooLarge ? problem({ kind: 'quotaExceeded', most: of }) : host.take(person, uuid, file, name)
    isTaken = !isProblem(taken)
    return isProblem(taken) ? taken : made
  } finally {
    // No room, somebody has taken the name meanwhile, or the disk refuses it: nothing stays of this one.
    if (!isTaken) {
      await rooms.close(uuid)
      discard(file)
    }
  }
}
