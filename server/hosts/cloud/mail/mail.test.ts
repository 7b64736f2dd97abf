import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { languages } from '../../../../src/model/limits.ts'
import { isProblem } from '../../../../src/model/problems.ts'
import { languageOf } from '../../../security/callerLanguage.ts'
import { openAccountRows } from '../accounts/accountRows.ts'
import { openCloudDatabase } from '../database.ts'
import { operatorLanguage } from '../overview.ts'
import { openMail } from './mail.ts'
import { mailFailures, waitingMails } from './mailStanding.ts'
import { mailText, type Occasion } from './mailTexts.ts'

let data: string
let ends: (() => void)[]
let errors: unknown[]
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'thicket-mail-'))
  ;[ends, errors] = [[], []]
})
afterEach(() => {
  for (const end of ends) end()
  rmSync(data, { recursive: true, force: true })
})

const letter = {
  to: 'ann@example.org',
  subject: 'Grüße',
  text: 'Hello Ann,\n\n.\nhttps://thicket.example/web/#/reset?link=a=b\n',
}
const open = (mail?: string) => {
  const mailFrom = 'Thicket <thicket@example.org>'
  const opened = openMail({ data, mailFrom, mailHost: 'desk.example.org', ...(mail && { mail }) }, (error) =>
    errors.push(error),
  )
  ends.push(opened.close)
  return opened
}

interface Received {
  from: string
  to: string[]
  text: string
  user: string
  /** By what name the server was greeted. */
  greeting: string
}

/** A mail server on loopback; `refuse`: what it says to the recipient. */
async function mailServer(refuse?: string): Promise<{ received: Received[]; port: number }> {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
    onRcptTo: (_, __, done) => done(refuse ? new Error(refuse) : null),
    onData: (stream, { envelope, user, hostNameAppearsAs }, done) => {
      let text = ''
      stream
        .on('data', (piece) => (text += piece))
        .on('end', () => {
          const from = envelope.mailFrom ? envelope.mailFrom.address : ''
          const to = envelope.rcptTo.map(({ address }) => address)
          received.push({ from, to, text, user: String(user ?? ''), greeting: String(hostNameAppearsAs) })
          done()
        })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return { received, port: (server.server.address() as AddressInfo).port }
}

describe('mails', () => {
  it('go out by SMTP, plain text to one recipient, with the user of the address', async () => {
    const { received, port } = await mailServer()
    expect(await open(`smtp://thicket:p%40ss@127.0.0.1:${port}`).send(letter)).toEqual({ ok: undefined })
    expect(received).toMatchObject([{ from: 'thicket@example.org', to: ['ann@example.org'], user: 'thicket' }])
    expect(received).toMatchObject([{ greeting: 'desk.example.org' }])
    const [{ text = '' } = {}] = received
    expect(text).toContain('Content-Type: text/plain; charset=utf-8')
    expect(text).toContain('Auto-Submitted: auto-generated')
    expect(text).not.toMatch(/html|multipart/i)
  })

  it('an email that would be several is one recipient, or none', async () => {
    const { received, port } = await mailServer()
    await open(`smtp://127.0.0.1:${port}`).send({ ...letter, to: 'ann@example.org, eve@example.org' })
    await open(`smtp://127.0.0.1:${port}`).send({ ...letter, subject: 'x\r\nBcc: eve@example.org' })
    expect(received.flatMap(({ to }) => to)).not.toContain('eve@example.org')
  })

  it('that cannot be sent are a problem, and a line that names server, port and reason, and nobody', async () => {
    const { port } = await mailServer('5.1.1 no such person ann@example.org')
    expect(await open(`smtp://127.0.0.1:${port}`).send(letter)).toEqual({ problem: { kind: 'mailFailed' } })
    expect(await open('smtp://127.0.0.1:1').send(letter)).toEqual({ problem: { kind: 'mailFailed' } })
    expect(await open(`smtp://thicket:wrong@127.0.0.1:${port}`).send(letter)).toEqual({
      problem: { kind: 'mailFailed' },
    })
    const by = 'Error: a mail could not be sent by 127.0.0.1'
    expect(errors.map(String)).toEqual([
      `${by}:${port}: EENVELOPE at RCPT TO 550 5.1.1`,
      `${by}:1: ESOCKET, connect ECONNREFUSED 127.0.0.1:1`,
      `${by}:${port}: EAUTH at AUTH PLAIN 535`,
    ])
    for (const error of errors) expect(String(error)).not.toMatch(/ann@|wrong/)
    // Whoever runs the server can look how many, until one is sent again.
    expect(mailFailures(data)).toEqual({ count: 3, at: expect.any(Number), reason: 'EAUTH at AUTH PLAIN 535' })
    const { port: good } = await mailServer()
    expect(await open(`smtp://127.0.0.1:${good}`).send(letter)).toEqual({ ok: undefined })
    expect(mailFailures(data)).toBeNull()
  })

  it('without a mail server lie in the folder, as they read', async () => {
    expect(await open().send(letter)).toEqual({ ok: undefined })
    expect(await open().send({ ...letter, text: 'Здравствуйте, Анна! Вот ссылка для вас.\n' })).toEqual({
      ok: undefined,
    })
    const [first = '', second = ''] = readdirSync(join(data, 'mail'))
      .sort()
      .map((name) => readFileSync(join(data, 'mail', name), 'utf8'))
    expect(first).toContain('\n\nHello Ann,\n\n.\nhttps://thicket.example/web/#/reset?link=a=b\n')
    expect(first).toContain('To: ann@example.org\n')
    expect(second).toContain('Content-Transfer-Encoding: 8bit\n')
    expect(second).toContain('\n\nЗдравствуйте, Анна! Вот ссылка для вас.')
    const waiting = { at: expect.any(Number), to: 'ann@example.org', path: expect.stringMatching(/\.eml$/) }
    expect(waitingMails(data)).toEqual([waiting, waiting])
  })
})

describe('their words', () => {
  const link = 'https://thicket.example/web/#/reset?link=abc'
  const occasions: Occasion[] = [
    { about: 'reset', name: 'Ann', link, minutes: 10 },
    { about: 'invitation', by: 'Ann', project: 'Study', right: 'write', link, days: 7 },
    { about: 'shared', by: 'Ann', project: 'Study', right: 'write', link },
    { about: 'handedOver', by: 'Ann', project: 'Study', link },
    { about: 'emailChanged', name: 'Ann', email: 'new@example.org' },
    { about: 'passwordChanged', name: 'Ann', address: 'https://thicket.example' },
    { about: 'factorAdded', name: 'Ann', address: 'https://thicket.example' },
    { about: 'factorRemoved', name: 'Ann', address: 'https://thicket.example' },
  ]

  it.each(languages)('%s: all are there, with what they name', (language) => {
    for (const occasion of occasions) {
      const { subject, text } = mailText(occasion, language)
      expect(subject).not.toMatch(/mail\.\w|\{|\n/)
      expect(text).not.toMatch(/mail\.\w|\{/)
      // A right is said in words of the language.
      const named = Object.values(occasion)
        .slice(1)
        .filter((value) => value !== 'write')
      for (const value of named) expect(text).toContain(String(value))
    }
  })

  it('whoever runs the server is mailed in the language of their account', () => {
    const database = openCloudDatabase(join(data, 'accounts.sqlite'))
    ends.push(() => database.close())
    const rows = openAccountRows(database, Date.now)
    const add = (email: string, language: string) =>
      rows.insert({ email, name: 'Somebody', password: '', region: 'home', language })
    expect(operatorLanguage(database, 'ops@example.org')).toBe('en')
    const made = add('ana@example.org', 'pt')
    if (isProblem(made)) throw new Error('there is no account')
    expect(operatorLanguage(database, 'ops@example.org')).toBe('en')
    rows.change(made.ok.id, { operator: 1 })
    expect(operatorLanguage(database, 'ops@example.org')).toBe('pt')
    add('ops@example.org', 'fr')
    expect(operatorLanguage(database, 'Ops@example.org')).toBe('fr')
  })

  it('what others write into them is a short line', () => {
    const { text } = mailText(
      { about: 'invitation', by: 'Ann', project: `\n\n${'x\n'.repeat(300)}`, right: 'write', link, days: 7 },
      'xx',
    )
    expect(text.split('\n')).toHaveLength(mailText(occasions[1] as Occasion, 'en').text.split('\n').length)
    expect(text.length).toBeLessThan(500)
  })

  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de-AT', 'de'],
    ['xx, fr-CA;q=0.8, de;q=0.9', 'de'],
    ['pt;q=0, es;q=0.1', 'es'],
    ['*', 'en'],
    ['DE;q=x', 'de'],
  ])('Accept-Language %s: %s', (header, language) => expect(languageOf(header)).toBe(language))
})
