/** Who may see and change whose projects. 2 §2–§8. */
import type { Access, ShareRight } from '../../../../src/model/access.ts'
import type { Share } from '../../../../src/model/contract/shapes.ts'
import { isProblem, type Problem, problem, type Result } from '../../../../src/model/problems.ts'
import { canonicalText } from '../../../../src/model/text/richText.ts'
import type { HostChange, Person, Sharing } from '../../../host.ts'
import type { CloudDatabase } from '../database.ts'

export interface SharingOptions {
  region: string
  accountOf(email: string): { id: string; name: string; email: string; proven: boolean } | null
  emailOf(account: string): string | null
  /** Sends the mail of an invitation, then gives what it is to; or says why not. */
  invite(
    email: string,
    by: Person,
    share: { project: string; right: ShareRight },
    give: () => Result<void>,
  ): Promise<Result<void>>
  /** Tells an account by mail that a project is shared with it, or is its own now. */
  tell(account: string, by: Person, share: { project: string; uuid: string; right: Access }): void
  /** The project is that account's from now on. Problems: quotaExceeded, projectNameTaken. */
  give(uuid: string, account: string): Result<void>
  /** Problems: missingProjectName, projectNameTaken. */
  rename(uuid: string, name: string): Result<string>
  changed(change: HostChange): void
  now?: () => number
}

export interface Rights {
  access(person: Person, uuid: string): Access | null
  /** The name of the person's rows there; given to them at the first call, and kept. */
  author(person: Person, uuid: string): string
  namesKept(): Promise<void>
  /** All such names of a project. */
  authors(uuid: string): string[]
  /** The accounts that may see a project: the owner's, then the others in the order in which it was shared with them. */
  people(uuid: string): Set<string>
}

/** What a project's people are and may, asked at every message: one look into an index each. */
export function openRights({ db, behind, flushed }: CloudDatabase): Rights {
  const find = db.prepare(`SELECT CASE WHEN p.owner = ?1 THEN 'own' ELSE s.access END AS access FROM projects p
LEFT JOIN shares s ON s.project = p.uuid AND s.account = ?1 WHERE p.uuid = ?2`)
  const authorOf = db.prepare('SELECT author FROM authors WHERE project = ? AND account = ?')
  const isTaken = db.prepare('SELECT 1 FROM authors WHERE project = ? AND author = ?')
  const insert = db.prepare('INSERT INTO authors (project, account, author) VALUES (?, ?, ?)')
  const nameOf = db.prepare('SELECT name FROM accounts WHERE id = ?')
  const all = db.prepare('SELECT author FROM authors WHERE project = ?')
  const people = db.prepare(`SELECT owner AS id, 0 AS since FROM projects WHERE uuid = ?1
UNION ALL SELECT account, created FROM shares WHERE project = ?1 ORDER BY since, id`)

  // How many names were given here, and how many of them are surely on the disk.
  let given = 0
  let kept = 0
  const give = (uuid: string, account: string): string => {
    const name = canonicalText(String(nameOf.get(account)?.name ?? ''))
    let author = name
    for (let n = 2; isTaken.get(uuid, author); n += 1) author = `${name} (${n})`
    behind(() => insert.run(uuid, account, author))
    given += 1
    return author
  }
  return {
    access: (person, uuid) => (find.get(person.id, uuid)?.access as Access | null | undefined) ?? null,
    author: (person, uuid) => {
      const known = authorOf.get(uuid, person.id)
      return known ? String(known.author) : give(uuid, person.id)
    },
    namesKept: async () => {
      if (kept === given) return
      const all = given
      await flushed()
      kept = Math.max(kept, all)
    },
    authors: (uuid) => all.all(uuid).map(({ author }) => String(author)),
    people: (uuid) => new Set(people.all(uuid).map(({ id }) => String(id))),
  }
}

/** One address and no more: it goes into the head of a mail. */
const isEmail = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\.]+$/
const longestEmail = 254
/** People and invitations of one project. */
const mostShares = 10_000

export function openSharing(
  { db, transaction }: CloudDatabase,
  rights: Rights,
  { region, accountOf, emailOf, invite, tell, give, rename, changed, now = Date.now }: SharingOptions,
): Sharing {
  const list =
    db.prepare(`SELECT p.uuid, p.name, a.name AS owner, s.access, COALESCE(n.modified, p.created) AS modified, n.protected FROM shares s
JOIN projects p ON p.uuid = s.project JOIN accounts a ON a.id = p.owner LEFT JOIN notes n ON n.uuid = p.uuid
WHERE s.account = ? ORDER BY 5 DESC, p.uuid`)
  const members = db.prepare(`SELECT a.id, a.name, a.email, s.access FROM shares s JOIN accounts a ON a.id = s.account
WHERE s.project = ? ORDER BY s.created, a.email`)
  const invited = db.prepare('SELECT email, access FROM invitations WHERE project = ? ORDER BY created, email')
  const count = db.prepare(
    'SELECT (SELECT COUNT(*) FROM shares WHERE project = ?1) + (SELECT COUNT(*) FROM invitations WHERE project = ?1) AS n',
  )
  const nameOf = db.prepare('SELECT name FROM projects WHERE uuid = ?')
  const putShare = db.prepare(`INSERT INTO shares (project, account, access, created) VALUES (?, ?, ?, ?)
ON CONFLICT (project, account) DO UPDATE SET access = excluded.access`)
  const putInvitation = db.prepare(`INSERT INTO invitations (project, email, access, created) VALUES (?, ?, ?, ?)
ON CONFLICT (project, email) DO UPDATE SET access = excluded.access`)
  const invitedAs = db.prepare('SELECT access FROM invitations WHERE project = ? AND email = ?')
  const isMember = db.prepare('SELECT 1 FROM shares WHERE project = ? AND account = ?')
  const dropShare = db.prepare('DELETE FROM shares WHERE project = ? AND account = ?')
  const dropInvitation = db.prepare('DELETE FROM invitations WHERE project = ? AND email = ?')

  const shares = (person: Person, uuid: string): Share[] => {
    const owns = rights.access(person, uuid) === 'own'
    const people = members.all(uuid).map(
      ({ id, name, email, access }): Share => ({
        user: String(name),
        project_uuid: uuid,
        ...((owns || id === person.id) && { email: String(email) }),
        access_right: access as ShareRight,
      }),
    )
    if (!owns) return people
    const waiting = invited.all(uuid).map(
      ({ email, access }): Share => ({
        user: String(email),
        project_uuid: uuid,
        email: String(email),
        access_right: access as ShareRight,
        invited: true,
      }),
    )
    return [...people, ...waiting]
  }

  /** Those who see the project, and who did until now. */
  const told = (uuid: string, gone: readonly string[] = []) =>
    changed({ people: new Set([...rights.people(uuid), ...gone]), project: uuid })
  /** Nobody else is shown who is invited. */
  const ownerTold = (uuid: string, { id }: Person) => changed({ people: new Set([id]), project: uuid })

  const mayChange = (person: Person, uuid: string): Problem | null => {
    const access = rights.access(person, uuid)
    if (access === null) return { kind: 'projectNotFound', name: uuid }
    return access === 'own' ? null : { kind: 'readOnly' }
  }

  return {
    shared: (person) =>
      list.all(person.id).map(({ uuid, name, owner, access, modified, protected: isProtected }) => ({
        project_uuid: String(uuid),
        name: String(name),
        owner: String(owner),
        access_right: access as ShareRight,
        region,
        modified: Number(modified),
        ...(isProtected === 1 && { protected: true as const }),
      })),
    shares,
    share: async (person, uuid, written, right) => {
      const refused = mayChange(person, uuid)
      if (refused) return problem(refused)
      const email = plainEmail(written)
      if (email.length > longestEmail || !isEmail.test(email)) return problem({ kind: 'invalidEmail' })
      const account = accountOf(email)
      if (account?.id === person.id) return problem({ kind: 'ownAccount' })
      if (Number(count.get(uuid)?.n) >= mostShares) return problem({ kind: 'quotaExceeded', most: mostShares })
      // An account under an email that nobody has proven may be anybody's: what is shared waits for whoever reads the mail.
      if (account && (account.proven || isMember.get(uuid, account.id))) {
        const isNew = isMember.get(uuid, account.id) === undefined
        transaction(() => {
          putShare.run(uuid, account.id, right, now())
          dropInvitation.run(uuid, email)
        })
        told(uuid)
        if (isNew) tell(account.id, person, { project: String(nameOf.get(uuid)?.name), uuid, right })
        return { ok: { shares: shares(person, uuid), invited: false, waits: false, account: account.id } }
      }
      const waits = account?.id ?? null
      const before = invitedAs.get(uuid, email)
      const putInvited = (): Result<void> => {
        // Once the mail is sent the project may be gone, or another's.
        const refused = mayChange(person, uuid)
        if (refused) return problem(refused)
        putInvitation.run(uuid, email, right, now())
        return { ok: undefined }
      }
      // Who invites again wants another mail: the first was lost, or its link is too old.
      const isMailed = !before || before.access === right
      const given = isMailed
        ? await invite(email, person, { project: String(nameOf.get(uuid)?.name), right }, putInvited)
        : transaction(putInvited)
      if (isProblem(given)) return given
      ownerTold(uuid, person)
      return { ok: { shares: shares(person, uuid), invited: isMailed, waits: true, account: waits } }
    },
    unshare: (person, uuid, written) => {
      const email = plainEmail(written)
      const leaves = rights.access(person, uuid) !== 'own' && email === emailOf(person.id)
      const refused = leaves ? null : mayChange(person, uuid)
      if (refused) return problem(refused)
      const account = accountOf(email)
      const gone = transaction(() => ({
        invitations: Number(dropInvitation.run(uuid, email).changes),
        shares: account ? Number(dropShare.run(uuid, account.id).changes) : 0,
      }))
      if (gone.invitations + gone.shares === 0) return problem({ kind: 'accountNotFound' })
      if (account && gone.shares > 0) told(uuid, [account.id])
      else ownerTold(uuid, person)
      return {
        ok: { shares: leaves ? [] : shares(person, uuid), waited: gone.shares === 0, account: account?.id ?? null },
      }
    },
    rename: (person, uuid, name) => {
      const refused = mayChange(person, uuid)
      const renamed = refused ? problem(refused) : rename(uuid, name)
      if (!isProblem(renamed)) told(uuid)
      return renamed
    },
    handOver: (person, uuid, written) => {
      const email = plainEmail(written)
      const handed = transaction((): Result<{ owner: string }> => {
        const refused = mayChange(person, uuid)
        if (refused) return problem(refused)
        const account = accountOf(email)
        if (account?.id === person.id) return problem({ kind: 'ownAccount' })
        if (!account || isMember.get(uuid, account.id) === undefined) return problem({ kind: 'accountNotFound' })
        const given = give(uuid, account.id)
        if (isProblem(given)) return given
        dropShare.run(uuid, account.id)
        dropInvitation.run(uuid, email)
        putShare.run(uuid, person.id, 'write', now())
        return { ok: { owner: account.id } }
      })
      if (isProblem(handed)) return handed
      const { owner } = handed.ok
      told(uuid)
      tell(owner, person, { project: String(nameOf.get(uuid)?.name), uuid, right: 'own' })
      return { ok: { owner, shares: shares(person, uuid) } }
    },
  }
}

/** As all emails are kept. */
const plainEmail = (written: string): string => written.trim().toLowerCase()
