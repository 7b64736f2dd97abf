/** The body of POST /web/api/v2/projects/json, which may be large: read from the disk, in the thread of its upload. */
import { readFileSync } from 'node:fs'
import { shapes } from '../../src/model/contract/shapes.ts'
import { problem, type Result } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import { parsed, readShape } from '../base/readShape.ts'

const { ProjectUpload: projectUpload } = shapes

export interface UploadedJson {
  name: string
  overwrite: boolean
  rows: LooseRows
}

/** 2 §7 has it under the same path. */
const isMerge = (body: unknown): boolean => typeof body === 'object' && body !== null && 'project_uuid' in body
const mergeDetail = 'mergeNotSupported: nothing is merged into a project that is there'

/** Problems: badRequest. */
export function readUploadedJson(path: string) {
  const body = parsed(readFileSync(path))
  if (isMerge(body)) return problem({ kind: 'badRequest', detail: mergeDetail })
  const read = readShape(projectUpload, body)
  if ('problem' in read) return read
  const { name, overwrite = false, project_json } = read.ok
  return { ok: { name, overwrite, rows: project_json satisfies LooseRows } satisfies UploadedJson }
}

/** A project JSON as a file of its own. Problems: badRequest. */
export const readJsonFile = (path: string): Result<LooseRows> =>
  readShape(projectUpload.shape.project_json, parsed(readFileSync(path)))
