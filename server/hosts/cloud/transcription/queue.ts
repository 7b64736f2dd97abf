/**
 * Recordings are heard one after the other, the oldest first, each at most three times. What stands in the database is the truth: a server that was
 * killed goes on from there, and files that it knows nothing of go.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TranscriptionFailure } from '../../../../src/model/problems.ts'
import type { SpeechWanted } from '../../../../src/model/transcript.ts'
import type { Log } from '../../../base/log.ts'
import type { SpeechSettings } from '../../../speech/engine.ts'
import { type Heard, hear } from '../../../speech/hear.ts'
import type { CloudDatabase } from '../database.ts'

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
  /** Of the sealed files. */
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

export const resultOf = (folder: string, id: string): string => join(folder, `${id}.result`)

export function openQueue({ database, folder, settings, speed, keys, log, now, patience }: QueueParts): Queue {
  const { db } = database
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
    const { id, seconds, publicKey, secret, language, highAccuracy, diarize } = row
    const began = performance.now()
    const heard = await hear(
      {
        settings,
        keys: keys(),
        path: join(folder, id),
        secret,
        publicKey,
        result: resultOf(folder, id),
        folder: join(folder, `${id}.work`),
        seconds,
        wanted: { language, highAccuracy: highAccuracy === 1, diarize: diarize === 1 },
      },
      signal,
    ).catch((error): Heard => {
      log.error(error)
      return { failed: 'engine', why: 'its thread has ended' }
    })
    settle(row, heard, performance.now() - began)
  }

  const look = () => {
    if (isClosed || running) return
    clearTimeout(timer)
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
        .then(() => {
          running = undefined
          if (isClosed) return
          sweep()
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

  /** Files of what is not waiting, nor to be fetched. */
  const sweep = () => {
    try {
      forget.run(now(), now() - keptFor)
      const stay = new Set(all.all().map(({ id, status }) => (status === 'success' ? `${id}.result` : String(id))))
      for (const name of readdirSync(folder)) {
        const isOfRunning = running !== undefined && name.startsWith(running.id)
        if (!stay.has(name) && !isOfRunning) rmSync(join(folder, name), { recursive: true, force: true })
      }
    } catch (error) {
      log.error(error)
    }
  }
  const sweeping = setInterval(sweep, sweepEvery)
  sweeping.unref()

  let later: NodeJS.Timeout | undefined
  const lookLater = () => {
    later ??= setTimeout(() => {
      later = undefined
      if (isClosed) return
      if (running && !isRunning.get(running.id)) running.stopping.abort()
      sweep()
    }, lookAfter)
    later.unref()
  }

  // What a server that ended has left: a recording at which it ended three times is not tried again.
  for (const { id } of db
    .prepare(`SELECT id FROM transcriptions WHERE status = 'running' AND tries >= ?`)
    .all(mostTries))
    failed(String(id), 'engine', 'the server has ended at it')
  db.exec(`UPDATE transcriptions SET status = 'waiting' WHERE status = 'running'`)
  // A backup has the accounts and no recordings.
  for (const { id, status } of all.all().map((row) => ({ id: String(row.id), status: row.status }))) {
    if (status === 'waiting' && !existsSync(join(folder, id))) failed(id, 'missing', 'its file is gone')
    if (status === 'success' && !existsSync(resultOf(folder, id)))
      db.prepare(`UPDATE transcriptions SET status = 'lost' WHERE id = ?`).run(id)
  }
  sweep()
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
      await running?.done
    },
  }
}
