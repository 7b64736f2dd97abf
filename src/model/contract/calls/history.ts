/** History, past states, named versions and backups of a project, and the sound of its recordings. */
import { type Calls, type Fails, file, noName, noProject, readOnly, taken, tries } from './call.ts'

const moments = { kind: ['history', 'versions'] } as const
const notKept: Fails = {
  400: ['badRequest', 'stepForgotten', 'stateTooLarge', 'sealedState'],
  404: ['projectNotFound', 'versionNotFound'],
  ...tries,
}
const noBackup: Fails = {
  400: ['backupDamaged', 'stateTooLarge'],
  404: ['projectNotFound', 'backupNotFound'],
  ...tries,
}

export const historyCalls = {
  'PUT /v1/thicket/projects/{uuid}/media/{hash}': {
    what: 'Keep the sound of a recording; hash: the SHA-256 of its bytes in base64url. Then make the row that names it',
    needs: 'token',
    body: 'MediaFile',
    form: true,
    answer: 'Nothing',
    fails: { ...readOnly, 413: ['quotaExceeded'], ...tries },
  },
  'GET /v1/thicket/projects/{uuid}/media/{hash}': {
    what: 'The sound of a recording; a part of it by Range',
    needs: 'token',
    answer: file('application/octet-stream', 'the sound'),
    also: {
      206: file('application/octet-stream', 'the part of it that Range names'),
      304: file('application/octet-stream', 'nothing: you have it (If-None-Match)'),
      416: file('application/octet-stream', 'nothing: there is no such part'),
    },
    fails: { 404: ['projectNotFound', 'soundNotFound'], ...tries },
  },
  'GET /v1/thicket/projects/{uuid}/history': {
    what: 'Steps, the newest first',
    needs: 'token',
    query: {
      'before?': 'steps before this number',
      'author?': 'by whom',
      'quirk?': 'about which quirk',
      'limit?': 'at most 500',
      'removed?': 'true: with the quirks that are there no more',
    },
    answer: 'HistoryPage',
    fails: { ...noProject, 400: ['badRequest'] },
  },
  'GET /v1/thicket/projects/{uuid}/history/{seq}': {
    what: 'What a step did',
    needs: 'token',
    answer: 'StepDetail',
    fails: { ...noProject, 400: ['badRequest', 'stepForgotten'] },
  },
  'GET /v1/thicket/projects/{uuid}/{kind}/{id}/preview': {
    among: moments,
    what: 'What going back there would change; kind: history (id: a step) or versions',
    needs: 'token',
    answer: 'RestorePreview',
    fails: notKept,
  },
  'GET /v1/thicket/projects/{uuid}/{kind}/{id}/state': {
    among: moments,
    what: 'The rows of that time that have changed since',
    needs: 'token',
    answer: 'PastState',
    fails: notKept,
  },
  'POST /v1/thicket/projects/{uuid}/{kind}/{id}/project': {
    among: moments,
    what: 'The project of that time as a new one',
    needs: 'token',
    body: 'NamedProject',
    answer: 'MadeProject',
    fails: {
      ...taken,
      400: ['stepForgotten', noName],
      404: ['projectNotFound', 'versionNotFound', 'folderNotFound'],
      ...tries,
    },
  },
  'GET /v1/thicket/projects/{uuid}/audit': {
    what: 'Who has opened, changed, taken out, copied, shared or restored the project, the newest first: for its owner',
    needs: 'token',
    only: 'accounts',
    query: { 'before?': 'lines before the one of this id', 'limit?': 'at most 500' },
    answer: 'ProjectAudit',
    fails: { ...noProject, 403: ['readOnly'], 400: ['badRequest'] },
  },
  'POST /v1/thicket/projects/{uuid}/exports': {
    what: 'Note that a page or a program has written the project, or a part of it, as a file of its own: for the audit',
    needs: 'token',
    only: 'accounts',
    body: 'ExportMade',
    answer: 'Nothing',
    fails: { ...noProject, ...tries },
  },
  'GET /v1/thicket/projects/{uuid}/versions': {
    what: 'Versions that have a name',
    needs: 'token',
    answer: 'Versions',
    fails: noProject,
  },
  'POST /v1/thicket/projects/{uuid}/versions': {
    what: 'Give a name to the project as it stands',
    needs: 'token',
    body: 'NewVersion',
    answer: 'Version',
    fails: { ...readOnly, 400: ['versionNameRequired', 'tooLong', 'tooManyVersions'], ...tries },
  },
  'DELETE /v1/thicket/projects/{uuid}/versions/{id}': {
    what: 'Forget one: its maker, or who owns the project',
    needs: 'token',
    answer: 'Nothing',
    fails: { ...readOnly, 400: ['badRequest'], 404: ['projectNotFound', 'versionNotFound'] },
  },
  'GET /v1/thicket/projects/{uuid}/backups': {
    what: 'Backups of the project',
    needs: 'token',
    answer: 'BackupList',
    fails: noProject,
  },
  'POST /v1/thicket/projects/{uuid}/backups': {
    what: 'Make one now',
    needs: 'token',
    answer: 'Backup',
    fails: { ...readOnly, 413: ['quotaExceeded'], ...tries },
  },
  'GET /v1/thicket/projects/{uuid}/backups/{id}/preview': {
    what: 'What a backup in the project’s place would change',
    needs: 'token',
    answer: 'RestorePreview',
    fails: noBackup,
  },
  'POST /v1/thicket/projects/{uuid}/backups/{id}/project': {
    what: 'A backup as a new project',
    needs: 'token',
    body: 'NamedProject',
    answer: 'MadeProject',
    fails: {
      ...taken,
      400: ['backupDamaged', noName],
      404: ['projectNotFound', 'backupNotFound', 'folderNotFound'],
      ...tries,
    },
  },
  'POST /v1/thicket/projects/{uuid}/backups/{id}/restore': {
    what: 'A backup in the project’s place; only by its owner',
    needs: 'token',
    answer: 'Nothing',
    fails: { ...readOnly, 400: ['backupDamaged'], 404: ['projectNotFound', 'backupNotFound'], ...tries },
  },
} as const satisfies Calls
