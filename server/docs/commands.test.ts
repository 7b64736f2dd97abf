/**
 * Every command line of `thicket` in the documentation: what can be run is run, on a sample project; what cannot is listed here, with the reason.
 * Of what stands in the tables of `commandLine.md` each option is looked up in the command's own help, and each export and question is asked.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fill } from '../../fixtures/project.ts'
import { words } from '../../fixtures/sample/en.ts'
import { sampleProject } from '../../fixtures/sample/sampleProject.ts'
import { thicket } from '../../fixtures/testing/commandLine.ts'
import { isProblem } from '../../src/model/problems.ts'
import { createProject } from '../files/projectFile.ts'
import { testFolder } from '../testing/serve.ts'

const root = join(import.meta.dirname, '../..')
const pages = [
  'README.md',
  ...['commandLine', 'desktop', 'projects', 'running', 'sso', 'team'].map((name) => `server/docs/${name}.md`),
]
const read = (page: string) => readFileSync(join(root, page), 'utf8')
const commandLine = read('server/docs/commandLine.md')

const folder = testFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function makeSample(name: string): string {
  const made = createProject(join(folder, name), false)
  if (isProblem(made)) throw new Error(JSON.stringify(made.problem))
  made.ok.db.run('DELETE FROM questions')
  fill(made.ok.db, sampleProject(words, Date.UTC(2026, 10, 27)))
  made.ok.db.close()
  return `${name}.qrk`
}

/** How `thicket` is called, in the program's folder or once it is installed, with settings before it or after another command. */
const called = /^(?:.+ && )?(?:[A-Z_]+=\S+ )*(?:npm run --silent thicket --|(?:\.\/)?thicket) (?=[-\w<])/

/** What stands in blocks and between backticks, and calls it: from `thicket` on, without what a comment says of it. */
function linesOf(page: string): string[] {
  const text = read(page)
  const blocks = [...text.matchAll(/^```\n([\s\S]*?)^```|((?:^ {4}.*\n)+)/gm)].flatMap(([, fenced, indented]) =>
    (fenced ?? indented ?? '').split('\n').map((line) => line.trim()),
  )
  const spans = [...text.replaceAll(/^```\n[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  return [...blocks, ...spans]
    .map((line) => line.replace(/ +# .*/, ''))
    .flatMap((line) => {
      const found = called.exec(line)
      return found ? [line.slice(found[0].length)] : []
    })
}

/** What of it is not run here, by how it begins or goes on. */
const elsewhere: readonly { line: RegExp; why: string }[] = [
  { line: /^<command>$/, why: 'stands for all of them' },
  { line: /^(export|merge|admin|admin remove-factor|admin backup|admin …)$/, why: 'the name of a command alone' },
  { line: /^(study\.qrk|study\.qdpx|--new study\.qrk|--desktop)$/, why: 'opens the program: server/main.test.ts' },
  { line: /^admin audit --project 3f0c…/, why: 'of a project that is not here: server/cli/admin.test.ts' },
  { line: /^(install|uninstall)$/, why: 'of the executable alone: server/binary.long.test.ts' },
  { line: /^serve$/, why: 'runs until it is ended: server/running/serve.test.ts' },
  { line: /^admin (backup|restore) |^admin export ana@example.org \/tmp/, why: 'restore.test.ts follows these lines' },
  {
    line: /^admin (prices|students|payment|volume)\b/,
    why: 'of a server that takes payments: server/cli/payments.test.ts',
  },
  { line: /^admin (backup-now|try-restore)$/, why: 'takes a second place: server/cli/ownBackups.test.ts' },
  { line: /^admin disable-user\b/, why: 'lets nobody in any more: server/cli/admin.test.ts' },
  { line: /^admin activation$/, why: 'asks a server that runs: server/cli/admin.test.ts' },
]
const everyLine = [...new Set(pages.flatMap(linesOf))]
const toRun = everyLine.filter((line) => !elsewhere.some(({ line: of }) => of.test(line)))

/** The words of a line as a shell takes them apart. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')

/** Says all that there is to say where a command does not end well. */
async function runs(args: readonly string[], input = ''): Promise<string> {
  const ran = await thicket(folder, args, input, { THICKET_DATA: join(folder, 'data') })
  expect([args.join(' '), ran.code, ran.code === 0 ? '' : ran.stderr]).toEqual([args.join(' '), 0, ''])
  return ran.stdout
}

describe('lines of the documentation', () => {
  beforeAll(() => {
    mkdirSync(join(folder, 'interviews'))
    writeFileSync(join(folder, 'interviews/ana.txt'), 'INT: How did it begin?\nAna: With a garden.\n')
    writeFileSync(join(folder, 'password.txt'), 'a sentence of the test\n')
  })

  test('there are some to run, and each reason for leaving one out has one', () => {
    expect(toRun.length).toBeGreaterThan(4)
    expect(elsewhere.filter(({ line }) => !everyLine.some((one) => line.test(one))).map(({ why }) => why)).toEqual([])
  })

  test.each(toRun)('thicket %s', async (line) => {
    await runs(wordsOf(line), 'the password of ana\n')
  })
})

/** The rows of the table under a heading, or of the first one; a bar within a cell is written `\|`. */
function rowsUnder(heading: string): string[][] {
  const [, ...rows] = commandLine
    .slice(heading ? commandLine.indexOf(`\n${heading}\n`) : 0)
    .split('\n## ')
    .slice(0, heading ? 2 : 1)
    .join('')
    .split('\n')
    .filter((line) => /^\| /.test(line))
  return rows.map((row) =>
    row
      .slice(2, -2)
      .split(/(?<!\\) \| /)
      .map((cell) => cell.replaceAll('\\|', '|')),
  )
}

describe('the table of commands', () => {
  const rows = rowsUnder('').map(([synopsis = '', what = '']) => ({
    name: /^`([\w-]+(?: [a-z][a-z-]+)?)/.exec(synopsis)?.[1] ?? '',
    options: [...`${synopsis} ${what}`.matchAll(/`[^`]*`/g)].flatMap(([span]) => span.match(/--[a-z][a-z-]*/g) ?? []),
  }))

  test.each(rows)('$name has what the page says of it', async ({ name, options }) => {
    const [command = ''] = name.split(' ')
    const help = await runs([command, '--help'])
    expect(options.filter((option) => !help.includes(option))).toEqual([])
  })

  const exports = [...new Set(rows.filter(({ name }) => name === 'export').flatMap(({ options }) => options))]
  test.each(exports.filter((option) => option !== '--csv'))(
    'export %s writes the sample project',
    async (option) => {
      const project = makeSample(`exported${option}`)
      const out = { '--canvas': 'out.svg', '--report': 'out.zip' }[option] ?? '-'
      expect((await runs(['export', project, option, out])).length > 0).toBe(out === '-')
      // The report begins with a part of the page, which is built for it where it is not built yet.
    },
    300_000,
  )

  test.each(['sources', 'codebook', 'memos'])('export --csv %s writes it', async (what) => {
    expect((await runs(['export', makeSample(`csv ${what}`), '--csv', what, '-'])).split('\n').length).toBeGreaterThan(
      3,
    )
  })
})

describe('questions', () => {
  const asked = rowsUnder('## Questions').map(([question = '']) => /^`([^`]+)`/.exec(question)?.[1] ?? '')
  const filled: readonly [RegExp, string][] = [
    [/ \[.*/, ''],
    [/A,B,…/, '1,2'],
    [/'\[\{.*\}\]'/, `'[{"field":"sourceName","operator":"!=","value":"nobody"}]'`],
    [/<text>/, 'garden'],
    [/\bA B\b/, '1 2'],
    [/\bA\b/, '1'],
  ]
  let project = ''
  beforeAll(() => {
    project = makeSample('asked')
  })

  test.each(asked)('query %s', async (question) => {
    const line = filled.reduce((text, [from, to]) => text.replace(from, to), question)
    expect(JSON.parse(await runs(['query', project, ...wordsOf(line)]))).toBeTruthy()
  })
})

test('the lines of a script, all of them, on a project of their own', async () => {
  const script = /Lines of a script.*\n\n((?: {4}.*\n)+)/.exec(commandLine)?.[1]?.replaceAll(/^ {4}/gm, '') ?? ''
  writeFileSync(join(folder, 'script.jsonl'), script)
  writeFileSync(join(folder, 'first.txt'), 'A text.')
  await runs(['import', 'scripted.qrk', 'first.txt'])
  const answers = (await runs(['run', 'scripted.qrk', '--script', 'script.jsonl'])).trim().split('\n')
  expect(answers.length).toBe(script.trim().split('\n').length)
  expect(answers.filter((answer) => !('ok' in JSON.parse(answer)))).toEqual([])
})
