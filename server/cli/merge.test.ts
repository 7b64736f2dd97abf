// merge as a person has it: the command on real files, the first time as a process of its own.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { show } from '../../fixtures/project.ts'
import { drawFile, drawProtected, thicket, thicketProcess } from '../../fixtures/testing/commandLine.ts'
import { recordedQdpx } from '../../fixtures/testing/recordedQdpx.ts'
import { wavOfTone } from '../../fixtures/testing/tones.ts'
import { isProblem } from '../../src/model/problems.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import type { Db } from '../../wasm/database/db.ts'
import { readSound } from '../../wasm/database/projectReader.ts'
import { projectRows } from '../../wasm/database/projectRows.ts'
import { openProject } from '../files/projectFile.ts'
import { goBack } from '../tasks/pastState.ts'
import { testFolder } from '../testing/serve.ts'
import { readProject } from '../working/openToRead.ts'

let folder = ''
beforeEach(() => {
  folder = testFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const anna = 'I [trusted him]Trust until the letter came, and then I did not trust anybody any more, least of all him.'
const base = `quirk Trust\nquirk Doubt < Trust\nsource Anna | ${anna}`
const shown = async (name: string) => {
  const done = await readProject(name, folder, show)
  if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
  return done.ok.split('\n')
}
/** A file that has script in a text, and says of it that it reads otherwise. */
function sayOtherwise(db: Db): void {
  db.run("UPDATE question_answers SET answer = '<p>Nobody<script>steal()</script> came <i>late</i>.</p>'")
  db.run("UPDATE answer_texts SET text = 'Somebody else said this.'")
}
/** None of that has come into a project that was made with it. */
function saysWhatItIs(made: Db): void {
  const texts = made.all('SELECT answer, text FROM question_answers a JOIN answer_texts t ON t.answerId = a.id')
  expect(texts).toContainEqual({ answer: '<p>Nobody came <i>late</i>.</p>', text: 'Nobody came late.' })
  expect(JSON.stringify(texts)).not.toMatch(/steal|Somebody/)
}
const merge = async (...args: string[]) => thicket(folder, ['merge', ...args])

it('makes a new project of all, prints what became of them as one line, and changes none of the files', async () => {
  drawFile(folder, 'base.qrk', base)
  const his = `quirk Trust\nquirk Fear\nsource Anna | Oh ${anna.replace('letter', '[letter]Fear@Ben')}\nsource Ben | [Nobody]Fear@Ben came.`
  drawFile(folder, 'his.qrk', his)
  const before = ['base.qrk', 'his.qrk'].map((name) => readFileSync(join(folder, name)))
  const ran = await thicketProcess(folder, ['merge', 'base', 'his.qrk', '--out', 'all'])
  expect(ran.stderr).toContain('“Anna” differs from “Anna” in 3.0 %')
  expect(ran).toMatchObject({ code: 0 })
  expect(JSON.parse(ran.stdout)).toMatchObject({
    sources: { same: 0, similar: 1, added: 1 },
    highlights: { same: 1, added: 1, moved: 1, lost: 0 },
    memos: { same: 0, added: 0, moved: 0, lost: 0 },
    quirks: { same: 1, added: 1, lifted: 0 },
  })
  expect((await shown('all')).toSorted()).toEqual(
    [
      'quirk Trust',
      'quirk Doubt < Trust',
      'quirk Fear',
      `source Anna | ${anna.replace('letter', '[letter]Fear@Ben')}`,
      'source Ben | [Nobody]Fear@Ben came.',
    ].toSorted(),
  )
  expect(['base.qrk', 'his.qrk'].map((name) => readFileSync(join(folder, name)))).toEqual(before)
  // The same again, onto what came of it.
  const again = await merge('all', 'his', '--out', 'again')
  expect(JSON.parse(again.stdout)).toMatchObject({
    sources: { same: 1, similar: 1, added: 0 },
    highlights: { added: 0, moved: 0 },
    quirks: { added: 0 },
    renumbered: 0,
  })
  expect(await shown('again')).toEqual(await shown('all'))
})

it('takes a project as JSON, and one that went through the format of other programs is its origin', async () => {
  drawFile(folder, 'base.qrk', base)
  drawFile(folder, 'more.qrk', `${base}\nsource Ben | Nobody came.`)
  for (const [project, option, name] of [
    ['base', '--json', 'base.json'],
    ['base', '--qdpx', 'base.qdpx'],
    ['more', '--json', 'more.json'],
  ] as const)
    expect((await thicket(folder, ['export', project, option, name])).code).toBe(0)
  expect((await merge('base', 'base.json', '--out', 'all')).stderr).toBe(
    'thicket: Project is already added as master.\n',
  )
  const ran = await merge('more', 'base.qdpx', 'base.json', '--out', 'all')
  expect(JSON.parse(ran.stdout)).toMatchObject({
    sources: { same: 2, similar: 0, added: 0 },
    highlights: { same: 2, added: 0, moved: 0, lost: 0 },
    quirks: { same: 4, added: 0 },
  })
  expect(await shown('all')).toEqual(await shown('more'))
  expect((await merge('base', 'more.json', '--out', 'also')).code).toBe(0)
  expect(await shown('also')).toEqual(await shown('more'))
})

it('refuses the base among the others, a result that is there already, and what is no project, and writes nothing', async () => {
  drawFile(folder, 'base.qrk', base)
  drawFile(folder, 'other.qrk', `${base}\nquirk Fear`)
  expect(await merge('base', 'base.qrk', '--out', 'all')).toMatchObject({
    code: 1,
    stderr: 'thicket: Project is already added as master.\n',
  })
  drawFile(folder, 'copy.qrk', base)
  expect((await merge('base', 'other', 'copy', '--out', 'all')).stderr).toBe(
    'thicket: Project is already added as master.\n',
  )
  expect((await merge('base', 'other', '--out', 'other')).stderr).toContain('There is a file other.qrk already.')
  expect((await merge('base', 'nowhere', '--out', 'all')).code).toBe(1)
  expect((await merge('base', 'other')).code).toBe(2)
  expect((await thicket(folder, ['info', 'all', '--json'])).code).toBe(1)
})

const steps = async (name: string) => {
  const done = await readProject(name, folder, (db) => db.all<{ parts: string }>('SELECT parts FROM _steps'))
  if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
  return done.ok.map(({ parts }) => JSON.parse(parts).act)
}

it('with --into the base itself gets what the others have besides, with the same numbers, as a step of its history', async () => {
  drawFile(folder, 'base.qrk', base)
  drawFile(folder, 'his.qrk', `${base}\nquirk Fear\nsource Ben | [Nobody]Fear@Ben came.`)
  const before = readFileSync(join(folder, 'his.qrk'))
  const out = await merge('base', 'his', '--out', 'all')
  expect(await merge('base', 'his', '--into')).toMatchObject({ code: 0, stdout: out.stdout })
  expect(readFileSync(join(folder, 'his.qrk'))).toEqual(before)
  expect((await shown('base')).toSorted()).toEqual((await shown('all')).toSorted())
  const act = { key: 'undo.mergeProjects', about: ['his'] }
  expect(await steps('base')).toEqual([act])
  const again = await merge('base', 'all', '--into')
  const nothing = { sources: { added: 0 }, highlights: { added: 0 }, quirks: { added: 0 } }
  expect(again.stderr).toContain('The others add nothing to base.qrk.')
  expect(again.stderr).not.toContain('Wrote')
  expect(JSON.parse(again.stdout)).toMatchObject(nothing)
  expect(await steps('base')).toEqual([act])
})

it('--into is gone back over like any step, a text too that came where there was none, and leaves each row as it was', async () => {
  drawFile(folder, 'base.qrk', `${base}\nsource Carl | `)
  drawFile(folder, 'his.qrk', `quirk Trust\nquirk Fear\nsource Anna | Oh ${anna}\nsource Carl | [Nobody]Fear@Ben came.`)
  const rowsOf = async (name: string) => readProject(name, folder, projectRows)
  const before = await rowsOf('base')
  expect(JSON.parse((await merge('base', 'his', '--into')).stdout)).toMatchObject({ sources: { same: 1, similar: 1 } })
  expect(await shown('base')).toContain('source Carl | [Nobody]Fear@Ben came.')
  const merged = openNode(join(folder, 'base.qrk'))
  goBack(merged, 0)
  merged.close()
  expect(await rowsOf('base')).toEqual(before)
})

it('--into brings what a file says into the form that every copy has it in, or refuses it and leaves the base as it was', async () => {
  drawFile(folder, 'base.qrk', base)
  drawFile(folder, 'his.qrk', 'quirk Fear\nsource Ben | [Nobody]Fear@Ben came.')
  const his = openNode(join(folder, 'his.qrk'))
  sayOtherwise(his)
  his.run("UPDATE sources SET title = 'Ben' || char(13, 10) || char(7)")
  const untouched = await shown('base')
  his.run('UPDATE highlights SET start = 1000')
  expect((await merge('base', 'his', '--into')).stderr).toBe(
    'thicket: his is not a project file. It was left untouched.\n',
  )
  expect(await shown('base')).toEqual(untouched)
  expect(await steps('base')).toEqual([])
  his.run('UPDATE highlights SET start = 0')
  his.close()
  expect((await merge('base', 'his', '--into')).code).toBe(0)
  const made = openNode(join(folder, 'base.qrk'))
  const titles = made.all('SELECT title FROM sources')
  saysWhatItIs(made)
  made.close()
  expect(titles).toContainEqual({ title: 'Ben\n\uFFFD' })
})

it('--into a protected project, from a protected one and a plain one, gives what the same in the clear gives', async () => {
  writeFileSync(join(folder, 'password.txt'), 'Ein Pfad im Wald')
  writeFileSync(join(folder, 'other.txt'), 'Noch ein Pfad')
  const his = `${base}\nquirk Fear\nsource Ben | [Nobody]Fear@Ben came, with a ["word"]"of his"@Ben.`
  const hers = `${base}\nsource Dora | She [stayed]Doubt@Eva.`
  drawFile(folder, 'base.qrk', base)
  drawFile(folder, 'his.qrk', his)
  drawFile(folder, 'hers.qrk', hers)
  drawProtected(folder, 'secret.qrk', base, 'Ein Pfad im Wald')
  drawProtected(folder, 'hidden.qrk', his, 'Noch ein Pfad')
  const plain = await merge('base', 'his', 'hers', '--into')
  expect(await steps('base')).toEqual([{ key: 'undo.mergeProjects', count: 2 }])
  const files = ['--password-file', 'password.txt', '--password-file', 'other.txt']
  expect(await merge('secret', 'hidden', 'hers', '--into', ...files)).toMatchObject({ code: 0, stdout: plain.stdout })
  const opened = await thicket(folder, ['merge', 'secret', 'hers', '--out', 'open', '--password-file', 'password.txt'])
  expect(opened.code).toBe(0)
  expect((await shown('open')).toSorted()).toEqual((await shown('base')).toSorted())
  const bytes = readFileSync(join(folder, 'secret.qrk'))
  for (const word of ['Nobody', 'stayed', 'of his', 'Dora']) expect(bytes.includes(word)).toBe(false)
})

it('--author says whose rows are that bear no name, and who has merged', async () => {
  drawFile(folder, 'base.qrk', base)
  const made = { author: '', timestamp: 1 }
  const sources = [{ id: 7, title: 'Unsigned', icon: 'md_generic', ...made }]
  writeFileSync(join(folder, 'rows.json'), JSON.stringify({ sources }))
  const authorIn = async (name: string, table: string) => {
    const sql = `SELECT author FROM ${table} ORDER BY rowid DESC LIMIT 1`
    const done = await readProject(name, folder, (db) => db.one(sql))
    return isProblem(done) ? done.problem : done.ok
  }
  expect(await merge('base', 'rows.json', '--out', 'all', '--author', 'Dora')).toMatchObject({ code: 0 })
  expect(await authorIn('all', 'sources')).toEqual({ author: 'Dora' })
  expect(await merge('base', 'rows.json', '--into', '--author', 'Dora')).toMatchObject({ code: 0 })
  expect(await authorIn('base', '_steps')).toEqual({ author: 'Dora' })
  // What comes was written by somebody else.
  drawFile(folder, 'his.qrk', `${base}\nsource Ben | [Nobody]Trust@Ben came.`)
  expect(await merge('base', 'his', '--into', '--author', 'Eva')).toMatchObject({ code: 0 })
  expect(await authorIn('base', '_steps')).toEqual({ author: 'Eva' })
})

it('--into writes all of a large merge in one step, so that a process that ends leaves none of it', async () => {
  drawFile(folder, 'base.qrk', base)
  const long = [1, 2, 3].map((n) => `source L${n} | ${'word '.repeat(300_000)}${n}.`)
  drawFile(folder, 'his.qrk', [base, ...long].join('\n'))
  expect((await merge('base', 'his', '--into')).code).toBe(0)
  expect(await steps('base')).toHaveLength(1)
})

it('--into is refused while the base is open elsewhere, for a base that is not there, and beside --out', async () => {
  drawFile(folder, 'base.qrk', base)
  drawFile(folder, 'other.qrk', `${base}\nquirk Fear`)
  const before = await shown('base')
  const open = openProject(join(folder, 'base.qrk'), [])
  if (isProblem(open)) throw new Error(JSON.stringify(open.problem))
  const refused = await thicketProcess(folder, ['merge', 'base', 'other', '--into'])
  open.ok.db.close()
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('base.qrk')
  expect((await merge('base', 'base.qrk', '--into')).stderr).toBe('thicket: Project is already added as master.\n')
  expect((await merge('nowhere', 'other', '--into')).code).toBe(1)
  expect(existsSync(join(folder, 'nowhere.qrk'))).toBe(false)
  expect((await merge('base', 'other', '--into', '--out', 'all')).code).toBe(2)
  expect(await shown('base')).toEqual(before)
})

const tape = wavOfTone(1, 440)
const tapeHash = createHash('sha256').update(tape).digest('base64url')
const given = ['--password-file', 'password.txt']

/** What the recordings of a project's file have, and whether the file keeps the sound of each: as it is, sealed, or not at all. */
async function recordingsIn(name: string) {
  const done = await readProject(
    name,
    folder,
    (db) =>
      db.all<{ hash: string; type: string }>('SELECT hash, type FROM recordings').map(({ hash, type }) => {
        const kept = hash === '' ? null : readSound(db, hash)
        return { type, sound: kept && (Buffer.from(kept).equals(Buffer.from(tape)) ? 'plain' : 'sealed') }
      }),
    { takesSealed: true },
  )
  return isProblem(done) ? done.problem : done.ok
}
const heard = (sound: 'plain' | 'sealed') => [{ type: 'audio/wav', sound }]

async function drawTape(): Promise<void> {
  drawFile(folder, 'base.qrk', base)
  writeFileSync(join(folder, 'password.txt'), 'Ein Pfad im Wald')
  writeFileSync(
    join(folder, 'tape.qdpx'),
    await recordedQdpx('Carl', 'Nobody came.', { sound: tape, milliseconds: 1000 }),
  )
}

it('the sound of recordings comes along, out of a .qdpx and out of a project, into a new one and into the base', async () => {
  await drawTape()
  expect((await merge('base', 'tape.qdpx', '--out', 'all')).code).toBe(0)
  expect(await recordingsIn('all')).toEqual(heard('plain'))
  expect((await merge('base', 'all', '--into')).code).toBe(0)
  expect(await recordingsIn('base')).toEqual(heard('plain'))
  const again = await merge('base', 'all', '--into')
  expect(JSON.parse(again.stdout)).toMatchObject({ sources: { added: 0 } })
  expect(await recordingsIn('base')).toEqual(heard('plain'))
  // As it comes when it is imported.
  const imported = await thicket(folder, ['import', 'own', 'tape.qdpx'])
  expect(imported).toMatchObject({ code: 0 })
  expect(JSON.parse(imported.stdout).notes).toEqual([])
  expect(await recordingsIn('own')).toEqual(heard('plain'))
  expect(readdirSync(folder).filter((name) => name.includes('tape'))).toEqual(['tape.qdpx'])
})

it('in a protected project it is sealed, whether it is made or merged into or imported into, and comes out of it again', async () => {
  await drawTape()
  const bytesOf = (name: string) => readFileSync(join(folder, name)).includes(Buffer.from(tape.subarray(2000, 4000)))
  expect((await merge('base', 'tape.qdpx', '--out', 'safe', '--protect', ...given)).code).toBe(0)
  expect(await recordingsIn('safe')).toEqual(heard('sealed'))
  expect((await thicket(folder, ['import', 'own', 'tape.qdpx', '--protect', ...given])).code).toBe(0)
  expect(await recordingsIn('own')).toEqual(heard('sealed'))
  drawProtected(folder, 'secret.qrk', base, 'Ein Pfad im Wald')
  expect((await merge('secret', 'safe', '--into', ...given)).code).toBe(0)
  expect(await recordingsIn('secret')).toEqual(heard('sealed'))
  // Sealed by another key than the one that it came from.
  expect((await merge('base', 'secret', '--out', 'open', ...given)).code).toBe(0)
  expect(await recordingsIn('open')).toEqual(heard('plain'))
  const files = ['safe.qrk', 'own.qrk', 'secret.qrk', 'open.qrk']
  expect(files.map((name) => [name, bytesOf(name)])).toEqual(files.map((name) => [name, name === 'open.qrk']))
})

it('says of recordings whose sound is in none of the files that it can be added; one that another file has comes along', async () => {
  await drawTape()
  expect((await merge('base', 'tape.qdpx', '--out', 'all')).code).toBe(0)
  expect((await thicket(folder, ['export', 'all', '--json', 'all.json'])).code).toBe(0)
  const ran = await merge('base', 'all.json', '--out', 'silent')
  expect(ran.stderr).toContain('The sound of 1 recording is in none of the files')
  expect(await recordingsIn('silent')).toEqual([{ type: '', sound: null }])
  drawFile(folder, 'other.qrk', base.replace('Anna', 'Dora'))
  const both = await merge('other', 'all.json', 'all', '--out', 'both')
  expect(both.stderr).not.toContain('in none of the files')
  expect(await recordingsIn('both')).toEqual(heard('plain'))
})

it('bytes that are not what a recording names are no sound of it', async () => {
  await drawTape()
  expect((await merge('base', 'tape.qdpx', '--out', 'all')).code).toBe(0)
  const db = openNode(join(folder, 'all.qrk'))
  db.run('UPDATE _media SET bytes = zeroblob(9) WHERE hash = ?', [tapeHash])
  db.close()
  const ran = await merge('base', 'all', '--into')
  expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('in none of the files') })
  expect(await recordingsIn('base')).toEqual([{ type: '', sound: null }])
})

it('what a file says of its texts is not believed: what they are is read from themselves, and only that is written', async () => {
  drawFile(folder, 'base.qrk', base)
  drawFile(folder, 'other.qrk', 'source Ben | Nobody came.')
  const db = openNode(join(folder, 'other.qrk'))
  sayOtherwise(db)
  db.close()
  expect((await merge('base', 'other', '--out', 'all')).code).toBe(0)
  const made = openNode(join(folder, 'all.qrk'))
  saysWhatItIs(made)
  made.close()
})
