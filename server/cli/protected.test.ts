// Protected projects on the command line, as a person has them: made, added to, read and refused.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { drawFile, drawProtected, thicket, thicketProcess } from '../../fixtures/testing/commandLine.ts'
import { tracesOfWord } from '../../fixtures/testing/tracesOfWord.ts'
import { hashOf } from '../base/hashOf.ts'
import { testFolder } from '../testing/serve.ts'

const word = 'Heliotrop'
const password = 'Ein Pfad im Wald'
const given = ['--password-file', 'password.txt']

let folder = ''
const at = (name: string) => join(folder, name)
beforeEach(() => {
  folder = testFolder()
  writeFileSync(at('password.txt'), `${password}\n`)
  writeFileSync(at('wrong.txt'), 'another path')
  writeFileSync(at(`${word} Anna.txt`), `I said ${word}, and then no more.`)
  writeFileSync(at('Ben.txt'), `${word} 😀 was what I heard.`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: string[]) => thicket(folder, args)
const json = async (...args: string[]) => {
  const ran = await run(...args, ...given)
  expect(ran, args.join(' ')).toMatchObject({ code: 0, stderr: '' })
  return JSON.parse(ran.stdout)
}
const recoveryOf = (stderr: string): string => /^Recovery code: (\S+)$/m.exec(stderr)?.[1] ?? ''

const tracesIn = (bytes: Buffer) => tracesOfWord(word, bytes)

it('2 §4: a protected project is made, added to and read by its password; no word of it lies in the file, nor anywhere on the way', async () => {
  const temporary = at('temporary')
  mkdirSync(temporary)
  const seen = new Set<string>()
  const watcher = watch(temporary, { recursive: true }, (_, name) => void (name && seen.add(name)))
  const before = process.env.TMPDIR
  process.env.TMPDIR = temporary
  try {
    const made = await thicketProcess(folder, ['import', 'p.qrk', `${word} Anna.txt`, '--protect', ...given])
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('protected by the password') })
    expect(JSON.parse(made.stdout).sources).toEqual([{ id: expect.any(Number), title: `${word} Anna` }])
    expect(recoveryOf(made.stderr)).toMatch(/^(\w{4}-){7}\w{4}$/)
    expect(made.stdout).not.toContain(recoveryOf(made.stderr))
    expect(tracesIn(readFileSync(at('p.qrk')))).toEqual([])
    // Added to, without another code.
    const added = await run('import', 'p.qrk', 'Ben.txt', ...given)
    expect(added).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Recovery') })
    expect(tracesIn(readFileSync(at('p.qrk')))).toEqual([])
    const texts = await json('texts', 'p.qrk', '--json')
    expect(texts.map(({ source, text }: { source: string; text: string }) => [source, text])).toEqual([
      [`${word} Anna`, `I said ${word}, and then no more.`],
      ['Ben', `${word} 😀 was what I heard.`],
    ])
    // The code that was told instead of the password.
    writeFileSync(at('password.txt'), recoveryOf(made.stderr).toLowerCase())
    expect(await json('texts', 'p.qrk', '--json')).toEqual(texts)
  } finally {
    process.env.TMPDIR = before
    if (before === undefined) delete process.env.TMPDIR
    watcher.close()
  }
  expect([...seen]).toEqual([])
  expect(readdirSync(folder).filter((name) => name.startsWith('p.') || name.startsWith('.'))).toEqual(['p.qrk'])
  // The test finds what there is to find.
  expect(tracesIn(Buffer.from(`x${word}`))).not.toEqual([])
  for (const before of ['', 'x', 'xy']) expect(tracesIn(Buffer.from(btoa(`${before}${word}xyz`)))).not.toEqual([])
})

it('quotes, questions and exports read one by its password', async () => {
  drawProtected(
    folder,
    'p.qrk',
    `source ${word} Anna | I said ${word}.\nsource Ben | ${word} was what I heard.`,
    password,
  )
  expect(await json('quotes', 'p.qrk', '--json')).toEqual([])
  expect((await json('query', 'p.qrk', '--search', 'heliotrop')).answers).toHaveLength(2)
  expect((await json('export', 'p.qrk', '--json', '-')).sources[0].title).toBe(`${word} Anna`)
})

it('without its password, or by a wrong one, it is refused in one line and left as it is; what it is can be asked', async () => {
  drawProtected(folder, 'p.qrk', `source Ben | ${word} was what I heard.`, password)
  const state = () => `${hashOf(at('p.qrk'))} ${statSync(at('p.qrk')).mtimeMs}`
  const before = state()
  const refused = async (says: string, ...args: string[]) => {
    const ran = await run(...args)
    expect(ran, args.join(' ')).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(says) })
    expect(ran.stderr.trimEnd().split('\n'), args.join(' ')).toHaveLength(1)
    expect(state()).toBe(before)
  }
  writeFileSync(at('script.jsonl'), '{"command":"createQuirk","args":{"title":"Trust"}}\n')
  drawFile(folder, 'plain', 'quirk Trust')
  const wrong = ['--password-file', 'wrong.txt']
  await refused('p.qrk: wrong password', 'texts', 'p.qrk', '--json', ...wrong)
  await refused('p.qrk: wrong password', 'import', 'p.qrk', `${word} Anna.txt`, ...wrong)
  await refused('not found', 'texts', 'p.qrk', '--json', '--password-file', 'none.txt')
  for (const args of [
    ['texts', 'p.qrk', '--json'],
    ['query', 'p.qrk', '--counts'],
    ['export', 'p.qrk', '--json', '-'],
    ['import', 'p.qrk', `${word} Anna.txt`],
    ['run', 'p.qrk', '--script', 'script.jsonl'],
    ['merge', 'plain.qrk', 'p.qrk', '--out', 'merged'],
  ])
    await refused(
      'is protected by a password. With the password you can work in it on the page, read it by the commands texts, quotes, query and export, add to it by import, and merge it with others by merge',
      ...args,
    )
  const info = await run('info', 'p.qrk', '--json')
  expect(JSON.parse(info.stdout)).toMatchObject({ encrypted: true, integrity: 'ok', tables: { sources: 1 } })
  expect(state()).toBe(before)
})

it('2 §4: protected projects are merged by the password of each, into a new one that is protected or not, and into the first', async () => {
  const other = 'Ein Weg am See'
  writeFileSync(at('other.txt'), other)
  drawProtected(folder, 'base.qrk', `quirk Trust\nsource Anna | I [said ${word}]Trust.`, password)
  drawProtected(folder, 'other.qrk', `quirk Fear\nsource Ben | [${word}]Fear came.`, other)
  const both = [...given, '--password-file', 'other.txt']
  const merged = (ran: { stdout: string }) => JSON.parse(ran.stdout).sources
  const before = hashOf(at('base.qrk'))
  const asPlain = await run('merge', 'base', 'other', '--out', 'plain', ...both)
  expect(merged(asPlain)).toEqual({ same: 0, similar: 0, added: 1 })
  expect(asPlain.stderr).toContain('What comes of it is not protected')
  expect(tracesIn(readFileSync(at('plain.qrk')))).not.toEqual([])
  const asProtected = await run('merge', 'base', 'other', '--out', 'all', '--protect', ...both)
  expect(recoveryOf(asProtected.stderr)).toMatch(/^(\w{4}-){7}\w{4}$/)
  expect(tracesIn(readFileSync(at('all.qrk')))).toEqual([])
  const texts = await run('texts', 'all', '--json', '--password-file', 'other.txt')
  expect(JSON.parse(texts.stdout).map(({ text }: { text: string }) => text)).toEqual([
    `I said ${word}.`,
    `${word} came.`,
  ])
  expect(hashOf(at('base.qrk'))).toBe(before)
  expect(await run('merge', 'base', 'other', '--into', ...given)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('wrong'),
  })
  expect(hashOf(at('base.qrk'))).toBe(before)
  expect(merged(await run('merge', 'base', 'other', '--into', ...both))).toEqual({ same: 0, similar: 0, added: 1 })
  expect(tracesIn(readFileSync(at('base.qrk')))).toEqual([])
  expect(await json('texts', 'base', '--json')).toHaveLength(2)
})

it('a value that does not open keeps nobody from the rest: it is printed as �, told on stderr, and stays in the file as it is', async () => {
  drawProtected(folder, 'p.qrk', `quirk Trust\nsource Anna | I [said ${word}]Trust.\nsource Ben | No.`, password)
  const file = new DatabaseSync(at('p.qrk'))
  file.exec('UPDATE question_answers SET answer = (SELECT answer FROM question_answers WHERE id = 1) WHERE id = 2')
  const answers = () => file.prepare('SELECT answer FROM question_answers WHERE id <= 2').all()
  const before = answers()
  const told =
    'p.qrk: 1 value could not be decrypted: damaged, or encrypted with another key. Each appears as �:\n  question_answers 2, answer, by me\n'
  const texts = await run('texts', 'p', '--json', ...given)
  expect(texts).toMatchObject({ code: 0, stderr: told })
  expect(JSON.parse(texts.stdout).map(({ text }: { text: string }) => text)).toEqual([
    `I said ${word}.`,
    '�'.repeat(`I said ${word}.`.length),
  ])
  for (const args of [
    ['query', 'p', '--counts'],
    ['export', 'p', '--json', '-'],
    ['import', 'p', 'Ben.txt'],
    ['merge', 'p', 'Other.json', '--out', 'all'],
  ]) {
    if (args[0] === 'merge') writeFileSync(at('Other.json'), '{"sources":[]}')
    expect(await run(...args, ...given), args.join(' ')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(told),
    })
  }
  expect(answers()).toEqual(before)
  file.close()
})

it('is made where there is nothing yet, by a password that is one; what is not protected is not added to by mistake', async () => {
  drawFile(folder, 'plain', 'quirk Trust')
  const before = hashOf(at('plain.qrk'))
  for (const args of [['--protect', ...given], given])
    expect(await run('import', 'plain.qrk', 'Ben.txt', ...args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not protected. Only a new project can be protected'),
    })
  expect(hashOf(at('plain.qrk'))).toBe(before)
  // As JSON of another program: its texts are sealed, and would become texts.
  writeFileSync(at('sealed.json'), '{"preferences":[{"key":"___db_encrypted","value":"1"}]}')
  expect(await run('import', 'new.qrk', 'sealed.json')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('new.qrk is protected by a password'),
  })
  expect(await run('import', 'new.qrk', 'Ben.txt', '--protect')).toMatchObject({ code: 2 })
  expect(await run('import', 'new.qrk', 'Ben.txt', ...given)).toMatchObject({ code: 2 })
  writeFileSync(at('password.txt'), ' password \n')
  expect(await run('import', 'new.qrk', 'Ben.txt', '--protect', ...given)).toMatchObject({ code: 1 })
  expect(readdirSync(folder)).not.toContain('new.qrk')
  const plain = new DatabaseSync(at('plain.qrk'), { readOnly: true })
  expect(plain.prepare('SELECT COUNT(*) AS n FROM sources').get()).toEqual({ n: 0 })
  plain.close()
})
