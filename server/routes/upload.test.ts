/** A project's file that somebody sends: its rows are taken, the file never. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect as dial } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawProtected } from '../../fixtures/testing/commandLine.ts'
import { generateProject } from '../../fixtures/testing/generateProject.ts'
import type { ProjectEntry } from '../../src/model/contract/shapes.ts'
import { isColour } from '../../src/model/palette.ts'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'
import { connect } from '../testing/socketClient.ts'

let served: ServedCloud
let ann: Someone
let folder = ''
let whole: Buffer
let protectedFile: Buffer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thicket-upload-'))
  // Before there is a server, whose connections would end while a key is wrapped.
  const drawn = drawProtected(folder, 'sealed', 'quirk Trust\nsource Ana | I [trusted]Trust him.', 'Ein Pfad im Wald')
  protectedFile = readFileSync(drawn)
  served = await serveCloud()
  ann = await served.person('Ann')
  generateProject(join(folder, 'tiny.qrk'), 'tiny')
  whole = readFileSync(join(folder, 'tiny.qrk'))
})
afterAll(async () => {
  await served.end()
  rmSync(folder, { recursive: true, force: true })
})

const path = '/web/api/v2/projects/file'
const formOf = (bytes: Uint8Array, file: string, fields: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('qrkFile', new Blob([new Uint8Array(bytes)]), file)
  return form
}
const send = async (bytes: Uint8Array, file = 'tiny.qrk', fields: Record<string, string> = {}, person = ann) => {
  const response = await person.call(path, { method: 'POST', body: formOf(bytes, file, fields) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
/** The file with a change of another program's making. */
const altered = (sql: string): Buffer => {
  const file = join(mkdtempSync(join(folder, 'altered-')), 'altered.qrk')
  writeFileSync(file, whole)
  const database = new DatabaseSync(file)
  database.enableDefensive(false)
  database.exec(sql)
  database.close()
  return readFileSync(file)
}
const rowsOf = async (uuid: unknown): Promise<Record<string, Record<string, unknown>[]>> =>
  (await ann.call(`/web/api/v2/projects/${uuid}/json`)).json() as never
const problemOf = async (bytes: Uint8Array, file?: string) =>
  ((await send(bytes, file)).body.problem as { kind: string } | undefined)?.kind
/** Half-written projects, and what was sent. */
const leftovers = () => [
  ...readdirSync(join(served.settings.data, 'projects')).filter((name) => name.includes('.new')),
  ...readdirSync(dirname(served.rooms.temporary.path(''))).filter((name) => name.endsWith('.upload')),
]

describe('POST /web/api/v2/projects/file', () => {
  it('makes a project of the same rows under the file’s name, whose file is another', async () => {
    const made = await send(whole, 'Field Notes.QRK')
    expect(made).toEqual({ status: 200, body: { project_uuid: expect.any(String), name: 'Field Notes' } })
    const uuid = made.body.project_uuid as string
    const source = new DatabaseSync(join(folder, 'tiny.qrk'), { readOnly: true })
    const rows = await rowsOf(uuid)
    const same = (table: string) => {
      const theirs = source.prepare(`SELECT * FROM "${table}" ORDER BY 1`).all()
      const ours = rows[table]?.map(({ color, ...row }) => (table === 'highlights' ? row : { ...row, color }))
      return isDeepStrictEqual(
        theirs.map((row) => ({ ...(table !== 'highlights' && { color: undefined }), ...row })),
        ours,
      )
    }
    for (const table of ['sources', 'question_answers', 'quirks', 'highlights', 'memos', 'groups', 'group_quirks'])
      expect([table, same(table)]).toEqual([table, true])
    source.close()
    // Its texts can be worked on at once.
    const client = await connect(ann)
    expect(await client.open(uuid)).toMatchObject({ status: 'open', name: 'Field Notes', head: 0 })
    client.socket.close()
    expect(readFileSync(served.cloud.host.pathOf(uuid) as string).equals(whole)).toBe(false)
    expect(leftovers()).toEqual([])
  })

  it('takes the name that is given, once', async () => {
    expect((await send(whole, 'tiny.qrk', { name: 'Named' })).body).toMatchObject({ name: 'Named' })
    expect(await send(whole, 'tiny.qrk', { name: 'Named' })).toEqual({
      status: 409,
      body: { problem: { kind: 'projectNameTaken' } },
    })
    expect((await send(whole, '.qrk')).body).toEqual({ problem: { kind: 'missingProjectName' } })
    const { projects } = (await ann.send('GET', '/web/api/v2/projects')).body as { projects: ProjectEntry[] }
    expect(projects.filter(({ name }) => name === 'Named').length).toBe(1)
  })

  it('takes no other kind of file, and none that is no project, is cut or newer, or says that it is protected and is not', async () => {
    expect((await send(whole, 'tiny.docx')).body).toEqual({
      problem: { kind: 'fileTypeNotSupported', name: 'tiny.docx' },
    })
    expect(await problemOf(new TextEncoder().encode('no database'), 'a.qrk')).toBe('notAProject')
    expect(await problemOf(new Uint8Array(0), 'b.qrk')).toBe('notAProject')
    expect(await problemOf(whole.subarray(0, whole.length - 5000), 'c.qrk')).toBe('truncatedProject')
    expect(await problemOf(altered(`UPDATE preferences SET value = '6' WHERE key = '___db_version'`), 'd.qrk')).toBe(
      'newerProject',
    )
    const locked = altered(`INSERT OR REPLACE INTO preferences VALUES ('___db_encrypted', '1')`)
    expect(await problemOf(locked, 'e.qrk')).toBe('truncatedProject')
    expect((await send(altered('DROP TABLE quirks'), 'f.qrk')).body).toEqual({
      problem: { kind: 'notAProject', name: 'f.qrk' },
    })
  })

  it('takes a protected project sealed as it is, and writes nothing to it; a report of it is not made', async () => {
    const taken = await send(protectedFile, 'sealed.qrk')
    const { project_uuid: uuid } = taken.body
    const rows = await rowsOf(uuid)
    expect(rows.sources?.[0]?.title).toMatch(/^~1\.3\./)
    expect(rows.question_answers?.[0]?.answer).toMatch(/^~1\.14\./)
    expect(rows.highlights).toMatchObject([{ start: 2, length: 7 }])
    const values = Object.fromEntries((rows.preferences ?? []).map(({ key, value }) => [key, value]))
    expect(values).toMatchObject({ ___db_encrypted: '1', ___db_hash: expect.stringContaining('wraps') })
    const report = await ann.call(`/web/api/v2/home/projects/${uuid}/report`)
    expect([report.status, await report.json()]).toMatchObject([400, { problem: { kind: 'protectedProject' } }])
  })

  it('takes a protected project as JSON too, sealed as it is; one that is not all sealed, or by no key, is refused', async () => {
    const rows = await rowsOf((await send(protectedFile, 'as json.qrk')).body.project_uuid)
    const post = async (name: string, change: Record<string, unknown> = {}) => {
      const body = { name, project_json: { ...rows, ...change } }
      return (await ann.send('POST', '/web/api/v2/projects/json', body)).body as Record<string, { kind?: string }>
    }
    const { project_uuid: uuid } = await post('Sealed anew')
    expect(await rowsOf(uuid)).toEqual(rows)
    const plain = (rows.sources ?? []).map((row) => ({ ...row, title: 'Anna' }))
    expect((await post('a', { sources: plain })).problem?.kind).toBe('protectedProject')
    const unwrapped = (rows.preferences ?? []).map((row) => (row.key === '___db_hash' ? { ...row, value: 'x' } : row))
    expect((await post('b', { preferences: unwrapped })).problem?.kind).toBe('protectedProject')
    const beyond = (rows.highlights ?? []).map((row) => ({ ...row, start: 12 }))
    expect((await post('c', { highlights: beyond })).problem?.kind).toBe('outsideText')
  })

  it('refuses whatever is no table or index that we know', async () => {
    for (const [n, sql] of [
      'CREATE TRIGGER t AFTER INSERT ON quirks BEGIN DELETE FROM sources; END',
      'CREATE VIEW v AS SELECT 1',
      'CREATE TABLE more (a)',
      'CREATE VIRTUAL TABLE f USING fts5(a)',
      'CREATE INDEX i ON sources(abs(id))',
      'DROP TABLE memos; CREATE VIEW memos AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM r) SELECT x AS id, 1 AS sourceId, 1 AS questionId, 0 AS start, 0 AS length, "" AS content, "" AS author, 0 AS timestamp FROM r',
      'ALTER TABLE groups ADD COLUMN extra',
      `PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 0, 'CREATE TABLE x(a)')`,
    ].entries())
      expect([sql, await problemOf(altered(sql), `refused ${n}.qrk`)]).toEqual([sql, 'notAProject'])
  })

  it('makes texts canonical, keeps positions within them, and leaves out what hangs in the air', async () => {
    const bytes = altered(`
UPDATE question_answers SET answer = '<p onclick="x()">Hello <script>alert(1)</script><b>world</b></p>' WHERE id = (SELECT MIN(id) FROM question_answers);
UPDATE highlights SET start = -5, length = 100000 WHERE id = (SELECT MIN(id) FROM highlights);
UPDATE highlights SET quirkId = 123456789 WHERE id = (SELECT MAX(id) FROM highlights);
UPDATE quirks SET parentQuirkId = (SELECT MAX(id) FROM quirks) WHERE id = (SELECT MIN(id) FROM quirks);
UPDATE quirks SET parentQuirkId = (SELECT MIN(id) FROM quirks) WHERE id = (SELECT MAX(id) FROM quirks);
UPDATE quirks SET color = 'red' WHERE id = (SELECT MIN(id) FROM quirks);
UPDATE sources SET author = 'Somebody from elsewhere';
INSERT INTO preferences VALUES ('___db_hash', 'a hash');`)
    const made = await send(bytes, 'Odd.qrk')
    expect(made.status).toBe(200)
    const { question_answers, highlights, quirks, sources, preferences } = await rowsOf(made.body.project_uuid)
    expect(question_answers?.[0]?.answer).not.toMatch(/script|onclick/)
    expect(question_answers?.[0]?.answer).toContain('<b>world</b>')
    expect(highlights?.[0]?.start).toBe(0)
    const ids = new Set(quirks?.map(({ id }) => id))
    expect(highlights?.every(({ quirkId }) => ids.has(quirkId as number))).toBe(true)
    expect(quirks?.filter(({ color }) => !isColour(String(color)))).toEqual([])
    const parents = new Map(quirks?.map(({ id, parentQuirkId }) => [id, parentQuirkId]))
    for (const id of ids) {
      let up: unknown = id
      for (let steps = 0; up !== -1 && up !== undefined; steps += 1) {
        expect(steps).toBeLessThan(100)
        up = parents.get(up as number)
      }
    }
    expect(new Set(sources?.map(({ author }) => author))).toEqual(new Set(['Somebody from elsewhere']))
    expect(preferences?.some(({ key }) => key === '___db_hash')).toBe(false)
  })

  it('refuses values that are none of ours', async () => {
    for (const [n, sql] of [
      'UPDATE quirks SET x = 1.5',
      `UPDATE quirks SET x = 'left'`,
      `UPDATE sources SET title = x'00ff'`,
      'UPDATE quirks SET timestamp = 9007199254740993',
      `UPDATE quirks SET title = printf('%.*c', 3000, 'x')`,
      `UPDATE groups SET description = 'the same'`,
      'UPDATE question_answers SET sourceId = (SELECT MIN(id) FROM sources), questionId = 1',
    ].entries()) {
      const { status, body } = await send(altered(sql), `values ${n}.qrk`)
      expect([sql, status, body]).toEqual([sql, expect.toSatisfy((code: number) => code >= 400 && code < 500), body])
    }
  })

  it('bounds the form: one file, few fields, no more bytes than there is room for', async () => {
    const form = formOf(whole, 'tiny.qrk', { name: 'Many' })
    for (let n = 0; n < 20; n += 1) form.append(`more${n}`, 'x')
    expect((await ann.call(path, { method: 'POST', body: form })).status).toBe(400)
    const two = formOf(whole, 'tiny.qrk', { name: 'Two' })
    two.append('qrkFile', new Blob([new Uint8Array(whole)]), 'two.qrk')
    expect((await ann.call(path, { method: 'POST', body: two })).status).toBe(400)
    const other = new FormData()
    other.append('otherFile', new Blob(['x']), 'tiny.qrk')
    expect((await ann.call(path, { method: 'POST', body: other })).status).toBe(400)
    expect((await ann.call(path, { method: 'POST', body: { qrkFile: 'x' } })).status).toBe(400)
    const small = await serveCloud(undefined, { settings: { quota: 1 } })
    const poor = await small.person('Poor')
    const large = Buffer.concat([whole, Buffer.alloc(3 * 1024 * 1024)])
    expect(await send(large, 'large.qrk', {}, poor)).toMatchObject({
      status: 413,
      body: { problem: { kind: 'quotaExceeded', most: 1 } },
    })
    await small.end()
    expect(leftovers()).toEqual([])
  })

  it('leaves nothing of a form that breaks off', async () => {
    const before = readdirSync(join(served.settings.data, 'projects')).length
    const head = `--b\r\nContent-Disposition: form-data; name="qrkFile"; filename="cut.qrk"\r\n\r\n`
    const socket = dial(Number(new URL(served.base).port), '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${new URL(served.base).host}\r\nOrigin: ${served.base}\r\nAuthorization: Bearer ${ann.secret}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n${head}`,
    )
    socket.write(whole.subarray(0, 20_000))
    await new Promise((resolve) => setTimeout(resolve, 200))
    socket.destroy()
    // Another one can be sent: nobody's turn is lost.
    expect((await send(whole, 'After the cut.qrk')).status).toBe(200)
    expect(readdirSync(join(served.settings.data, 'projects')).length).toBeGreaterThan(before)
    await expect.poll(leftovers).toEqual([])
  })

  it('needs a person', async () => {
    expect((await served.call(path, { method: 'POST', body: formOf(whole, 'x.qrk') })).status).toBe(401)
  })
})
