/** What a storage thread answers at once, each call by its name: what is done with the file of a project, or its room. */
import { copyFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { refuse } from '../../src/model/problems.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { calledBy } from '../base/calledBy.ts'
import { inspectFile } from '../files/inspectFile.ts'
import { keepMedia, writeMedia } from '../files/media.ts'
import { copyBeside, copyTo, createProject, keepProtection, openProject, withSuffix } from '../files/projectFile.ts'
import { writeJson } from '../files/writeJson.ts'
import { writeWhole } from '../files/writeWhole.ts'
import { deliver, type HeldRooms } from './heldRooms.ts'
import { beginningWith } from './readProjectJson.ts'
import type { ThreadCallName, ThreadCalls } from './threadMessages.ts'
import {
  addVersion,
  findVersion,
  hasRoom,
  keepPart,
  keptWhole,
  listVersions,
  partOf,
  removeVersion,
} from './versions.ts'

/** Those that are answered later have ways of their own (`projects.ts`). */
type CallsOn = {
  [N in Exclude<ThreadCallName, 'submit' | 'copy' | 'list'>]: (args: ThreadCalls[N]['args']) => ThreadCalls[N]['result']
}

/** Each refuses as its call says. */
export function callsOn(rooms: HeldRooms): CallsOn {
  const { hold, find } = rooms
  return {
    open: ({ path, known, ...options }) =>
      hold(openProject(path, known, { ...options, takesProtected: true }), options.isCache),
    create: ({ path, overwrite, rows, protection }) =>
      hold(createProject(path, overwrite, beginningWith(rows, { name: basename(path) }), protection)),
    close: ({ project }) => rooms.close(find(project)),
    openClient: ({ project, client, epoch, since, holder }) => find(project).room.open(client, epoch, since, holder),
    events: ({ project, since, mostBytes }) => find(project).room.events(since, mostBytes).map(deliver),
    reserve: ({ project, authors }) => {
      find(project).room.reserve(authors)
      return undefined
    },
    write: ({ project, path, form }) => {
      const { room, file } = find(project)
      if (form === 'joiner' || form === 'download') return room.snapshot(path, form)
      if (form === 'whole') file.db.run('VACUUM INTO ?', [path])
      else writeJson(file.db, path)
      return { head: room.head, epoch: room.epoch }
    },
    saveAs: ({ project, path, overwrite }) => {
      const { room } = find(project)
      const written = writeWhole(withSuffix(path), overwrite, (temporary) => {
        rmSync(temporary, { force: true })
        room.snapshot(temporary, 'download')
      })
      return 'problem' in written ? refuse(written.problem) : written.ok
    },
    backup: ({ project, to }) => {
      const { file } = find(project)
      return to ? copyTo(file.db, withSuffix(to.path), to.overwrite) : copyBeside(file.db, file.path)
    },
    history: ({ project, filter }) => find(project).room.history(filter),
    step: ({ project, seq }) => find(project).room.step(seq),
    versions: ({ project }) => listVersions(find(project).file.db),
    addVersion: ({ project, name, author, at }) => {
      const { file, room } = find(project)
      return addVersion(file.db, { name, author, at, seq: room.head })
    },
    removeVersion: ({ project, version }) => {
      removeVersion(find(project).file.db, version)
      return undefined
    },
    keepPart: ({ project, version, n, bytes, size }) => {
      const { db } = find(project).file
      findVersion(db, version)
      if (size !== undefined && !hasRoom(db, size)) return refuse({ kind: 'stateTooLarge' })
      db.transaction(() => {
        keepPart(db, version, n, bytes)
        if (size !== undefined) keptWhole(db, version, size)
      })
      return undefined
    },
    versionPart: ({ project, version, n }) => partOf(find(project).file.db, version, n),
    keepMedia: ({ project, hash, path }) => {
      keepMedia(find(project).file.db, hash, path)
      return undefined
    },
    media: ({ project, hash, path }) => {
      writeMedia(find(project).file.db, hash, path)
      return undefined
    },
    replace: ({ from, path }) => {
      const written = writeWhole(path, true, (temporary) => {
        copyFileSync(from, temporary)
        const inspected = inspectFile(temporary, { takesProtected: true })
        if ('problem' in inspected) refuse(calledBy(path, inspected.problem))
        keepProtection(path, temporary)
      })
      return 'problem' in written ? refuse(written.problem) : undefined
    },
    createFrom: ({ from, path, overwrite }) => {
      const written = writeWhole(withSuffix(path), overwrite, (temporary) => copyFileSync(from, temporary))
      return hold('problem' in written ? written : openProject(written.ok, [], { takesProtected: true }))
    },
    replay: ({ path, sets }) => {
      replay(path, sets)
      return undefined
    },
    raise: ({ path }) => {
      const opened = openProject(path, [], { isCache: true, takesProtected: true })
      if ('problem' in opened) return refuse(opened.problem)
      opened.ok.db.close()
      return undefined
    },
    base: ({ project, path }) => {
      find(project).file.db.run('VACUUM INTO ?', [path])
      return undefined
    },
    drop: ({ project }) => {
      rooms.drop(find(project))
      return undefined
    },
    ping: () => undefined,
    end: () => {
      rooms.end()
      return undefined
    },
  }
}

/** Nobody else has the file, and what is in it is kept elsewhere: it need not wait for the disk. */
function replay(path: string, sets: readonly Uint8Array[]): void {
  const db = openNode(path)
  try {
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
    db.transaction(() => {
      for (const set of sets) db.take?.(set)
    })
  } finally {
    db.close()
  }
}
