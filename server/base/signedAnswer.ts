/** Answers that bear a signature: compact JWS (RFC 7515) by Ed25519 (RFC 8037), and by nothing else. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'

const header = Buffer.from('{"alg":"EdDSA"}').toString('base64url')

/** A new private key, PKCS #8 in PEM. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string

/** The public key of a private one: its 32 bytes, base64url. */
export const publicKeyOf = (pem: string): string =>
  createPublicKey(createPrivateKey(pem)).export({ format: 'jwk' }).x as string

export function signed(payload: object, pem: string): string {
  const text = `${header}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
  return `${text}.${sign(null, Buffer.from(text), createPrivateKey(pem)).toString('base64url')}`
}

/** What was signed, by whoever has the private key of `publicKey`; undefined: nothing of theirs. */
export function verified(token: string, publicKey: string): unknown {
  const [head = '', payload = '', signature = '', more] = token.split('.')
  try {
    if (more !== undefined || algorithmOf(head) !== 'EdDSA') return undefined
    const isTheirs = verify(
      null,
      Buffer.from(`${head}.${payload}`),
      keyOf(publicKey),
      Buffer.from(signature, 'base64url'),
    )
    return isTheirs ? JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) : undefined
  } catch {
    return undefined
  }
}

/** Whether this is a public key that answers can be held against. */
export function isPublicKey(text: string): boolean {
  try {
    return /^[\w-]{43}$/.test(text) && keyOf(text).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

const keyOf = (publicKey: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })

const algorithmOf = (head: string): unknown =>
  (JSON.parse(Buffer.from(head, 'base64url').toString('utf8')) as { alg?: unknown }).alg
