/** What a power cut has left of a server of many people, held against what it had promised by then. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { hashOf } from '../../server/base/hashOf.ts'
import { readBackups } from '../../server/files/backupFiles.ts'
import { openProject } from '../../server/files/projectFile.ts'
import { openActivation } from '../../server/hosts/activation.ts'
import { openCloudDatabase } from '../../server/hosts/cloud/database.ts'
import { isProblem } from '../../src/model/problems.ts'
import { type CloudAck, contentsOf, factsOf } from './cloudFacts.ts'
import { type DiskState, type LookAt, writeState } from './disk.ts'

/** Of the program `cloudWork.ts`. `folder`: in which it worked; `place`: where states are written. */
export function lookAtServer(folder: string, place: string, acks: readonly CloudAck[]): LookAt {
  const facts = new Map<string, { at: number; value: string | null }[]>()
  const contents = new Map<string, { at: number; has: string[]; lacks: string[] }[]>()
  acks.forEach((ack, at) => {
    if ('facts' in ack)
      for (const [key, value] of Object.entries(ack.facts)) facts.set(key, [...(facts.get(key) ?? []), { at, value }])
    if ('project' in ack) {
      const { project, has, lacks } = ack
      contents.set(project, [...(contents.get(project) ?? []), { at, has, lacks }])
    }
  })
  /** Files that were looked at before, by what is in them. */
  const known = new Map<string, ReadonlySet<string>>()
  const placeOf = (path: string) => join(place, path.slice(folder.length))

  const checkFacts = (there: ReadonlyMap<string, string>, count: number) => {
    for (const [key, values] of facts) {
      const may = promised(values, count)
      const is = there.get(key) ?? null
      if (may && !may.some(({ value }) => value === is))
        throw new Error(`${key} is ${is}, promised was ${may[0]?.value}`)
    }
  }

  const read = (path: string, state: DiskState): ReadonlySet<string> => {
    const hash = createHash('sha1')
    for (const end of ['', '-wal']) hash.update(state.get(path + end) ?? '').update('\0')
    const key = hash.digest('base64url')
    const before = known.get(key)
    if (before) return before
    const opened = openProject(placeOf(path), [])
    if (isProblem(opened)) throw new Error(`${basename(path)} does not open: ${JSON.stringify(opened.problem)}`)
    const { db } = opened.ok
    try {
      const check = db.one<{ integrity_check: string }>('PRAGMA integrity_check')?.integrity_check
      if (check !== 'ok') throw new Error(`${basename(path)}: ${check}`)
      const found = contentsOf(db)
      known.set(key, found)
      return found
    } finally {
      db.close()
    }
  }

  /** Of every project that there is, promised or not, the file is there and opens. */
  const checkProjects = (paths: readonly string[], state: DiskState, count: number) => {
    for (const path of paths) {
      if (!state.has(path)) throw new Error(`the file of a project is gone: ${path}`)
      const found = read(path, state)
      const may = promised(contents.get(join(folder, 'data/projects', basename(path))) ?? [], count)
      const holds = ({ has, lacks }: { has: string[]; lacks: string[] }) =>
        has.every((what) => found.has(what)) && !lacks.some((what) => found.has(what))
      if (may && !may.some(holds)) throw new Error(`${basename(path)} holds ${[...found]}, promised was ${may[0]?.has}`)
    }
  }

  const checkBackups = (count: number) => {
    const all = join(place, 'data/backups')
    for (const uuid of existsSync(all) ? readdirSync(all) : [])
      for (const { id, hash } of readBackups(join(all, uuid)))
        if (hashOf(join(all, uuid, `${id}.qrk`)) !== hash) throw new Error(`the backup ${id} is not what its note says`)
    const given = acks.slice(0, count)
    const forgotten = new Set(given.map((ack) => ('forgotten' in ack ? ack.forgotten : '')))
    const last = new Map(given.flatMap((ack) => ('kept' in ack ? [[ack.kept, ack.id] as const] : [])))
    for (const [uuid, id] of last)
      if (!forgotten.has(uuid) && !readBackups(join(all, uuid)).some((backup) => backup.id === id))
        throw new Error(`the backup ${id} was acknowledged and is gone`)
    const out = join(place, 'out')
    const list = join(out, 'backup.json')
    if (given.some((ack) => 'out' in ack) && !existsSync(list)) throw new Error('the backup of the server is gone')
    if (!existsSync(list)) return
    const { files } = JSON.parse(readFileSync(list, 'utf8')) as { files: { path: string; sha256: string }[] }
    for (const { path, sha256 } of files)
      if (
        createHash('sha256')
          .update(readFileSync(join(out, path)))
          .digest('hex') !== sha256
      )
        throw new Error(`${path} of the backup of the server is damaged`)
  }

  /** Of a project that is deleted no file is there, but where the next start does away with it. */
  const checkDeleted = (database: DatabaseSync, state: DiskState, count: number) => {
    const known = new Set(
      database
        .prepare('SELECT path FROM projects UNION SELECT path FROM discarded')
        .all()
        .map(({ path }) => path),
    )
    for (const [key, values] of facts) {
      const [made] = values
      if (!key.startsWith('project ') || !made?.value || made.at >= count) continue
      const { path } = JSON.parse(made.value) as { path: string }
      if (state.has(path) && !known.has(path)) throw new Error(`the file of a deleted project stays: ${path}`)
    }
  }

  /** The accounts in a folder of a server, and its projects. */
  const checkServer = (name: string, state: DiskState, count: number, check: (database: DatabaseSync) => void) => {
    const database = openCloudDatabase(placeOf(join(folder, name, 'accounts.sqlite')))
    try {
      const found = database.db.prepare('PRAGMA integrity_check').get()?.integrity_check
      if (found !== 'ok') throw new Error(`accounts in ${name}: ${found}`)
      const broken = database.db.prepare('PRAGMA foreign_key_check').all()
      if (broken.length > 0) throw new Error(`accounts in ${name} point to nothing: ${JSON.stringify(broken)}`)
      check(database.db)
      const paths = database.db.prepare('SELECT path FROM projects').all()
      checkProjects(
        paths.map((row) => String(row.path)),
        state,
        count,
      )
    } finally {
      database.close()
    }
  }

  /** Its trial, and its project on the share, whose file is whole: in the copy where the note says that it is owed, else in the file, and then in what is opened in its stead too. */
  const checkDesktop = (state: DiskState, count: number) => {
    const trials = acks.flatMap((ack, at) => ('trial' in ack ? [{ at, value: JSON.stringify(ack.trial) }] : []))
    const may = promised(trials, count)
    const config = join(folder, 'desktop/config')
    const is = JSON.stringify(openActivation(placeOf(config), { endpoint: '', publicKey: '' }).state())
    if (may && !may.some(({ value }) => value === is))
      throw new Error(`the trial is ${is}, promised was ${may[0]?.value}`)
    const file = join(folder, 'desktop/share/Study.qrk')
    const whole = state.has(file) ? read(file, state) : undefined
    const copy = copyOf(join(config, 'working/'), file, state)
    const held = promised(contents.get(file) ?? [], count)
    const isHeld = (found: ReadonlySet<string> | undefined) =>
      !held || held.some(({ has }) => has.every((what) => found?.has(what)))
    const isSafe = copy?.owed ? isHeld(copy.has) : isHeld(whole) && (!copy || isHeld(copy.has))
    if (!isSafe) throw new Error(`a share and its copy hold ${whole?.size} and ${copy?.has.size}, promised was more`)
  }

  /** The copy of a file that is opened in its stead. */
  const copyOf = (working: string, file: string, state: DiskState) => {
    for (const [path, content] of state) {
      if (!path.startsWith(working) || !path.endsWith('.json')) continue
      const note = noteIn(content)
      const copy = path.replace(/json$/, 'qrk')
      if (note?.path !== file || !state.has(copy)) continue
      const isAsSeen = state.has(file) && hashOf(placeOf(file)) === note.seen.hash
      if (note.owed || isAsSeen) return { owed: note.owed, has: read(copy, state) }
    }
    return undefined
  }

  /** A folder that has the accounts has everything. */
  const checkRestored = (state: DiskState, count: number) => {
    if (state.has(join(folder, 'restored/accounts.sqlite'))) checkServer('restored', state, count, () => {})
    else if (acks.slice(0, count).some((ack) => 'restored' in ack)) throw new Error('the restored server is gone')
  }

  return (state, count) => {
    writeState(state, folder, place)
    mkdirSync(join(place, 'data'), { recursive: true })
    if (!state.has(join(folder, 'data/accounts.sqlite')) && [...facts.values()].some((each) => promised(each, count)))
      throw new Error('the accounts are gone')
    checkServer('data', state, count, (database) => {
      checkFacts(factsOf(database), count)
      checkDeleted(database, state, count)
    })
    checkBackups(count)
    checkRestored(state, count)
    checkDesktop(state, count)
  }
}

/** One that is torn counts as none, as for the server. */
function noteIn(content: Buffer): { path: string; owed: boolean; seen: { hash: string } } | undefined {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}

/** What may be the case once the first `count` promises are given: the last of them, and all later ones. Undefined: anything. */
function promised<T extends { at: number }>(values: readonly T[], count: number): T[] | undefined {
  const last = values.findLastIndex(({ at }) => at < count)
  return last === -1 ? undefined : values.slice(last)
}
