/**
 * What it costs that a project of 100 MB (of 20 MB at the size tiny) is protected, in processor time, since all of it is done by this process. Opening its copy to the first screen, a
 * text of 100 kB with it, against the same copy plain: from the file of another program, where the server has yet to make the words of each plain text, and again once that was
 * done. The password itself is not in it: what a guess costs is the same for every project. All texts opened, which is done while nobody asks anything and had to be done before the
 * first screen once: for each 100 MB 10 s. And a letter typed into a text of 100 kB, encrypted and ready to be sent, against the 50 ms after which a worker keeps others waiting.
 */
import { generateProject } from '../fixtures/testing/generateProject.ts'
import { openProject } from '../server/files/projectFile.ts'
import { writeSealed } from '../server/files/sealedFile.ts'
import { openRoom } from '../server/room/room.ts'
import { keyPartsOf } from '../src/model/sealing/keys.ts'
import type { Sealing } from '../src/model/sealing/sealedOperations.ts'
import { wrapKey } from '../src/model/sealing/wraps.ts'
import { openNode } from '../wasm/database/boot/node.ts'
import { openPlain } from '../wasm/database/plainTables.ts'
import type { Copy } from '../workers/project/copy.ts'
import { openFor, stretch } from '../workers/project/live/openInIdle.ts'
import { copyDb, copyOn, duplicate, meet, showScreen } from './openProject.ts'
import { progressed } from './progress.ts'
import { type Bench, compareInTurn, limitRow, median, type Rows } from './row.ts'

const shape = (sources: number) => ({
  sources,
  textLength: 100_000,
  quirks: 200,
  highlights: 20_000,
  authors: 4,
  groups: 5,
  properties: 5,
})
const key = new Uint8Array(32).fill(7)
const sealing: Sealing = { parts: keyPartsOf(key), name: 'p.qrk' }
const rounds = 2
/** The fastest count: a first round has the program compiled. */
const reopenings = 5
const patience = 10_000
const keyPatience = 50

export const rows: Rows = async (bench) => {
  const plain = bench.newPath()
  const sources = bench.size === 'tiny' ? 200 : 1000
  const megabytes = sources / 10
  generateProject(plain, shape(sources))
  const sealed = bench.newPath()
  const db = openNode(plain)
  const written = writeSealed(sealed, db, { parts: sealing.parts, hash: wrapKey(key, 'password', 2 ** 15).hash })
  // As another program leaves it.
  db.run('DELETE FROM answer_texts')
  db.close()
  if ('problem' in written) throw new Error(JSON.stringify(written.problem))

  const open = await compareInTurn(
    `protected-open: ${megabytes} MB, from the file to the first screen / the same plain`,
    3,
    () => spent(() => opened(bench, sealed, sealing).close()),
    () => spent(() => opened(bench, plain).close()),
    rounds,
  )
  const joiner = snapshotOf(bench, sealed, true)
  const plainJoiner = snapshotOf(bench, plain, false)
  const again = await compareInTurn(
    `protected-reopen: a copy of ${megabytes} MB opened again / the same plain`,
    3,
    () => spent(() => shown(joiner, sealing).close()),
    () => spent(() => shown(plainJoiner).close()),
    reopenings,
  )
  const copy = shown(joiner, sealing)
  // As `openInIdle` does it, without its pauses.
  const before = process.cpuUsage()
  for (let isMore = true; isMore; ) {
    isMore = openFor(copy.db, stretch)
    await copy.db.openAhead?.()
    progressed()
  }
  const rest = processorSince(before)
  const typing = typed(copy, bench, sealed)
  copy.close()
  return [
    open,
    again,
    limitRow('protected-texts: all its texts opened', rest, (patience * megabytes) / 100),
    limitRow('protected-type: a letter in a text of 100 kB, ready to be sent', typing, keyPatience),
  ]
}

/** The file as a server opens it, and a copy of it as it is first shown. */
const opened = (bench: Bench, path: string, given?: Sealing): Copy =>
  shown(snapshotOf(bench, duplicate(bench, path), given !== undefined), given)

function snapshotOf(bench: Bench, path: string, isSealed: boolean): string {
  const room = roomOn(path, isSealed)
  const joiner = bench.newPath()
  room.snapshot(joiner, 'joiner')
  room.close()
  return joiner
}

function roomOn(path: string, isSealed: boolean) {
  const file = openProject(path, [], { takesProtected: isSealed })
  if ('problem' in file) throw new Error(JSON.stringify(file.problem))
  return openRoom(file.ok.db, isSealed ? { sealed: sealing.name } : {})
}

function shown(path: string, given?: Sealing): Copy {
  const db = copyDb(path)
  const readable = given ? openPlain(db, { ...given.parts, unread: new Map() }) : db
  if (!readable) throw new Error('the copy does not open')
  const copy = copyOn(readable, 'Anna', given)
  showScreen(copy)
  return copy
}

/** Median of a letter, of the command and of the push that is made of it. */
function typed(copy: Copy, bench: Bench, path: string): number {
  const room = roomOn(duplicate(bench, path), true)
  meet(copy, room)
  room.close()
  const place = showScreen(copy)
  const letter = (n: number) =>
    spent(() => {
      const edit = { ...place, changes: [{ from: n, to: n, insert: 'x' }] }
      const done = copy.run('tab', `letter ${n}`, [{ command: 'editAnswer', args: edit }], 'undo.editText')
      if ('problem' in done || !copy.nextPush()) throw new Error(JSON.stringify(done))
    })
  return median(Array.from({ length: 20 }, (_, n) => letter(n)))
}

/** Milliseconds of the processor. */
function spent(work: () => void): number {
  const before = process.cpuUsage()
  work()
  progressed()
  return processorSince(before)
}

function processorSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
