/** The body of POST /web/api/v2/projects/json, which may be large: read from the disk, in the thread of its upload. */
import { readFileSync } from 'node:fs'
import { shapes } from '../../src/model/contract/shapes.ts'
import { mergedProjects } from '../../src/model/limits.ts'
import { problem, type Result } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import { parsed, readShape } from '../base/readShape.ts'

const { ProjectJson: projectJson, ProjectMerge: projectMerge } = shapes

export interface UploadedJson {
  name: string
  overwrite: boolean
  rows: LooseRows
  /** The project with a copy of which the rows are to be merged (2 §7 has it under the same path). */
  base?: string
}

const isMerge = (body: unknown): body is { project_uuid: unknown; data?: unknown } =>
  typeof body === 'object' && body !== null && 'project_uuid' in body

const countIn = (data: unknown): number =>
  Object.values(data ?? {}).reduce((sum: number, rows: unknown) => sum + (Array.isArray(rows) ? rows.length : 0), 0)

/** Problems: badRequest, mergeTooLarge. */
export function readUploadedJson(path: string): Result<UploadedJson> {
  const body = parsed(readFileSync(path))
  if (isMerge(body)) {
    // Before each row is looked at: there may be millions.
    if (countIn(body.data) > mergedProjects.mostRows)
      return problem({ kind: 'mergeTooLarge', most: mergedProjects.mostRows })
    const read = readShape(projectMerge, body)
    if ('problem' in read) return read
    const { name, overwrite = false, data, project_uuid: base } = read.ok
    return { ok: { name, overwrite, rows: data satisfies LooseRows, base } }
  }
  const read = readShape(projectJson, body)
  if ('problem' in read) return read
  const { name, overwrite = false, project_json } = read.ok
  return { ok: { name, overwrite, rows: project_json satisfies LooseRows } }
}

/** A project JSON as a file of its own. Problems: badRequest. */
export const readJsonFile = (path: string): Result<LooseRows> =>
  readShape(projectJson.shape.project_json, parsed(readFileSync(path)))
