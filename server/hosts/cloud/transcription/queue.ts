/**
 * Recordings are heard one after the other, the oldest first, each at most three times. What stands in the database is the truth: a server that was
 * killed goes on from there, and files that it knows nothing of go. Of several nodes the one that changes accounts hears them; whichever does so after it
 * goes on as a server does that was started again.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TranscriptionFailure } from '../../../../src/model/problems.ts'
import type { SpeechWanted } from '../../../../src/model/transcript.ts'
import type { Log } from '../../../base/log.ts'
import type { SpeechSettings } from '../../../speech/engine.ts'
import { type Heard, hear } from '../../../speech/hear.ts'
import type { CloudDatabase } from '../database.ts'
import { type KeptFiles, sweepFiles } from '../keptFiles.ts'

const mostTries = 3
/** ms that results are kept that nobody fetches, and what is told of a recording. */
const keptFor = 90 * 24 * 60 * 60_000
const sweepEvery = 6 * 60 * 60_000
/** What ends a recording is heard within half a second, once for all that happens until then. */
const lookAfter = 500

export interface Queue {
  /** Something waits that did not. */
  look(): void
  /** Something may be gone: with a project, an account, a password. */
  lookLater(): void
  /** Seconds of sound that are heard in a second, as far as this is known. */
  readonly speed: number
  /** The recording that is heard goes on at the next start. */
  close(): Promise<void>
}

export interface QueueParts {
  database: CloudDatabase
  /** Sealed ones. */
  files: KeptFiles
  /** Whether a recording is on its way, whose row is not there yet. */
  isArriving: (id: string) => boolean
  /** For what is being worked on, of which nothing stays. */
  folder: string
  settings: SpeechSettings
  speed: number
  keys: () => readonly string[]
  log: Pick<Log, 'error' | 'say'>
  now: () => number
  /** ms before what has failed is tried again, for each try. */
  patience: number
}

interface Row {
  id: string
  seconds: number
  publicKey: string
  secret: string
  tries: number
  language: SpeechWanted['language']
  highAccuracy: number
  diarize: number
}

/** The name of what was heard in it. */
export const resultOf = (id: string): string => `${id}.result`

export function openQueue(parts: QueueParts): Queue {
  const { database, files, isArriving, folder, settings, speed, keys, log, now, patience } = parts
  const { db } = database
  const mayWrite = () => database.mayWrite?.() ?? true
  const due = db.prepare(`SELECT id, seconds, publicKey, secret, tries, language, highAccuracy, diarize
FROM transcriptions WHERE status = 'waiting' AND due <= ? ORDER BY created, id LIMIT 1`)
  const nextDue = db.prepare(`SELECT min(due) AS due FROM transcriptions WHERE status = 'waiting'`)
  const begin = db.prepare(`UPDATE transcriptions SET status = 'running', tries = tries + 1 WHERE id = ?`)
  const goOn = db.prepare(`UPDATE transcriptions SET status = 'waiting', due = ? WHERE id = ? AND status = 'running'`)
  const stopped = db.prepare(
    `UPDATE transcriptions SET status = 'waiting', tries = tries - 1 WHERE id = ? AND status = 'running'`,
  )
  const succeed = db.prepare(
    `UPDATE transcriptions SET status = 'success', seconds = ?, ended = ? WHERE id = ? AND status = 'running'`,
  )
  const fail = db.prepare(`UPDATE transcriptions SET status = 'failed', seconds = 0, failure = ?, ended = ?
WHERE id = ? AND status IN ('waiting', 'running')`)
  const isRunning = db.prepare(`SELECT 1 FROM transcriptions WHERE id = ? AND status = 'running'`)
  const statusOf = db.prepare('SELECT status FROM transcriptions WHERE id = ?')
  const all = db.prepare(
    `SELECT id, status FROM transcriptions WHERE status IN ('waiting', 'running', 'success') ORDER BY created`,
  )
  const forget = db.prepare('DELETE FROM transcriptions WHERE coalesce(ended, ?1) < ?2')
  let running: { id: string; stopping: AbortController; done: Promise<void> } | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let current = speed

  const failed = (id: string, failure: TranscriptionFailure, why: string) => {
    fail.run(failure, now(), id)
    log.say('transcriptionFailed', { id, failure, why })
  }

  const settle = ({ id, tries }: Row, heard: Heard, ms: number) => {
    // Another node goes on with it.
    if (!mayWrite()) return
    if (heard === 'stopped') return void stopped.run(id)
    if (!('failed' in heard)) {
      succeed.run(heard.seconds, now(), id)
      // One that is very short says nothing of an engine that begins by loading its model.
      if (heard.seconds > 60) current = heard.seconds / (ms / 1000)
      return log.say('transcribed', { id, seconds: Math.round(heard.seconds), ms: Math.round(ms) })
    }
    if (heard.failed !== 'engine' || tries + 1 >= mostTries) return failed(id, heard.failed, heard.why)
    goOn.run(now() + patience * (tries + 1), id)
    log.say('transcriptionAgain', { id, tries: tries + 1, why: heard.why })
  }

  const run = async (row: Row, signal: AbortSignal) => {
    const began = performance.now()
    const sealed = await files.open(row.id)
    if (!sealed) return failed(row.id, 'missing', 'its file is gone')
    const heard = await hearSealed(row, sealed.path, signal)
      .catch((error): Heard => {
        log.error(error)
        return { failed: 'engine', why: 'its thread has ended, or its result could not be kept' }
      })
      .finally(sealed.close)
    settle(row, heard, performance.now() - began)
  }
  /** What was heard is kept before anybody is told of it. */
  const hearSealed = async (row: Row, path: string, signal: AbortSignal): Promise<Heard> => {
    const { id, seconds, publicKey, secret, language, highAccuracy, diarize } = row
    const result = join(folder, resultOf(id))
    const wanted = { language, highAccuracy: highAccuracy === 1, diarize: diarize === 1 }
    const job = { settings, keys: keys(), path, secret, publicKey, result, folder: join(folder, id), seconds, wanted }
    try {
      const heard = await hear(job, signal)
      const isHeard = heard !== 'stopped' && !('failed' in heard)
      if (isHeard && isRunning.get(id)) await files.put(resultOf(id), result)
      return heard
    } finally {
      rmSync(result, { force: true })
    }
  }

  /** Since recordings are heard here: what `database.term` says since, and whether nothing is left of whoever heard them before. */
  let taken: { term: number; isTidy: boolean; tidying: Promise<void> } | undefined
  const mayHear = (): boolean => {
    if (!mayWrite()) {
      running?.stopping.abort()
      return false
    }
    const term = database.term?.() ?? 0
    if (taken?.term !== term) taken = takeOver(term)
    return taken.isTidy
  }
  const takeOver = (term: number) => {
    const mine = { term, isTidy: false, tidying: Promise.resolve() }
    mine.tidying = goOnWithLeft().then(
      () => {
        mine.isTidy = true
        look()
      },
      (error) => {
        log.error(error)
        if (taken === mine) taken = undefined
        wakeIn(patience)
      },
    )
    return mine
  }

  const look = () => {
    if (isClosed) return
    clearTimeout(timer)
    if (!mayHear() || running) return
    try {
      const row = due.get(now()) as unknown as Row | undefined
      if (!row) {
        const later = nextDue.get()?.due
        if (typeof later === 'number') wakeIn(later - now())
        return
      }
      begin.run(row.id)
      const stopping = new AbortController()
      const done = run(row, stopping.signal)
        .catch(log.error)
        .then(async () => {
          running = undefined
          if (isClosed) return
          await sweep()
          look()
        })
      running = { id: row.id, stopping, done }
    } catch (error) {
      // The disk is full, or fails.
      log.error(error)
      wakeIn(patience)
    }
  }
  const wakeIn = (ms: number) => {
    timer = setTimeout(look, Math.min(Math.max(ms, 0), sweepEvery) + 1)
    timer.unref()
  }

  /** Whether it is a recording that waits, or a result that is to be fetched, or just comes to be. */
  const isNamed = (name: string): boolean => {
    const end = resultOf('')
    const [id, wanted] = name.endsWith(end)
      ? [name.slice(0, -end.length), ['running', 'success']]
      : [name, ['running', 'waiting']]
    return wanted.includes(String(statusOf.get(id)?.status))
  }
  /** Files of what is not waiting, nor to be fetched. */
  const sweep = async () => {
    try {
      if (!mayWrite()) return
      forget.run(now(), now() - keptFor)
      await sweepFiles(files, (name) => isArriving(name) || isNamed(name))
    } catch (error) {
      log.error(error)
    }
  }
  const sweeping = setInterval(() => void sweep(), sweepEvery)
  sweeping.unref()

  let later: NodeJS.Timeout | undefined
  const lookLater = () => {
    later ??= setTimeout(() => {
      later = undefined
      if (isClosed) return
      if (running && !isRunning.get(running.id)) running.stopping.abort()
      void sweep()
      // This node may be the one that hears recordings since, or no longer.
      if (database.mayWrite) look()
    }, lookAfter)
    later.unref()
  }

  const stuck = db.prepare(`SELECT id FROM transcriptions WHERE status = 'running' AND tries >= ? AND id <> ?`)
  const putBack = db.prepare(`UPDATE transcriptions SET status = 'waiting' WHERE status = 'running' AND id <> ?`)
  const lose = db.prepare(`UPDATE transcriptions SET status = 'lost' WHERE id = ?`)
  /** What a server that ended has left, or a node: a recording at which it ended three times is not tried again. */
  const goOnWithLeft = async () => {
    const own = running?.id ?? ''
    for (const { id } of stuck.all(mostTries, own)) failed(String(id), 'engine', 'the server has ended at it')
    putBack.run(own)
    // A backup has the accounts and no recordings. Whatever a row names was there before the row.
    const rows = all.all().map((row) => ({ id: String(row.id), status: row.status }))
    const there = new Set(await files.names())
    for (const { id, status } of rows) {
      if (status === 'waiting' && !there.has(id)) failed(id, 'missing', 'its file is gone')
      if (status === 'success' && !there.has(resultOf(id))) lose.run(id)
    }
    await sweep()
  }
  look()

  return {
    look,
    lookLater,
    get speed() {
      return current
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      clearTimeout(later)
      clearInterval(sweeping)
      running?.stopping.abort()
      await taken?.tidying
      await running?.done
    },
  }
}
