import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testFolder } from '../../testing/serve.ts'
import { readCommandSettings, readSettings, senderProblem } from './settings.ts'

const folder = testFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const read = (env: NodeJS.ProcessEnv = {}) => readSettings({ THICKET_DATA: folder, ...env })

describe('settings', () => {
  it('are good without any: this machine alone, where anybody may make an account', () => {
    expect(read()).toEqual({
      data: folder,
      port: 4280,
      host: '127.0.0.1',
      region: 'home',
      registration: 'open',
      mailFrom: 'Thicket <thicket@localhost>',
      proxies: 0,
      quota: 10_000,
      projects: 500,
      sessionDays: 30,
      longestSessionDays: 365,
      factor: 'offered',
      auditDays: 365,
      backupHours: 24,
      backupDays: 30,
      threads: 4,
      speechModel: 'whisper-1',
      speechMemory: 8000,
      speechSeconds: 0,
      provesEmails: false,
    })
    expect(readSettings({ THICKET_CONFIG: folder }).data).toBe(join(folder, 'cloud'))
  })

  it('mails are from the name by which browsers come, which greets mail servers too; a number or a name of this machine is none', () => {
    const named = { mailFrom: 'Thicket <thicket@thicket.example>', mailHost: 'thicket.example' }
    expect(read({ THICKET_URL: 'https://thicket.example:8443/desk' })).toMatchObject(named)
    const given = read({ THICKET_URL: 'https://thicket.example', THICKET_MAIL_FROM: 'post@example.org' })
    expect(given).toMatchObject({ mailFrom: 'post@example.org', mailHost: 'thicket.example' })
    for (const url of ['http://localhost:8080', 'https://10.0.0.7', 'https://[2001:db8::7]/desk', 'https://thicket']) {
      const nameless = read({ THICKET_URL: url, THICKET_MAIL: 'smtp://127.0.0.1' })
      expect(nameless.mailHost).toBeUndefined()
      expect(senderProblem(nameless)).toContain(`set THICKET_MAIL_FROM, since THICKET_URL (${url}) has no name`)
      expect(senderProblem({ ...nameless, mailFrom: 'post@example.org' })).toBeNull()
    }
    expect(senderProblem(read({ THICKET_MAIL: 'smtp://127.0.0.1' }))).toContain('set THICKET_URL or THICKET_MAIL_FROM')
    expect(senderProblem(read())).toBeNull()
  })

  it('where others can call, accounts are by invitation unless it is said otherwise', () => {
    expect(read({ THICKET_URL: 'https://thicket.example' }).registration).toBe('invitation')
    expect(read({ THICKET_HOST: '0.0.0.0' }).registration).toBe('invitation')
    expect(read({ THICKET_HOST: '0.0.0.0', THICKET_REGISTRATION: 'open' }).registration).toBe('open')
  })

  it('where more than this machine can call, or mail is sent, emails are to be proven', () => {
    expect(read({ THICKET_URL: 'https://thicket.example' }).provesEmails).toBe(true)
    expect(read({ THICKET_HOST: '0.0.0.0', THICKET_REGISTRATION: 'open' }).provesEmails).toBe(true)
    expect(read({ THICKET_HOST: '::1' }).provesEmails).toBe(false)
    expect(read({ THICKET_MAIL: 'smtp://127.0.0.1' }).provesEmails).toBe(true)
  })

  it('the address has no slash at its end', () => {
    expect(read({ THICKET_URL: 'https://thicket.example/desk/' }).url).toBe('https://thicket.example/desk')
  })

  it('come out of the file of a service too, by its path or as it was opened; the environment goes before it', () => {
    const path = join(folder, 'environment')
    const sample = readFileSync(join(import.meta.dirname, '../../packaging/environment'), 'utf8')
    // All that stands in the sample, also what is a comment there.
    const lines = sample
      .replaceAll(/^#(?=THICKET_)/gm, '')
      .replace('THICKET_METRICS_TOKEN=', '$&0123456789abcdef')
      .replace('THICKET_BACKUP_KEY=', `$&${Buffer.alloc(32).toString('base64')}`)
    writeFileSync(path, `${lines}THICKET_BACKUP_TO="/a place"\n`)
    const wanted = { mailFrom: 'Thicket <thicket@thicket.example>', proxies: 1, backupTo: '/a place', port: 4281 }
    expect(read({ THICKET_ENVIRONMENT: path, PORT: '4281' })).toMatchObject(wanted)
    const file = openSync(path, 'r')
    for (const time of ['first', 'again'])
      expect(read({ THICKET_ENVIRONMENT: `fd:${file}`, PORT: '4281' }), time).toMatchObject(wanted)
    closeSync(file)
    expect(() => read({ THICKET_ENVIRONMENT: join(folder, 'none') })).toThrow(
      `THICKET_ENVIRONMENT is ${join(folder, 'none')}, which cannot be read (ENOENT)`,
    )
  })

  it('the environment goes before the file', () => {
    const data = join(folder, 'with-file')
    mkdirSync(data)
    writeFileSync(join(data, 'settings.json'), JSON.stringify({ port: 1234, region: 'north' }))
    expect(readSettings({ THICKET_DATA: data, PORT: '0' })).toMatchObject({ port: 0, region: 'north' })
    writeFileSync(join(data, 'settings.json'), JSON.stringify({ prot: 1234 }))
    expect(() => readSettings({ THICKET_DATA: data })).toThrow('prot')
    writeFileSync(join(data, 'settings.json'), '[1')
    expect(() => readSettings({ THICKET_DATA: data })).toThrow('is not a JSON object')
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['THICKET_URL', 'thicket.example'],
    ['THICKET_URL', 'ftp://thicket.example'],
    ['THICKET_URL', 'https://me:secret-word@thicket.example'],
    ['THICKET_URL', 'https://thicket.example/?a=secret-word'],
    ['THICKET_MAIL', 'https://secret-word.example'],
    ['THICKET_PROXIES', '-1'],
    ['THICKET_THREADS', '0'],
    ['THICKET_REGISTRATION', 'closed'],
    ['THICKET_METRICS_TOKEN', 'secret-word'],
    ['THICKET_REGION', 'Up North'],
    ['THICKET_URL', 'http://thicket.example'],
    ['THICKET_QUOTA', '10GB'],
    ['THICKET_PROXIES', '1'],
    ['THICKET_MAIL_FROM', 'secret-word'],
    ['THICKET_HELP', 'secret-word'],
    ['THICKET_HELP', 'javascript:alert(1)'],
    ['THICKET_SOURCE', 'ftp://secret-word.example'],
    ['THICKET_DATABASE', 'https://me:secret-word@database.example'],
    ['THICKET_CLUSTER_SECRET', 'short'],
  ])('%s=%s is refused by name, without its value', (name, value) => {
    let said = ''
    try {
      read({ [name]: value })
    } catch (error) {
      said = (error as Error).message
    }
    expect(said).toContain(name)
    expect(said).not.toContain('secret-word')
  })

  it('nodes need a secret, and make no backups: that of their database is theirs', () => {
    const nodes = { THICKET_DATABASE: 'postgres://me@database/thicket' }
    expect(() => read(nodes)).toThrow('THICKET_CLUSTER_SECRET')
    const known = { ...nodes, THICKET_CLUSTER_SECRET: 'what all nodes know' }
    expect(read({ ...known, THICKET_NODE: 'http://10.0.0.5:4281/' }).nodes).toEqual({
      database: 'postgres://me@database/thicket',
      address: 'http://10.0.0.5:4281',
      secret: 'what all nodes know',
    })
    const sealed = { THICKET_BACKUP_TO: join(folder, 'second'), THICKET_BACKUP_KEY: 'k'.repeat(43) }
    expect(() => read({ ...known, ...sealed })).toThrow('THICKET_BACKUP_TO')
    expect(read({ THICKET_NODE: 'http://10.0.0.5:4281' }).nodes).toBeUndefined()
  })

  it('says what is expected, in words', () => {
    expect(() => read({ THICKET_URL: 'ftp://x' })).toThrow('expected an address that begins with https://')
    expect(() => read({ THICKET_QUOTA: '10GB' })).toThrow('expected a whole number from 0 to')
    expect(() => read({ THICKET_REGION: 'Up North' })).toThrow('small letters, digits and hyphens')
    const data = join(folder, 'unknown')
    mkdirSync(data)
    const file = join(data, 'settings.json')
    writeFileSync(file, JSON.stringify({ quotta: 5, quota: '5' }))
    const both = new RegExp(`THICKET_QUOTA .*expected a whole number.*\n"quotta" in ${file} is no setting`)
    expect(() => readSettings({ THICKET_DATA: data })).toThrow(both)
  })

  it('providers of sign-ins are a list, or a file with one; what is wrong is said by its place, and no secret with it', () => {
    const data = join(folder, 'sso')
    mkdirSync(data)
    const write = (name: string, content: unknown) => writeFileSync(join(data, name), JSON.stringify(content))
    const uni = { id: 'uni', name: 'University', issuer: 'https://login.uni.example/', clientId: 'thicket' }
    const given = { ...uni, secretFile: 'uni.secret', session: '12h', emailsOf: ['Uni.Example'] }
    writeFileSync(join(data, 'uni.secret'), ' secret-word\n')
    write('settings.json', { sso: [given] })
    const read = () => readSettings({ THICKET_DATA: data })
    const expected = {
      ...uni,
      issuer: 'https://login.uni.example',
      secret: 'secret-word',
      scope: 'openid email profile',
      groups: 'groups',
      joins: 'invited',
      only: false,
      session: 12 * 60 * 60_000,
      emailsOf: ['uni.example'],
    }
    expect(read().sso).toEqual([expected])
    write('sso.json', [given])
    write('settings.json', {})
    expect(readSettings({ THICKET_DATA: data, THICKET_SSO: 'sso.json' }).sso).toEqual([expected])
    expect(() => readSettings({ THICKET_DATA: data, THICKET_SSO: 'none.json' })).toThrow('cannot be read')
    // Commands sign nobody in: that of a restore meets a folder without it.
    expect(readCommandSettings({ THICKET_DATA: data, THICKET_SSO: 'none.json' })).not.toHaveProperty('sso')
    const wrong: [object[], string][] = [
      [[{ ...given, issuer: 'http://login.uni.example' }], '0.issuer: expected https://'],
      [[{ ...given, session: 'long' }], '0.session: expected a time'],
      [[{ ...given, secret: 'secret-word' }], '"secret"'],
      [[given, { ...given, id: 'two' }], '1.issuer: there is another provider'],
      [[given, { ...given, issuer: 'https://b.example' }], '1.id: there is another provider'],
      [[{ ...given, secretFile: 'none' }], 'cannot be read or is empty'],
      [[], 'expected at least one provider'],
    ]
    for (const [sso, words] of wrong) {
      write('settings.json', { sso })
      expect(read, words).toThrow(words)
      expect(read).not.toThrow('secret-word')
    }
  })

  it('a page over http is for this machine alone', () => {
    expect(read({ THICKET_URL: 'http://localhost:8080/desk' }).url).toBe('http://localhost:8080/desk')
  })

  it('says all that is wrong at once', () => {
    expect(() => read({ PORT: 'x', THICKET_QUOTA: 'much' })).toThrow(/PORT.*\n.*THICKET_QUOTA/)
  })
})
