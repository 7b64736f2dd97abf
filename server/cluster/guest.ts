/**
 * What a command of the operator does to several nodes: with a copy of the accounts of its own, whose changes the node that changes accounts takes over
 * as one, or nobody does.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { isAuditEvent } from '../../src/model/audit.ts'
import { isProblem, ok, type Result } from '../../src/model/problems.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { type Recorder, recordChanges } from '../../wasm/database/boot/nodeChanges.ts'
import { lineOf } from '../base/auditLine.ts'
import { type Deed, fieldsOf } from '../base/operatorLog.ts'
import type { NodeSettings } from '../base/settings/settings.ts'
import { accountsLayout, type CloudDatabase, openCloudDatabase } from '../hosts/cloud/database.ts'
import type { FileKind, KeptFiles } from '../hosts/cloud/keptFiles.ts'
import { replayAccounts } from './accounts.ts'
import { type AuditTable, auditTable } from './auditTable.ts'
import { type BackupTable, backupTable } from './backupTable.ts'
import { fileTable } from './fileTable.ts'
import { openSigning, signedBy } from './signed.ts'
import { accountsUuid } from './tables.ts'
import { openTruth, type Replay, type Truth } from './truth.ts'

export interface Guest {
  readonly truth: Truth
  readonly audit: AuditTable
  readonly backups: BackupTable
  /** Those beside the accounts. */
  files(kind: FileKind): KeptFiles
  /** Notes what the operator has done, once it was delivered. */
  note(done: Omit<Deed, 'at'>): void
  /** For files on their way; it goes at the end. */
  readonly folder: string
  /** The accounts as they are now, with changes that nobody else sees before `deliver`. Throws where there are none. */
  accounts(): Promise<CloudDatabase>
  /** False: somebody has changed the same meanwhile, and nothing is done. */
  deliver(): Promise<boolean>
  /** Writes a project as it is now. */
  readProject(uuid: string, path: string): Promise<Result<unknown>>
  /** A call of nodes to the one at `address`. */
  call(address: string, path: string, body?: Uint8Array<ArrayBuffer>): Promise<Response>
  close(): Promise<void>
}

/** `warn` hears what went wrong on the way. Throws where the database cannot be reached. */
export async function openGuest(settings: NodeSettings, warn: (error: unknown) => void): Promise<Guest> {
  const folder = mkdtempSync(join(tmpdir(), 'thicket-admin-'))
  const { version } = manifest
  const signing = openSigning(settings.secret)
  let opened: CloudDatabase | undefined
  let recorder: Recorder | undefined
  let at = 0
  const truth = await openTruth({ url: settings.database, version, warn }).catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true })
    throw error
  })
  const audit = auditTable(truth.sql, warn)
  const backups = backupTable({ sql: truth.sql, lease: truth.token, warn })
  const call: Guest['call'] = (address, path, body) =>
    fetch(address + path, {
      method: 'POST',
      headers: { [signedBy]: signing.sign('POST', path), 'content-type': 'application/octet-stream' },
      ...(body && { body }),
    })

  /** Where no node runs. */
  const append = async (set: Uint8Array): Promise<boolean> => {
    const leased = await truth.lease(accountsUuid, () => {}, accountsLayout)
    if (isProblem(leased)) return false
    try {
      if (leased.ok.head !== at) return false
      await truth.append(accountsUuid, set)
      return true
    } finally {
      await truth.release(accountsUuid)
    }
  }

  return {
    truth,
    audit,
    backups,
    files: (kind) => fileTable({ sql: truth.sql, kind, folder: join(folder, 'kept') }),
    note: (done) => {
      const { event } = done
      if (isAuditEvent(event)) audit.add({ ...lineOf(event, fieldsOf(done), Date.now()), once: null })
    },
    folder,
    call,
    accounts: async () => {
      if (opened) return opened
      const path = join(folder, 'accounts.sqlite')
      const read = await truth.read(accountsUuid, path, replayAccounts, accountsLayout)
      const isOther = isProblem(read) ? read.problem.kind === 'newerProject' : read.ok.layout !== accountsLayout
      if (isOther) throw new Error('the nodes of this database are of another release: call the thicket that they run')
      if (isProblem(read)) throw new Error('no node has ever been started on this database')
      at = read.ok.head
      opened = openCloudDatabase(path)
      recorder = recordChanges(opened.db)
      return opened
    },
    deliver: async () => {
      const set = recorder?.changes() ?? null
      if (set === null) return true
      if (set === 'all') throw new Error('these are too many changes for one command')
      const owner = await truth.owner(accountsUuid)
      if (!owner) return append(set)
      const answer = await call(owner.address, '/node/accounts', new Uint8Array(set))
      if (!answer.ok && answer.status !== 409)
        throw new Error(`the node at ${owner.address} answered ${answer.status}: is THICKET_CLUSTER_SECRET its own?`)
      return answer.ok
    },
    readProject: (uuid, path) => truth.read(uuid, path, replayProject),
    close: async () => {
      opened?.close()
      await audit.close()
      await truth.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Of a project that is only to be read. */
export const replayProject: Replay = async (path, sets) => {
  const db = openNode(path)
  try {
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
    for (const set of sets) db.take?.(set)
  } finally {
    db.close()
  }
  return ok(undefined)
}
