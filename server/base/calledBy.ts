import { isAbsolute } from 'node:path'
import type { Problem } from '../../src/model/problems.ts'

/** A problem that names a file of the server's own making, as people call the project. */
export const calledBy = (name: string, found: Problem): Problem =>
  'name' in found && isAbsolute(found.name) ? { ...found, name } : found
