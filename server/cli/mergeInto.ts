/**
 * `thicket merge … --into`: other projects, merged into a project by one step in one transaction, so that a process that ends in its middle leaves the
 * project as it was. Nobody else has the file meanwhile, so it takes neither a copy of the project nor a push: what the merge adds is a step of the project's
 * room as it stands, judged, numbered and logged there as that of any colleague, and never written as JSON on the way.
 */
import { basename } from 'node:path'
import { mergeTitle } from '../../src/model/history.ts'
import { idMaker } from '../../src/model/ids.ts'
import { mergedProjects } from '../../src/model/limits.ts'
import { operationsOf } from '../../src/model/operations.ts'
import { attempt, isProblem, ok, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { type ProjectRows, rowCount } from '../../src/model/projectRows.ts'
import type { Step } from '../../src/model/protocol.ts'
import { mergedChanges, roomAfter, roomInto } from '../../src/model/rules/projects/merge/mergedChanges.ts'
import { mergeProjects } from '../../src/model/rules/projects/merge/mergeProjects.ts'
import { soundRows } from '../../src/model/rules/projects/merge/soundRows.ts'
import { hashesIn } from '../../src/model/sound/media.ts'
import { shownTitles, stepTitle } from '../../workers/project/undo/undoTitle.ts'
import { leaveOutMedia } from '../files/media.ts'
import type { ProjectFile } from '../files/projectFile.ts'
import { openRoom, type Room } from '../room/room.ts'
import { pathOf } from '../working/openToRead.ts'
import { changeProject } from './changeProject.ts'
import { keepCarried } from './fileSounds.ts'
import { isMaster, type Merged, type ReadFiles, type Reading, readOthers, readRows, withSounds } from './mergedFiles.ts'

interface Wish extends Reading {
  base: string
  others: readonly string[]
}

/** Problems: those of `readOthers` and `changeProject`, alreadyMaster, mergeIntoTooLarge. */
export async function mergeInto(wish: Wish): Promise<Result<Merged>> {
  const { base, others, author, folder, passwords } = wish
  const path = pathOf(base, folder)
  const read = await readOthers(base, others, wish)
  if (isProblem(read)) return read
  const body = (project: ProjectFile) => mergeIn(project, read.ok, others, author)
  // Nothing is made where no project is.
  const rows = () => problem({ kind: 'fileNotFound', name: path })
  const done = await changeProject(base, folder, body, { rows, password: () => passwords.of(path) })
  if (isProblem(done)) return done
  return isProblem(done.ok) ? done.ok : ok({ ...done.ok.ok, path })
}

async function mergeIn(
  project: ProjectFile,
  { files, texts }: ReadFiles,
  names: readonly string[],
  author: string,
): Promise<Result<Omit<Merged, 'path'>>> {
  const { db } = project
  const base = readRows(db, texts)
  const heard = await withSounds(files, hashesIn(base.recordings))
  if (isProblem(heard)) return heard
  const sound = attempt(() => soundOthers(base, heard.ok.rows, names, texts))
  if (isProblem(sound)) return sound
  const others = sound.ok
  if (isMaster(base, others)) return problem({ kind: 'alreadyMaster' })
  const room = openRoom(db)
  const { client } = room.open(0, '', 0)
  const rows = others.map((other) => ({ rows: other }))
  const merged = mergeProjects(base, rows, { texts, newId: idMaker(client, 0, Date.now) })
  const changes = attempt(() => mergedChanges(base, merged.rows))
  if (isProblem(changes)) return changes
  if (changes.ok.length === 0) return ok({ ...merged, addsNothing: true })
  // Before the step that names them: a process that ends in between leaves no recording without its sound.
  const kept = await keepCarried(db, hashesIn(merged.rows.recordings), heard.ok.carried)
  if (isProblem(kept)) return kept
  const operations = operationsOf(changes.ok)
  const [name = '', ...more] = names
  const act = stepTitle(mergeTitle, more.length === 0 ? shownTitles([basename(name)]) : [], names.length)
  // No text has been edited since it was read: there are no versions to compare.
  const refused = takeStep(room, client, author, { operations, versions: {}, merges: true, act })
  leaveOutMedia(db, kept.ok)
  return refused ?? ok({ ...merged, addsNothing: false })
}

/** What another file says of itself is not believed: its rows are brought into the form that every copy has them in. Throws Refusal: those of `soundRows`, mergeIntoTooLarge. */
function soundOthers(
  base: ProjectRows,
  others: readonly ProjectRows[],
  names: readonly string[],
  texts: ReadFiles['texts'],
): ProjectRows[] {
  let room = roomInto(rowCount(base))
  return others.map((rows, at) => {
    const sound = soundRows(basename(names[at] ?? ''), rows, { room: mergedProjects.mostRows, texts })
    room = roomAfter(room, sound)
    return sound
  })
}

/** The first push of a client that is never heard of again: nobody sends it a second time, so nobody asks for its hash. */
function takeStep(room: Room, client: number, author: string, step: Step): { problem: Problem } | null {
  const sender = { client, access: 'own', author: null, called: author } as const
  const [taken] = room.submit([{ sender, push: { client, n: 1, base: room.head }, steps: [step], hash: '' }])
  const [answer] = taken?.answer.steps ?? []
  return answer && 'problem' in answer ? answer : null
}
