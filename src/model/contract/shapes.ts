/**
 * What goes over HTTP, as shapes, each declared once: the server checks bodies by them, `openapi.json` publishes them, and the types below are
 * what page and server speak of. The page imports the types alone.
 *
 * What is published is the form: how long a text may be is the server's to say (`server/api/openapi.ts`).
 */
import { z } from 'zod'
import { longestForm, type ProjectAuditEntry, projectEvents } from '../audit.ts'
import type {
  Backup,
  BackupList,
  HistoryEntry,
  HistoryPage,
  NamedVersion,
  PastState,
  RestorePreview,
  StepDetail,
} from '../history.ts'
import { longestTitle } from '../limits.ts'
import type { Problem } from '../problems.ts'
import { mostExtensionDays, type Trial } from '../rules/projects/trial.ts'
import { tables } from '../schema.ts'
import { mediaHash } from '../sound/media.ts'
import type { EditStep } from '../text/step.ts'
import { spokenLanguages, transcriptionStatuses } from '../transcript.ts'
import { takenAs } from './commands/command.ts'

const time = z.int().describe('ms since 1970')
const uuid = z.uuid()
/** One that was asked for: what is none is answered as one that is not there. */
const askedUuid = z.string().meta({ format: 'uuid', pattern: z.regexes.uuid().source })
const count = z.int().min(0)
const text = z.string()
const atMost = (most: number) => z.string().max(most)
/** Of a project, or of a file. */
const path = z.string().min(1).max(4096)
/** One that is part of an answer. */
const told = z.looseObject({ kind: text }) as unknown as z.ZodType<Problem>

/** Whether it is one is for the accounts to say, as a problem with its own words. */
const email = atMost(500)
/** Longer ones than are taken, so that they are told so. */
const password = atMost(1000)
/** A link that is good once. In a body, never in an address: those are what proxies keep. */
const link = atMost(200)
const token = atMost(200)

/** The page's own words: the server does not look into them, but for the member `publicKey`. */
const transcriptionKey = z.string().min(1).max(10_000)

const tokens = z.object({ access_token: token, refresh_token: token })
/** 2 §3. `id`: copies in the browser are kept by it. `transcription_key`: what its person opens results by, sealed by the password; null: there is none yet. */
const accountFields = {
  id: text.describe('stays when the email changes'),
  email: text,
  name: text,
  region: text,
  transcription_key: text.nullable(),
}
const account = z.object(accountFields)
const signIn = z
  .object({
    email,
    password,
    regional_service_map: z.exactOptional(z.literal(true)),
    code: z.exactOptional(atMost(60)).describe('of the second factor, where the account has one'),
  })
  // Programs from before there were regions leave it out.
  .meta({ required: ['email', 'password', 'regional_service_map'] })
const signedIn = z.object({
  account: z.object({ ...accountFields, access_token: text, refresh_token: text }),
  regional_service_map: z.record(text, text).describe('by region, where its service is; empty: this one'),
})
/** `user`: what it is of; `status`: in Stripe's words; `until`: the end of the period that is paid. */
const subscription = z.object({
  user: z.enum(['cloud', 'transcription']),
  status: text,
  until: time,
  cancelled: z.boolean().describe('it ends then'),
})
const money = { currency: text.describe('ISO 4217, in small letters'), interval: z.enum(['year', 'month']) }
const openOrder = z.object({
  status: z.enum(['review', 'approved', 'open']).describe('review: a student’s file is looked at first'),
  amount: count.describe('of the first charge, in the smallest unit of the currency'),
  ...money,
})
const licencePrice = z.object({
  full_price: count.describe('in the smallest unit of the currency, tax included; with a coupon what is left of it'),
  ...money,
  later_price: z.exactOptional(count).describe('after the coupon'),
  later_months: z.exactOptional(count).describe('after how many months'),
})
const transcriptionPrice = licencePrice.extend({
  prorated_price: count.describe('what is charged now'),
  first_full_charge: time,
})
const userData = z.object({
  account,
  volumelicence: z.boolean(),
  subscriptions: z.array(subscription),
  payment: z
    .exactOptional(z.object({ required: z.boolean(), order: z.union([openOrder, z.null()]) }))
    .describe('where accounts are paid for: whether this one is to be, and what it has ordered and not paid'),
  factor: z.boolean().describe('whether a second factor is asked for'),
  operator: z.exactOptional(z.literal(true)).describe('may see how the server stands'),
  factorDemanded: z.exactOptional(z.literal(true)).describe('without one nothing else can be done here'),
  recoveryCodes: z.union([z.int(), z.null()]).describe('how many are left; null without a second factor'),
  emailWaiting: z.union([text, z.null()]).describe('a new email whose link was not followed yet'),
  emailUnconfirmed: z.boolean().describe('whether the link to the account’s own email was not followed yet'),
  password: z.exactOptional(z.boolean()).describe('false: there is none, and one signs in with a provider alone'),
  mayCreate: z.exactOptional(z.boolean()).describe('false: the groups of one’s provider do not let one make projects'),
  signIns: z
    .exactOptional(z.array(z.object({ id: text, name: text, created: time, used: time })))
    .describe('providers that one signs in with, by what people call them'),
})
const ssoFinish = z.object({
  code: atMost(200).describe('with which the browser was sent back to the page'),
  password: z.exactOptional(password).describe('of the account that one had before, where it is asked for'),
  factor: z.exactOptional(atMost(60)).describe('the code of its second factor, where it has one'),
})
const ssoAsks = z.object({
  asks: z
    .object({ email: text, provider: text })
    .describe('there is an account with this email: the same call again, with its password, links it'),
})
const operatorAccount = z.object({
  email: text,
  name: text,
  created: time,
  used: time.nullable().describe('last seen; null: never'),
  projects: count,
  shared: count.describe('projects of others'),
  bytes: count.describe('of the files of own projects'),
  factor: z.boolean(),
  quota: count.nullable().describe('MB, where it is another than the usual one; 0: no bound'),
  mostProjects: z.exactOptional(count.nullable()).describe('how many it may have, likewise'),
})
const operatorProject = z.object({
  project_uuid: uuid,
  name: text,
  owner: text.describe('the email'),
  people: count.describe('with how many it is shared'),
  bytes: count,
  created: time,
  modified: time,
})
const backupOutcome = z.object({ at: time, ok: z.boolean(), detail: text })
const serverStanding = z.object({
  version: text,
  since: time,
  storage: z.boolean().describe('whether it answers'),
  free: z.number().nullable().describe('bytes on the disk; null: not known'),
  sockets: count,
  projects: count.describe('that are open'),
  waiting: count.describe('calls that wait for a storage thread'),
  recordings: count.describe('that wait to be heard'),
  errors: count.describe('lines of the log since the start'),
  backups: z
    .object({
      made: z.exactOptional(backupOutcome),
      good: z.exactOptional(time).describe('when the last good one was made'),
      tried: z.exactOptional(backupOutcome).describe('the last restore'),
    })
    .nullable()
    .describe('null: the settings name no second place'),
})
const recoveryCodes = z.object({
  codes: z.array(text).describe('each lets in once instead of a code of the app; said this once'),
})
const registration = z.object({
  name: atMost(5000),
  email,
  password: password.describe('8 characters to 128 bytes, and none of the common ones'),
  link: z.exactOptional(link).describe('of an invitation'),
})
/** What somebody wants a licence for. */
const licenceConfig = z.object({
  licence: atMost(40).describe('cloud: an account here'),
  sector: atMost(40),
  country: atMost(2).describe('ISO 3166-1, two letters'),
  frequency: z.exactOptional(z.enum(['year', 'month'])).describe('how often is paid; left out: each year'),
  activationNumber: z.exactOptional(count).describe('of another licence: how many desktops'),
  coupon: z.exactOptional(atMost(100)),
})
const licenceForm = z.object({
  selectedConfig: text.describe('JSON: LicenceConfig; left out: what was ordered last'),
  file: z.exactOptional(text).describe('the file by which a student shows that they are one'),
})
const registrationForm = z.object({
  selectedConfig: text.describe('JSON: LicenceConfig'),
  registration: text.describe('JSON: Registration'),
  file: z.exactOptional(text).describe('the file by which a student shows that they are one'),
})
/** `agent`: the program by its own words, shortened; `current`: it is the session that asks. */
const session = z.object({ id: text, agent: text, created: time, used: time, current: z.boolean() })

const right = z.enum(['read', 'write'])
const share = z.object({
  user: text.describe('the name'),
  project_uuid: uuid,
  email: z.exactOptional(text).describe('where it is for the reader’s eyes'),
  access_right: right,
  invited: z.exactOptional(z.literal(true)).describe('there is no account yet'),
})
const projectEntry = z.object({
  project_uuid: uuid,
  name: text.describe('in local mode the path of the file'),
  /** Whose it is, and what one may do in it, where it is another's. */
  owner: z.exactOptional(text),
  access_right: z.exactOptional(right),
  people: z.exactOptional(z.int().min(1)).describe('with how many your own is shared; left out: with nobody'),
  region: z.exactOptional(text),
  protected: z.exactOptional(z.literal(true)).describe('its words are encrypted by a password'),
  /** null: the file is not to be found. */
  modified: time.nullable(),
  unreachable: z.exactOptional(z.literal(true)).describe('its folder is on another machine, which does not answer'),
  lastBackup: z.exactOptional(time).describe('of a file that is not to be found'),
})
/** What of the questions cannot be written: baseStructureFailed, and no file. */
const newProtection = z.object({
  from: atMost(64).describe('SHA-256 of what is the preference `___db_hash` now, in base64url'),
  ___db_hash: atMost(4000).describe('the key, wrapped by another password and another recovery code'),
})
const newProject = z.object({
  name: path,
  overwrite: z.exactOptional(z.boolean()),
  questions: z
    .exactOptional(z.array(text).max(1000))
    .describe('those that every source is to answer; left out: one without words'),
  protection: z
    .exactOptional(atMost(4000))
    .describe('makes a protected project, whose words its server never reads: the key, wrapped, as the page makes it'),
})
const saveAs = z.object({ name: path, orig_project_uuid: askedUuid, overwrite: z.exactOptional(z.boolean()) })

const folderEntry = z.object({
  name: text,
  path: text,
  /** `project`: `.qrk`; `qdpx`: a project of another program. */
  kind: z.enum(['folder', 'project', 'qdpx']),
  modified: time,
  size: count,
})
const folder = z.object({
  path: text,
  /** null: it is the root. */
  parent: text.nullable(),
  entries: z.array(folderEntry),
  more: count.describe('entries that are not told'),
})
/** A folder in which files are looked for. `recent`: of projects that were opened lately; `drive`: a disk of the machine, or one that was plugged in. */
const browsePlace = z.object({ kind: z.enum(['projects', 'documents', 'home', 'recent', 'drive']), path: text })
const backupWanted = z.object({
  project_uuid: askedUuid,
  path: z.exactOptional(path).describe('of the copy; left out: beside the file'),
  overwrite: z.exactOptional(z.boolean()),
})
const words = atMost(200)
/** What is looked for: a project to open, a name to save a file under, a folder. */
const dialogMode = z.enum(['open', 'save', 'folder'])
const dialogWanted = z.object({
  mode: dialogMode,
  title: words,
  label: words.describe('what the files are called that are shown'),
  folder: z.exactOptional(atMost(4096)).describe('where it begins'),
  name: z.exactOptional(words).describe('proposed for a file that is saved'),
})
const dialogAnswer = z.object({
  /** `unavailable`: the system could not show it. */
  outcome: z.enum(['chosen', 'cancelled', 'unavailable']),
  path: z.exactOptional(text),
  replace: z.exactOptional(z.boolean()).describe('the person has agreed to replace the file of that name'),
})
/** Where a file lies that is not a disk of this machine alone; `by`: the file system or the program, as people call it. */
const filePlace = z.object({ kind: z.enum(['network', 'synced']), by: text })
/** What goes with the file of a project, and what stays. */
const deletion = z.object({
  path: text,
  size: count,
  place: filePlace.nullable().describe('from where else it goes'),
  trash: z.boolean().describe('whether it goes to the system’s trash'),
  backups: count.describe('automatic ones, which stay'),
  backupFolder: text.nullable(),
})
/** `forGood`: past the trash; `backups`: with its automatic backups, which else stay. */
const deletionWanted = z.object({
  project_uuid: askedUuid,
  forGood: z.boolean(),
  backups: z.exactOptional(z.boolean()),
})
const inUse = z.object({ inUse: z.array(text).describe('paths') })
/** Who has a file of a share open, and the name of their machine. */
const openElsewhere = z.object({ machine: text, person: text })
/** How the file of an open project stands to what is worked on. */
const fileStanding = z.object({
  path: text,
  place: filePlace.nullable().describe('why a copy is worked on, which is written back; null: the file itself'),
  reading: z
    .enum(['file', 'folder', 'elsewhere'])
    .nullable()
    .describe('what may not be written; elsewhere: somebody works on it on another machine'),
  elsewhere: openElsewhere.nullable(),
  failed: told.nullable().describe('what kept the copy from being written back'),
  left: text.nullable().describe('a file that somebody else has changed meanwhile'),
})
const givenFile = z.object({ route: text.describe('of the page, below /web/#') })

const trialFields = {
  trial: z.boolean().describe('false: activated'),
  trialStarted: time.nullable(),
  trialExtensionDays: count,
  activationSkipped: z.boolean(),
}
const trial: z.ZodType<Trial> = z.object(trialFields)
/** 2 §7. */
const activationRequest = z.object({
  key: z.string().trim().min(1).max(200),
  type: z.enum(['activation', 'extension']),
})
/** Desktops believe nothing but the token. */
const activationAnswer = z.object({
  token: text.describe('compact JWS, EdDSA (Ed25519), of {key, type, trial_extension_days?, iat}'),
  trial_extension_days: z.exactOptional(count.max(mostExtensionDays)).describe('of an extension'),
})
const localState = z.object({
  ...trialFields,
  localServer: z.literal(true),
  port: z.int().min(-1).describe('-1 while the server starts'),
  lastAuthor: text,
  recentFiles: z.array(text),
  pathSeparator: text,
  /** The folder that is offered for new projects. */
  home: text,
})

const table = z.enum(tables)
const value = z.union([z.number(), z.string()])
const sealedTitle = z.object({ id: count, title: text })
const editSteps = z.array(takenAs<EditStep>(z.looseObject({})))
const sealedText = z
  .object({ answerId: count, source: sealedTitle.exactOptional(), done: editSteps, undo: editSteps })
  .describe('of a protected project: the steps on the text and what takes them back, for whoever has its key')
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
      sealed: z
        .array(sealedTitle)
        .exactOptional()
        .describe('titles that only whoever has the key of the project reads'),
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
const auditEntry: z.ZodType<ProjectAuditEntry> = z.object({
  id: count,
  at: time,
  event: z.enum(projectEvents),
  person: z.union([text, z.null()]).describe('the name; null: nobody, or an account that is no more'),
  operator: z.exactOptional(z.literal(true)).describe('whoever runs the server did it; then person is null'),
  other: z.union([text, z.null()]).describe('with whom it was shared, or whose it is now'),
  detail: z.union([text, z.null()]).describe('the right that was given, or the form of a file'),
})
const stepDetail: z.ZodType<StepDetail> = z.object({
  ...entryFields,
  texts: z.array(
    z.object({ title: text, added: z.array(text), removed: z.array(text), sealed: sealedText.exactOptional() }),
  ),
  passages: z.array(
    z.object({
      op: z.enum(['insert', 'update', 'remove']),
      quirk: text,
      words: text,
      highlight: z.exactOptional(count).describe('of a protected project: the highlight, which is still there'),
    }),
  ),
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

const someProblem = z.looseObject({ kind: text.describe('see “What goes wrong” in api.md') })
const problem = z.object({ problem: someProblem })

/** By the names that they have in the published file. */
const wholeProject = z.partialRecord(table, z.array(z.record(text, value)))
const overwrite = z.exactOptional(z.boolean())
const projectJson = z.object({ name: path, project_json: wholeProject, overwrite })
const projectMerge = z.object({
  name: path.describe('of the new project'),
  project_uuid: askedUuid.describe('the base, of which a copy is merged with the data'),
  data: wholeProject,
  overwrite,
})

const flag = z.enum(['true', 'false'])
/** 2 §3. The fields of a form, all texts. */
const newTranscription = z.object({
  id: z.exactOptional(uuid).describe('of your choice; what comes again under it is answered with what is there'),
  file: text.describe('12 bytes of iv, then Ogg Opus sealed by AES-256-GCM, its tag at the end'),
  name: atMost(longestTitle).describe('of the file, as the list is to show it'),
  audioLength: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,9})?$/)
    .describe('seconds; a recording that is more than a twentieth longer fails'),
  publicKey: atMost(2000).describe('for which the result is sealed: RSA of 2048 bits or more, base64 of SPKI in DER'),
  secret: atMost(2000).describe(
    'the 32 bytes of the AES key, sealed for the server by RSA-OAEP with SHA-256, in base64',
  ),
  language: z.exactOptional(z.enum(spokenLanguages)).describe('left out: auto'),
  highAccuracy: z.exactOptional(flag),
  diarize: z.exactOptional(flag).describe('tell speakers apart'),
  sound: z
    .exactOptional(z.string().regex(mediaHash))
    .describe('the hash by which the project keeps the recording’s sound; the result says it again'),
})
const wait = z.int().min(0).describe('seconds until it is done, about')
const transcriptionFields = { id: text, FileName: text, Status: z.enum(transcriptionStatuses) }
const transcription = z.object({
  ...transcriptionFields,
  wait,
  problem: z.exactOptional(told).describe('why it has failed'),
})
const transcriptionResult = z.object({
  ...transcriptionFields,
  audioLength: z.exactOptional(z.number()).describe('seconds; of what was heard, how long it is'),
  sound: z.exactOptional(text).describe('as it was sent'),
  SecretKey: text
    .nullable()
    .describe('the 32 bytes of an AES key, sealed for the person by RSA-OAEP with SHA-256, in base64'),
  Result: text
    .nullable()
    .describe('base64 of 12 bytes of iv, then the JSON of the transcript sealed by AES-256-GCM, its tag at the end'),
})

export const shapes = {
  Nothing: z.object({}),
  Problem: problem,
  Tokens: tokens,
  SignIn: signIn,
  SignedIn: signedIn,
  SsoFinish: ssoFinish,
  SsoFinished: z.union([signedIn, ssoAsks]),
  Registration: registration,
  LicenceConfig: licenceConfig,
  RegistrationForm: registrationForm,
  LicenceForm: licenceForm,
  LicencePrice: licencePrice,
  TranscriptionPrice: transcriptionPrice,
  Registered: signedIn.extend({
    url: z.exactOptional(text).describe('where the account is paid, with Stripe'),
    notBegun: z.exactOptional(someProblem).describe('why it cannot be paid now, where it was to be: later it may'),
  }),
  Payable: z.object({ url: z.exactOptional(text).describe('where it is paid; left out: nothing is to be done now') }),
  Address: z.object({ url: text }),
  Email: z.object({ email }),
  Link: z.object({ link: link.describe('of the mail') }),
  Password: z.object({ password }),
  PasswordAndCode: z.object({ password, code: z.exactOptional(atMost(40)) }),
  NewPassword: z.object({ link, password }),
  PasswordChange: z.object({
    oldPwd: password,
    newPwd: password,
    transcription_key: z
      .exactOptional(transcriptionKey)
      .describe(
        'the one of the account, sealed by the new password; without it that goes, with the transcripts that it opens',
      ),
  }),
  NewTranscriptionKey: z.object({ key: transcriptionKey, password }),
  TranscriptionKey: z.object({ transcription_key: text.describe('the one that the account has now') }),
  AccountChange: z.object({
    name: z.exactOptional(atMost(5000)),
    email: z.exactOptional(email),
    password: z.exactOptional(password),
  }),
  UserData: userData,
  OperatorAccounts: z.object({ accounts: z.array(operatorAccount) }),
  OperatorProjects: z.object({ projects: z.array(operatorProject) }),
  ServerStanding: serverStanding,
  Sessions: z.object({ sessions: z.array(session) }),
  Factor: z.object({ secret: text, uri: text }),
  Code: z.object({ code: atMost(20) }),
  RecoveryCodes: recoveryCodes,
  Projects: z.object({
    projects: z.array(projectEntry),
    mayCreate: z.exactOptional(z.literal(false)).describe('the groups of one’s provider do not let one make projects'),
  }),
  NewProject: newProject,
  NewProtection: newProtection,
  ProjectJson: projectJson,
  ProjectMerge: projectMerge,
  ProjectUpload: z.union([projectJson, projectMerge]),
  ProjectFile: z.object({ qrkFile: text.describe('the file'), name: z.exactOptional(text) }),
  MediaFile: z.object({ file: text.describe('its bytes') }),
  SaveAs: saveAs,
  MadeProject: z.object({ project_uuid: uuid, name: text }),
  NewShare: z.object({ email: atMost(1000), access_right: z.exactOptional(right) }),
  Shares: z.object({ shares: z.array(share) }),
  Shared: z.object({
    shares: z.array(share),
    invited: z.boolean().describe('whether an invitation was sent: not where who waits for one gets another right'),
  }),
  ProjectName: z.object({ name: atMost(1000) }),
  NewOwner: z.object({ user: atMost(1000).describe('the email') }),
  Ticket: z.object({ status: z.literal(200), ticket: text }),
  PushRequest: z.looseObject({
    push: z.object({ client: count, n: count, base: count }),
    steps: z.array(z.looseObject({ query: text, variables: z.looseObject({}), versions: z.record(text, count) })),
  }),
  PushAnswered: z.looseObject({ status: z.literal(200), json_data: z.looseObject({}) }),
  Events: z.object({ epoch: uuid, head: count, events: z.array(z.looseObject({ seq: count })) }),
  HistoryPage: historyPage,
  ProjectAudit: z.object({ entries: z.array(auditEntry), more: z.boolean() }),
  ExportMade: z.object({
    form: z
      .string()
      .regex(/^[\w-]+$/)
      .max(longestForm)
      .describe('of the file, as xlsx'),
    at: z
      .exactOptional(count)
      .describe(
        'when it was written, in ms since 1970, by whoever tells of it later; told twice with the same time it is noted once. Left out, still to come, or longer ago than 90 days: now',
      ),
  }),
  StepDetail: stepDetail,
  RestorePreview: restorePreview,
  PastState: pastState,
  Versions: z.object({ versions: z.array(version) }),
  NewVersion: z.object({ name: atMost(4096), author: z.exactOptional(atMost(longestTitle)).describe('local mode') }),
  Version: version,
  NamedProject: z.object({ name: path, overwrite: z.exactOptional(z.boolean()) }),
  BackupList: backupList,
  Backup: backup,
  LocalState: localState,
  Trial: trial,
  ActivationRequest: activationRequest,
  ActivationAnswer: activationAnswer,
  Path: z.object({ path }),
  ProjectUuid: z.object({ project_uuid: askedUuid }),
  Given: z.object({ path, make: z.exactOptional(z.boolean()) }),
  Route: z.object({ route: atMost(8192).describe('of the page, below /web/#') }),
  Proof: z.object({ proof: text }),
  GivenFile: givenFile,
  InUse: inUse,
  Exists: z.object({ exists: z.boolean() }),
  FileStanding: fileStanding,
  Folder: folder,
  Places: z.object({ places: z.array(browsePlace) }),
  BackupWanted: backupWanted,
  DialogWanted: dialogWanted,
  DialogAnswer: dialogAnswer,
  Deletion: deletion,
  DeletionWanted: deletionWanted,
  Author: z.object({ author: atMost(longestTitle) }),
  SecondsRemaining: z.object({ secondsRemaining: z.number().min(0).nullable().describe('null: no bound') }),
  Transcriptions: z.object({ transcriptions: z.array(transcription) }),
  NewTranscription: newTranscription,
  SubmittedTranscription: z.object({ id: text, wait }),
  TranscriptionResult: transcriptionResult,
  Health: z.object({ status: z.enum(['ok', 'failed']), disk: z.exactOptional(z.literal('full')) }),
} satisfies Record<string, z.ZodType>

export type ShapeName = keyof typeof shapes
export type Shape<N extends ShapeName> = z.infer<(typeof shapes)[N]>

export type Tokens = z.infer<typeof tokens>
export type Account = z.infer<typeof account>
export type SignIn = z.infer<typeof signIn>
export type SignedIn = z.infer<typeof signedIn>
export type UserData = z.infer<typeof userData>
export type OperatorAccount = z.infer<typeof operatorAccount>
export type OperatorProject = z.infer<typeof operatorProject>
export type ServerStanding = z.infer<typeof serverStanding>
export type SsoFinish = z.infer<typeof ssoFinish>
export type SsoFinished = z.infer<typeof signedIn> | z.infer<typeof ssoAsks>
export type RecoveryCodes = z.infer<typeof recoveryCodes>
export type ProjectJson = Shape<'ProjectJson'>
export type Registration = z.infer<typeof registration>
export type Registered = Shape<'Registered'>
export type LicencePrice = z.infer<typeof licencePrice>
export type TranscriptionPrice = z.infer<typeof transcriptionPrice>
export type OpenOrder = z.infer<typeof openOrder>
export type LicenceConfig = z.infer<typeof licenceConfig>
export type SessionEntry = z.infer<typeof session>
export type Share = z.infer<typeof share>
export type ProjectEntry = z.infer<typeof projectEntry>
export type TranscriptionEntry = z.infer<typeof transcription>
export type TranscriptionResult = z.infer<typeof transcriptionResult>
export type NewProject = z.infer<typeof newProject>
export type DialogMode = z.infer<typeof dialogMode>
export type DialogWanted = z.infer<typeof dialogWanted>
export type DialogAnswer = z.infer<typeof dialogAnswer>
export type Deletion = z.infer<typeof deletion>
export type LocalState = z.infer<typeof localState>
export type ActivationRequest = z.infer<typeof activationRequest>
export type ActivationAnswer = z.infer<typeof activationAnswer>
export type InUse = z.infer<typeof inUse>
export type GivenFile = z.infer<typeof givenFile>
export type FilePlace = z.infer<typeof filePlace>
export type FileStanding = z.infer<typeof fileStanding>
export type OpenElsewhere = z.infer<typeof openElsewhere>
export type Folder = z.infer<typeof folder>
export type FolderEntry = z.infer<typeof folderEntry>
export type BrowsePlace = z.infer<typeof browsePlace>
