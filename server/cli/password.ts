/** Passwords: from a file, or asked for at a terminal, never from an argument, which other programs of the machine can read. */
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { most, passwordProblem } from '../../src/model/rules/passwords.ts'
import { plainPassword } from '../../src/model/sealing/wraps.ts'
import { sqliteProblem } from '../files/inspectFile.ts'
import type { OnUnread } from '../working/openToRead.ts'
import type { Given } from './command.ts'
import { rowIn, sayUnread } from './unread.ts'

export const passwordOption = { 'password-file': { type: 'string' } } as const
export const passwordUsage = '[--password-file <file>]'

type Passwords = () => Promise<Result<string | null>>

export const isTerminal = (): boolean => process.stdin.isTTY === true

/** Of a project that is protected; null: nothing says it, and nobody can be asked. */
export async function passwordOf({
  options,
  folder,
}: Pick<Given, 'options' | 'folder'>): Promise<Result<string | null>> {
  const file = options['password-file']
  if (file !== undefined) return readPasswordFile(resolve(folder, String(file)))
  return ok(isTerminal() ? ((await askFor(['Password: ']))[0] ?? '') : null)
}

/** How a command reads a protected project: by its password, without what does not open, which it tells. */
export const readingProtected = (password: Passwords): { password: Passwords; onUnread: OnUnread } => ({
  password,
  onUnread: (name, db, unread) => sayUnread(name, unread, rowIn(db)),
})

/** Of a project that is going to be protected. Problems: those of a password that is none. */
export async function newPasswordOf({ options, folder }: Pick<Given, 'options' | 'folder'>): Promise<Result<string>> {
  const given = await firstPassword(options, folder)
  if (isProblem(given)) return given
  const wrong = await passwordProblem(plainPassword(given.ok), [])
  return wrong ? problem(wrong) : given
}

async function firstPassword(options: Given['options'], folder: string): Promise<Result<string>> {
  const file = options['password-file']
  if (file !== undefined) return readPasswordFile(resolve(folder, String(file)))
  const [password = '', again = ''] = await askFor(['Password: ', 'The same again: '])
  return plainPassword(password) === plainPassword(again) ? ok(password) : problem({ kind: 'passwordsDoNotMatch' })
}

/** Without the end of its last line, which editors put there. */
function readPasswordFile(path: string): Result<string> {
  try {
    if (statSync(path).isDirectory()) return problem({ kind: 'fileTypeNotSupported', name: path })
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return text.length > longestLine ? problem({ kind: 'passwordTooLong', most }) : ok(text)
  } catch (error) {
    return problem(sqliteProblem(path, error))
  }
}

const longestLine = 4096

/** A line of stdin for each question; at a terminal they are asked, and the answers not shown. Fewer where the input ends. */
export async function askFor(questions: readonly string[]): Promise<string[]> {
  const { stdin } = process
  const nowhere = new Writable({ write: (_, __, done) => done() })
  const lines = createInterface({ input: stdin, ...(stdin.isTTY && { output: nowhere, terminal: true }) })
  const answers: string[] = []
  const ask = () => void (stdin.isTTY && process.stderr.write(questions[answers.length] ?? ''))
  ask()
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      answers.push(line.slice(0, longestLine))
      if (stdin.isTTY) process.stderr.write('\n')
      if (answers.length === questions.length) lines.close()
      else ask()
    })
    lines.once('close', () => {
      stdin.destroy()
      resolve(answers.slice(0, questions.length))
    })
  })
}
