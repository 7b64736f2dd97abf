/** `thicket admin`: the accounts of a server of many people, with the settings of `thicket serve`, beside it or without it. */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isProblem, type Problem, type Result } from '../../src/model/problems.ts'
import type { Deed } from '../base/operatorLog.ts'
import { type NodeSettings, readCommandSettings, type Settings } from '../base/settings/settings.ts'
import type { Guest } from '../cluster/guest.ts'
import { archiveName } from '../files/archiveNames.ts'
import { inspectFile } from '../files/inspectFile.ts'
import { suffix } from '../files/projectFile.ts'
import { type CloudDatabase, openCloudDatabase } from '../hosts/cloud/database.ts'
import { type Operator, openOperator } from '../hosts/cloud/operator.ts'
import { handAllOver, mayGo } from '../hosts/cloud/projects/leaving.ts'
import { openOwnProjects } from '../hosts/cloud/projects/ownProjects.ts'
import { isServed } from '../running/control.ts'
import { makeDataFolder } from '../running/dataFolder.ts'
import { activation, createKey, listKeys, removeKey } from './activationKeys.ts'
import { audit } from './auditLines.ts'
import { backup, copyProject, restore } from './backup.ts'
import { command, type Given } from './command.ts'
import { logDeed } from './logDeed.ts'
import { mails } from './mails.ts'
import { jsonArray, print, printAll, say } from './output.ts'
import { backupNow, tryRestore } from './ownBackups.ts'
import { askFor } from './password.ts'
import { cancelFirst, prices, students, tryIt, volume } from './payments.ts'
import { type ArchiveEntry, writeArchive } from './writeArchive.ts'

export interface Task {
  /** Where several nodes have the projects. */
  guest?: Guest
  operator: Operator
  database: CloudDatabase
  settings: Settings
  given: Given
  email: string
  /** What was done besides what the command is called: noted at once, for the command may end before its end; of several nodes once they have it. */
  note: (deed: Omit<Deed, 'at'>) => Promise<void>
  /** Calls `deed` once what was done is kept; the command ends with what the last of them returns. */
  afterwards: (deed: () => Promise<number>) => void
}
export type Done = { problem: Problem } | { wrong: string } | number

const actions: Readonly<Record<string, (task: Task) => Promise<Done>>> = {
  'create-user': async ({ operator, given, email }) => {
    const name = given.options.name as string | undefined
    const made = await operator.create(email, name, await readPassword())
    if (isProblem(made)) return made
    await print(`${JSON.stringify(made.ok)}\n`)
    return 0
  },
  'reset-password': async ({ operator, email }) =>
    told(await operator.setPassword(email, await readPassword()), 'The password is set, and all sessions have ended.'),
  'remove-factor': async ({ operator, email }) =>
    told(operator.removeFactor(email), 'The password alone is asked for now.'),
  'disable-user': async ({ operator, email }) =>
    told(operator.setDisabled(email, true), 'Nobody is let in to the account any more, and all sessions have ended.'),
  'enable-user': async ({ operator, email }) =>
    told(operator.setDisabled(email, false), 'The account lets its person in again.'),
  'change-email': async ({ operator, given, email }) =>
    told(operator.changeEmail(email, given.words[2] ?? ''), 'The account has the new email.'),
  list: async ({ operator, given }) => {
    const accounts = operator.list()
    const date = (time: number | null) => (time === null ? 'never' : new Date(time).toISOString().slice(0, 10))
    const line = (each: (typeof accounts)[number]) =>
      `${each.email}\t${each.name}\tmade ${date(each.created)}\tseen ${date(each.used)}\t${each.projects} projects${each.disabled ? '\tdisabled' : ''}\n`
    await printAll(given.options.json ? jsonArray(accounts) : accounts.map(line))
    return 0
  },
  audit,
  export: exportPerson,
  quota: setQuota,
  operator: async ({ operator, given, email }) => {
    const is = given.words[2]
    if (is !== 'on' && is !== 'off') return { wrong: 'admin operator takes on or off' }
    return told(
      operator.setOperator(email, is === 'on'),
      `The operator’s page is ${is === 'on' ? 'open to' : 'closed for'} them.`,
    )
  },
  delete: deletePerson,
  mails,
  activation,
  'create-key': createKey,
  'list-keys': listKeys,
  'remove-key': removeKey,
  prices,
  students,
  payment: tryIt,
  volume,
}
/** What the server calls by itself, and whoever wants it sooner. */
const byTheServer: Readonly<Record<string, (by?: 'server') => Promise<number>>> = {
  'backup-now': backupNow,
  'try-restore': tryRestore,
}
/** How many words follow; where nothing is said, one. */
const words: Readonly<Record<string, number>> = {
  'change-email': 2,
  quota: 2,
  operator: 2,
  audit: 0,
  list: 0,
  mails: 0,
  export: 2,
  activation: 0,
  'create-key': 0,
  'list-keys': 0,
  prices: 0,
  payment: 0,
  volume: 2,
}
/** What the security log calls them; the others change nothing. */
const deeds: Readonly<Record<string, string>> = {
  'create-user': 'accountMade',
  'reset-password': 'passwordSet',
  'remove-factor': 'factorRemoved',
  'disable-user': 'accountDisabled',
  'enable-user': 'accountEnabled',
  'change-email': 'emailChanged',
  export: 'accountExported',
  delete: 'accountDeleted',
  'create-key': 'keyMade',
  'remove-key': 'keyRemoved',
  volume: 'volumeSet',
  quota: 'quotaSet',
  operator: 'operatorSet',
}
/** What a deed has set, where its name does not say that. */
const whatWasSet: Readonly<Record<string, (given: Given) => string>> = {
  operator: ({ words }) => words[2] ?? '',
  volume: ({ words }) => words[2] ?? '',
  quota: ({ words, options }) =>
    [
      `${words[2]}${/^\d/.test(words[2] ?? '') ? ' MB' : ''}`,
      typeof options.projects === 'string' && `${options.projects} projects`,
    ]
      .filter(Boolean)
      .join(', '),
}
/** They need no server that was there before. */
const begins = ['create-user', 'create-key', 'activation']

export const main = command(
  {
    usage: `admin create-user EMAIL [--name NAME]   the password is asked for, or is one line of stdin
       thicket admin reset-password EMAIL            the same
       thicket admin remove-factor EMAIL
       thicket admin disable-user EMAIL              nobody is let in; its projects and shares stay
       thicket admin enable-user EMAIL
       thicket admin list [--json]
       thicket admin change-email EMAIL NEW-EMAIL    where no mail is sent, nobody else can
       thicket admin operator EMAIL on|off           who sees accounts, sizes, backups and health on a page
       thicket admin quota EMAIL MB|none|usual [--projects N|none|usual]   other bounds than THICKET_QUOTA and THICKET_PROJECTS
       thicket admin audit [--project ID] [--account EMAIL] [--since DATE] [--json]   who did what, the newest first
       thicket admin mails [--json]                  which wait as files to be passed on, and whether others could be sent
       thicket admin export EMAIL OUT.zip
       thicket admin delete EMAIL --yes [--to EMAIL|--with-shared]   --to: whose its shared projects are then; --with-shared: they go too
       thicket admin backup OUT-FOLDER
       thicket admin restore BACKUP-FOLDER
       thicket admin backup-now                       into THICKET_BACKUP_TO, as the server does by itself
       thicket admin try-restore                      whether the newest one there can be restored
       thicket admin create-key [--extension DAYS] [--uses N] [--note TEXT]   activates desktops, or extends their trials
       thicket admin list-keys [--json]
       thicket admin remove-key ID|KEY
       thicket admin prices [--check]                 what licences cost, and whether it is the same at Stripe
       thicket admin students [EMAIL --approve|--reject]   files by which students show that they are some
       thicket admin students --into FOLDER          copies of them, to be looked at
       thicket admin payment --try                   begins a checkout in Stripe’s test mode, and ends it
       thicket admin volume EMAIL on|off             nothing has to be paid for the account
       thicket admin activation                      what these desktops are to be told
       thicket admin cluster nodes|check             of several nodes on one database: which there are, and whether all that they keep is sound
       thicket admin cluster drain ADDRESS           nobody is sent to that node any more
       thicket admin cluster move-in|move-out FOLDER   from one server’s folder to several nodes, and back`,
    options: {
      name: { type: 'string' },
      project: { type: 'string' },
      account: { type: 'string' },
      since: { type: 'string' },
      json: { type: 'boolean' },
      yes: { type: 'boolean' },
      projects: { type: 'string' },
      to: { type: 'string' },
      'with-shared': { type: 'boolean' },
      extension: { type: 'string' },
      uses: { type: 'string' },
      note: { type: 'string' },
      check: { type: 'boolean' },
      approve: { type: 'boolean' },
      reject: { type: 'boolean' },
      into: { type: 'string' },
      try: { type: 'boolean' },
      // Said by the server alone, of what it does by itself.
      'by-server': { type: 'boolean' },
    },
    words: { least: 1, most: 3 },
  },
  async (given) => {
    const [action = '', first, second] = given.words
    if (action === 'backup' || action === 'restore') {
      if (first === undefined || second !== undefined) return { wrong: `${action} takes one folder` }
      const folder = resolve(given.folder, first)
      return action === 'backup' ? backup(folder) : restore(folder)
    }
    if (Object.hasOwn(byTheServer, action))
      return first === undefined
        ? (byTheServer[action]?.(given.options['by-server'] ? 'server' : undefined) ?? 1)
        : { wrong: `${action} takes no words` }
    if (action === 'cluster') return ofCluster(first ?? '', second)
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (!run) return { wrong: `admin has no ${action}` }
    const wanted = words[action] ?? 1
    // Without one: all of them.
    const isAll = action === 'students' && first === undefined
    if (given.words.length - 1 !== wanted && !isAll) return { wrong: `admin ${action} takes ${wanted} words` }
    if (action === 'delete' && !given.options.yes) return { wrong: 'what is deleted is gone for everybody: say --yes' }
    const settings = readCommandSettings()
    if (settings.nodes)
      return onNodes(settings.nodes, (database, guest, note) =>
        asDeed(run, { database, settings, guest, given, email: first ?? '', note }),
      )
    const path = join(settings.data, 'accounts.sqlite')
    if (!begins.includes(action) && !existsSync(path)) {
      say(`thicket: there is no server’s folder at ${settings.data}`)
      return 1
    }
    const made = makeDataFolder(settings.data)
    if ('problem' in made) {
      say(`thicket: ${made.problem}`)
      return 1
    }
    const database = openCloudDatabase(path)
    try {
      const note = (deed: Omit<Deed, 'at'>) => logDeed(settings.data, deed)
      const { done, deeds: noted, rest } = await asDeed(run, { database, settings, given, email: first ?? '', note })
      for (const deed of noted) await logDeed(settings.data, deed)
      return await inTurn(rest, done)
    } finally {
      database.close()
    }
  },
)

interface DoneSoFar {
  done: Done
  /** What is to be noted of it. */
  deeds: Omit<Deed, 'at'>[]
  /** What is to come once it is kept. */
  rest: (() => Promise<number>)[]
}

async function asDeed(
  run: (task: Task) => Promise<Done>,
  task: Omit<Task, 'operator' | 'afterwards'>,
): Promise<DoneSoFar> {
  const { database, settings, given, email } = task
  const noted: Omit<Deed, 'at'>[] = []
  const taken: Omit<Deed, 'at'>[] = []
  const tookUp = (account: string, share: { project: string; right: string }) =>
    taken.push({ event: 'invitationTaken', account, ...share })
  const operator = openOperator(database, settings, { tookUp })
  const before = operator.idOf(email)
  const rest: DoneSoFar['rest'] = []
  const done = await run({
    ...{ ...task, operator },
    afterwards: (deed) => rest.push(deed),
  })
  const action = given.words[0] ?? ''
  const event = deeds[action]
  // Files that a server still has open are left by a deletion: the account is gone.
  if (done !== 0 && !(done === 1 && action === 'delete')) return { done, deeds: noted, rest }
  const account = before ?? operator.idOf(email)
  const detail = whatWasSet[action]?.(given)
  if (event) noted.push({ event, ...(account !== null && { account }), ...(detail && { detail }) })
  return { done, deeds: [...noted, ...taken], rest }
}

/** Resolves to what the last of them returns, or to `done`. */
async function inTurn(rest: DoneSoFar['rest'], done: Done): Promise<Done> {
  let last = done
  for (const deed of rest) last = await deed()
  return last
}

/** Where several nodes have the accounts: they take over what was done. */
async function onNodes(
  nodes: NodeSettings,
  run: (database: CloudDatabase, guest: Guest, note: Task['note']) => Promise<DoneSoFar>,
): Promise<Done> {
  const { openGuest } = await import('../cluster/guest.ts')
  const guest = await openGuest(nodes, (error) => say(`thicket: ${error instanceof Error ? error.message : error}`))
  try {
    const besides: Omit<Deed, 'at'>[] = []
    const {
      done,
      deeds: noted,
      rest,
    } = await run(await guest.accounts(), guest, async (deed) => {
      besides.push(deed)
    })
    if (done !== 0) return done
    if (await guest.deliver()) {
      for (const deed of [...besides, ...noted]) guest.note(deed)
      return await inTurn(rest, done)
    }
    say('thicket: somebody has changed the same at this moment, and nothing was done: try again')
    return 1
  } finally {
    await guest.close()
  }
}

async function ofCluster(action: string, word: string | undefined): Promise<Done> {
  const { clusterActions } = await import('./cluster.ts')
  const found = Object.hasOwn(clusterActions, action) ? clusterActions[action] : undefined
  if (!found) return { wrong: `admin cluster has no ${action}` }
  if ((found.takes === 'nothing') !== (word === undefined))
    return {
      wrong: `admin cluster ${action} takes ${found.takes === 'address' ? 'the address of a node' : `a ${found.takes}`}`,
    }
  const { nodes } = readCommandSettings()
  if (!nodes) {
    say('thicket: THICKET_DATABASE and THICKET_CLUSTER_SECRET say which nodes are meant')
    return 1
  }
  const { openGuest } = await import('../cluster/guest.ts')
  const guest = await openGuest(nodes, (error) => say(`thicket: ${error instanceof Error ? error.message : error}`))
  return found.run(guest, word ?? '').finally(guest.close)
}

function told(result: Result<void>, line: string): Done {
  if (isProblem(result)) return result
  say(line)
  return 0
}

/** A bound as it is written: a number, none, or the usual one again. */
function boundOf(text: string): number | null | undefined {
  if (text === 'usual') return null
  if (text === 'none') return 0
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

async function setQuota({ operator, given: { words, options }, email }: Task): Promise<Done> {
  const quota = boundOf(words[2] ?? '')
  const mostProjects = typeof options.projects === 'string' ? boundOf(options.projects) : undefined
  if (quota === undefined || (options.projects !== undefined && mostProjects === undefined))
    return { wrong: 'a bound is a whole number, none, or usual' }
  const set = operator.setQuota(email, { quota, ...(mostProjects !== undefined && { mostProjects }) })
  return told(set, 'The account has these bounds from now on.')
}

/** One line of stdin; at a terminal it is asked for, and not shown. */
const readPassword = async (): Promise<string> => (await askFor(['Password: ']))[0] ?? ''

/** What the database has of a person, and their projects with all that is in them, also by others. */
async function exportPerson({ guest, operator, database, settings, given, email }: Task): Promise<Done> {
  const data = operator.data(email)
  if (isProblem(data)) return data
  const out = resolve(given.folder, given.words[2] ?? '')
  if (existsSync(out)) return { problem: { kind: 'fileExists', name: out } }
  const above = dirname(out)
  if (!statSync(above, { throwIfNoEntry: false })?.isDirectory())
    return { problem: { kind: 'folderNotFound', name: above } }
  const copy = guest ? copyFromNodes(guest) : await copyFromServer(database, settings)
  const folder = mkdtempSync(join(tmpdir(), 'thicket-export-'))
  try {
    const files: ArchiveEntry[] = []
    const names = new Set<string>()
    for (const { uuid, name } of data.ok.projects) {
      const path = join(folder, uuid + suffix)
      const failed = await copy(uuid, path)
      if (failed !== null) {
        say(`thicket: the project “${name}” cannot be read (${failed}); nothing was exported`)
        return 1
      }
      files.push({ name: archiveName(name, names), path })
    }
    const projects = data.ok.projects.map((project, i) => ({ ...project, file: files[i]?.name }))
    const about = Buffer.from(`${JSON.stringify({ ...data.ok, projects }, null, 2)}\n`, 'utf8')
    writeArchive(out, [{ name: 'account.json', bytes: about }, ...files])
    say(`${files.length} projects and the account are in ${out}.`)
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What others work in is handed over, unless it is to go as well. Returns which. Problems: sharedProjects, accountNotFound, those of a hand-over. */
async function settleShared({ note, operator, database, settings, given, email }: Task): Promise<Result<string[]>> {
  const { options } = given
  const from = operator.idOf(email)
  if (from === null || options['with-shared']) return { ok: [] }
  if (typeof options.to !== 'string') {
    const may = mayGo(database, from)
    return isProblem(may) ? may : { ok: [] }
  }
  const to = operator.idOf(options.to)
  if (to === null || to === from) return { problem: { kind: 'accountNotFound' } }
  const handed = handAllOver(database, openOwnProjects(database, settings), from, to)
  if (isProblem(handed)) return handed
  for (const project of handed.ok) await note({ event: 'projectHandedOver', account: from, with: to, project })
  return handed
}

/** Writes a project; resolves to why not, or null. */
type CopyProject = (uuid: string, path: string) => Promise<string | null>

const copyFromNodes =
  (guest: Guest): CopyProject =>
  async (uuid, path) => {
    const read = await guest.readProject(uuid, path)
    return isProblem(read) ? read.problem.kind : null
  }

async function copyFromServer(database: CloudDatabase, settings: Settings): Promise<CopyProject> {
  const server = (await isServed(settings.data)) ? settings.data : null
  const { pathOf } = openOwnProjects(database, settings)
  return (uuid, path) => copyProject(server, uuid, pathOf(uuid) ?? '', path)
}

/** A server that runs closes the projects that are gone, after its people have been put out. */
const longestWait = 20_000

async function deletePerson(task: Task): Promise<Done> {
  const { guest, operator, database, settings, given, email } = task
  const settled = await settleShared(task)
  if (isProblem(settled)) {
    if (settled.problem.kind === 'sharedProjects')
      say('thicket: say --to EMAIL, whose the shared projects are then, or --with-shared, which deletes them as well')
    return settled
  }
  const cancelled = await cancelFirst({ database, settings, ...(guest && { guest }) }, operator.idOf(email))
  if (isProblem(cancelled)) return cancelled
  const removed = operator.remove(email)
  if (isProblem(removed)) return removed
  const shared = removed.ok.filter(({ isShared }) => isShared).length
  const handed =
    settled.ok.length === 0 ? '' : `Shared projects that ${given.options.to} owns now: ${settled.ok.length}. `
  const isDone = () =>
    say(`${handed}The account is deleted, with ${removed.ok.length} projects, ${shared} of them shared with others.`)
  // The node that changes accounts does away with them.
  if (guest) {
    isDone()
    return 0
  }
  const { discard } = openOwnProjects(database, settings)
  const until = Date.now() + longestWait
  const left: string[] = []
  for (const { uuid, path } of removed.ok) {
    while (isLocked(path) && Date.now() < until) await new Promise((done) => setTimeout(done, 200))
    if (isLocked(path)) left.push(path)
    else discard(uuid, path)
  }
  if (left.length === 0) isDone()
  for (const path of left)
    say(`thicket: the account is deleted, but a server still has ${path} open: delete it yourself`)
  return left.length === 0 ? 0 : 1
}

const isLocked = (path: string): boolean => {
  const inspected = inspectFile(path)
  return isProblem(inspected) && inspected.problem.kind === 'projectLocked'
}
