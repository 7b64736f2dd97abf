/** Every call of the server by HTTP, as data: `openapi.json` is made from it, and a test holds it against the routes that there are. */
import type { ProblemKind } from '../../src/model/problems.ts'
import type { ShapeName } from './shapes.ts'

/** What a call sends or gets that is no JSON, by its media type. */
export interface File {
  type: string
  what: string
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `{name}` for what varies. */
  path: string
  what: string
  /** Who may ask: anybody, or who bears a token. */
  needs: 'nobody' | 'token'
  /** Which servers have it; left out: both. */
  only?: 'accounts' | 'local'
  /** By name, what each is. One that may be left out ends with `?`. */
  query?: Readonly<Record<string, string>>
  body?: ShapeName
  /** The body is multipart/form-data. */
  form?: true
  answer: ShapeName | File
  /** Of the answer, where it is not 200. */
  status?: 101 | 302
  /** What else is answered that is no problem. */
  also?: Readonly<Record<number, ShapeName | File>>
  /**
   * Kinds of problems by their status, besides 401 notSignedIn with a token, 400 badRequest and 413 fileTooLarge with a body, and what any call
   * may meet (`openapi.ts`).
   */
  fails?: Fails
  /** A refusal also has the field `error`, in words for a person. */
  saysError?: true
}

type Fails = Readonly<Record<number, readonly ProblemKind[]>>

const api = '/web/api'
const file = (type: string, what: string): File => ({ type, what })
const tries: Fails = { 429: ['tooManyTries'] }
const none: Fails = { 404: ['projectNotFound'] }
const readOnly: Fails = { ...none, 403: ['readOnly'] }
const newPassword: readonly ProblemKind[] = ['passwordTooShort', 'passwordTooLong', 'passwordTooCommon']
const byPassword: Fails = { 403: ['wrongPassword'], ...tries }
const byBoth: Fails = { 403: ['wrongPassword', 'codeNeeded', 'wrongCode'], ...tries }
/** Of a new project. By the name of a path in local mode. */
const taken: Fails = { 409: ['projectNameTaken', 'fileExists', 'tooManyProjects'], 413: ['quotaExceeded'] }
const noName: ProblemKind = 'missingProjectName'
/** What may be wrong with the rows of a whole project. */
const ofRows: readonly ProblemKind[] = [
  'tooLong',
  'outsideText',
  'answerExists',
  'groupExists',
  'keyExists',
  'valueExists',
  'quirkNestingIssue',
  'noParentToChildQuirk',
]
/** Why a file is none that can be opened. */
const noFile: readonly ProblemKind[] = ['notAProject', 'truncatedProject', 'newerProject', 'protectedProject']

const accounts: Route[] = (
  [
    [
      'POST',
      '/v2/auth/login',
      'Sign in',
      'nobody',
      'SignIn',
      'SignedIn',
      { 401: ['wrongSignIn', 'codeNeeded', 'wrongCode'], ...tries },
    ],
    [
      'POST',
      '/v2/auth/refresh',
      'New tokens for the old ones: the refresh token is spent then, the access token holds 30 s more',
      'nobody',
      'Tokens',
      'Tokens',
      { 401: ['notSignedIn', 'accountDeleted'] },
    ],
    [
      'POST',
      '/v2/auth/logout',
      'End the session; where its access token has run out, the refresh token in the body takes the place of the bearer',
      'token',
      'Tokens',
      'Nothing',
      {},
    ],
    [
      'POST',
      '/v2/auth/reset',
      'Ask for a link to set a new password, by mail',
      'nobody',
      'Email',
      'Nothing',
      { 400: ['invalidEmail'], ...tries },
    ],
    [
      'POST',
      '/v2/auth/reset/password',
      'Set a new password by that link',
      'nobody',
      'NewPassword',
      'Nothing',
      { 400: ['linkExpired', ...newPassword], ...tries },
    ],
    [
      'POST',
      '/v2/register/checkout',
      'Make an account, and sign in',
      'nobody',
      'Registration',
      'SignedIn',
      {
        400: ['registrationClosed', 'linkExpired', 'invalidEmail', 'accountNameRequired', 'tooLong', ...newPassword],
        409: ['emailTaken'],
        ...tries,
      },
    ],
    ['GET', '/user/data', 'One’s own account', 'token', undefined, 'UserData', {}],
    [
      'PUT',
      '/user/account',
      'Change name or email; the email needs the password and waits for a link, and without mail it is the operator’s to change',
      'token',
      'AccountChange',
      'UserData',
      {
        400: ['accountNameRequired', 'tooLong', 'invalidEmail'],
        ...byPassword,
        409: ['emailTaken', 'emailByOperator'],
        500: ['mailFailed'],
      },
    ],
    [
      'POST',
      '/user/email',
      'Follow the link that was mailed to a new email, or to one unconfirmed',
      'token',
      'Link',
      'UserData',
      { 400: ['linkExpired'], 409: ['emailTaken'] },
    ],
    [
      'POST',
      '/user/email/send',
      'Send that link once more',
      'token',
      undefined,
      'UserData',
      { 500: ['mailFailed'], ...tries },
    ],
    ['DELETE', '/user/email', 'Wait for the new email no more', 'token', undefined, 'UserData', {}],
    [
      'POST',
      '/user/change',
      'Change the password; other sessions end',
      'token',
      'PasswordChange',
      'Nothing',
      { 400: ['bothPasswords', ...newPassword], ...byPassword },
    ],
    ['DELETE', '/user/delete', 'Delete the account and its own projects', 'token', 'Password', 'Nothing', byPassword],
    ['GET', '/user/sessions', 'Sessions of the account', 'token', undefined, 'Sessions', {}],
    ['DELETE', '/user/sessions/{id}', 'End one of them', 'token', undefined, 'Nothing', {}],
    [
      'POST',
      '/user/invitation',
      'Accept an invitation that was mailed to the email of the account',
      'token',
      'Link',
      'Nothing',
      { 400: ['linkExpired'] },
    ],
    [
      'POST',
      '/user/factor',
      'Begin a second factor (TOTP: SHA-1, 6 digits, 30 s)',
      'token',
      'PasswordAndCode',
      'Factor',
      byBoth,
    ],
    [
      'PUT',
      '/user/factor',
      'It holds from here on',
      'token',
      'Code',
      'RecoveryCodes',
      { 403: ['wrongCode'], ...tries },
    ],
    [
      'POST',
      '/user/factor/codes',
      'New recovery codes, in place of those before',
      'token',
      'PasswordAndCode',
      'RecoveryCodes',
      { 400: ['badRequest'], ...byBoth },
    ],
    ['DELETE', '/user/factor', 'No second factor any more', 'token', 'PasswordAndCode', 'Nothing', byBoth],
  ] as const
).map(([method, path, what, needs, body, answer, fails]) => ({
  method,
  path: api + path,
  what,
  needs,
  only: 'accounts',
  ...(body && { body }),
  answer,
  fails,
}))

const activation: Route[] = [
  {
    method: 'POST',
    path: `${api}/v2/activation`,
    what: 'Activate a desktop by a key, or extend its trial. A refusal also says why in the field `error`',
    needs: 'nobody',
    only: 'accounts',
    body: 'ActivationRequest',
    answer: 'ActivationAnswer',
    fails: { 400: ['activationFailed', 'trialExtensionFailed'], ...tries },
    saysError: true,
  },
]

const shares: Route[] = [
  {
    method: 'GET',
    path: `${api}/v2/projects/share`,
    what: 'Projects of others that are shared with you',
    needs: 'token',
    only: 'accounts',
    answer: 'Projects',
  },
  {
    method: 'GET',
    path: `${api}/v2/projects/{uuid}/share`,
    what: 'With whom a project is shared',
    needs: 'token',
    only: 'accounts',
    answer: 'Shares',
    fails: none,
  },
  {
    method: 'POST',
    path: `${api}/v2/projects/{uuid}/share`,
    what: 'Share it, or with another right. Who has no account is invited by mail',
    needs: 'token',
    only: 'accounts',
    body: 'NewShare',
    answer: 'Shared',
    fails: {
      ...readOnly,
      400: ['invalidEmail', 'ownAccount'],
      413: ['quotaExceeded'],
      500: ['mailFailed'],
      ...tries,
    },
  },
  {
    method: 'DELETE',
    path: `${api}/v2/projects/{uuid}/share`,
    what: 'Share it no more; by your own email you leave',
    needs: 'token',
    only: 'accounts',
    query: { user: 'the email' },
    answer: 'Shares',
    fails: { ...readOnly, 400: ['badRequest'], 404: ['projectNotFound', 'accountNotFound'] },
  },
  {
    method: 'PUT',
    path: `${api}/v2/projects/{uuid}/owner`,
    what: 'Make somebody its owner with whom you share it; you keep it with the right to write. Name and quota are held against their other projects',
    needs: 'token',
    only: 'accounts',
    body: 'NewOwner',
    answer: 'Shares',
    fails: {
      ...readOnly,
      400: ['ownAccount'],
      404: ['projectNotFound', 'accountNotFound'],
      409: ['projectNameTaken', 'tooManyProjects'],
      413: ['quotaExceeded'],
    },
  },
  {
    method: 'PUT',
    path: `${api}/v2/projects/{uuid}/name`,
    what: 'Rename your own project; `name` in the answer is the name as it is kept',
    needs: 'token',
    only: 'accounts',
    body: 'ProjectName',
    answer: 'MadeProject',
    fails: { ...readOnly, 400: [noName], 409: ['projectNameTaken'] },
  },
  {
    method: 'POST',
    path: `${api}/v2/auth/reset/link`,
    what: 'Whether a link still sets a password',
    needs: 'nobody',
    only: 'accounts',
    body: 'Link',
    answer: 'Nothing',
    fails: { 400: ['linkExpired'] },
  },
  {
    method: 'POST',
    path: `${api}/v2/register/invitation`,
    what: 'Whose email an invitation is for',
    needs: 'nobody',
    only: 'accounts',
    body: 'Link',
    answer: 'Email',
    fails: { 400: ['linkExpired'] },
  },
  {
    method: 'POST',
    path: `${api}/v2/projects/file`,
    what: 'A new project from a file: a .qrk; more than three at once wait in vain',
    needs: 'token',
    only: 'accounts',
    body: 'ProjectFile',
    form: true,
    answer: 'MadeProject',
    fails: {
      400: ['fileTypeNotSupported', noName, 'conversionFailed', ...noFile, ...ofRows],
      409: ['projectNameTaken', 'tooManyProjects'],
      413: ['quotaExceeded'],
      ...tries,
    },
  },
]

const projects: Route[] = [
  { method: 'GET', path: `${api}/v2/projects`, what: 'Your own projects', needs: 'token', answer: 'Projects' },
  {
    method: 'POST',
    path: `${api}/v2/projects`,
    what: 'A new project',
    needs: 'token',
    body: 'NewProject',
    answer: 'MadeProject',
    fails: { ...taken, 400: [noName, 'baseStructureFailed'], 404: ['folderNotFound'] },
  },
  {
    method: 'POST',
    path: `${api}/v2/projects/json`,
    what: 'A new project out of its JSON, whole. With `project_uuid`, which would be a merge, it is refused as badRequest, `detail` beginning with mergeNotSupported',
    needs: 'token',
    body: 'ProjectUpload',
    answer: 'MadeProject',
    fails: { ...taken, 400: [noName, 'conversionFailed', ...ofRows], 404: ['folderNotFound'], ...tries },
  },
  {
    method: 'POST',
    path: `${api}/v2/projects/saveas`,
    what: 'A copy, which is yours',
    needs: 'token',
    body: 'SaveAs',
    answer: 'MadeProject',
    fails: { ...taken, 400: [noName], 404: ['projectNotFound', 'folderNotFound'], ...tries },
  },
  {
    method: 'DELETE',
    path: `${api}/v2/projects/{uuid}`,
    what: 'Delete it, for everybody; in local mode it leaves the list and stays as a file',
    needs: 'token',
    answer: 'Nothing',
    fails: readOnly,
  },
  {
    method: 'GET',
    path: `${api}/v2/projects/{uuid}/{form}`,
    what: 'Download it; form: qrk or json',
    needs: 'token',
    answer: file('application/octet-stream', 'the file'),
    fails: { ...none, ...tries },
  },
  {
    method: 'GET',
    path: `${api}/v2/{region}/projects/{uuid}/report`,
    what: 'A report that opens in a browser',
    needs: 'token',
    answer: file('application/zip', 'the archive'),
    fails: { ...none, ...tries },
  },
]

const realtime: Route[] = [
  {
    method: 'GET',
    path: '/v1/thicket/ticket',
    what: 'A ticket for one socket, good for 30 s',
    needs: 'token',
    answer: 'Ticket',
  },
  {
    method: 'GET',
    path: '/v1/thicket',
    what: 'The socket: an upgrade to a WebSocket',
    needs: 'nobody',
    query: { ticket: 'the ticket' },
    status: 101,
    answer: file('application/json', 'the conversation of api.md'),
    also: { 426: file('text/plain', 'nothing: it was no upgrade') },
    fails: { 401: ['noTicket'] },
  },
  {
    method: 'POST',
    path: '/v1/thicket/push',
    what: 'A push that is too large for the socket',
    needs: 'token',
    query: { project: 'uuid' },
    body: 'PushRequest',
    answer: 'PushAnswered',
    fails: { ...none, ...tries, 409: ['socketClosed'] },
  },
  {
    method: 'GET',
    path: '/v1/thicket/projects/{uuid}/events',
    what: 'Events after one, in order, about 1 MB',
    needs: 'token',
    query: { 'since?': 'the number of the last event that you have' },
    answer: 'Events',
    fails: { ...none, 400: ['badRequest'] },
  },
  {
    method: 'GET',
    path: '/v1/thicket/projects/{uuid}/snapshot',
    what: 'The project as an SQLite file; ETag, Range, If-Range; headers Thicket-Epoch and Thicket-Head',
    needs: 'token',
    answer: file('application/vnd.sqlite3', 'the file'),
    also: {
      206: file('application/vnd.sqlite3', 'the part of it that Range names'),
      304: file('application/vnd.sqlite3', 'nothing: you have this one (If-None-Match)'),
      416: file('application/vnd.sqlite3', 'nothing: there is no such part'),
    },
    fails: { ...none, ...tries },
  },
]

const at = '/v1/thicket/projects/{uuid}'
const notKept: Fails = {
  400: ['badRequest', 'stepForgotten', 'stateTooLarge'],
  404: ['projectNotFound', 'versionNotFound'],
  ...tries,
}
const noBackup: Fails = {
  400: ['backupDamaged', 'stateTooLarge'],
  404: ['projectNotFound', 'backupNotFound'],
  ...tries,
}
const history: Route[] = [
  {
    method: 'GET',
    path: `${at}/history`,
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
    fails: { ...none, 400: ['badRequest'] },
  },
  {
    method: 'GET',
    path: `${at}/history/{seq}`,
    what: 'What a step did',
    needs: 'token',
    answer: 'StepDetail',
    fails: { ...none, 400: ['badRequest', 'stepForgotten'] },
  },
  {
    method: 'GET',
    path: `${at}/{kind}/{id}/preview`,
    what: 'What going back there would change; kind: history (id: a step) or versions',
    needs: 'token',
    answer: 'RestorePreview',
    fails: notKept,
  },
  {
    method: 'GET',
    path: `${at}/{kind}/{id}/state`,
    what: 'The rows of that time that have changed since',
    needs: 'token',
    answer: 'PastState',
    fails: notKept,
  },
  {
    method: 'POST',
    path: `${at}/{kind}/{id}/project`,
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
  {
    method: 'GET',
    path: `${at}/versions`,
    what: 'Versions that have a name',
    needs: 'token',
    answer: 'Versions',
    fails: none,
  },
  {
    method: 'POST',
    path: `${at}/versions`,
    what: 'Give a name to the project as it stands',
    needs: 'token',
    body: 'NewVersion',
    answer: 'Version',
    fails: { ...readOnly, 400: ['versionNameRequired', 'tooLong', 'tooManyVersions'], ...tries },
  },
  {
    method: 'DELETE',
    path: `${at}/versions/{id}`,
    what: 'Forget one: its maker, or who owns the project',
    needs: 'token',
    answer: 'Nothing',
    fails: { ...readOnly, 400: ['badRequest'], 404: ['projectNotFound', 'versionNotFound'] },
  },
  {
    method: 'GET',
    path: `${at}/backups`,
    what: 'Backups of the project',
    needs: 'token',
    answer: 'BackupList',
    fails: none,
  },
  {
    method: 'POST',
    path: `${at}/backups`,
    what: 'Make one now',
    needs: 'token',
    answer: 'Backup',
    fails: { ...readOnly, 413: ['quotaExceeded'], ...tries },
  },
  {
    method: 'GET',
    path: `${at}/backups/{id}/preview`,
    what: 'What a backup in the project’s place would change',
    needs: 'token',
    answer: 'RestorePreview',
    fails: noBackup,
  },
  {
    method: 'POST',
    path: `${at}/backups/{id}/project`,
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
  {
    method: 'POST',
    path: `${at}/backups/{id}/restore`,
    what: 'A backup in the project’s place; only by its owner',
    needs: 'token',
    answer: 'Nothing',
    fails: { ...readOnly, 400: ['backupDamaged'], 404: ['projectNotFound', 'backupNotFound'], ...tries },
  },
]

const local: Route[] = [
  {
    method: 'GET',
    path: `${api}/local/state`,
    what: 'What the page shows at first',
    needs: 'token',
    only: 'local',
    answer: 'LocalState',
  },
  {
    method: 'GET',
    path: `${api}/local/quit`,
    what: 'Which projects windows have open',
    needs: 'token',
    only: 'local',
    answer: 'InUse',
  },
  {
    method: 'POST',
    path: `${api}/local/quit`,
    what: 'End the program, as a signal does',
    needs: 'token',
    only: 'local',
    answer: 'Nothing',
  },
  {
    method: 'POST',
    path: `${api}/local/open`,
    what: 'Open a file',
    needs: 'token',
    only: 'local',
    body: 'Path',
    answer: 'MadeProject',
    fails: { 400: [noName, ...noFile], 404: ['fileNotFound'], 423: ['projectLocked'] },
  },
  {
    method: 'POST',
    path: `${api}/local/backup`,
    what: 'A copy of the file as it is, beside it under a dated name or where it is wanted',
    needs: 'token',
    only: 'local',
    body: 'BackupWanted',
    answer: 'Path',
    fails: { 400: [noName], 404: ['projectNotFound', 'folderNotFound'], 409: ['fileExists', 'copyOntoItself'] },
  },
  {
    method: 'GET',
    path: `${api}/local/proof`,
    what: 'That this server knows the launch secret: HMAC-SHA-256 by it over `thicket {port} {nonce}`, in base64url',
    needs: 'nobody',
    only: 'local',
    query: { nonce: '22 to 64 letters of base64url, made up for this' },
    answer: 'Proof',
    fails: { 400: ['badRequest'] },
  },
  {
    method: 'POST',
    path: `${api}/local/launch`,
    what: 'An address to start a browser with: it holds good once, for a minute',
    needs: 'token',
    only: 'local',
    body: 'Route',
    answer: 'Path',
  },
  {
    method: 'POST',
    path: `${api}/local/given`,
    what: 'Open a file that Thicket is started with, or make it; a .qdpx waits for the page to import it',
    needs: 'token',
    only: 'local',
    body: 'Given',
    answer: 'GivenFile',
    fails: {
      400: [noName, ...noFile],
      404: ['fileNotFound', 'folderNotFound'],
      409: ['fileExists'],
      423: ['projectLocked'],
    },
  },
  {
    method: 'GET',
    path: `${api}/local/given/{key}`,
    what: 'A .qdpx that Thicket was started with',
    needs: 'token',
    only: 'local',
    answer: file('application/octet-stream', 'the file'),
    fails: { 404: ['fileNotFound'] },
  },
  {
    method: 'GET',
    path: `${api}/local/exists`,
    what: 'Whether there is a file',
    needs: 'token',
    only: 'local',
    query: { path: 'of the file' },
    answer: 'Exists',
    fails: { 400: [noName] },
  },
  {
    method: 'GET',
    path: `${api}/local/files`,
    what: 'A folder',
    needs: 'token',
    only: 'local',
    query: { 'path?': 'of the folder' },
    answer: 'Folder',
    fails: { 404: ['folderNotFound'] },
  },
  {
    method: 'GET',
    path: `${api}/local/places`,
    what: 'Where files are looked for',
    needs: 'token',
    only: 'local',
    answer: 'Places',
  },
  {
    method: 'POST',
    path: `${api}/local/dialog`,
    what: 'A file dialog of the system, where it has one. The answer comes when the person has chosen; the dialog ends with the call',
    needs: 'token',
    only: 'local',
    body: 'DialogWanted',
    answer: 'DialogAnswer',
  },
  {
    method: 'GET',
    path: `${api}/local/deletion`,
    what: 'What goes with the file of a project, and what stays',
    needs: 'token',
    only: 'local',
    query: { project: 'its uuid' },
    answer: 'Deletion',
    fails: { 404: ['projectNotFound', 'fileNotFound'] },
  },
  {
    method: 'POST',
    path: `${api}/local/delete`,
    what: 'Delete the file of a project which nobody has open: into the trash, or for good',
    needs: 'token',
    only: 'local',
    body: 'DeletionWanted',
    answer: 'Nothing',
    fails: {
      403: ['noPermission'],
      404: ['projectNotFound', 'fileNotFound'],
      423: ['projectLocked'],
      500: ['noTrash'],
    },
  },
  {
    method: 'POST',
    path: `${api}/local/bringBack`,
    what: 'Put the last automatic backup of a project where its file was, which is gone',
    needs: 'token',
    only: 'local',
    body: 'ProjectUuid',
    answer: 'MadeProject',
    fails: { 404: ['projectNotFound', 'backupNotFound', 'folderNotFound'], 409: ['fileExists'] },
  },
  {
    method: 'GET',
    path: `${api}/local/standing`,
    what: 'How the file of an open project stands to what is worked on',
    needs: 'token',
    only: 'local',
    query: { project: 'its uuid' },
    answer: 'FileStanding',
    fails: none,
  },
  {
    method: 'PUT',
    path: `${api}/local/author`,
    what: 'The name that rows bear',
    needs: 'token',
    only: 'local',
    body: 'Author',
    answer: 'Nothing',
  },
  {
    method: 'POST',
    path: `${api}/local/activation`,
    what: 'Activate this installation by a key, or extend its trial: the configured endpoint is asked',
    needs: 'token',
    only: 'local',
    body: 'ActivationRequest',
    answer: 'Trial',
    fails: { 400: ['activationFailed', 'trialExtensionFailed'], ...tries },
  },
  {
    method: 'POST',
    path: `${api}/local/activation/skip`,
    what: 'Go on with the trial',
    needs: 'token',
    only: 'local',
    answer: 'Trial',
  },
  {
    method: 'GET',
    path: `${api}/local/report`,
    what: 'A report of a file',
    needs: 'token',
    only: 'local',
    query: { name: 'path of the project' },
    answer: file('application/zip', 'the archive'),
    fails: { 400: [noName, ...noFile], 404: ['fileNotFound'], ...tries },
  },
]

const html = file('text/html', 'the document')
const notBuilt = { 503: file('text/plain', 'the page has not been built') }
const page: Route[] = [
  { method: 'GET', path: '/', what: 'Leads to the page', needs: 'nobody', answer: html, status: 302 },
  { method: 'GET', path: '/web', what: 'Leads to the page', needs: 'nobody', answer: html, status: 302 },
  { method: 'GET', path: '/web/', what: 'The page', needs: 'nobody', answer: html, also: notBuilt },
  {
    method: 'GET',
    path: '/web/report',
    what: 'The frame in which the page previews reports',
    needs: 'nobody',
    answer: html,
    also: notBuilt,
  },
  {
    method: 'GET',
    path: '/web/help',
    what: 'How one works with projects, for people',
    needs: 'nobody',
    answer: html,
    also: notBuilt,
  },
  {
    method: 'GET',
    path: '/web/offline.js',
    what: 'The service worker',
    needs: 'nobody',
    answer: file('text/javascript', 'the script'),
    fails: { 404: ['fileNotFound'] },
  },
  {
    method: 'GET',
    path: '/web/assets/{path}',
    what: 'Files of the page, by the hash of their build',
    needs: 'nobody',
    answer: file('application/octet-stream', 'the file'),
    fails: { 404: ['fileNotFound'] },
  },
  {
    method: 'GET',
    path: '/web/launch/{code}',
    what: 'Leads a browser that is started with it to the page, once',
    needs: 'nobody',
    only: 'local',
    answer: html,
    status: 302,
    also: { 404: file('text/plain', 'it has been used, or is too old') },
  },
  {
    method: 'GET',
    path: '/web/source.zip',
    what: 'The source of the program as it runs',
    needs: 'nobody',
    answer: file('application/zip', 'the archive'),
  },
  {
    method: 'GET',
    path: '/healthz',
    what: 'Whether the storage answers',
    needs: 'nobody',
    only: 'accounts',
    answer: 'Health',
    also: { 503: 'Health' },
  },
  {
    method: 'GET',
    path: '/metrics',
    what: 'Numbers for Prometheus; with the token of the settings, or where none is set for the machine itself while no proxy stands before it',
    needs: 'nobody',
    only: 'accounts',
    answer: file('text/plain', 'the numbers'),
    fails: { 401: ['notSignedIn'] },
  },
]

export const routes: readonly Route[] = [
  ...accounts,
  ...activation,
  ...shares,
  ...projects,
  ...realtime,
  ...history,
  ...local,
  ...page,
]
