/**
 * What the audit log of a server of many people holds: who came in, and who read, took out, shared, changed or deleted which project. It is no
 * second history: what became of the words of a project stands there (`history.ts`), step by step. Here is one line for each person, project,
 * session and day that somebody reads or changes a project, so that a question such as “who has seen this interview?” has a short answer.
 */

/** What somebody does with a project; of the first two there is one line for each session and day (UTC). */
export const projectUses = [
  'projectOpened',
  'projectChanged',
  'projectDownloaded',
  'projectExported',
  'projectCopied',
  'projectRestored',
] as const
export type ProjectUse = (typeof projectUses)[number]

export const oncePerDay: ReadonlySet<AuditEvent> = new Set<AuditEvent>(['projectOpened', 'projectChanged'])

/** What the owner of a project sees of it. Events that are no use of a project have the names of the server's security log, from which they come. */
export const projectEvents = [
  ...projectUses,
  'projectHandedOver',
  'share',
  'shareRemoved',
  // somebody who had no account yet: who they are is known once they have one
  'invited',
  'invitationTaken',
  'invitationWithdrawn',
] as const
export type ProjectEvent = (typeof projectEvents)[number]

export const auditEvents = [
  ...projectEvents,
  'projectDeleted',
  'signIn',
  'signInFailed',
  'refreshTokenReused',
  'recoveryCodeUsed',
  'passwordChanged',
  'emailChanged',
  'signInLinked',
  'signInUnlinked',
  'loggedOutByProvider',
  'disabledRefused',
  'factorAdded',
  'factorRemoved',
  'recoveryCodesMade',
  'accountDeleted',
  // what `thicket admin` does
  'accountMade',
  'accountExported',
  'passwordSet',
  'volumeSet',
  'quotaSet',
  'operatorSet',
  'accountDisabled',
  'accountEnabled',
  'keyMade',
  'keyRemoved',
  'backupMade',
  'backupRestored',
] as const
export type AuditEvent = (typeof auditEvents)[number]

const names: ReadonlySet<string> = new Set(auditEvents)
export const isAuditEvent = (name: string): name is AuditEvent => names.has(name)

/** One line. Accounts are told by their ids, which say nothing once an account is deleted. */
export interface AuditLine {
  /** In the order in which they were noted. */
  id: number
  /** ms since 1970. */
  at: number
  event: AuditEvent
  /** Who did it; null: nobody who is known, as at a sign-in that failed, the operator, or the server by itself (a backup). */
  account: string | null
  /** The operator did it, by `thicket admin` or on the operator's page; then `account` is whose account it was. */
  operator: boolean
  project: string | null
  /** Whom it is about besides: with whom something was shared, or whose it is now. */
  other: string | null
  /** The right that was given, the form of a file that was taken out, the id of a project that is a copy, what the operator has set, the provider of sign-ins. */
  detail: string | null
  /** Of a sign-in, or of one that failed: from where. */
  address: string | null
}

/** What the owner of a project sees of its part of the log. `person`, `other`: by their names; null: nobody, or an account that is no more. */
export interface ProjectAuditEntry {
  id: number
  at: number
  event: ProjectEvent
  person: string | null
  /** Whoever runs the server did it; then nobody is the person. */
  operator?: true
  other: string | null
  detail: string | null
}

export const auditPage = { usual: 100, most: 500 } as const

/** So long ago, in ms, may have been what a page tells of later, having had no network; else it stands there with the time at which it was told. */
export const longestUntold = 90 * 24 * 60 * 60_000

/** Forms of what a page writes by itself and then tells the server of. */
export const longestForm = 40
