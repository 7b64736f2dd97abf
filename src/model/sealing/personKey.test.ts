import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openPersonKey, sealPersonKey } from './personKey.ts'

const pair = { publicKey: 'MIIBojANBgkqh==', privateBytes: new Uint8Array(randomBytes(1800)) }
const password = 'a zebra in the lamp'
/** The least work that is taken. */
const cost = 2 ** 15
const text = sealPersonKey(pair, password, cost)
const altered = (change: object) => JSON.stringify({ ...JSON.parse(text), ...change })
const wrong = { problem: { kind: 'wrongPassword' } }

test('a person’s key opens by its password, and by no other', () => {
  expect(openPersonKey(text, password)).toEqual({ ok: pair })
  expect(openPersonKey(text, `${password}.`)).toEqual(wrong)
})

test('letters that keyboards write in two ways are one password', () => {
  expect(openPersonKey(sealPersonKey(pair, 'Zo\u00eb', cost), 'Zoe\u0308')).toEqual({ ok: pair })
})

test('its text is within what the server takes, and names the public half as recordings do', () => {
  expect(text.length).toBeLessThan(10_000)
  expect(JSON.parse(text)).toMatchObject({ v: 1, kdf: 'scrypt', publicKey: pair.publicKey })
  expect(text).not.toContain(Buffer.from(pair.privateBytes).toString('base64url').slice(0, 40))
})

test('the public half cannot be changed for another', () => {
  expect(openPersonKey(altered({ publicKey: 'MIIBother' }), password)).toEqual(wrong)
})

test.each([
  ['no JSON', 'mine'],
  ['null', 'null'],
  ['another version', altered({ v: 2 })],
  ['a work that never ends', altered({ N: 2 ** 30 })],
  ['no power of two', altered({ N: 2 ** 15 + 1 })],
  ['no salt', altered({ salt: 5 })],
  ['a salt that is none', altered({ salt: '!' })],
])('a text of somebody else’s is refused at once: %s', (_, other) => {
  expect(openPersonKey(other, password)).toEqual(wrong)
})
