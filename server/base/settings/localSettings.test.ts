import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { testFolder } from '../../testing/serve.ts'
import { newSigningKey, publicKeyOf } from '../signedAnswer.ts'
import { readLocalSettings } from './localSettings.ts'

const folder = testFolder()
const file = join(folder, 'settings.json')
const publicKey = publicKeyOf(newSigningKey())
afterEach(() => rmSync(file, { force: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const read = (THICKET_ACTIVATION?: string, THICKET_ACTIVATION_KEY?: string) =>
  readLocalSettings(folder, { THICKET_ACTIVATION, THICKET_ACTIVATION_KEY })

describe('settings of local mode', () => {
  it('without any, nothing is to be activated', () => {
    expect(read()).toBeNull()
    expect(read('', '')).toBeNull()
  })

  it.each([
    'https://thicket.example/web/api/v2/activation',
    'http://127.0.0.1:4280/a',
    'http://[::1]/',
    'http://localhost/',
  ])('%s with a key is where it is activated', (endpoint) => {
    expect(read(endpoint, publicKey)).toEqual({ endpoint, publicKey })
  })

  it('the environment goes before the file, which does as well', () => {
    writeFileSync(file, JSON.stringify({ activation: 'https://a.example/', activationKey: publicKey }))
    expect(read()).toEqual({ endpoint: 'https://a.example/', publicKey })
    expect(read('https://b.example/')).toEqual({ endpoint: 'https://b.example/', publicKey })
  })

  it.each([
    ['THICKET_ACTIVATION', 'http://thicket.example/', publicKey],
    ['THICKET_ACTIVATION', 'http://127.0.0.1.example/', publicKey],
    ['THICKET_ACTIVATION', 'ftp://127.0.0.1/', publicKey],
    ['THICKET_ACTIVATION', 'https://me:secret-word@a.example/', publicKey],
    ['THICKET_ACTIVATION', 'https://a.example/?a=secret-word', publicKey],
    ['THICKET_ACTIVATION', 'a.example', publicKey],
    ['THICKET_ACTIVATION', '', publicKey],
    ['THICKET_ACTIVATION_KEY', 'https://a.example/', ''],
    ['THICKET_ACTIVATION_KEY', 'https://a.example/', 'secret-word'],
    ['THICKET_ACTIVATION_KEY', 'https://a.example/', `${publicKey}=`],
  ])('%s is refused by name, without its value: %s', (name, endpoint, key) => {
    let said = ''
    try {
      read(endpoint, key)
    } catch (error) {
      said = (error as Error).message
    }
    expect(said).toContain(`${name} (or `)
    expect(said).not.toContain('secret-word')
  })

  it('a file that is no object, or says what there is not, is said', () => {
    writeFileSync(file, '[1')
    expect(() => read()).toThrow('is not a JSON object')
    writeFileSync(file, '{"activations":"https://a.example/"}')
    expect(() => read()).toThrow('activations')
  })
})
