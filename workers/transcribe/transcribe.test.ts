import {
  constants,
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newPair, openTranscript, privateKeyOf, sealRecording } from './browserSealing.ts'

const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' } as const
const transcript = JSON.stringify({ language: 'en', segments: [] })

describe('the wire of transcription, as it stands in api.md', () => {
  test('a recording is opened by the server’s key alone', async () => {
    const server = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = String(server.publicKey.export({ type: 'spki', format: 'pem' }))
    const recording = new Uint8Array(randomBytes(5000))
    const { file, secret } = await sealRecording(recording, pem)
    const key = privateDecrypt({ key: server.privateKey, ...padding }, Buffer.from(secret, 'base64'))
    const sealed = Buffer.from(await file.arrayBuffer())
    expect([key.length, sealed.length]).toEqual([32, 12 + 5000 + 16])
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(-16))
    const opened = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
    expect(new Uint8Array(opened)).toEqual(recording)
    // A key and an iv of its own for each.
    expect((await sealRecording(recording, pem)).secret).not.toBe(secret)
  })

  test('a transcript that is sealed for a person is opened by theirs, and by no other', async () => {
    const ann = await newPair()
    const ben = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'der' })
    const [key, iv] = [randomBytes(32), randomBytes(12)]
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const sealed = [iv, cipher.update(transcript, 'utf8'), cipher.final(), cipher.getAuthTag()]
    const forAnn = createPublicKey({ key: Buffer.from(ann.publicKey, 'base64'), format: 'der', type: 'spki' })
    const result = {
      SecretKey: publicEncrypt({ key: forAnn, ...padding }, key).toString('base64'),
      Result: Buffer.concat(sealed).toString('base64'),
    }
    const of = (privateBytes: Uint8Array) => privateKeyOf(new Uint8Array(privateBytes))
    const opened = await openTranscript(result, await of(ann.privateBytes))
    expect(new TextDecoder().decode(opened ?? undefined)).toBe(transcript)
    expect(await openTranscript(result, await of(ben))).toBeNull()
    const damaged = { ...result, Result: `${result.Result.slice(0, 40)}A${result.Result.slice(41)}` }
    expect(await openTranscript(damaged, await of(ann.privateBytes))).toBeNull()
    // What is in the page’s memory cannot be read out of it.
    expect((await of(ann.privateBytes)).extractable).toBe(false)
  })
})
