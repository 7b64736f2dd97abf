import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { draw, fill, show } from '../../fixtures/project.ts'
import { sealingOnce } from '../../fixtures/testing/sealingCase.ts'
import { isProblem, type Result } from '../../src/model/problems.ts'
import { openRoom } from '../room/room.ts'
import { testFolder } from '../testing/serve.ts'
import { inspectFile } from './inspectFile.ts'
import { openProject } from './projectFile.ts'
import { memoryProject, openProtected, writeProtected } from './sealedFile.ts'

const password = 'Ein Pfad im Wald'
let folder = ''
let path = ''
beforeEach(() => {
  folder = testFolder()
  const project = memoryProject((db) => fill(db, draw('quirk Trust\nsource Ana | I [trusted]Trust him.')))
  path = granted(writeProtected(join(folder, 'p'), project, password, 2 ** 15)).path
  project.db.close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function granted<T>(result: Result<T>): T {
  if (isProblem(result)) throw new Error(JSON.stringify(result.problem))
  return result.ok
}
const kindOf = (result: Result<unknown>) => (isProblem(result) ? result.problem.kind : 'none')

describe('the file of a protected project', () => {
  it('stays a protected one where somebody has changed the mark by hand, and is refused where what opens it was taken out too', () => {
    const database = new DatabaseSync(path)
    database.exec("UPDATE preferences SET value = '0' WHERE key = '___db_encrypted'")
    database.close()
    expect(kindOf(openProject(path, []))).toBe('protectedProject')
    const opened = granted(openProject(path, [], { takesProtected: true }))
    expect(opened.isProtected).toBe(true)
    opened.db.close()
    const stripped = new DatabaseSync(path)
    stripped.exec("DELETE FROM preferences WHERE key = '___db_hash'")
    stripped.close()
    expect(openProject(path, [])).toEqual({ problem: { kind: 'truncatedProject', name: path } })
    expect(kindOf(openProject(path, [], { takesProtected: true }))).toBe('truncatedProject')
  })

  it('is opened sealed by a room, which knows how long its texts are, and takes what is sealed alone', () => {
    const opened = granted(openProject(path, [], { takesProtected: true }))
    expect(opened.db.all('SELECT version, text FROM answer_texts')).toEqual([{ version: 1, text: '' }])
    const room = openRoom(opened.db, { sealed: 'p.qrk' })
    const sender = { client: 1, author: 'Ana', access: 'own' } as const
    const answerTo = (n: number, name: string, args: Record<string, unknown>) => {
      const steps = [{ operations: [{ name, args }], versions: {} }]
      const [taken] = room.submit([{ sender, push: { client: 1, n, base: 0 }, hash: `h${n}`, steps } as never])
      return taken?.answer.steps[0]
    }
    expect(answerTo(1, 'quirkCreateOrUpdate', { id: 1, description: 'of trust' })).toEqual({
      problem: { kind: 'protectedProject', name: 'p.qrk' },
    })
    expect(room.head).toBe(0)
    expect(answerTo(2, 'quirkRemove', { id: 1 })).toEqual({ seq: 1 })
    room.close()
  })

  it('that was worked in and is then added to in memory begins another history, in which a room goes on', () => {
    const work = (title: string) => {
      const opened = granted(openProject(path, [], { takesProtected: true }))
      const room = openRoom(opened.db, { sealed: 'p.qrk' })
      const { client } = room.open(0, '', 0)
      const steps = [{ operations: [{ name: 'quirkCreateOrUpdate', args: { id: 1, title } }], versions: {} }]
      const sender = { client, access: 'own', author: 'Ana' } as const
      const [taken] = room.submit([{ sender, push: { client, n: 1, base: 0 }, hash: title, steps } as never])
      const { epoch } = room
      room.close()
      return { answer: taken?.answer.steps[0], epoch }
    }
    const first = work('Faith')
    const kept = granted(openProtected(path, password))
    expect(show(kept.project.db)).toContain('quirk Faith')
    kept.project.db.exec('DELETE FROM highlights')
    kept.keep()
    kept.leave()
    const second = work('Hope')
    expect([first.answer, second.answer]).toEqual([{ seq: 1 }, { seq: 1 }])
    expect(second.epoch).not.toBe(first.epoch)
  })

  it('has the tables of every project, is taken by whoever reads protected ones, and opened by nobody else', () => {
    expect(inspectFile(path)).toEqual({ problem: { kind: 'protectedProject', name: path } })
    expect(inspectFile(path, { takesProtected: true })).toMatchObject({ ok: { isProtected: true, lacks: false } })
    const before = readFileSync(path)
    expect(kindOf(openProject(path, []))).toBe('protectedProject')
    expect(readFileSync(path).equals(before)).toBe(true)
    const database = new DatabaseSync(path, { readOnly: true })
    for (const table of ['answer_texts', '_log', '_steps', '_versions', '_removed'])
      expect(database.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get(), table).toEqual({ n: 0 })
    database.close()
  })

  it('is worked on in memory, and held meanwhile; what is left is as it was, what is kept keeps its uuid and says that its history is another', () => {
    const before = readFileSync(path)
    const about = () => {
      const database = new DatabaseSync(path, { readOnly: true })
      const meta = database.prepare('SELECT key, value FROM _meta').all()
      database.close()
      return Object.fromEntries(meta.map(({ key, value }) => [key, value]))
    }
    const first = about()
    const left = granted(openProtected(path, password))
    expect(show(left.project.db)).toContain('I [trusted]Trust him.')
    expect(kindOf(openProtected(path, password))).toBe('projectLocked')
    left.project.db.run(`UPDATE quirks SET title = 'Doubt'`)
    left.leave()
    expect(readFileSync(path).equals(before)).toBe(true)
    const same = granted(openProtected(path, password))
    same.keep()
    same.leave()
    expect(readFileSync(path).equals(before)).toBe(true)
    const kept = granted(openProtected(path, password))
    kept.project.db.exec(`UPDATE quirks SET title = 'Doubt'; DELETE FROM highlights`)
    kept.keep()
    kept.leave()
    const again = granted(openProtected(path, password))
    expect(show(again.project.db)).toContain('Doubt')
    expect(again.project.db.all('SELECT id FROM highlights')).toEqual([])
    again.leave()
    expect(about()).toMatchObject({ uuid: first.uuid, head: 0 })
    expect(about().epoch).not.toBe(first.epoch)
    expect(readdirSync(folder)).toEqual(['p.qrk'])
  })

  it('does not open by a wrong password; a value that was taken from elsewhere is not read, and stays as it is where the rest is changed', () => {
    const before = readFileSync(path)
    expect(kindOf(openProtected(path, 'another path'))).toBe('wrongPassword')
    expect(readFileSync(path).equals(before)).toBe(true)
    const altered = join(folder, 'altered.qrk')
    copyFileSync(path, altered)
    const database = new DatabaseSync(altered)
    database.exec('UPDATE sources SET title = (SELECT description FROM quirks)')
    const values = () => database.prepare('SELECT title FROM sources').all()
    const sealed = values()
    const { project, unread, keep, leave } = granted(openProtected(altered, password))
    expect([...unread.keys()]).toEqual(['sources.title 1'])
    expect(project.db.all('SELECT title FROM sources')).toEqual([{ title: expect.stringMatching(/^\uFFFD*$/) }])
    project.db.exec('DELETE FROM highlights')
    keep()
    leave()
    expect(values()).toEqual(sealed)
    database.close()
  })
})

it.each([1, 2, 3])('a random project is the same in every column when it is read again: seed %i', (seed) => {
  expect(sealingOnce(seed).values).toBeGreaterThan(0)
})
