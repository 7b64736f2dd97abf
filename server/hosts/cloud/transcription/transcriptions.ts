/** Recordings of people, sealed until they are heard and after it: who has sent what, what has become of it, and how much they may still have heard. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { TranscriptionEntry } from '../../../../src/model/contract/shapes.ts'
import { ok, type Problem, problem, type Result, type TranscriptionFailure } from '../../../../src/model/problems.ts'
import type { TranscriptionStatus } from '../../../../src/model/transcript.ts'
import type { Log } from '../../../base/log.ts'
import { turns } from '../../../base/turns/turns.ts'
import type { FreeSpace, Person, SentRecording, Transcriptions } from '../../../host.ts'
import type { Abilities, SpeechSettings } from '../../../speech/engine.ts'
import { openSecret, readPublicKey, type SealedResult } from '../../../speech/sealing.ts'
import type { CloudDatabase } from '../database.ts'
import type { KeptFiles } from '../keptFiles.ts'
import { openQueue, resultOf } from './queue.ts'
import { openServerKeys } from './serverKeys.ts'

/** Of one person: the rest is to be sent when these have been heard. */
const mostWaiting = 100
const busyFor = 600

export interface OpenTranscriptions extends Transcriptions {
  /** Something may be gone: with a project, an account, a password. */
  lookLater(): void
  close(): Promise<void>
}

export interface TranscriptionsParts {
  database: CloudDatabase
  /** Sealed ones. */
  files: KeptFiles
  /** A folder for what is being worked on, of which nothing is believed that was there before. */
  folder: string
  settings: SpeechSettings
  /** How many seconds an account may have transcribed in a calendar month; null: no bound. Problems: noSubscription, trialling. */
  monthly: (account: string) => Result<number | null>
  abilities: Abilities
  /** What room a person has. */
  free: (person: Person) => FreeSpace
  log: Pick<Log, 'error' | 'say'>
  now?: () => number
  patience?: number
}

interface Row {
  id: string
  name: string
  status: TranscriptionStatus
  failure: TranscriptionFailure | null
  seconds: number
  created: number
  sound: string | null
}

export function openTranscriptions({
  database,
  files,
  folder,
  settings,
  monthly,
  abilities: { speed, ...abilities },
  free,
  log,
  now = Date.now,
  patience = 30_000,
}: TranscriptionsParts): OpenTranscriptions {
  const { db, transaction } = database
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const keys = openServerKeys(database, now)
  const columns = 'SELECT id, name, status, failure, seconds, created, sound FROM transcriptions'
  const listed = db.prepare(`${columns} WHERE account = ? AND project = ? ORDER BY created DESC, id`)
  const found = db.prepare(`${columns} WHERE account = ? AND project = ? AND id = ?`)
  const isThere = db.prepare('SELECT 1 FROM transcriptions WHERE id = ?')
  const before = db.prepare(`SELECT coalesce(sum(seconds), 0) AS seconds FROM transcriptions
WHERE status IN ('waiting', 'running') AND (created, id) <= (?, ?)`)
  const waiting = db.prepare(`SELECT count(*) AS many, coalesce(sum(bytes), 0) AS bytes FROM transcriptions
WHERE account = ? AND status IN ('waiting', 'running')`)
  const spoken = db.prepare('SELECT seconds FROM spoken WHERE account = ? AND month = ?')
  const insert = db.prepare(`INSERT INTO transcriptions
(id, project, account, name, month, seconds, bytes, language, highAccuracy, diarize, publicKey, secret, sound, created)
VALUES ($id, $project, $account, $name, $month, $seconds, $bytes, $language, $highAccuracy, $diarize, $publicKey, $secret, $sound, $created)`)
  const collect = db.prepare(`UPDATE transcriptions SET status = 'collected' WHERE id = ? AND status = 'success'`)
  const inTurn = turns()
  const arriving = new Set<string>()
  const queue = openQueue({
    ...{ database, files, folder, settings, speed, log, now, patience },
    keys: keys.privateKeys,
    isArriving: (id) => arriving.has(id),
  })

  const monthNow = () => new Date(now()).toISOString().slice(0, 7)
  const left = (account: string): Result<number | null> => {
    const most = monthly(account)
    if ('problem' in most || most.ok === null) return most
    return ok(Math.max(0, most.ok - Number(spoken.get(account, monthNow())?.seconds ?? 0)))
  }
  const waitOf = ({ created, id, status }: Pick<Row, 'created' | 'id' | 'status'>): number =>
    status === 'waiting' || status === 'running' ? Math.ceil(Number(before.get(created, id)?.seconds) / queue.speed) : 0
  const find = (person: Person, uuid: string, id: string): Result<Row> => {
    const row = found.get(person.id, uuid, id) as unknown as Row | undefined
    return row ? ok(row) : problem({ kind: 'transcriptionNotFound' })
  }
  const bad = (detail: string): Problem => ({ kind: 'badRequest', detail })

  /** What is wrong with what was sent, or keeps it from being taken now. */
  const refuses = (person: Person, { seconds, publicKey, secret, wanted }: SentRecording, bytes: number) => {
    if (!(seconds > 0)) return bad('audioLength: expected more than 0 seconds')
    if (!readPublicKey(publicKey)) return bad('publicKey: expected an RSA key of 2048 bits or more, base64 of SPKI')
    if (!openSecret(secret, keys.privateKeys())) return bad('secret: it is not sealed for this server’s key')
    if (!abilities.languages.includes(wanted.language)) return bad('language: this server does not hear it')
    if (wanted.highAccuracy && !abilities.highAccuracy) return bad('highAccuracy: this server has no other')
    if (wanted.diarize && !abilities.diarize) return bad('diarize: this server does not tell speakers apart')
    const theirs = waiting.get(person.id)
    if (Number(theirs?.many) >= mostWaiting) return { kind: 'tooManyTries', wait: busyFor } as const
    const room = free(person)
    if (Number(theirs?.bytes) + bytes > room.left) return { kind: 'quotaExceeded', most: room.of } as const
    const bound = left(person.id)
    if ('problem' in bound) return bound.problem
    if (bound.ok !== null && seconds > bound.ok) return { kind: 'noSecondsLeft', left: Math.floor(bound.ok) } as const
    return null
  }

  return {
    abilities,
    publicKey: keys.publicKey,
    secondsRemaining: ({ id }) => {
      const bound = left(id)
      return 'problem' in bound ? 0 : bound.ok
    },
    list: (person, uuid) =>
      (listed.all(person.id, uuid) as unknown as Row[]).map((row): TranscriptionEntry => {
        const { id, name, status, failure } = row
        return {
          id,
          FileName: name,
          Status: status,
          wait: waitOf(row),
          ...(failure !== null && { problem: { kind: 'transcriptionFailed', reason: failure } }),
        }
      }),
    submit: async (person, project, sent, path) => {
      const { id = randomUUID(), name, seconds, publicKey, secret, wanted, sound } = sent
      const { size } = await stat(path)
      const created = now()
      const { language, highAccuracy, diarize } = wanted
      const row = { id, project, account: person.id, name, month: monthNow(), seconds, bytes: size, language, created }
      const flags = { highAccuracy: Number(highAccuracy), diarize: Number(diarize) }
      // At one go: others of theirs may come at any time.
      const insertUnlessRefused = () =>
        transaction(() => {
          const why = refuses(person, sent, size)
          if (!why) insert.run({ ...row, ...flags, publicKey, secret, sound })
          return why
        })
      // The same one may come again at any time.
      const refused = await inTurn(id, async () => {
        if (isThere.get(id)) return null
        const why = refuses(person, sent, size)
        if (why) return why
        arriving.add(id)
        try {
          await files.put(id, path)
          const refused = insertUnlessRefused()
          if (refused) await files.remove(id)
          return refused
        } finally {
          arriving.delete(id)
        }
      })
      if (refused) return problem(refused)
      const known = find(person, project, id)
      if ('problem' in known) return problem(bad('id: it is that of another recording'))
      queue.look()
      return ok({ id, wait: waitOf(known.ok) })
    },
    result: async (person, uuid, id) => {
      const row = find(person, uuid, id)
      if ('problem' in row) return row
      const { name, status, seconds, sound } = row.ok
      const told = { id, FileName: name, Status: status, audioLength: seconds, ...(sound !== null && { sound }) }
      if (status !== 'success') return ok({ ...told, SecretKey: null, Result: null })
      const file = await files.open(resultOf(id))
      if (!file) throw new Error('the result of a recording is gone')
      const text = await readFile(file.path, 'utf8').finally(file.close)
      const { SecretKey, Result } = JSON.parse(text) as SealedResult
      return ok({ ...told, SecretKey, Result })
    },
    collected: (person, uuid, id) => {
      const row = find(person, uuid, id)
      if ('problem' in row) return row
      if (row.ok.status === 'collected') return ok(undefined)
      if (row.ok.status !== 'success') return problem(bad('there is no result'))
      collect.run(id)
      queue.lookLater()
      return ok(undefined)
    },
    lookLater: queue.lookLater,
    close: queue.close,
  }
}
