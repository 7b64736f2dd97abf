/** What goes over HTTP, as shapes that are published (`openapi.json`). The types in `src/model/bridge.ts` say the same to the compiler. */
import { z } from 'zod'
import type {
  Account,
  ActivationAnswer,
  ActivationRequest,
  BackupWanted,
  Deletion,
  DeletionWanted,
  DialogAnswer,
  DialogWanted,
  FilePlace,
  FileStanding,
  Folder,
  GivenFile,
  InUse,
  LocalState,
  NewProject,
  Place,
  ProjectEntry,
  RecoveryCodes,
  Registration,
  SaveAs,
  SessionEntry,
  Share,
  SignedIn,
  SignIn,
  Tokens,
  UserData,
} from '../../src/model/bridge.ts'
import type {
  Backup,
  BackupList,
  HistoryEntry,
  HistoryPage,
  NamedVersion,
  PastState,
  RestorePreview,
  StepDetail,
} from '../../src/model/history.ts'
import type { Problem } from '../../src/model/problems.ts'
import { mostExtensionDays, type Trial } from '../../src/model/rules/projects/trial.ts'
import { tables } from '../../src/model/schema.ts'

const time = z.int().describe('ms since 1970')
const uuid = z.uuid()
const count = z.int().min(0)
const text = z.string()
/** One that is part of an answer. */
const told = z.looseObject({ kind: text }) as unknown as z.ZodType<Problem>

const tokens: z.ZodType<Tokens> = z.object({ access_token: text, refresh_token: text })
const accountFields = {
  id: text.describe('stays when the email changes'),
  email: text,
  name: text,
  region: text,
  transcription_key: text.nullable(),
}
const account: z.ZodType<Account> = z.object(accountFields)
const signIn: z.ZodType<SignIn> = z.object({
  email: text,
  password: text,
  regional_service_map: z.literal(true),
  code: z.exactOptional(text).describe('of the second factor, where the account has one'),
})
const signedIn: z.ZodType<SignedIn> = z.object({
  account: z.object({ ...accountFields, access_token: text, refresh_token: text }),
  regional_service_map: z.record(text, text).describe('by region, where its service is; empty: this one'),
})
const userData: z.ZodType<UserData> = z.object({
  account,
  volumelicence: z.boolean(),
  subscriptions: z.array(z.never()),
  factor: z.boolean().describe('whether a second factor is asked for'),
  recoveryCodes: z.union([z.int(), z.null()]).describe('how many are left; null without a second factor'),
  emailWaiting: z.union([text, z.null()]).describe('a new email whose link was not followed yet'),
  emailUnconfirmed: z.boolean().describe('whether the link to the account’s own email was not followed yet'),
})
const recoveryCodes: z.ZodType<RecoveryCodes> = z.object({
  codes: z.array(text).describe('each lets in once instead of a code of the app; said this once'),
})
const registration: z.ZodType<Registration> = z.object({
  name: text,
  email: text,
  password: text.describe('8 characters to 128 bytes, and none of the common ones'),
  link: z.exactOptional(text).describe('of an invitation'),
})
const session: z.ZodType<SessionEntry> = z.object({
  id: text,
  agent: text,
  created: time,
  used: time,
  current: z.boolean(),
})
const right = z.enum(['read', 'write'])
const share: z.ZodType<Share> = z.object({
  user: text.describe('the name'),
  project_uuid: uuid,
  email: z.exactOptional(text).describe('where it is for the reader’s eyes'),
  access_right: right,
  invited: z.exactOptional(z.literal(true)).describe('there is no account yet'),
})
const projectEntry: z.ZodType<ProjectEntry> = z.object({
  project_uuid: uuid,
  name: text.describe('in local mode the path of the file'),
  owner: z.exactOptional(text),
  access_right: z.exactOptional(right),
  people: z.exactOptional(z.int().min(1)).describe('with how many your own is shared; left out: with nobody'),
  region: z.exactOptional(text),
  modified: time.nullable(),
  unreachable: z.exactOptional(z.literal(true)).describe('its folder is on another machine, which does not answer'),
  lastBackup: z.exactOptional(time).describe('of a file that is not to be found'),
})
const newProject: z.ZodType<NewProject> = z.object({
  name: text,
  overwrite: z.exactOptional(z.boolean()),
  questions: z
    .exactOptional(z.array(text))
    .describe('those that every source is to answer; left out: one without words'),
})
const saveAs: z.ZodType<SaveAs> = z.object({
  name: text,
  orig_project_uuid: uuid,
  overwrite: z.exactOptional(z.boolean()),
})
const value = z.union([z.number(), z.string()])
const folder: z.ZodType<Folder> = z.object({
  path: text,
  parent: text.nullable(),
  entries: z.array(
    z.object({ name: text, path: text, kind: z.enum(['folder', 'project', 'qdpx']), modified: time, size: count }),
  ),
  more: count.describe('entries that are not told'),
})
const place: z.ZodType<Place> = z.object({
  kind: z.enum(['projects', 'documents', 'home', 'recent', 'drive']),
  path: text,
})
const backupWanted: z.ZodType<BackupWanted> = z.object({
  project_uuid: uuid,
  path: z.exactOptional(text).describe('of the copy; left out: beside the file'),
  overwrite: z.exactOptional(z.boolean()),
})
const dialogWanted: z.ZodType<DialogWanted> = z.object({
  mode: z.enum(['open', 'save', 'folder']),
  title: text,
  label: text.describe('what the files are called that are shown'),
  folder: z.exactOptional(text).describe('where it begins'),
  name: z.exactOptional(text).describe('proposed for a file that is saved'),
})
const dialogAnswer: z.ZodType<DialogAnswer> = z.object({
  outcome: z.enum(['chosen', 'cancelled', 'unavailable']),
  path: z.exactOptional(text),
  replace: z.exactOptional(z.boolean()).describe('the person has agreed to replace the file of that name'),
})
const filePlace: z.ZodType<FilePlace> = z.object({ kind: z.enum(['network', 'synced']), by: text })
const deletion: z.ZodType<Deletion> = z.object({
  path: text,
  size: count,
  place: filePlace.nullable().describe('from where else it goes'),
  trash: z.boolean().describe('whether it goes to the system’s trash'),
  backups: count.describe('automatic ones, which stay'),
  backupFolder: text.nullable(),
})
const deletionWanted: z.ZodType<DeletionWanted> = z.object({ project_uuid: uuid, forGood: z.boolean() })
const inUse: z.ZodType<InUse> = z.object({ inUse: z.array(text).describe('paths') })
const fileStanding: z.ZodType<FileStanding> = z.object({
  path: text,
  place: filePlace.nullable().describe('why a copy is worked on, which is written back; null: the file itself'),
  reading: z
    .enum(['file', 'folder', 'elsewhere'])
    .nullable()
    .describe('what may not be written; elsewhere: somebody works on it on another machine'),
  elsewhere: z.object({ machine: text, person: text }).nullable(),
  failed: told.nullable().describe('what kept the copy from being written back'),
  left: text.nullable().describe('a file that somebody else has changed meanwhile'),
})
const givenFile: z.ZodType<GivenFile> = z.object({ route: text.describe('of the page, below /web/#') })
const trialFields = {
  trial: z.boolean().describe('false: activated'),
  trialStarted: time.nullable(),
  trialExtensionDays: count,
  activationSkipped: z.boolean(),
}
const trial: z.ZodType<Trial> = z.object(trialFields)
const activationRequest: z.ZodType<ActivationRequest> = z.object({
  key: text,
  type: z.enum(['activation', 'extension']),
})
const activationAnswer: z.ZodType<ActivationAnswer> = z.object({
  token: text.describe('compact JWS, EdDSA (Ed25519), of {key, type, trial_extension_days?, iat}'),
  trial_extension_days: z.exactOptional(count.max(mostExtensionDays)).describe('of an extension'),
})
const localState: z.ZodType<LocalState> = z.object({
  ...trialFields,
  localServer: z.literal(true),
  port: z.int().min(-1).describe('-1 while the server starts'),
  lastAuthor: text,
  recentFiles: z.array(text),
  pathSeparator: text,
  home: text,
})

const table = z.enum(tables)
const entryFields = {
  seq: count,
  at: time,
  author: text,
  parts: z.array(
    z.object({
      op: z.enum(['insert', 'update', 'remove', 'edit']),
      table,
      of: z.enum(['query', 'statement']).exactOptional(),
      count,
      titles: z.array(text),
      all: z.literal(true).exactOptional(),
    }),
  ),
  restores: z
    .exactOptional(
      z.object({
        seq: z.exactOptional(count),
        at: z.exactOptional(time),
        name: z.exactOptional(text),
        backup: z.exactOptional(z.literal(true)),
      }),
    )
    .describe(
      'it went back to the state after step seq, of that time, which a named version may call by its name; or a backup of that time was put in the place of the project; empty: it took a going back away',
    ),
  act: z
    .exactOptional(
      z.object({
        key: text,
        about: z.exactOptional(z.array(text)),
        count: z.exactOptional(count),
        way: z.exactOptional(z.enum(['undo', 'redo'])),
      }),
    )
    .describe(
      'what somebody did in a window: a name for it, the titles that it was about, how many; taken back or done again',
    ),
  color: z.exactOptional(text).describe('of the one quirk that it was about'),
  passage: z
    .exactOptional(z.object({ words: text, source: text }))
    .describe('the first words of the one passage that it was about, and the title of its source'),
}
const historyEntry: z.ZodType<HistoryEntry> = z.object(entryFields)
const historyPage: z.ZodType<HistoryPage> = z.object({
  entries: z.array(historyEntry),
  more: z.boolean(),
  authors: z.array(text),
  removed: z
    .exactOptional(z.array(z.object({ id: count, title: text })))
    .describe('where asked for: quirks that are there no more, as each was called last; the last to go first'),
  head: count,
  first: count,
})
const stepDetail: z.ZodType<StepDetail> = z.object({
  ...entryFields,
  texts: z.array(z.object({ title: text, added: z.array(text), removed: z.array(text) })),
  passages: z.array(z.object({ op: z.enum(['insert', 'update', 'remove']), quirk: text, words: text })),
})
const columns = z.record(text, z.array(value))
const byTable = z.partialRecord(table, count)
const pastState: z.ZodType<PastState> = z.object({
  seq: count,
  head: count,
  rows: z.partialRecord(table, columns),
  gone: z.partialRecord(table, z.array(value)),
})
const restorePreview: z.ZodType<RestorePreview> = z.object({
  seq: count,
  head: count,
  back: byTable,
  gone: byTable,
  changed: byTable,
  texts: z.array(
    z.object({
      title: text,
      changes: z.array(z.object({ before: text, removed: text, added: text, after: text })),
      more: z.boolean(),
    }),
  ),
})
const version: z.ZodType<NamedVersion> = z.object({
  id: count,
  name: text,
  author: text,
  at: time,
  seq: count,
  size: count,
  removable: z.exactOptional(z.boolean()),
})
const backup: z.ZodType<Backup> = z.object({
  id: text,
  at: time,
  size: count,
  reason: z.enum(['time', 'close', 'before', 'hand']),
  seq: count,
})
const backupList: z.ZodType<BackupList> = z.object({
  backups: z.array(backup),
  failed: z.exactOptional(z.object({ at: time, detail: text, problem: told })),
})

const problem = z.object({
  problem: z.looseObject({ kind: text.describe('see “What goes wrong” in api.md') }),
})

/** By the names that they have in the published file. */
export const shapes = {
  Nothing: z.object({}),
  Problem: problem,
  Tokens: tokens,
  SignIn: signIn,
  SignedIn: signedIn,
  Registration: registration,
  Email: z.object({ email: text }),
  Link: z.object({ link: text.describe('of the mail') }),
  Password: z.object({ password: text }),
  PasswordAndCode: z.object({ password: text, code: text.optional() }),
  NewPassword: z.object({ link: text, password: text }),
  PasswordChange: z.object({ oldPwd: text, newPwd: text }),
  AccountChange: z.object({ name: text.optional(), email: text.optional(), password: text.optional() }),
  UserData: userData,
  Sessions: z.object({ sessions: z.array(session) }),
  Factor: z.object({ secret: text, uri: text }),
  Code: z.object({ code: text }),
  RecoveryCodes: recoveryCodes,
  Projects: z.object({ projects: z.array(projectEntry) }),
  NewProject: newProject,
  ProjectUpload: z.object({
    name: text,
    project_json: z.partialRecord(table, z.array(z.record(text, value))),
    overwrite: z.boolean().optional(),
  }),
  ProjectFile: z.object({ qrkFile: text.describe('the file'), name: text.optional() }),
  SaveAs: saveAs,
  MadeProject: z.object({ project_uuid: uuid, name: text }),
  NewShare: z.object({ email: text, access_right: right.optional() }),
  Shares: z.object({ shares: z.array(share) }),
  Shared: z.object({
    shares: z.array(share),
    invited: z.boolean().describe('whether an invitation was sent: not where who waits for one gets another right'),
  }),
  ProjectName: z.object({ name: text }),
  NewOwner: z.object({ user: text.describe('the email') }),
  Ticket: z.object({ status: z.literal(200), ticket: text }),
  PushRequest: z.looseObject({
    push: z.object({ client: count, n: count, base: count }),
    steps: z.array(z.looseObject({ query: text, variables: z.looseObject({}), versions: z.record(text, count) })),
  }),
  PushAnswered: z.looseObject({ status: z.literal(200), json_data: z.looseObject({}) }),
  Events: z.object({ epoch: uuid, head: count, events: z.array(z.looseObject({ seq: count })) }),
  HistoryPage: historyPage,
  StepDetail: stepDetail,
  RestorePreview: restorePreview,
  PastState: pastState,
  Versions: z.object({ versions: z.array(version) }),
  NewVersion: z.object({ name: text, author: text.optional().describe('local mode') }),
  Version: version,
  NamedProject: z.object({ name: text, overwrite: z.boolean().optional() }),
  BackupList: backupList,
  Backup: backup,
  LocalState: localState,
  Trial: trial,
  ActivationRequest: activationRequest,
  ActivationAnswer: activationAnswer,
  Path: z.object({ path: text }),
  ProjectUuid: z.object({ project_uuid: uuid }),
  Given: z.object({ path: text, make: z.boolean().optional() }),
  Route: z.object({ route: text.describe('of the page, below /web/#') }),
  Proof: z.object({ proof: text }),
  GivenFile: givenFile,
  InUse: inUse,
  Exists: z.object({ exists: z.boolean() }),
  FileStanding: fileStanding,
  Folder: folder,
  Places: z.object({ places: z.array(place) }),
  BackupWanted: backupWanted,
  DialogWanted: dialogWanted,
  DialogAnswer: dialogAnswer,
  Deletion: deletion,
  DeletionWanted: deletionWanted,
  Author: z.object({ author: text }),
  Health: z.object({ status: z.enum(['ok', 'failed']), disk: z.literal('full').optional() }),
} satisfies Record<string, z.ZodType>
export type ShapeName = keyof typeof shapes
