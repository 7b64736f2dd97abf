/** The host of a server of many people: `accounts.ts` says who they are, `sharing.ts` what they may see, `ownProjects.ts` where it lies. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectEvent } from '../../../src/model/audit.ts'
import { isProblem, ok, problem, type Result } from '../../../src/model/problems.ts'
import type { Feature } from '../../../src/model/serverFacts.ts'
import type { Log } from '../../base/log.ts'
import type { Settings } from '../../base/settings/settings.ts'
import type { BackupNotes } from '../../files/backupFiles.ts'
import type { Audit, Host, HostChange, Payment, Person } from '../../host.ts'
import type { Abilities } from '../../speech/engine.ts'
import { openAccounts } from './accounts/accounts.ts'
import { openKeptTries } from './accounts/keptTries.ts'
import type { Passwords } from './accounts/passwords.ts'
import { openTries } from './accounts/tries.ts'
import { type AuditLog, type AuditStore, openAudit } from './audit/audit.ts'
import { openAuditFile } from './audit/auditFile.ts'
import { type CloudDatabase, openCloudDatabase, type Wish } from './database.ts'
import { type FileKind, filesIn, type KeptFiles } from './keptFiles.ts'
import { openLicences } from './licences/licences.ts'
import { openMail } from './mail/mail.ts'
import { mailText } from './mail/mailTexts.ts'
import { openOverview, operatorLanguage } from './overview.ts'
import { openPayment } from './payment/payment.ts'
import { openOwnProjects, temporaryIn } from './projects/ownProjects.ts'
import { openRights, openSharing } from './projects/sharing.ts'
import { openTranscriptions } from './transcription/transcriptions.ts'

export interface Cloud {
  readonly host: Host & Required<Pick<Host, 'accounts' | 'sharing'>>
  /** Another node, or this one as the one that changes accounts, has done something to them; 'sessions': only to sessions. */
  changed(what: 'all' | 'sessions'): void
  /** Does what another node wants to have written. */
  grant(wishes: readonly Wish[]): void
  /** The address by which mails lead here, without a slash at its end. */
  startAt(address: string): void
  /** By mail, where mail is sent and the settings name whom: how the backups stand, `detail` in a few words. */
  tellOperator(about: 'backupFailed' | 'restoreFailed' | 'restoreTried', detail: string): void
  close(): Promise<void>
}

/** What a host of one of several nodes needs of the others. */
export interface CloudNodes {
  readonly database: CloudDatabase
  readonly audit: AuditStore
  /** Those beside the accounts. */
  files(kind: FileKind): KeptFiles
  /** The folder of the projects that this node has open. */
  readonly folder: string
  /** Bytes of a project. */
  sizeOf(uuid: string): number
  readonly backups: BackupNotes
  /** Writes a copy of a project with all that is acknowledged. */
  read(uuid: string, path: string): Promise<Result<unknown>>
  /** A project is gone for good. */
  discard(uuid: string): void
  caughtUp(): Promise<void>
  settled(): Promise<void>
  prepare(person: Person, uuid: string): Promise<void>
}

export interface CloudOptions {
  /** Hears of each mail whether it went. */
  mailed?: (isSent: boolean) => void
  /** Left out: at their usual cost. */
  passwords?: Passwords
  /** Of several nodes: what all have in common; left out: this server is alone. */
  nodes?: CloudNodes
  /** What the engine of the settings can do; null or left out: there is none. */
  speech?: Abilities | null
}

/** ms between two looks at all that is paid for; and at whether one is due. */
const lookAfter = 24 * 60 * 60_000
const lookEvery = 60 * 60_000

/** Throws where the folder cannot be written, or was written by a newer version. */
export function openCloud(
  settings: Settings,
  log: Log,
  { mailed, passwords, nodes, speech }: CloudOptions = {},
): Cloud {
  mkdirSync(settings.data, { recursive: true, mode: 0o700 })
  const database = nodes?.database ?? openCloudDatabase(join(settings.data, 'accounts.sqlite'))
  const audit = openAudit({
    store: nodes?.audit ?? openAuditFile(settings.data),
    days: settings.auditDays,
    failed: log.error,
  })
  const stopHearing = log.hear(audit.heard)
  const listeners = new Set<(change: HostChange) => void>()
  const changed = (change: HostChange) => {
    transcriptions?.lookLater()
    // It is done and on the disk: who cannot be told of it is no reason to refuse it.
    for (const listener of listeners)
      try {
        listener(change)
      } catch (error) {
        log.error(error, log.asked())
      }
  }
  let address = settings.url ?? ''
  let isStarted = false
  let looking: NodeJS.Timeout | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  /** What has changed at Stripe while this server was away, and each day what it was not told of. Of several nodes the one that changes accounts asks, from when it does. */
  const lookAtPayments = () => {
    const isDue = performance.now() - lookedAt >= lookAfter
    if (!payment || !isStarted || !isDue || database.mayWrite?.() === false) return
    lookedAt = performance.now()
    void payment.look()
  }
  const mail = openMail(settings, (error) => log.error(error, log.asked()), mailed)
  const files = nodes?.files ?? ((kind: FileKind) => filesIn(join(settings.data, kind)))
  const tries = openTries(undefined, openKeptTries(database, Date.now, log.error))
  const accounts = openAccounts({
    database,
    settings,
    mail,
    address: () => address,
    changed,
    log,
    audit,
    tries,
    payment: () => payment,
    ...(passwords && { passwords }),
  })
  const payment: Payment | undefined =
    settings.payment &&
    openPayment({
      database,
      settings: settings.payment,
      files: files('students'),
      address: () => address,
      changed,
      log: { error: (error) => log.error(error, log.asked()), security: log.security },
      remove: (account) => void accounts.remove(account),
    })
  const owes = (account: string) => payment?.owes(account) ?? false
  const own = openOwnProjects(database, settings, nodes)
  own.discardRest(log.error)
  const transcriptions =
    settings.speech !== undefined && speech
      ? openTranscriptions({
          database,
          files: files('transcription'),
          folder: join(settings.data, 'hearing'),
          settings: { ...settings, speech: settings.speech },
          monthly: payment ? payment.seconds : () => ok(settings.speechSeconds || null),
          abilities: speech,
          free: own.free,
          log,
        })
      : undefined
  const rights = openRights(database)
  const { accountOf, emailOf, invite, tell } = accounts
  const { give, rename } = own
  const { region } = settings
  const sharing = openSharing(database, rights, { region, accountOf, emailOf, invite, tell, give, rename, changed })
  const isOnlyBySso = accounts.sso.told.some(({ only }) => only)
  const features: readonly Feature[] = ['accounts', 'sharing', 'mobile', ...(settings.mail ? (['mail'] as const) : [])]
  return {
    host: {
      can: (feature) =>
        features.includes(feature) || (feature === 'registration' && settings.registration === 'open' && !isOnlyBySso),
      authenticate: accounts.authenticate,
      stands: accounts.stands,
      owesFactor: accounts.owesFactor,
      ...rights,
      access: (person, uuid) => {
        const access = rights.access(person, uuid)
        return access === 'own' && owes(person.id) ? 'read' : access
      },
      mustPay: (person, uuid) => owes(person.id) && rights.access(person, uuid) === 'own',
      onChange: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      ...own,
      temporary: { folder: temporaryIn(settings.data), isAlone: true },
      region,
      place: (person, name) => {
        if (!accounts.mayCreate(person.id)) return problem({ kind: 'mayNotCreate' })
        return owes(person.id) ? problem({ kind: 'paymentRequired' }) : own.place(person, name)
      },
      take: (person, uuid, path, name) => {
        const taken = own.take(person, uuid, path, name)
        if (!isProblem(taken)) changed({ people: new Set([person.id]), project: uuid })
        return taken
      },
      remove: (uuid) => {
        const people = rights.people(uuid)
        own.remove(uuid)
        changed({ people, project: uuid })
      },
      accounts,
      ...(nodes && {
        projectFolder: nodes.folder,
        caughtUp: nodes.caughtUp,
        settled: nodes.settled,
        prepare: nodes.prepare,
        everywhere: { bytes: nodes.sizeOf, read: nodes.read },
      }),
      sharing,
      audit: auditOf(audit, accounts.nameOf),
      overview: openOverview(database),
      licences: openLicences(database, tries),
      ...(transcriptions && { transcriptions }),
      ...(payment && { payment }),
    },
    changed: (what) => {
      if (database.mayWrite?.()) own.discardRest(log.error)
      lookAtPayments()
      changed(what === 'sessions' ? { isOfSessions: true } : {})
    },
    grant: (wishes) => {
      for (const wish of wishes)
        if ('note' in wish) own.note(wish.note)
        else accounts.used(wish.used)
    },
    startAt: (at) => {
      address = at
      isStarted = true
      lookAtPayments()
      looking = payment && setInterval(lookAtPayments, lookEvery).unref()
    },
    tellOperator: (about, detail) => {
      if (settings.mail === undefined || settings.operatorMail === undefined) return
      const language = operatorLanguage(database, settings.operatorMail)
      void mail.send({ to: settings.operatorMail, ...mailText({ about, detail, address }, language) })
    },
    close: async () => {
      clearInterval(looking)
      await transcriptions?.close()
      accounts.close()
      stopHearing()
      await audit.close()
      database.close()
    },
  }
}

/** What the rest of the server asks of the audit log. `nameOf`: of an account; null: it is no more. */
function auditOf(audit: AuditLog, nameOf: (account: string) => string | null): Audit {
  const named = (account: string | null) => (account === null ? null : nameOf(account))
  return {
    used: audit.used,
    ofProject: async (project, limit, before) =>
      (await audit.newest({ project, limit, ...(before !== undefined && { before }) })).map(
        ({ id, at, event, account, operator, other, detail }) => {
          const isByOperator = operator && event === 'projectHandedOver'
          return {
            id,
            at,
            // A project that is there was not deleted: no other event is of one.
            event: event as ProjectEvent,
            person: isByOperator ? null : named(account),
            ...(isByOperator && { operator: true as const }),
            // Lines of before 28 November 2026 have its new owner as the account.
            other: named(isByOperator ? (other ?? account) : other),
            detail,
          }
        },
      ),
  }
}
