import { argon2 } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { isProblem, type Result } from '../../../../src/model/problems.ts'
import { passwordProblem } from '../../../../src/model/rules/passwords.ts'
import { openPasswords } from './passwords.ts'

// Counts what is really worked, and holds it where a test says so.
const worked = { count: 0, running: 0, most: 0, hold: null as Promise<void> | null }
const counted = ((...[name, options, done]: Parameters<typeof argon2>) => {
  worked.count += 1
  worked.running += 1
  worked.most = Math.max(worked.most, worked.running)
  const begin = () =>
    argon2(name, options, (error, made) => {
      worked.running -= 1
      done(error, made)
    })
  void (worked.hold ?? Promise.resolve()).then(begin)
}) as typeof argon2
beforeEach(() => Object.assign(worked, { count: 0, running: 0, most: 0, hold: null }))

const cheap = { memory: 8, passes: 1, parallelism: 1 }
const value = <T>(result: Result<T>): T => {
  if (isProblem(result)) throw new Error(result.problem.kind)
  return result.ok
}

describe('hashes', () => {
  it('are argon2id of 19 MiB and two passes in the form of the PHC, each with a salt of its own', async () => {
    const passwords = openPasswords()
    const made = value(await passwords.hash('correct horse', 'a'))
    expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(value(await passwords.hash('correct horse', 'a'))).not.toBe(made)
    expect(value(await passwords.verify('correct horse', made, 'a'))).toBe(true)
    expect(value(await passwords.verify('correct horse ', made, 'a'))).toBe(false)
    expect(passwords.isDated(made)).toBe(false)
  })

  it('the exact bytes count: nothing is normalised', async () => {
    const passwords = openPasswords(cheap, counted)
    const made = value(await passwords.hash('cafe\u0301 au lait', 'a'))
    expect(value(await passwords.verify('caf\u00e9 au lait', made, 'a'))).toBe(false)
    expect(value(await passwords.verify('cafe\u0301 au lait', made, 'a'))).toBe(true)
  })

  it('are made anew where they were made at another cost, and read at theirs', async () => {
    const old = value(await openPasswords(cheap, counted).hash('correct horse', 'a'))
    const passwords = openPasswords({ memory: 16, passes: 1, parallelism: 1 })
    expect(passwords.isDated(old)).toBe(true)
    expect(value(await passwords.verify('correct horse', old, 'a'))).toBe(true)
  })

  it('the same work is done for nobody, and for a password too long to be one', async () => {
    const passwords = openPasswords(cheap, counted)
    const made = value(await passwords.hash('', 'a'))
    worked.count = 0
    expect(value(await passwords.verify('correct horse', undefined, 'a'))).toBe(false)
    expect(value(await passwords.verify('x'.repeat(1000), made, 'a'))).toBe(false)
    expect(worked.count).toBe(2)
  })

  it('two at a time; who asks too often waits for nobody, and others have their turn', async () => {
    const passwords = openPasswords(cheap, counted)
    let go = () => {}
    worked.hold = new Promise((resolve) => {
      go = resolve
    })
    const flood = Array.from({ length: 100 }, () => passwords.verify('x', undefined, 'flood'))
    const other = passwords.verify('x', undefined, 'other')
    const refused = flood
      .slice(18)
      .map(async (each) => expect(await each).toMatchObject({ problem: { kind: 'tooManyTries' } }))
    await Promise.all(refused)
    expect(worked.count).toBe(2)
    go()
    expect(await other).toEqual({ ok: false })
    expect((await Promise.all(flood)).filter((each) => !isProblem(each))).toHaveLength(18)
    expect(worked.most).toBe(2)
  })
})

describe('which are taken', () => {
  it.each([
    ['1234567', 'passwordTooShort'],
    ['😀😀😀😀😀😀😀', 'passwordTooShort'],
    ['password1', 'passwordTooCommon'],
    ['QWERTYUIOP', 'passwordTooCommon'],
    ['aaaaaaaaaaaa', 'passwordTooCommon'],
    ['Ann.Miller', 'passwordTooCommon'],
    ['ann.miller@example.org', 'passwordTooCommon'],
    ['é'.repeat(65), 'passwordTooLong'],
    ['zebra lamp', null],
    ['        ü', null],
    ['é'.repeat(32).concat('x'.repeat(64)), null],
  ])('%s: %s', async (password, kind) => {
    expect((await passwordProblem(password, ['ann.miller@example.org', 'Ann']))?.kind ?? null).toBe(kind)
  })
})
