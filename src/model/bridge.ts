/**
 * The HTTP calls of the page beside the socket (2 §7), with what local mode answers of the desktop bridge (1 §7): paths are
 * below `/web/api`. A failure has an HTTP status and the body `{ problem }`.
 *
 * Accounts, without a token: anybody may ask. What asks for one answers 401 `notSignedIn` without.
 * POST   /v2/auth/login                   SignIn → SignedIn                            401 wrongSignIn, codeNeeded, wrongCode; 429 tooManyTries
 * POST   /v2/auth/refresh                 Tokens → Tokens                              401 notSignedIn: sign in anew; accountDeleted
 * POST   /v2/auth/reset                   { email } → {}                               the same answer whether there is such an account
 * POST   /v2/auth/reset/link              { link } → {}                                400 linkExpired: it sets no password any more
 * POST   /v2/auth/reset/password          { link, password } → {}                      400 linkExpired, passwordToo…
 * POST   /v2/auth/logout                  Tokens → {}
 * POST   /v2/register/checkout            Registration → SignedIn                      400 registrationClosed, linkExpired, emailTaken …
 * POST   /v2/register/invitation          { link } → { email }                         400 linkExpired
 * POST   /v2/activation                   ActivationRequest → ActivationAnswer          of a desktop's server; 400 activationFailed, trialExtensionFailed, with `error` besides
 * With a token, below `/user`:
 * GET    /user/data                       → UserData
 * PUT    /user/account                    { name?, email?, password? } → UserData      the password where the email changes; where mail is sent, it waits for its link; 500 mailFailed
 * POST   /user/email                      { link } → UserData                          the link sent to a new email, or to one unconfirmed; 400 linkExpired, as for a link of another account; 409 emailTaken
 * POST   /user/email/send                 {} → UserData                                the link once more; 429 tooManyTries, 500 mailFailed
 * DELETE /user/email                      → UserData                                   the new email is not waited for any more
 * POST   /user/change                     { oldPwd, newPwd } → {}                      ends the other sessions
 * DELETE /user/delete                     { password } → {}
 * GET    /user/sessions                   → { sessions: SessionEntry[] }
 * DELETE /user/sessions/{id}              → {}
 * POST   /user/invitation                { link } → {}                                opened while signed in: its shares are the account's; 400 linkExpired, as for a link to others
 * POST   /user/factor                     { password, code? } → { secret, uri }        a second factor is begun … (`code`: of the one that there is; 403 codeNeeded, wrongCode)
 * PUT    /user/factor                     { code } → RecoveryCodes                     … and holds from here; 403 wrongCode
 * POST   /user/factor/codes               { password, code? } → RecoveryCodes          new ones; 400 badRequest: there is no second factor
 * DELETE /user/factor                     { password, code? } → {}
 *
 * GET    /v2/projects                     → { projects: ProjectEntry[] }
 * GET    /v2/projects/share               → { projects: ProjectEntry[] }               those of others
 * GET    /v2/projects/{uuid}/share        → { shares: Share[] }
 * POST   /v2/projects/{uuid}/share        { access_right, email } → { shares: Share[], invited: boolean }   new, or another right
 * DELETE /v2/projects/{uuid}/share?user=  → { shares: Share[] }                        the email; a person may leave by their own
 * PUT    /v2/projects/{uuid}/owner        { user } → { shares: Share[] }               the email of somebody it is shared with; 409 projectNameTaken, 413 quotaExceeded (of theirs)
 * POST   /v2/projects/file                multipart name?, qrkFile → { project_uuid, name }   400 fileTypeNotSupported, notAProject …; 409 projectNameTaken; 413 quotaExceeded
 * POST   /v2/projects                     NewProject → { project_uuid, name }          409 fileExists
 * POST   /v2/projects/json                ProjectUpload → { project_uuid, name }       409 fileExists
 * POST   /v2/projects/saveas              SaveAs → { project_uuid, name }              409 fileExists
 * DELETE /v2/projects/{uuid}              → {}      local mode: off the list, the file stays
 * GET    /v2/projects/{uuid}/{qrk|json}   → the file
 * GET    /local/state                     → LocalState
 * GET    /local/quit                      → InUse           what windows have open
 * POST   /local/quit                      → {}              the program ends, as by a signal
 * POST   /local/open                      { path } → { project_uuid, name }
 * POST   /local/backup                    BackupWanted → { path }      a dated copy beside the file, or where it is wanted; 409 fileExists
 * GET    /local/proof?nonce=               → { proof }        who asks need not be known: `server/base/proof.ts`
 * POST   /local/launch                    { route } → { path }    leads a browser there once, secret and all
 * POST   /local/given                     { path, make? } → GivenFile   what a start of Thicket is to open, or to make
 * GET    /local/given/{key}               → the file, of another program
 * GET    /local/exists?path=              → { exists: boolean }
 * GET    /local/files?path=               → Folder         the folder of the user where no path is given
 * GET    /local/places                    → { places: Place[] }        where files are looked for
 * POST   /local/dialog                    DialogWanted → DialogAnswer  the system's own; ends with who asked
 * GET    /local/deletion?project=         → Deletion       what deleting a file would do
 * POST   /local/delete                    DeletionWanted → {}          the file itself; 423 projectLocked: somebody has it open; 500 noTrash
 * POST   /local/bringBack                 { project_uuid } → { project_uuid, name }    its last backup, where its file is gone; 409 fileExists; 404 backupNotFound
 * GET    /local/standing?project=          → FileStanding   of a project that is open
 * PUT    /local/author                    { author } → {}
 * POST   /local/activation                ActivationRequest → Trial                   400 activationFailed, trialExtensionFailed
 * POST   /local/activation/skip           {} → Trial
 *
 * The realtime part: GET /v1/thicket/ticket → { status, ticket }; WebSocket /v1/thicket?ticket=;
 * POST /v1/thicket/push?project={uuid} (the client has the project open on a socket, where the answer comes too, as a frame
 * with `push` and without msg_id, at its place among the events); GET /v1/thicket/projects/{uuid}/snapshot (ETag, Range,
 * headers Thicket-Epoch and Thicket-Head); GET /v1/thicket/projects/{uuid}/events?since= → { epoch, head, events }, about 1 MB.
 * History, past states, named versions, backups: below /v1/thicket/projects/{uuid}, in `server/routes/history.ts`; shapes in `history.ts`.
 * Every call bears `Authorization: Bearer {secret}`; the launch secret of local mode comes in the fragment `#launch=`.
 */
import type { ShareRight } from './access.ts'
import type { Problem } from './problems.ts'
import type { Trial } from './rules/projects/trial.ts'
import type { AnyRow, Table } from './schema.ts'

export interface Tokens {
  access_token: string
  refresh_token: string
}

/** 2 §3. `id` stays when the email changes: copies in the browser are kept by it. `transcription_key`: null until there is transcription. */
export interface Account {
  id: string
  email: string
  name: string
  region: string
  transcription_key: string | null
}

export interface SignIn {
  email: string
  password: string
  regional_service_map: true
  /** Of the second factor, where the account has one: of the app, or a recovery code. */
  code?: string
}

export interface SignedIn {
  account: Account & Tokens
  /** By region, where its service is: '' is the server that answered, which has one region and no other. */
  regional_service_map: Record<string, string>
}

export interface UserData {
  account: Account
  volumelicence: boolean
  subscriptions: never[]
  /** Whether a second factor is asked for. */
  factor: boolean
  /** How many recovery codes are left; null without a second factor. */
  recoveryCodes: number | null
  /** A new email, which is the account's once the link sent to it is followed. */
  emailWaiting: string | null
  /** Nobody has shown yet that they read what is mailed to the account's email, on a server that sends mail. */
  emailUnconfirmed: boolean
}

/** Each lets in once instead of a code of the app; said once. */
export interface RecoveryCodes {
  codes: string[]
}

export interface Registration {
  name: string
  email: string
  password: string
  /** The link of an invitation, where registration is not open to all. */
  link?: string
}

export interface SessionEntry {
  id: string
  /** The program by its own words, shortened. */
  agent: string
  created: number
  used: number
  /** The session that asks. */
  current: boolean
}

/** 2 §3. `email` is missing where it is not for the reader's eyes; `invited`: there is no account yet. */
export interface Share {
  user: string
  project_uuid: string
  email?: string
  access_right: ShareRight
  invited?: true
}

export interface ProjectEntry {
  project_uuid: string
  /** In local mode the path of the file. */
  name: string
  /** Where it is another's: whose, and what one may do in it. */
  owner?: string
  access_right?: ShareRight
  /** With how many people one's own is shared; left out: with nobody. */
  people?: number
  region?: string
  /** Time of the last change, ms; null where the file is not to be found. */
  modified: number | null
  /** Its folder is on another machine, which does not answer. */
  unreachable?: true
  /** Time of the last automatic backup of a file that is not to be found, ms. */
  lastBackup?: number
}

export interface NewProject {
  name: string
  overwrite?: boolean
  /** Those that every source is to answer; left out, the one without words. What cannot be written: baseStructureFailed, and no file. */
  questions?: string[]
}

/** A new project out of its JSON (2 §3): rows by table. Those of a table left out are none; a highlight's colour is not read. */
export interface ProjectUpload {
  name: string
  project_json: Partial<Record<Table, AnyRow[]>>
  overwrite?: boolean
}

export interface SaveAs {
  name: string
  orig_project_uuid: string
  overwrite?: boolean
}

/** `path`: of the copy; left out, it lies beside the file under a name with date and time. */
export interface BackupWanted {
  project_uuid: string
  path?: string
  overwrite?: boolean
}

/** What is looked for: a project to open, a name to save a file under, a folder. */
export type DialogMode = 'open' | 'save' | 'folder'

export interface DialogWanted {
  mode: DialogMode
  title: string
  /** What the files are called that are shown. */
  label: string
  /** Where it begins; left out: the folder for projects. */
  folder?: string
  /** Proposed for a file that is saved. */
  name?: string
}

export interface DialogAnswer {
  /** `unavailable`: the system could not show it. */
  outcome: 'chosen' | 'cancelled' | 'unavailable'
  path?: string
  /** Of a file that is saved: the person has already agreed to replace one of that name. */
  replace?: boolean
}

/** What goes with the file of a project, and what stays. */
export interface Deletion {
  path: string
  size: number
  /** From where else it goes. */
  place: FilePlace | null
  /** Whether it goes to the system's trash; else for good. */
  trash: boolean
  /** Automatic backups that stay, and their folder. */
  backups: number
  backupFolder: string | null
}

export interface DeletionWanted {
  project_uuid: string
  /** Past the trash. */
  forGood: boolean
}

export interface LocalState extends Trial {
  localServer: true
  /** −1 while the server starts (2 §4). */
  port: number
  lastAuthor: string
  recentFiles: string[]
  pathSeparator: string
  /** Folder offered for new projects. */
  home: string
}

/** 2 §7. */
export interface ActivationRequest {
  key: string
  type: 'activation' | 'extension'
}

export interface ActivationAnswer {
  /** Compact JWS by Ed25519 over the request's `key` and `type`, `trial_extension_days` and `iat` (s since 1970). Desktops believe nothing else. */
  token: string
  /** Of an extension. */
  trial_extension_days?: number
}

/** The files of projects that windows have open. */
export interface InUse {
  inUse: string[]
}

/** Where the page shows a file that Thicket was started with. */
export interface GivenFile {
  /** Below `/web/#`. */
  route: string
}

/** Where a file lies that is not a disk of this machine alone; `by`: the file system or the program, as people call it. */
export interface FilePlace {
  kind: 'network' | 'synced'
  by: string
}

/** How the file of an open project stands to what is worked on. */
export interface FileStanding {
  path: string
  /** Why it is worked on in a copy, which is written back whenever work rests; null: in the file itself. */
  place: FilePlace | null
  /** Why it can be read alone: the file may not be written, or nothing in its folder; somebody works on it on another machine. */
  reading: 'file' | 'folder' | 'elsewhere' | null
  /** Who has it open, where that is why. */
  elsewhere: OpenElsewhere | null
  /** What kept the copy from being written back; it is tried again. */
  failed: Problem | null
  /** A file that somebody else has changed meanwhile and that was left as it is: the project is `path` since. */
  left: string | null
}

/** Who has a file of a share open, and the name of their machine. */
export interface OpenElsewhere {
  machine: string
  person: string
}

export interface Folder {
  path: string
  /** null at the root. */
  parent: string | null
  entries: FolderEntry[]
  /** How many more there are than are told. */
  more: number
}
/** `project`: `.qrk`; `qdpx`: a project of another program. */
export interface FolderEntry {
  name: string
  path: string
  kind: 'folder' | 'project' | 'qdpx'
  modified: number
  size: number
}

/** A folder in which files are looked for. `recent`: of projects that were opened lately; `drive`: a disk of the machine, or one that was plugged in. */
export interface Place {
  kind: 'projects' | 'documents' | 'home' | 'recent' | 'drive'
  path: string
}
