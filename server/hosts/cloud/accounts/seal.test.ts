import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testFolder } from '../../../testing/serve.ts'
import { type CloudDatabase, openCloudDatabase } from '../database.ts'
import { openAccountRows } from './accountRows.ts'
import { openSeal, sealFactors } from './seal.ts'

const secret = 'JBSWY3DPEHPK3PXP'
const newKey = () => randomBytes(32).toString('base64')
const key = newKey()

let folder = ''
let database: CloudDatabase
beforeEach(() => {
  folder = testFolder()
  database = openCloudDatabase(join(folder, 'accounts.sqlite'))
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

it('what is sealed says nothing of the secret, is another each time, and opens for its account alone', () => {
  const seal = openSeal(key)
  const [once, again] = [seal.seal('ann', secret), seal.seal('ann', secret)]
  expect(once).not.toBe(again)
  expect(Buffer.from(once.slice('sealed:'.length), 'base64').includes(secret)).toBe(false)
  expect([seal.open('ann', once), seal.open('ann', again)]).toEqual([secret, secret])
  expect(() => seal.open('ben', once)).toThrow()
  expect(() => openSeal(newKey()).open('ann', once)).toThrow()
  expect(() => openSeal(undefined).open('ann', once)).toThrow('no key')
  const changed = once.replace(/.{4}(?=.{4}$)/, (four) => (four === 'AAAA' ? 'BBBB' : 'AAAA'))
  expect(() => seal.open('ann', changed)).toThrow()
})

it('what was kept before there was a key is sealed at the start; another key, or none, ends it', () => {
  const people = openAccountRows(database, Date.now)
  const made = people.insert({ email: 'ann@example.org', name: 'Ann', password: 'x', region: 'home', language: 'en' })
  if ('problem' in made) throw new Error(made.problem.kind)
  const { id } = made.ok
  people.change(id, { factor: secret, factorBegun: secret })
  sealFactors(database, openSeal(undefined))
  expect(people.byId(id)?.factor).toBe(secret)
  const seal = openSeal(key)
  sealFactors(database, seal)
  const sealed = people.byId(id)
  expect([sealed?.factor, sealed?.factorBegun].every((kept) => kept?.startsWith('sealed:'))).toBe(true)
  expect(seal.open(id, sealed?.factor ?? '')).toBe(secret)
  sealFactors(database, seal)
  expect(people.byId(id)).toEqual(sealed)
  for (const other of [newKey(), undefined])
    expect(() => sealFactors(database, openSeal(other))).toThrow('THICKET_FACTOR_KEY')
  expect(people.byId(id)).toEqual(sealed)
})
