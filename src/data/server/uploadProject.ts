import type { AnswerOf } from '../../model/contract/calls.ts'
import type { Result } from '../../model/problems.ts'
import { api } from './server.ts'
import { type Upload, uploadFile } from './uploadFile.ts'

/**
 * Makes a new project of the rows of a project JSON. They are sent as they are: no page ever reads them. Problems: fileExists,
 * missingProjectName, fileTooLarge, those of the folder, and what is wrong with the rows.
 */
export const uploadProject = (name: string, rows: Blob, overwrite = false): Promise<Result<{ project_uuid: string }>> =>
  api('POST /web/api/v2/projects/json', {
    body: new Blob([`{"name":${JSON.stringify(name)},"overwrite":${overwrite},"project_json":`, rows, '}']),
  })

export type MadeProject = AnswerOf<'POST /web/api/v2/projects/json'>

/** The same with its progress, 0 to 1, and a way to stop it. */
export const sendProject = (name: string, rows: Blob, progress: (share: number) => void): Upload<MadeProject> =>
  uploadFile(
    'POST /web/api/v2/projects/json',
    () => new Blob([`{"name":${JSON.stringify(name)},"project_json":`, rows, '}']),
    'application/json',
    progress,
  )
