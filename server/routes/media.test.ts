/** The sound of recordings: who may hear and bring it, where it stays with its project, and where it does not. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testFolder } from '../testing/serve.ts'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'
import { connect } from '../testing/socketClient.ts'

const folder = testFolder()
let served: ServedCloud
let ann: Someone
let ben: Someone
let uuid: string
/** Longer than a part of it in the file. */
const sound = new Uint8Array(randomBytes(1024 * 1024 + 7))
const hash = createHash('sha256').update(sound).digest('base64url')
const place = { sourceId: 1, questionId: 1, author: 'Ann', timestamp: 1 }
const project_json = {
  sources: [{ id: 1, title: 'Ana', icon: 'md_generic', author: 'Ann', timestamp: 1 }],
  questions: [{ id: 1, question: '', questionOrder: 0 }],
  question_answers: [{ id: 1, ...place, answer: '<p>I trust.</p>' }],
  recordings: [{ id: 1, ...place, title: 'Tape', type: 'audio/ogg', milliseconds: 900, hash }],
  transcripts: [{ id: 1, recordingId: 1, words: '{"text":"I trust.","at":[0,1],"ms":[0,100]}' }],
}

beforeAll(async () => {
  served = await serveCloud(folder)
  ann = await served.person('Ann')
  ben = await served.person('Ben')
  const made = await ann.send('POST', '/web/api/v2/projects/json', { name: 'Study', project_json })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  uuid = made.body.project_uuid as string
})
afterAll(() => served.end())

const pathOf = (name = hash, of = uuid) => `/v1/thicket/projects/${of}/media/${name}`
const bring = async (person: Someone, bytes = sound, name = hash, of = uuid) => {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'sound')
  const answer = await person.call(pathOf(name, of), { method: 'PUT', body: form })
  return [answer.status, ((await answer.json()) as { problem?: { kind: string } }).problem?.kind]
}
const heard = async (person: Someone, of = uuid) => {
  const answer = await person.call(pathOf(hash, of))
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(sound)) : answer.status
}
/** A copy of the project as a file that somebody gets. */
const fileOf = async (person: Someone, path: string) => {
  const file = join(folder, `${Math.random()}.qrk`)
  writeFileSync(file, new Uint8Array(await (await person.call(path)).arrayBuffer()))
  return file
}
const mediaIn = (file: string) => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_media'").get()
    return isThere ? db.prepare('SELECT n, length(bytes) AS bytes FROM _media').all() : null
  } finally {
    db.close()
  }
}

it('whoever may write brings it, whoever may read hears it, and a stranger finds no project', async () => {
  expect(await bring(ben)).toEqual([404, 'projectNotFound'])
  expect(await heard(ann)).toBe(404)
  await ann.share(uuid, ben, 'read')
  expect(await bring(ben)).toEqual([403, 'readOnly'])
  expect(await bring(ann, sound.slice(1))).toEqual([400, 'badRequest'])
  expect(await heard(ann)).toBe(404)
  expect(await bring(ann)).toEqual([200, undefined])
  expect(await bring(ann)).toEqual([200, undefined])
  expect([await heard(ann), await heard(ben)]).toEqual([true, true])
  // By its hash in a project of one's own it is not there.
  expect(await heard(ben, await ben.project('Own'))).toBe(404)
})

it('it is in a download, in what comes of that, in a copy and in a named version made a project, and not in what a browser begins with', async () => {
  const parts = [
    { n: 0, bytes: 1024 * 1024 },
    { n: 1, bytes: 7 },
  ]
  const download = await fileOf(ann, `/web/api/v2/projects/${uuid}/qrk`)
  expect(mediaIn(download)).toEqual(parts)
  expect(mediaIn(await fileOf(ann, `/v1/thicket/projects/${uuid}/snapshot`))).toBeNull()

  const form = new FormData()
  form.append('qrkFile', new Blob([readFileSync(download)]), 'Again.qrk')
  const again = (await (await ann.call('/web/api/v2/projects/file', { method: 'POST', body: form })).json()) as {
    project_uuid: string
  }
  expect(await heard(ann, again.project_uuid)).toBe(true)

  const copy = await ann.send('POST', '/web/api/v2/projects/saveas', { name: 'Copy', orig_project_uuid: uuid })
  expect(await heard(ann, copy.body.project_uuid as string)).toBe(true)

  const version = await ann.send('POST', `/v1/thicket/projects/${uuid}/versions`, { name: 'First', author: 'Ann' })
  const state = `/v1/thicket/projects/${uuid}/versions/${version.body.id}/project`
  const past = await ann.send('POST', state, { name: 'Past' })
  expect(await heard(ann, past.body.project_uuid as string)).toBe(true)
})

it('bytes that are not what their hash says are left out of a file that somebody sends', async () => {
  const download = await fileOf(ann, `/web/api/v2/projects/${uuid}/qrk`)
  const db = new DatabaseSync(download)
  db.exec('UPDATE _media SET bytes = zeroblob(7) WHERE n = 1')
  db.close()
  const form = new FormData()
  form.append('qrkFile', new Blob([readFileSync(download)]), 'Other.qrk')
  const made = (await (await ann.call('/web/api/v2/projects/file', { method: 'POST', body: form })).json()) as {
    project_uuid: string
  }
  expect(await heard(ann, made.project_uuid)).toBe(404)
})

it('goes along where rows are merged with a copy of its project; of what comes besides the sound is brought as ever', async () => {
  const other = createHash('sha256').update('another').digest('base64url')
  const more = { ...place, sourceId: 2 }
  const data = {
    sources: [{ id: 2, title: 'Bea', icon: 'md_generic', author: 'Ann', timestamp: 2 }],
    questions: project_json.questions,
    question_answers: [{ id: 2, ...more, answer: '<p>I hope.</p>' }],
    recordings: [{ id: 2, ...more, title: 'Second', type: 'audio/ogg', milliseconds: 700, hash: other }],
  }
  const made = await ann.send('POST', '/web/api/v2/projects/json', { name: 'Merged', project_uuid: uuid, data })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const merged = made.body.project_uuid as string
  expect(await heard(ann, merged)).toBe(true)
  expect(await bring(ann, new TextEncoder().encode('another'), other, merged)).toEqual([200, undefined])
})

it('rows of recordings go to everybody, and what no recording has any more goes into no download', async () => {
  const client = await connect(ann)
  await client.open(uuid)
  await client.push(1, [[{ name: 'recordingRemove', args: { id: 1 } }]])
  client.socket.terminate()
  expect(mediaIn(await fileOf(ann, `/web/api/v2/projects/${uuid}/qrk`))).toEqual([])
})
