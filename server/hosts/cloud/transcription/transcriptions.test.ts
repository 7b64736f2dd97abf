import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../host.ts'
import { listener, openedResult, recordingForm, speechProgram, transcriptOf } from '../../../testing/speech.ts'
import { type CloudDatabase, openCloudDatabase } from '../database.ts'
import { filesIn } from '../keptFiles.ts'
import { forgetTranscriptionKey } from './forgetKey.ts'
import { openServerKeys } from './serverKeys.ts'
import { type OpenTranscriptions, openTranscriptions, type TranscriptionsParts } from './transcriptions.ts'

const [ann, ben]: Person[] = ['ann', 'ben'].map((id) => ({ id, session: id }))
const to = listener()
const places: string[] = []
const closes: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closes) await close()
  for (const place of places) rmSync(place, { recursive: true, force: true })
})

interface Hall {
  data: string
  database: CloudDatabase
  heard: OpenTranscriptions
  /** What has become of it, in the end. */
  outcome(id: string, by?: Person): Promise<string>
  send(seconds: number, more?: { by?: Person; fields?: Record<string, string> }): Promise<string>
  files(): string[]
  /** Another on the same folder, as after a stop; the first must be closed. */
  again(more?: Partial<TranscriptionsParts>): Hall
}

/** Two people with a project each, an engine, and no server around it. */
function open(data: string, database: CloudDatabase, more: Partial<TranscriptionsParts> = {}): Hall {
  const speech = `command:${speechProgram(data, {
    1: ['garden', 'rain'],
    2: { sh: 'kill -9 $$' },
    3: {
      sh: `if [ -f ${data}/tried ]; then printf '{"language":"en","segments":[]}'; else touch ${data}/tried; exit 1; fi`,
    },
    4: { sh: 'echo "$PWD garden" > words; sleep 30' },
  })}`
  const heard = openTranscriptions({
    database,
    files: filesIn(join(data, 'transcription')),
    folder: join(data, 'hearing'),
    settings: { speech, speechModel: '', speechMemory: 0 },
    monthly: () => ({ ok: 60 }),
    abilities: { languages: ['auto', 'en'], highAccuracy: false, diarize: false, speed: 10 },
    free: () => ({ left: 10_000_000, of: 10 }),
    log: { error: console.error, say: () => {} },
    patience: 1,
    ...more,
  })
  closes.push(heard.close)
  const call = async () => new Response(await heard.publicKey())
  const statusOf = (id: string, by: Person) => heard.list(by, by.id).find((one) => one.id === id)?.Status
  return {
    data,
    database,
    heard,
    outcome: async (id, by = ann as Person) => {
      await expect.poll(() => statusOf(id, by), { timeout: 20_000 }).not.toMatch(/waiting|running/)
      return String(statusOf(id, by))
    },
    send: async (seconds, { by = ann as Person, fields } = {}) => {
      const form = await recordingForm({ call }, to, seconds, fields)
      const field = (name: string) => String(form.get(name))
      const path = join(data, 'sent')
      writeFileSync(path, Buffer.from(await (form.get('file') as File).arrayBuffer()))
      const recording = {
        ...(form.has('id') && { id: field('id') }),
        name: field('name'),
        seconds: Number(field('audioLength')),
        publicKey: field('publicKey'),
        secret: field('secret'),
        wanted: { language: 'auto', highAccuracy: false, diarize: false } as const,
        sound: form.get('sound') as string | null,
      }
      const sent = await heard.submit(by, by.id, recording, path)
      return 'ok' in sent ? sent.ok.id : sent.problem.kind
    },
    files: () => readdirSync(join(data, 'transcription')).sort(),
    again: (other) => open(data, database, { ...more, ...other }),
  }
}

function newHall(more: Partial<TranscriptionsParts> = {}): Hall {
  const data = mkdtempSync(join(tmpdir(), 'thicket-heard-'))
  places.push(data)
  const database = openCloudDatabase(join(data, 'accounts.sqlite'))
  for (const id of ['ann', 'ben'])
    database.db.exec(`INSERT INTO accounts (id, email, name, password, region, language, created)
VALUES ('${id}', '${id}', '${id}', '', '', 'en', 0);
INSERT INTO projects (uuid, owner, name, path, created, opened) VALUES ('${id}', '${id}', '${id}', '${id}', 0, 0)`)
  // As old as the time of the test: otherwise another is made.
  database.db
    .prepare('INSERT INTO transcriptionKeys (key, created) VALUES (?, ?)')
    .run(to.privateKey, more.now?.() ?? Date.now())
  return open(data, database, more)
}

/** Whether any file of the server holds these bytes. */
const holds = (folder: string, words: string): boolean =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'speech')
    .some((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(words))

let hall: Hall
beforeAll(() => {
  hall = newHall()
})

describe('a recording', () => {
  it('becomes a result that its person opens, and nothing of it is plain on the disk, before and after', async () => {
    const id = await hall.send(1)
    expect(await hall.outcome(id)).toBe('success')
    const result = await hall.heard.result(ann as Person, 'ann', id)
    expect(openedResult('ok' in result ? result.ok : {}, to)).toEqual(transcriptOf(['garden', 'rain']))
    await expect.poll(hall.files).toEqual([`${id}.result`])
    for (const words of ['OggS', 'OpusHead', 'garden']) expect(holds(hall.data, words), words).toBe(false)
    expect(hall.heard.collected(ann as Person, 'ann', id)).toEqual({ ok: undefined })
    expect(hall.heard.collected(ann as Person, 'ann', id)).toEqual({ ok: undefined })
    expect(hall.heard.list(ann as Person, 'ann')).toMatchObject([{ id, Status: 'collected', wait: 0 }])
    await expect.poll(hall.files).toEqual([])
  })

  it('brings back with its result where its sound is kept, and how long it is', async () => {
    const sound = 'h'.repeat(43)
    const fields = { sound, audioLength: '1.5' }
    const id = await hall.send(1, { by: ben as Person, fields })
    await hall.outcome(id, ben)
    const told = await hall.heard.result(ben as Person, 'ben', id)
    if ('problem' in told) throw new Error(told.problem.kind)
    expect(told.ok.sound).toBe(sound)
    expect(told.ok.audioLength).toBeCloseTo(1, 1)
  })

  it('is tried three times where the engine ends, and what it would have cost is given back', async () => {
    const before = hall.heard.secondsRemaining(ann as Person)
    const [killed, second] = [await hall.send(2), await hall.send(3)]
    expect(await hall.outcome(killed)).toBe('failed')
    expect(hall.heard.list(ann as Person, 'ann').find(({ id }) => id === killed)?.problem).toEqual({
      kind: 'transcriptionFailed',
      reason: 'engine',
    })
    expect(hall.database.db.prepare('SELECT tries FROM transcriptions WHERE id = ?').get(killed)).toEqual({ tries: 3 })
    expect(await hall.outcome(second)).toBe('success')
    expect(hall.heard.secondsRemaining(ann as Person)).toBeCloseTo((before ?? 0) - 3, 1)
  })

  it('costs what it lasts, whatever was said of it; a longer one fails, and who has no seconds left sends none', async () => {
    const before = hall.heard.secondsRemaining(ben as Person) ?? 0
    const more = (audioLength: string) => ({ by: ben as Person, fields: { audioLength } })
    const id = await hall.send(1, more('50'))
    expect(await hall.send(1, more('11'))).toBe('noSecondsLeft')
    expect(await hall.outcome(id, ben)).toBe('success')
    expect(hall.heard.secondsRemaining(ben as Person)).toBeCloseTo(before - 1, 0)
    const longer = await hall.send(4, more('2'))
    expect(await hall.outcome(longer, ben)).toBe('failed')
    expect(hall.heard.list(ben as Person, 'ben')[0]?.problem).toMatchObject({ reason: 'longer' })
    expect(hall.heard.secondsRemaining(ben as Person)).toBeCloseTo(before - 1, 0)
  })

  it('that comes again under the id that its sender gave it is there once, and is counted once', async () => {
    const again = newHall()
    const id = randomUUID()
    // More than half of what is left: a second one would be refused.
    const more = { fields: { id, audioLength: '40' } }
    expect(await again.send(1, more)).toBe(id)
    expect(await again.send(1, more)).toBe(id)
    expect(await again.outcome(id)).toBe('success')
    // Sealed anew, and for a key that is none any more.
    expect(await again.send(2, { fields: { id, secret: 'none' } })).toBe(id)
    expect(again.heard.list(ann as Person, 'ann')).toMatchObject([{ id, Status: 'success' }])
    expect(again.heard.secondsRemaining(ann as Person)).toBeCloseTo(59, 0)
    await expect.poll(again.files).toEqual([`${id}.result`])
    const result = await again.heard.result(ann as Person, 'ann', id)
    expect(openedResult('ok' in result ? result.ok : {}, to)).toEqual(transcriptOf(['garden', 'rain']))
    // Somebody else hears nothing of it.
    expect(await again.send(1, { by: ben as Person, fields: { id } })).toBe('badRequest')
    expect(again.heard.list(ben as Person, 'ben')).toEqual([])
  })

  it('ends with its project, also while it is heard; what it would have cost is given back', async () => {
    const before = hall.heard.secondsRemaining(ben as Person)
    const id = await hall.send(4, { by: ben as Person })
    await expect.poll(() => holds(hall.data, ' garden'), { timeout: 10_000 }).toBe(true)
    hall.database.db.exec(`DELETE FROM projects WHERE uuid = 'ben'`)
    hall.heard.lookLater()
    await expect.poll(hall.files, { timeout: 10_000 }).not.toContain(id)
    await expect.poll(() => holds(hall.data, ' garden')).toBe(false)
    expect(hall.heard.secondsRemaining(ben as Person)).toBeCloseTo(before ?? 0, 3)
  })
})

describe('a server that starts again', () => {
  it('as a newer program has its recordings, of which nobody knows where their sound is', async () => {
    const first = newHall()
    const id = await first.send(1)
    await first.outcome(id)
    await first.heard.close()
    first.database.db.exec('ALTER TABLE transcriptions DROP COLUMN sound; PRAGMA user_version = 13')
    first.database.close()
    const newer = open(first.data, openCloudDatabase(join(first.data, 'accounts.sqlite')))
    const told = await newer.heard.result(ann as Person, 'ann', id)
    expect('ok' in told && told.ok).toMatchObject({ Status: 'success' })
    expect('ok' in told && told.ok).not.toHaveProperty('sound')
  })

  it('goes on with what was heard when it ended, but not with what it ended at three times', async () => {
    const first = newHall()
    const ids = [await first.send(4), await first.send(1), await first.send(1)]
    await first.heard.close()
    // As one leaves it that was killed.
    const set = first.database.db.prepare(`UPDATE transcriptions SET status = 'running', tries = ? WHERE id = ?`)
    for (const [at, tries] of [3, 1, 0].entries()) set.run(tries, ids[at] ?? '')
    writeFileSync(join(first.data, 'transcription', 'left'), 'OggS')
    const second = first.again()
    expect(await Promise.all(ids.map((id) => second.outcome(id)))).toEqual(['failed', 'success', 'success'])
    expect(second.files()).toEqual(
      ids
        .slice(1)
        .map((id) => `${id}.result`)
        .sort(),
    )
  })

  it('does not count a try that its own end has cut', async () => {
    const first = newHall()
    const id = await first.send(4)
    await expect.poll(() => holds(first.data, ' garden'), { timeout: 10_000 }).toBe(true)
    await first.heard.close()
    const found = first.database.db.prepare('SELECT status, tries FROM transcriptions WHERE id = ?').get(id)
    expect(found).toEqual({ status: 'waiting', tries: 0 })
    expect(holds(first.data, 'garden')).toBe(false)
  })

  it('from a backup, which has no recordings, says that they are gone', async () => {
    const first = newHall()
    const done = await first.send(1)
    await first.outcome(done)
    await first.heard.close()
    rmSync(join(first.data, 'transcription'), { recursive: true })
    expect(await first.again().outcome(done)).toBe('lost')
  })
})

it('results that only the key of a reset password opens are lost, and what waited is given back; those of other keys stay', async () => {
  const first = newHall()
  const left = () => first.heard.secondsRemaining(ann as Person)
  const keyOf = (publicKey: string) =>
    first.database.db
      .prepare(`UPDATE accounts SET transcriptionKey = ? WHERE id = 'ann'`)
      .run(JSON.stringify({ publicKey }))
  const done = await first.send(1)
  await first.outcome(done)
  const before = left()
  const running = await first.send(4)
  keyOf('another')
  forgetTranscriptionKey(first.database, 'ann')
  expect(first.database.db.prepare(`SELECT transcriptionKey AS key FROM accounts WHERE id = 'ann'`).get()).toEqual({
    key: null,
  })
  expect(first.heard.list(ann as Person, 'ann').find(({ id }) => id === done)?.Status).toBe('success')
  keyOf(to.publicKey)
  forgetTranscriptionKey(first.database, 'ann')
  first.heard.lookLater()
  expect([await first.outcome(done), await first.outcome(running)]).toEqual(['lost', 'lost'])
  expect(left()).toBeCloseTo(before ?? 0, 3)
  await expect.poll(first.files, { timeout: 10_000 }).toEqual([])
})

it('a new month has all its seconds; results that nobody fetches go after 90 days', async () => {
  let now = Date.UTC(2026, 0, 31)
  const first = newHall({ now: () => now })
  const id = await first.send(1)
  await first.outcome(id)
  expect(first.heard.secondsRemaining(ann as Person)).toBeCloseTo(59, 0)
  now = Date.UTC(2026, 1, 1)
  expect(first.heard.secondsRemaining(ann as Person)).toBe(60)
  await first.heard.close()
  now = Date.UTC(2026, 5, 1)
  const again = first.again()
  await expect.poll(() => again.heard.list(ann as Person, 'ann')).toEqual([])
})

it('the key of the server is another after a month; the last one still opens, the one before it does not', async () => {
  const { database } = newHall({ now: () => 0 })
  let now = 31 * 24 * 60 * 60_000
  const keys = openServerKeys(database, () => now)
  const seen: string[] = []
  for (let month = 0; month < 2; month += 1) {
    seen.push(await keys.publicKey())
    expect(await keys.publicKey()).toBe(seen.at(-1))
    now += 31 * 24 * 60 * 60_000
  }
  expect(new Set(seen).size).toBe(2)
  expect(keys.privateKeys()).not.toContain(to.privateKey)
  expect(keys.privateKeys()).toHaveLength(2)
})
