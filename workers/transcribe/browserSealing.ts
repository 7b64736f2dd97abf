/**
 * What goes to a server that hears recordings, and what comes back: each under an AES-256-GCM key of its own, and that key under RSA-OAEP with SHA-256,
 * of the server for a recording, of the person for a transcript. `server/speech/sealing.ts` is the other side; the wire stands in `server/api/api.md`.
 */
const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' } as const
const aes = 'AES-GCM'
const ivLength = 12
const keyLength = 32

/** A pair of a person. `publicKey`: base64 of SPKI; the private one never leaves the browser as bytes. */
export interface PersonKey {
  publicKey: string
  privateKey: CryptoKey
}

/** A new pair, and its private half as PKCS #8, to be sealed at once. */
export async function newPair(): Promise<{ publicKey: string; privateBytes: Uint8Array }> {
  const how = { ...rsa, modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) }
  const pair = await crypto.subtle.generateKey(how, true, ['encrypt', 'decrypt'])
  const [spki, pkcs8] = await Promise.all([
    crypto.subtle.exportKey('spki', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ])
  return { publicKey: toBase64(new Uint8Array(spki)), privateBytes: new Uint8Array(pkcs8) }
}

/** From here on it opens, and cannot be read. */
export const privateKeyOf = (pkcs8: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', pkcs8, rsa, false, ['decrypt'])

/** `pem`: of the server. */
export async function sealRecording(
  recording: Uint8Array<ArrayBuffer>,
  pem: string,
): Promise<{ file: Blob; secret: string }> {
  const [raw, iv] = [random(keyLength), random(ivLength)]
  const key = await crypto.subtle.importKey('raw', raw, aes, false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt({ name: aes, iv }, key, recording)
  const server = await crypto.subtle.importKey('spki', ofPem(pem), rsa, false, ['encrypt'])
  const secret = await crypto.subtle.encrypt(rsa, server, raw)
  return { file: new Blob([iv, sealed]), secret: toBase64(new Uint8Array(secret)) }
}

/** The JSON of a transcript; null: it was sealed for another key, or is damaged. */
export async function openTranscript(
  { SecretKey, Result }: { SecretKey: string; Result: string },
  privateKey: CryptoKey,
): Promise<Uint8Array | null> {
  try {
    const raw = await crypto.subtle.decrypt(rsa, privateKey, fromBase64(SecretKey))
    const key = await crypto.subtle.importKey('raw', raw, aes, false, ['decrypt'])
    const sealed = fromBase64(Result)
    const opening = { name: aes, iv: sealed.subarray(0, ivLength) }
    return new Uint8Array(await crypto.subtle.decrypt(opening, key, sealed.subarray(ivLength)))
  } catch {
    return null
  }
}

const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))

const ofPem = (pem: string): Uint8Array<ArrayBuffer> => fromBase64(pem.replace(/-----[A-Z ]+-----|\s/g, ''))

/** Browsers have it as a method of bytes, but not all that are in use. */
function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0))
