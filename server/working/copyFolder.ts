/**
 * The folder of working copies: each a project file, with a note beside it that says of which file it is the copy, and whether something is owed to that.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isHeld, logEnds } from '../files/inspectFile.ts'
import { readStored, writeStored } from '../files/storedJson.ts'

const seen = z.object({ size: z.number(), mtime: z.number(), ino: z.number(), hash: z.string() })
/** What of it cannot be understood counts as if something were owed, and the file another. */
const note = z.object({
  path: z.string(),
  /** As the file was when it and the copy were last the same. */
  seen: seen.catch({ size: -1, mtime: 0, ino: 0, hash: '' }),
  owed: z.boolean().catch(true),
  reading: z.enum(['file', 'folder', 'elsewhere']).nullable().catch(null),
  /** Hashes of what was to be put there since: a server that was killed may have done it, a share that failed too. */
  sending: z.array(z.string()).catch([]),
  left: z.string().nullable().catch(null),
})
export type Note = z.infer<typeof note>

export interface Copy {
  id: string
  note: Note
}

export interface CopyFolder {
  /** Where the copy of this id lies. */
  copyOf(id: string): string
  copies(): Copy[]
  /** The copy of the file at `path`: of several, one that owes something. */
  noteAt(path: string): Copy | undefined
  /** Throws what the disk says. */
  write(id: string, note: Note): void
  /** Takes a copy away that owes nothing. */
  drop(copy: Copy): void
}

/** ms after which nobody is at work on it any more. */
const unfinishedFor = 3_600_000
/** ms that a copy which owes nothing is kept, so that opening is quick and goes on where it was. */
const keptFor = 30 * 24 * 3_600_000

/** Takes away what nobody has asked for lately, and what a server that was killed was about to make. */
export function openCopyFolder(folder: string, now: () => number): CopyFolder {
  const copyOf = (id: string) => join(folder, `${id}.qrk`)
  const noteOf = (id: string) => join(folder, `${id}.json`)
  const write = (id: string, changed: Note) => writeStored(noteOf(id), changed)
  const copies = (): Copy[] =>
    namesIn(folder).flatMap((name) => {
      const id = name.endsWith('.json') ? name.slice(0, -'.json'.length) : null
      const found = id === null ? null : readStored<Note | null>(join(folder, name), note, () => null)
      return id !== null && found && isThere(copyOf(id)) ? [{ id, note: found }] : []
    })
  const noteAt = (path: string): Copy | undefined => {
    const found = copies().filter((each) => each.note.path === path)
    return found.find((each) => each.note.owed) ?? found[0]
  }
  const drop = ({ id, note }: Copy) => {
    // Another server of this installation may be at work in it.
    if (note.owed || isHeld(copyOf(id))) return
    for (const end of ['.json', '.qrk', ...logEnds.map((log) => `.qrk${log}`)])
      rmSync(join(folder, id + end), { force: true })
  }
  tidy(folder, { copies, drop }, now)
  return { copyOf, copies, noteAt, write, drop }
}

function tidy(folder: string, { copies, drop }: Pick<CopyFolder, 'copies' | 'drop'>, now: () => number): void {
  const age = (name: string) => now() - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? now())
  for (const copy of copies()) if (age(`${copy.id}.json`) > keptFor) drop(copy)
  const names = new Set(namesIn(folder))
  for (const name of names) {
    const [id = '', end] = name.split(/\.(.*)/)
    // Whatever the note says.
    const isCopy = names.has(`${id}.json`) && names.has(`${id}.qrk`)
    const isWhole = isCopy && /^(json|qrk(-\w+)?)$/.test(end ?? '')
    if (!isWhole && age(name) > unfinishedFor) rmSync(join(folder, name), { force: true })
  }
}

/** Throws what the disk says: what is not seen is not to be taken for gone. */
const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined
const namesIn = (folder: string): string[] => (isThere(folder) ? readdirSync(folder) : [])
