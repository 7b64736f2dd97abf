import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isPublicKey, newSigningKey, publicKeyOf, signed, verified } from './signedAnswer.ts'

const key = newSigningKey()
const publicKey = publicKeyOf(key)
const payload = { key: 'ä-1', type: 'extension', trial_extension_days: 7 }
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('signed answers', () => {
  it('say what was signed, to who has the public key', () => {
    expect(publicKey).toMatch(/^[\w-]{43}$/)
    expect(verified(signed(payload, key), publicKey)).toEqual(payload)
    expect(verified(signed(payload, key), publicKeyOf(newSigningKey()))).toBeUndefined()
  })

  it('are compact JWS with the header of RFC 8037, appendix A.4', () => {
    expect(signed(payload, key)).toMatch(/^eyJhbGciOiJFZERTQSJ9\.[\w-]+\.[\w-]{86}$/)
  })

  it('are worth nothing with any letter changed', () => {
    const token = signed(payload, key)
    // Of the last letter of the signature four bits are not read.
    for (let at = 0; at < token.length - 1; at += 1) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
      expect(verified(changed, publicKey), String(at)).toBeUndefined()
    }
  })

  it('have one algorithm: none and a key that everybody knows sign nothing', () => {
    const hmac = (text: string) => createHmac('sha256', publicKey).update(text).digest('base64url')
    const [, body = '', signature = ''] = signed(payload, key).split('.')
    const asHmac = `${part({ alg: 'HS256' })}.${body}`
    for (const token of [
      `${part({ alg: 'none' })}.${body}.`,
      `${asHmac}.${hmac(asHmac)}`,
      `${part({ alg: 'none' })}.${body}.${signature}`,
      `${signed(payload, key)}.x`,
      body,
      '',
      '..',
      '%.%.%',
    ])
      expect(verified(token, publicKey), token).toBeUndefined()
  })

  it('keys that are none are refused', () => {
    for (const wrong of ['', 'x', `${publicKey}A`, publicKey.slice(1), `${publicKey.slice(0, 42)}=`, '+'.repeat(43)])
      expect(isPublicKey(wrong), wrong).toBe(false)
    expect(isPublicKey(publicKey)).toBe(true)
  })
})
