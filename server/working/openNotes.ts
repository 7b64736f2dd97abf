/**
 * Notes beside files on shares, `.Study.qrk.open`: on which machine somebody has the project open, so that the next one only reads it. They are no
 * locks, on which shares are not to be relied: where one is lost, or two come at once, what saves the work is that nothing is ever overwritten
 * that somebody else has changed (`placeFile.ts`).
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import type { OpenElsewhere } from '../../src/model/contract/shapes.ts'
import { unfinishedBeside } from '../base/unfinished.ts'

export interface OpenNotes {
  /** Puts our note beside the file, and renews it until each that has taken it has left it, unless somebody elsewhere has the file open: then who. */
  take(path: string): Promise<OpenElsewhere | null>
  leave(path: string): Promise<void>
}

export interface OpenNotesOptions {
  /** Whose notes are taken for one's own: after a crash they are taken over. */
  id: string
  /** Whom others are told of. */
  person: () => string
  /** Whether the folder of a path answers. */
  answers: (path: string) => Promise<boolean>
  machine?: string
  now?: () => number
}

const note = z.object({ id: z.string(), machine: z.string(), person: z.string(), at: z.number() })
type Note = z.infer<typeof note>

const renewEvery = 60_000
/** ms after which nobody is taken to be there any more: a machine that was switched off. Also for how long clocks may differ. */
const staleAfter = 5 * renewEvery

export const noteBeside = (path: string): string => join(dirname(path), `.${basename(path)}.open`)

export function openNotes({ id, person, answers, machine = hostname(), now = Date.now }: OpenNotesOptions): OpenNotes {
  const taken = new Map<string, { timer: NodeJS.Timeout; renewing: Promise<void>; holders: number }>()
  const text = () => JSON.stringify({ id, machine, person: person(), at: now() } satisfies Note)
  /** null: nobody's but ours, or of one who is gone. */
  const other = async (path: string): Promise<Note | null> => {
    const found = await read(noteBeside(path))
    return found && found.id !== id && Math.abs(now() - found.at) < staleAfter ? found : null
  }
  const renew = async (path: string): Promise<void> => {
    // After a long sleep it may be somebody else's.
    if (!(await answers(path)) || (await other(path)) || !taken.has(path)) return
    await replace(noteBeside(path), text())
  }
  return {
    take: async (path) => {
      const found = await other(path)
      if (found) return { machine: found.machine, person: found.person }
      const isFirst = await writeFile(noteBeside(path), text(), { flag: 'wx', mode: 0o666 }).then(
        () => true,
        () => false,
      )
      // Of two who come at once one was first.
      const first = isFirst ? null : await other(path)
      if (first) return { machine: first.machine, person: first.person }
      if (!isFirst) await replace(noteBeside(path), text())
      // Opened anew while it is being closed.
      const before = taken.get(path)
      if (before) {
        before.holders += 1
        return null
      }
      const renewed = () => {
        held.renewing = renew(path)
      }
      const held = { timer: setInterval(renewed, renewEvery).unref(), renewing: Promise.resolve(), holders: 1 }
      taken.set(path, held)
      return null
    },
    leave: async (path) => {
      const held = taken.get(path)
      if (!held) return
      held.holders -= 1
      if (held.holders > 0) return
      clearInterval(held.timer)
      taken.delete(path)
      // What is being renewed is not to be there again afterwards.
      await held.renewing
      if (!(await answers(path)) || (await other(path)) || taken.has(path)) return
      await rm(noteBeside(path), { force: true }).catch(() => {})
    },
  }
}

async function read(path: string): Promise<Note | null> {
  try {
    return note.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return null
  }
}

/** Where nothing can be written there is no note; the file says so itself. */
async function replace(path: string, text: string): Promise<void> {
  const temporary = unfinishedBeside(path)
  try {
    await writeFile(temporary, text, { mode: 0o666 })
    await rename(temporary, path)
  } catch {
    await rm(temporary, { force: true }).catch(() => {})
  }
}
