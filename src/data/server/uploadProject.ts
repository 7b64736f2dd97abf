import type { Result } from '../../model/problems.ts'
import { api } from './server.ts'

/**
 * Makes a new project of the rows of a project JSON. They are sent as they are: no page ever reads them. Problems: fileExists,
 * missingProjectName, fileTooLarge, those of the folder, and what is wrong with the rows.
 */
export const uploadProject = (name: string, rows: Blob, overwrite = false): Promise<Result<{ project_uuid: string }>> =>
  api('POST /web/api/v2/projects/json', {
    body: new Blob([`{"name":${JSON.stringify(name)},"overwrite":${overwrite},"project_json":`, rows, '}']),
  })
