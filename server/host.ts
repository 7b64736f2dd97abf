/**
 * What differs between the modes of the server: who people are, what they may do, where projects lie. Everything else is one
 * path. Local mode: `hosts/local.ts`; accounts and sharing: `hosts/cloud/cloud.ts`. Features ask `can`; nobody asks which host it is.
 */
import type { Access, ShareRight } from '../src/model/access.ts'
import type { AuditLine, ProjectAuditEntry, ProjectUse } from '../src/model/audit.ts'
import type {
  BrowsePlace,
  LicenceConfig,
  LicencePrice,
  OpenOrder,
  OperatorAccount,
  OperatorProject,
  ProjectEntry,
  Registration,
  SessionEntry,
  Share,
  SignedIn,
  SignIn,
  SsoFinish,
  SsoFinished,
  Tokens,
  TranscriptionEntry,
  TranscriptionPrice,
  TranscriptionResult,
  UserData,
} from '../src/model/contract/shapes.ts'
import type { Problem, Result } from '../src/model/problems.ts'
import type { Facts, Feature } from '../src/model/serverFacts.ts'
import type { SpeechAbilities, SpeechWanted } from '../src/model/transcript.ts'
import type { Noted } from './files/identity.ts'
import type { TemporaryPlace } from './files/temporaryFiles.ts'
import type { Activation } from './hosts/activation.ts'
import type { PersonData } from './hosts/cloud/accounts/personData.ts'
import type { Licences } from './hosts/cloud/licences/licences.ts'
import type { Desktop } from './hosts/desktop/desktop.ts'
import type { Bound } from './room/quota.ts'
import type { WorkingCopies } from './working/workingCopies.ts'

export interface Person {
  /** Compared to tell whether two sessions are one person's. */
  id: string
  /** Which of their sessions this is. */
  session: string
}

/** Bytes that are left, Infinity where nothing bounds them; of so many MB for all projects of a person. */
export interface FreeSpace {
  left: number
  of: number
}

/**
 * Whom and which project a change is about; what is left out: anybody, any project. Of a project: all who saw it before, or see it now, since
 * what they are told of its people is another too.
 */
export interface HostChange {
  people?: ReadonlySet<string>
  project?: string
  /** It is about sessions alone: what lists say is as it was. */
  isOfSessions?: true
}

export interface BackupSpace {
  /** Problems: quotaExceeded. */
  refuses(uuid: string): Problem | null
  /** One was made, or chosen: older ones may make room. */
  changed(uuid: string): void
}

/** `path`: of its file; null: not known. */
export interface GoneProject {
  uuid: string
  path: string | null
}

export interface Host {
  can(feature: Feature): boolean
  /** What paths call this service; left out: anything. */
  readonly region?: string
  /** Who sends this token; null: nobody we know, or not any more. Takes the same time for every wrong token. */
  authenticate(token: string): Person | null
  /** Whether the session goes on: it has not been ended, the account not deleted. A token that has run out does not end it. */
  stands(person: Person): boolean
  /** Whether the person is to set up a second factor before anything else. Asked at every call: some µs. */
  owesFactor?(person: Person): boolean
  /** What a person may do in a project; null: the project does not exist for them. */
  access(person: Person, uuid: string): Access | null
  /** Whether a project is the person's own, and they may only read it since they have not paid. */
  mustPay?(person: Person, uuid: string): boolean
  /** The name that the person's rows in this project bear; null: any name is taken (local mode). */
  author(person: Person, uuid: string): string | null
  /** Resolves when the names that `author` has given are on the disk: before that no row under one of them may be. */
  namesKept(): Promise<void>
  /** The names that people's rows in this project bear: nobody else's row may. Empty in local mode. */
  authors(uuid: string): string[]
  /** The accounts that may see a project, whoever came first first. Empty in local mode. */
  people(uuid: string): Set<string>
  /** Calls `listener` after a change of sessions, of rights, or of what lists of projects and of their people say; returns the function that stops it. */
  onChange(listener: (change: HostChange) => void): () => void

  /** The person's own projects, the newest first. */
  projects(person: Person): ProjectEntry[] | Promise<ProjectEntry[]>
  /** What people call a project; in local mode the path of its file. */
  nameOf(uuid: string): string | null
  /** The file of a project; null: unknown. */
  pathOf(uuid: string): string | null
  /** What is remembered of files, to see which history the one at `path` continues. */
  noted(path: string): Noted[]
  note(noted: Noted): void
  /** Where the file of a new project goes that the person calls `name`. Problems: missingProjectName, projectNameTaken, folderNotAnswering. */
  place(person: Person, name: string): Result<string> | Promise<Result<string>>
  /** The project whose file was made at `path` is the person's from now on. Problems: projectNameTaken. Both are called by `newProject.ts`. */
  take(person: Person, uuid: string, path: string, name: string): Result<void>
  /** What room there is for new projects of the person. */
  free(person: Person): FreeSpace
  /** How large the project may become; null: as large as it likes. Asked for every step: some µs, and some seconds old. */
  bound(uuid: string): Bound | null
  /** Whether there is room for one more backup of the project, and what becomes of the others then; left out: backups take what they take. */
  readonly backupSpace?: BackupSpace
  /** Local mode: off the list. Accounts: from now on it does not exist, for anybody. To be called by `rooms.remove`. */
  remove(uuid: string): void
  /** What `remove` has left: where it is gone for good, the file. Its room is closed by then. */
  discard(uuid: string, path: string): void

  /** Of several nodes: the folder of what this one has open. */
  readonly projectFolder?: string
  /** The same: resolves when this node knows what was so when it was called; asked before anybody is told that there is no such person, right or project. */
  caughtUp?(): Promise<void>
  /** The same: resolves when all that was done to accounts here is kept; before that nobody is answered. */
  settled?(): Promise<void>
  /** The same: sees to it that `author` finds a name. */
  prepare?(person: Person, uuid: string): Promise<void>

  /** The same: projects wherever they are. `read` writes a copy of all that is acknowledged. */
  readonly everywhere?: { bytes(uuid: string): number; read(uuid: string, path: string): Promise<Result<unknown>> }

  /** Where copies of projects lie on their way to somebody. */
  readonly temporary: TemporaryPlace
  /** Where projects are worked on whose files must not be, or cannot be; left out: each in its file. */
  readonly working?: WorkingCopies
  /** What only a server of one person's files has. */
  readonly local?: LocalFiles
  /** What only a server of many people has. */
  readonly accounts?: Accounts
  readonly sharing?: Sharing
  readonly licences?: Licences
  readonly audit?: Audit
  readonly overview?: Overview
  /** What only such a server has that has an engine for it. */
  readonly transcriptions?: Transcriptions
  /** What only a server has where accounts are paid for. */
  readonly payment?: Payment
}

/** Problems of all that asks Stripe: paymentUnavailable. `account`: an account's id. */
export interface Payment {
  /** What every page is told. */
  readonly told: NonNullable<Facts['payment']>
  /** Whether the account may not make projects, or write in its own, before it has paid. */
  owes(account: string): boolean
  subscriptions(account: string): UserData['subscriptions']
  /** What the account has ordered and not paid yet. */
  openOrder(account: string): OpenOrder | null
  /** Of transcription that it has paid for, in each month, and what is free. Problems: trialling, noSubscription. */
  seconds(account: string): Result<number>
  /** Problems: priceNotFound, couponInvalid. */
  price(config: LicenceConfig): Promise<Result<LicencePrice>>
  /** Whether there is such a licence, before an account is made for it. Problems: priceNotFound, couponInvalid, studentFileNeeded. */
  mayOrder(config: LicenceConfig, file?: File): Promise<Result<void>>
  /** Where it is paid; no address: a student's file is looked at first. Problems: those of `mayOrder`, fileTypeNotSupported, alreadySubscribed. */
  checkout(account: string, config: LicenceConfig, file?: File): Promise<Result<{ url?: string }>>
  /** The same for what was ordered last. */
  finish(account: string): Promise<Result<{ url?: string }>>
  /** Problems: paymentRequired, trialling, priceNotFound, couponInvalid. */
  transcriptionPrice(account: string, coupon?: string): Promise<Result<TranscriptionPrice>>
  transcription(account: string, coupon?: string): Promise<Result<{ url?: string }>>
  /** Where cards, invoices and cancelling are: Stripe's own page. Problems: paymentRequired (nothing was ever paid). */
  portal(account: string): Promise<Result<{ url: string }>>
  /** Stripe tells that something has changed. Problems: badRequest (forged, or too old). */
  event(body: string, signature: string): Promise<Result<Record<string, never>>>
  /** Looks up what has become of what the account has ordered. */
  check(account: string): Promise<Result<void>>
  /** Ends all that the account pays for: before it is deleted. */
  cancelAll(account: string): Promise<Result<void>>
  /** Looks up all that may have changed, and ends accounts that were never paid for: once a day. */
  look(): Promise<void>
  /** A line for each price that is not at Stripe, and for each thing that is another there. */
  wrongPrices(): Promise<Result<string[]>>
  /** Students whose files are to be looked at; `path`: where that lies, null: not in a folder. */
  students(): { account: string; email: string; name: string; path: string | null; at: number }[]
  /** The file of that name; null: there is none. */
  studentFile(name: string): Promise<{ path: string; close(): void } | null>
  /** Returns what does away with the file, once the decision is kept. null: there is nothing to decide. */
  decide(account: string, isStudent: boolean): (() => Promise<void>) | null
}

/** What whoever runs a server of many people sees of it on a page of their own. */
export interface Overview {
  /** Whether an operator has given the person the right to see it: `thicket admin operator`. */
  isOpenTo(person: Person): boolean
  accounts(): (Omit<OperatorAccount, 'bytes'> & { id: string })[]
  /** `ownerId`: of the account; `path`: of the file. */
  projects(): (Omit<OperatorProject, 'bytes'> & { ownerId: string; path: string })[]
  /** Recordings that wait to be heard. */
  recordings(): number
}

export interface MoreOfUse {
  /** The form of a file, as `xlsx`; of a copy, its id. */
  detail?: string
  /** When it was done, in ms since 1970, by whoever tells of it later: with the same time again it is not noted twice. Left out: now. */
  at?: number
}

/** Who did what on a server of many people; what it holds says `src/model/audit.ts`. */
export interface Audit {
  /** What somebody has done with a project, once it is done; some µs. */
  used(use: ProjectUse, person: Person, project: string, more?: MoreOfUse): void
  /** The part of a project, the newest first: of the lines before the one of the id `before`, at most `limit`. */
  ofProject(project: string, limit: number, before?: number): Promise<ProjectAuditEntry[]>
}

export interface LocalFiles {
  /** A path as a person writes it: absolute, or in the folder for projects. Problems: missingProjectName, folderNotAnswering: nothing there is to be looked at. */
  resolvePath(name: string): Promise<Result<string>>
  /** The folder for projects, which need not exist yet. */
  readonly home: string
  /** Where files are looked for. */
  places(): Promise<BrowsePlace[]>
  readonly desktop: Desktop
  lastAuthor(): string
  setLastAuthor(author: string): void
  readonly activation: Activation
  /** Of `base/proof.ts`, for who listens on `port`. */
  proof(port: number, nonce: string): string
}

/** From where a call comes: tries are counted by it, and sessions show it. */
export interface Caller {
  /** As tries are counted: of IPv6 the network's part alone. */
  address: string
  agent: string
  /** In which mails are written. */
  language: string
}

/**
 * Signing in with a provider (OpenID Connect). `provider`: its id in the settings. `browser`: what the cookie of the sign-in says, undefined where there
 * is none. Addresses that are answered are where the browser is sent on.
 */
export interface SingleSignOn {
  /** What every page is told; empty: there are no providers. */
  readonly told: NonNullable<Facts['sso']>
  /** To the provider, or to the page that says that it has failed. `browser`: what the cookie is to say. */
  begin(provider: string, browser: string | undefined, caller: Caller): Promise<{ address: string; browser: string }>
  /** From the provider, with the query that it has given. To the page, with a code that is good once, for 30 s; without one where it has failed. */
  back(provider: string, query: string, browser: string | undefined): Promise<string>
  /**
   * Who has this code is signed in, or asked for the password of the account that they had before. Problems: ssoFailed, emailUnproven, emailTaken,
   * notAdmitted, accountDisabled; of the password those of `signIn`.
   */
  finish(given: SsoFinish, browser: string | undefined, caller: Caller): Promise<Result<SsoFinished>>
  /** The provider's word that somebody has left, as a logout token: their sessions that began with it end. Problems: badRequest, tooManyTries. */
  logout(provider: string, token: string, caller: Caller): Promise<Result<void>>
  /** A provider's person is the account's no more. Problems: onlySignIn, wrongPassword, signInAgain, tooManyTries. */
  unlink(person: Person, id: string, password: string): Promise<Result<UserData>>
}

/** The people of a server, their sessions and tokens, and the mails that let them in: 2 §2–§5, §7, §8. */
export interface Accounts {
  /** Who sends this access token; null: nobody, or it has run out. One look into the database, some µs: nothing needs to be kept. */
  authenticate(token: string): Person | null
  stands(person: Person): boolean

  signIn(signIn: SignIn, caller: Caller): Promise<Result<SignedIn>>
  readonly sso: SingleSignOn
  /** Whether the account may make projects, as far as the groups of its provider say. */
  mayCreate(account: string): boolean
  refresh(tokens: Tokens): Result<Tokens>
  /** Ends the session of which one of these is; false: of none. */
  signOut(tokens: Tokens): boolean
  /** Sends a link where there is such an account, after the answer; says nothing of whether there is. */
  askReset(email: string, caller: Caller): Promise<Result<void>>
  /** Whether this link still sets a password. Problems: linkExpired. */
  resetLink(link: string): Result<void>
  /** Ends all sessions of the person. */
  reset(link: string, password: string, caller: Caller): Promise<Result<void>>
  register(registration: Registration, caller: Caller): Promise<Result<SignedIn>>
  /** Whose email an invitation's link is for. */
  invitation(link: string): Result<{ email: string }>
  /** Sends an invitation to make an account, since `by` gives a share of the project of that name; once it is sent its link is good and `give` gives the share, as one. Problems: invalidEmail, mailFailed, tooManyTries, those of `give`. */
  invite(
    email: string,
    by: Person,
    share: { project: string; right: ShareRight },
    give?: () => Result<void>,
  ): Promise<Result<void>>
  /** What waits for the person's email is theirs, where the link was mailed to it. Problems: linkExpired (as for a link to others). */
  acceptInvitation(person: Person, link: string): Result<void>
  /** Tells an account by mail, in its language, what `by` has shared with it, or made its own. */
  tell(account: string, by: Person, share: { project: string; uuid: string; right: Access }): void

  data(person: Person): UserData
  /** All that is kept of the person besides their projects' files, for them to take along. */
  ownData(person: Person): Promise<OwnData>
  /** The account's email; null: there is none. */
  emailOf(account: string): string | null
  /** The account's name; null: there is none. */
  nameOf(account: string): string | null
  /** The account of an email; null: there is none. `proven`: its person reads the mail to it, as far as this server asks for that. */
  accountOf(email: string): { id: string; name: string; email: string; proven: boolean } | null
  /** A new email is the account's at once where this server sends no mail, else when its link is followed. */
  update(person: Person, change: { name?: string; email?: string; password?: string }): Promise<Result<UserData>>
  /** The link once more, to the email that waits, else to the account's own where it is unconfirmed. Problems: mailFailed, tooManyTries. */
  sendEmailLink(person: Person): Promise<Result<UserData>>
  /** Follows such a link; of another account's it is none. Problems: linkExpired, emailTaken. */
  confirmEmail(person: Person, link: string): Result<UserData>
  /** The email that waits does so no more. */
  cancelEmail(person: Person): Result<UserData>
  /**
   * Ends the other sessions. `transcriptionKey`: the one that there is, sealed by the new password; without it that goes, and with it the transcripts
   * that only it opens.
   */
  changePassword(
    person: Person,
    oldPassword: string,
    newPassword: string,
    transcriptionKey?: string,
  ): Promise<Result<void>>
  /** Keeps what opens the person's transcripts, sealed by the password, where there is none yet; answers with the one that is kept. Problems: wrongPassword, tooManyTries. */
  keepTranscriptionKey(person: Person, key: string, password: string): Promise<Result<string>>
  sessions(person: Person): SessionEntry[]
  endSession(person: Person, session: string): Result<void>
  /** `code`: of the factor that there is, of its app or a recovery code; so for the two below. Problems: wrongPassword, codeNeeded, wrongCode, tooManyTries. */
  beginFactor(person: Person, password: string, code: string): Promise<Result<{ secret: string; uri: string }>>
  /** The recovery codes are said this once. Problems: wrongCode, tooManyTries. */
  confirmFactor(person: Person, code: string): Promise<Result<{ codes: string[] }>>
  removeFactor(person: Person, password: string, code: string): Promise<Result<void>>
  /** In place of those before. Problems: badRequest (no second factor), and those of `beginFactor`. */
  newRecoveryCodes(person: Person, password: string, code: string): Promise<Result<{ codes: string[] }>>
  /** Whether this is the person's password: asked before what cannot be taken back. */
  confirm(person: Person, password: string): Promise<Result<void>>
  /** Whether the person is to set up a second factor before anything else. */
  owesFactor(person: Person): boolean
  /** Whether an account may go: what others work in is handed over before. Problems: sharedProjects. */
  mayGo(account: string): Result<void>
  /** All that is kept of an account, and its own projects, as one: of these the files are left, for `rooms.removed`. Problems: accountNotFound. */
  remove(account: string): Result<GoneProject[]>
  /** No account has been made yet. */
  isEmpty(): boolean
  close(): void
}

/** `projects`: the person's own. */
export interface OwnData extends PersonData {
  audit: AuditLine[]
}

export interface SentRecording {
  /** As its sender has chosen it: the same one again is the same recording. Left out: it gets one. */
  id?: string | undefined
  name: string
  /** s, as is said of it. */
  seconds: number
  /** As they were sent: who opens the result, and the key to the recording. */
  publicKey: string
  secret: string
  wanted: SpeechWanted
  /** The hash of its sound, where the project has that already. */
  sound: string | null
}

/** Recordings that people have made texts of, each their own: 2 §4, §7. Whether they see the project is asked before. */
export interface Transcriptions {
  readonly abilities: SpeechAbilities
  /** The key that recordings are sealed for, SPKI in PEM. */
  publicKey(): Promise<string>
  /** Of this month; null: no bound. */
  secondsRemaining(person: Person): number | null
  list(person: Person, uuid: string): TranscriptionEntry[]
  /** Takes the sealed file at `path` away, unless it has it already. Problems: badRequest, noSubscription, trialling, noSecondsLeft, quotaExceeded, tooManyTries. */
  submit(person: Person, uuid: string, sent: SentRecording, path: string): Promise<Result<{ id: string; wait: number }>>
  /** Problems: transcriptionNotFound. */
  result(person: Person, uuid: string, id: string): Promise<Result<TranscriptionResult>>
  /** Its result is deleted. Problems: transcriptionNotFound, badRequest (there is none yet). */
  collected(person: Person, uuid: string, id: string): Result<void>
}

/** Who may see and change whose projects, and what they are called: 2 §2–§8. */
export interface Sharing {
  /** Projects of others that are shared with the person, the last changed first. */
  shared(person: Person): ProjectEntry[]
  /** The shares of a project, as this person may see them: the owner all emails and who is invited, anybody else their own email alone. */
  shares(person: Person, uuid: string): Share[]
  /**
   * A new share, or another right. Who has no account, or none that is proven to be theirs, gets an invitation by mail; another right of who waits
   * sends none. `invited`: whether one was sent; `waits`: whether it is an invitation still, of whoever reads the mail; `account`: with whom, null where there is none yet. Problems: readOnly (not the owner), invalidEmail, ownAccount, mailFailed.
   */
  share(
    person: Person,
    uuid: string,
    email: string,
    right: ShareRight,
  ): Promise<Result<{ shares: Share[]; invited: boolean; waits: boolean; account: string | null }>>
  /** By the owner; a person may leave by their own email. `account`: whose it was, null where it waited for one; `waited`: it was an invitation still. Problems: accountNotFound, readOnly. */
  unshare(
    person: Person,
    uuid: string,
    email: string,
  ): Result<{ shares: Share[]; waited: boolean; account: string | null }>
  /**
   * By the owner, who keeps the right to write: whoever has this email, and may see the project already, is its owner from now on. `owner`: their
   * account; `shares`: as the former owner may see them. Problems: readOnly, ownAccount, accountNotFound (not shared with them, or no account yet),
   * quotaExceeded and projectNameTaken (of theirs).
   */
  handOver(person: Person, uuid: string, email: string): Result<{ owner: string; shares: Share[] }>
  /** By the owner; answers with the name as it is kept. Problems: readOnly, missingProjectName, projectNameTaken (of the owner's other projects). */
  rename(person: Person, uuid: string, name: string): Result<string>
}
