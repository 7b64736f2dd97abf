/** The body of POST /v2/projects/json, which may be large: read from the disk, in the thread of its upload. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { problem, type Result } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import { tables } from '../../src/model/schema.ts'
import { parsed, readShape } from '../base/readShape.ts'

const tableRows = z.partialRecord(z.enum(tables), z.array(z.record(z.string(), z.union([z.number(), z.string()]))))

export const longestName = 4096
const projectUpload = z.object({
  name: z.string().min(1).max(longestName),
  project_json: tableRows,
  overwrite: z.boolean().optional(),
})

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
export const readJsonFile = (path: string): Result<LooseRows> => readShape(tableRows, parsed(readFileSync(path)))
