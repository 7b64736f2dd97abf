/** `thicket merge`: several projects made into a new one, where no file that is read changes, or into the first of them (`src/model/rules/projects/merge`). */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { attempt, isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { addsNothing } from '../../src/model/rules/projects/merge/mergedChanges.ts'
import { type Merge, mergeProjects } from '../../src/model/rules/projects/merge/mergeProjects.ts'
import { hashesIn } from '../../src/model/sound/media.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import type { Db } from '../../wasm/database/db.ts'
import { copyTo, writeProject } from '../files/projectFile.ts'
import { beginningWith } from '../room/readProjectJson.ts'
import { pathOf } from '../working/openToRead.ts'
import { changeProject } from './changeProject.ts'
import { command } from './command.ts'
import { keepCarried } from './fileSounds.ts'
import { isMaster, type Merged, openPasswords, type Reading, readAll, withSounds } from './mergedFiles.ts'
import { print, say } from './output.ts'
import { isTerminal, newPasswordOf } from './password.ts'
import { usualAuthor } from './usualAuthor.ts'

export const main = command(
  {
    usage:
      'merge <base.qrk> <other.qrk|.json|.qdpx…> (--out <result.qrk> | --into) [--author <name>] [--protect] [--password-file <file>]…',
    options: {
      out: { type: 'string' },
      into: { type: 'boolean' },
      author: { type: 'string' },
      protect: { type: 'boolean' },
      'password-file': { type: 'string', multiple: true },
    },
    words: { least: 2, most: Number.POSITIVE_INFINITY },
  },
  async ({ words: [base = '', ...others], options, lists, folder }) => {
    const isInto = options.into === true
    if (isInto === (options.out !== undefined)) return { wrong: 'either --out <result.qrk> or --into' }
    const isProtecting = options.protect === true
    if (isInto && isProtecting) return { wrong: '--protect is of a new project' }
    const author = options.author === undefined ? usualAuthor() : String(options.author)
    const passwords = openPasswords(lists['password-file'] ?? [], folder)
    if (isProtecting && passwords.last === undefined && !isTerminal())
      return { wrong: '--protect needs a password: name a file that holds it by --password-file' }
    const aside = mkdtempSync(join(tmpdir(), 'thicket-merge-'))
    const wish = { base, others, out: String(options.out), isProtecting, author, folder, passwords, aside }
    // What makes a step of a project is loaded where one is made: who merges into a new project need not wait for it.
    const mergeThem = isInto ? (await import('./mergeInto.ts')).mergeInto : mergeAsNew
    const merged = await mergeThem(wish).finally(() => rmSync(aside, { recursive: true, force: true }))
    if (isProblem(merged)) return merged
    const { path, addsNothing, ...done } = merged.ok
    tell(done, others)
    if (addsNothing) say(`The others add nothing to ${basename(pathOf(base, folder))}.`)
    if (!(addsNothing && isInto)) say(`Wrote ${path}`)
    await print(`${JSON.stringify(done.counts)}\n`)
    return 0
  },
)

interface Wish extends Reading {
  base: string
  others: readonly string[]
  out: string
  isProtecting: boolean
}

async function mergeAsNew(wish: Wish): Promise<Result<Merged>> {
  const { base, others, out: name, folder, passwords, isProtecting } = wish
  const out = pathOf(name, folder)
  // Before anything is read: the merge may take a while.
  if (existsSync(out)) return problem({ kind: 'fileExists', name: basename(out) })
  const read = await readAll([base, ...others], wish)
  if (isProblem(read)) return read
  const { files, texts } = read.ok
  const heard = await withSounds(files)
  if (isProblem(heard)) return heard
  const { carried } = heard.ok
  const [master = {}, ...rows] = heard.ok.rows
  if (isMaster(master, rows)) return problem({ kind: 'alreadyMaster' })
  const merged = mergeProjects(
    master,
    rows.map((other) => ({ rows: other })),
    { texts },
  )
  const made = merged.rows
  const keep = (db: Db) => keepCarried(db, hashesIn(made.recordings), carried)
  const written = isProtecting
    ? await changeProject(out, folder, async ({ db }) => keep(db), {
        rows: () => ok(made),
        known: texts,
        newPassword: () => newPasswordOf({ options: { 'password-file': passwords.last }, folder }),
        isKept: (kept) => !isProblem(kept),
      }).then((done) => (isProblem(done) ? done : isProblem(done.ok) ? done.ok : ok(out)))
    : await writeWith(out, beginningWith(made, { known: texts }), hashesIn(made.recordings).size > 0 && keep, wish)
  if (!isProtecting && passwords.wereAsked) say('What comes of it is not protected: its texts can be read by anybody.')
  return isProblem(written) ? written : ok({ ...merged, addsNothing: addsNothing(master, made), path: written.ok })
}

/** A new project. The sound of its recordings, where it has any, comes piece by piece: it is made aside then, and appears whole. */
async function writeWith(
  out: string,
  bring: (db: Db) => void,
  keep: false | ((db: Db) => Promise<Result<unknown>>),
  { aside }: Wish,
): Promise<Result<string>> {
  if (!keep) return writeProject(out, false, bring)
  const made = writeProject(join(aside, 'made'), false, bring)
  if (isProblem(made)) return made
  const db = openNode(made.ok)
  try {
    const kept = await keep(db)
    return isProblem(kept) ? kept : attempt(() => copyTo(db, out, false))
  } finally {
    db.close()
  }
}

/** What is to be known of each, for who reads along; the numbers are printed. */
function tell({ others, rows }: Omit<Merge, 'counts'>, names: readonly string[]): void {
  const titles = new Map(rows.quirks.map(({ id, title }) => [id, title]))
  for (const [i, { similar, lost, cells, lifted }] of others.entries()) {
    const of = (words: string) => say(`  ${basename(resolve(names[i] ?? ''))}: ${words}`)
    for (const { title, baseTitle, share } of similar)
      of(`“${title}” differs from “${baseTitle}” in ${(share * 100).toFixed(1)} % of its text, which stays as it is.`)
    for (const { source, words, quirkId, content } of lost)
      of(
        `“${words}” of “${source}” is not in the text any more: ${quirkId === null ? content : (titles.get(quirkId) ?? '')}`,
      )
    for (const { source, property, value, other } of cells)
      of(`${property} of “${source}” stays “${value}”, not “${other}”.`)
    for (const title of lifted) of(`The quirk “${title}” would lie too deep; it is at the top.`)
  }
}
