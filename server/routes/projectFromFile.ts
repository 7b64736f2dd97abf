/** A new project of a person, made of a file that is written of another one: one of its past states, or a backup. */
import { statSync } from 'node:fs'
import type { BodyOf } from '../../src/model/contract/calls.ts'
import { isProblem, type Result } from '../../src/model/problems.ts'
import { discardTemporary } from '../files/temporaryFiles.ts'
import type { Host, Person } from '../host.ts'
import { newProject } from '../rooms/newProject.ts'
import type { Rooms } from '../rooms/rooms.ts'
import { mapped } from './serveCall.ts'

/** `of`: the project that the file is of; the file is deleted then. */
export async function projectFromFile(
  { host, rooms }: { host: Host; rooms: Rooms },
  person: Person,
  of: string,
  { name, overwrite = false }: BodyOf<'POST /v1/thicket/projects/{uuid}/backups/{id}/project'>,
  file: Promise<Result<string>>,
) {
  const written = await file
  if (isProblem(written)) return written
  const make = (path: string) => rooms.createFrom(written.ok, path, overwrite)
  const { size } = statSync(written.ok)
  const making = newProject(host, rooms, person, name, make, size)
  const made = await making.finally(() => discardTemporary(written.ok))
  if (!isProblem(made)) host.audit?.used('projectCopied', person, of, { detail: made.ok.stored.uuid })
  return mapped(made, ({ stored: { uuid } }) => ({ project_uuid: uuid, name: host.nameOf(uuid) ?? '' }))
}
