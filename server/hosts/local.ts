/** The local host: one person, who holds the launch secret and owns every file that the machine lets them open. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { isProblem, problem, type Result } from '../../src/model/problems.ts'
import { proofOf } from '../base/proof.ts'
import type { ActivationSettings } from '../base/settings/localSettings.ts'
import type { Noted } from '../files/identity.ts'
import { readStored, writeStored } from '../files/storedJson.ts'
import type { Host, LocalFiles, Person } from '../host.ts'
import { type System, thisSystem } from '../working/folderPlace.ts'
import { openWorkingCopies, type WorkingCopies } from '../working/workingCopies.ts'
import { workingFolder } from '../working/workingFolder.ts'
import { openActivation } from './activation.ts'
import { type Desktop, noDesktop } from './desktop/desktop.ts'
import { findPlaces } from './places.ts'
import { documentsFolder, projectFolder } from './projectFolder.ts'

const known = z.object({
  uuid: z.string(),
  path: z.string(),
  epoch: z.string(),
  head: z.number(),
  hash: z.string(),
  clean: z.boolean(),
  protected: z.exactOptional(z.boolean()),
  /** On the list that the person sees. */
  listed: z.boolean(),
  opened: z.number(),
})
const state = z.object({ lastAuthor: z.string(), projects: z.array(known) })
type State = z.infer<typeof state>

const mostKnown = 1000
/** ms that a folder of another machine may take to answer before a list is shown. */
const soon = 1000
const owner: Person = { id: 'local', session: 'local' }

export interface LocalHostOptions {
  now?: () => number
  /** Where activations are asked for; null: nowhere. */
  activation?: ActivationSettings | null
  /** What the machine's own programs do. */
  desktop?: Desktop
  /** By which is judged where files lie. */
  system?: System
  warn?: (error: unknown) => void
  /** ms, as `WorkingOptions` has them. */
  rest?: number
  patience?: number
}

/** `folder`: the configuration. It is read anew each time, since another server of this installation may write it too. */
export function localHost(
  folder: string,
  secret: string,
  {
    now = Date.now,
    activation: settings = null,
    desktop = noDesktop,
    system = thisSystem(),
    warn = () => {},
    rest,
    patience,
  }: LocalHostOptions = {},
): Host & { readonly local: LocalFiles; readonly working: WorkingCopies } {
  const file = join(folder, 'projects.json')
  const read = (): State => readStored(file, state, () => ({ lastAuthor: '', projects: [] }))
  const change = (alter: (state: State) => void) => {
    const current = read()
    alter(current)
    writeStored(file, current)
  }
  const secretHash = sha256(secret)
  const home = projectFolder()
  const folders = { projects: home, documents: documentsFolder(), home: homedir() }
  const activation = openActivation(folder, settings, now)
  const copies = workingFolder(folder, system)
  const working = openWorkingCopies({
    folder: copies,
    system,
    warn,
    person: () => read().lastAuthor,
    ...(rest !== undefined && { rest }),
    ...(patience !== undefined && { patience }),
  })
  const reachedPath = async (name: string): Promise<Result<string>> => {
    const path = resolvePath(name, home)
    if (isProblem(path) || (await working.answers(path.ok))) return path
    return problem({ kind: 'folderNotAnswering', name: dirname(path.ok) })
  }
  const pathOf = (uuid: string) => read().projects.find((project) => project.uuid === uuid)?.path ?? null
  const unlist = (uuid: string) =>
    change(({ projects }) => {
      for (const project of projects) if (project.uuid === uuid) project.listed = false
    })
  return {
    can: (feature) =>
      feature === 'localFiles' ||
      (feature === 'fileDialogs' && desktop.dialogs !== null) ||
      (feature === 'activation' && activation.isAsked),
    authenticate: (token) => (timingSafeEqual(sha256(token), secretHash) ? owner : null),
    stands: () => true,
    author: () => null,
    namesKept: async () => {},
    authors: () => [],
    people: () => new Set(),
    onChange: () => () => {},
    access: (_, uuid) => {
      if (!read().projects.some((project) => project.uuid === uuid)) return null
      return working.isReading(uuid) ? 'read' : 'own'
    },
    projects: async () => {
      const listed = read().projects.filter((project) => project.listed)
      const answering = await Promise.all(listed.map(({ path }) => working.answers(path, soon)))
      return listed.map(({ uuid, path, protected: isProtected }, i) => ({
        project_uuid: uuid,
        name: path,
        modified: (answering[i] ? modifiedAt(path) : null) ?? working.owedTo(path),
        ...(!answering[i] && { unreachable: true as const }),
        ...(isProtected && { protected: true as const }),
      }))
    },
    nameOf: (uuid) => pathOf(uuid),
    pathOf,
    noted: () => read().projects,
    note: (noted) => change((current) => remember(current, noted, now())),
    place: async (_, name) => {
      const path = await reachedPath(name)
      if (!isProblem(path) && dirname(path.ok) === home) makeFolder(home)
      return path
    },
    // Whatever was opened is on the list.
    take: () => ({ ok: undefined }),
    free: () => ({ left: Number.POSITIVE_INFINITY, of: 0 }),
    bound: () => null,
    remove: unlist,
    // Its closing has noted it anew.
    discard: unlist,
    temporary: { folder: join(dirname(copies), 'temporary'), isAlone: false },
    working,
    local: {
      resolvePath: reachedPath,
      home,
      places: () => {
        const listed = read().projects.filter((project) => project.listed)
        return findPlaces({ ...folders, recent: listed.map(({ path }) => path) }, working.answers)
      },
      desktop,
      lastAuthor: () => read().lastAuthor,
      setLastAuthor: (author) => change((current) => Object.assign(current, { lastAuthor: author })),
      activation,
      proof: (port, nonce) => proofOf(secret, port, nonce),
    },
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch {
    // Whatever is to be written there says why it cannot be.
  }
}

/** The newest first. A path holds one project, and a project has one path. */
function remember(current: State, noted: Noted, at: number): void {
  const before = current.projects.find(({ uuid, path }) => uuid === noted.uuid && path === noted.path)
  const others = current.projects.filter(({ uuid, path }) => uuid !== noted.uuid && path !== noted.path)
  const entry = { ...noted, listed: true, opened: before?.opened ?? at }
  if (before?.listed && !isOpening(before, noted)) {
    current.projects = current.projects.map((project) => (project === before ? entry : project))
    return
  }
  current.projects = [{ ...entry, opened: at }, ...others].slice(0, mostKnown)
}

const isOpening = (before: Noted, noted: Noted): boolean => before.clean && !noted.clean

function modifiedAt(path: string): number | null {
  const times = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return times[0] === 0 ? null : Math.round(Math.max(...times))
}

function resolvePath(name: string, folder: string) {
  const written = name.trim()
  if (written === '' || written.includes('\0')) return problem({ kind: 'missingProjectName' })
  if (written === '~' || written.startsWith('~/')) return { ok: join(homedir(), written.slice(1)) }
  return { ok: isAbsolute(written) ? resolve(written) : join(folder, written) }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
