// `thicket admin` without a server and beside one: a process of its own where that is what is tested.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { thicket, thicketProcess } from '../../fixtures/testing/commandLine.ts'
import { sayDeed, waitingDeeds } from '../base/operatorLog.ts'
import { readLocalSettings } from '../base/settings/localSettings.ts'
import { openAudit } from '../hosts/cloud/audit/audit.ts'
import { openAuditFile } from '../hosts/cloud/audit/auditFile.ts'
import { openMail } from '../hosts/cloud/mail/mail.ts'
import { noteMail } from '../hosts/cloud/mail/mailStanding.ts'
import { register, startCloud } from '../testing/cloudProcess.ts'
import { connect, quirk } from '../testing/socketClient.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thicket-admin-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const data = () => join(folder, 'data')
/** As a process of its own, or within this one. */
const adminBy =
  (run: typeof thicket) =>
  async (args: string[], input = '') => {
    const { code, stdout: out, stderr: err } = await run(folder, ['admin', ...args], input, { THICKET_DATA: data() })
    return { code, out, err }
  }
const adminProcess = adminBy(thicketProcess)
const admin = adminBy(thicket)

const login = async (base: string, email: string, password: string) => {
  const response = await fetch(`${base}/web/api/v2/auth/login`, {
    method: 'POST',
    headers: { origin: base, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, regional_service_map: true }),
  })
  return { status: response.status, body: (await response.json()) as { account?: { access_token: string } } }
}

describe('thicket admin', () => {
  it('makes, lists and deletes accounts without a server; what it does not understand ends with 2', async () => {
    const made = await adminProcess(
      ['create-user', 'Ann@Example.org', '--name', 'Ann Miller'],
      'a zebra in the lamp\nnot this\n',
    )
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(made.out)).toEqual({ id: expect.any(String), email: 'ann@example.org', name: 'Ann Miller' })
    expect(await admin(['create-user', 'ann@example.org'], 'a zebra in the lamp')).toEqual({
      code: 1,
      out: '',
      err: 'thicket: There is already an account with this email.\n',
    })
    expect(await admin(['create-user', 'ben@example.org'], 'short\n')).toMatchObject({ code: 1, out: '' })
    expect(await admin(['create-user', 'ben'], 'a zebra in the lamp\n')).toMatchObject({ code: 1, out: '' })
    const listed = await admin(['list', '--json'])
    expect(JSON.parse(listed.out)).toMatchObject([
      { email: 'ann@example.org', name: 'Ann Miller', sessions: 0, projects: 0, shared: 0, factor: false, used: null },
    ])
    expect((await admin(['list'])).out).toMatch(
      /^ann@example.org\tAnn Miller\tmade \d{4}-\d\d-\d\d\tseen never\t0 projects\n$/,
    )
    for (const args of [
      ['nothing'],
      ['create-user'],
      ['list', 'x'],
      ['delete', 'ann@example.org'],
      ['toString', 'x'],
      ['export', 'x'],
      ['backup'],
    ])
      expect((await admin(args)).code, args.join(' ')).toBe(2)
    for (const args of [
      ['delete', 'eve@example.org', '--yes'],
      ['remove-factor', 'eve@example.org'],
      ['disable-user', 'eve@example.org'],
      ['export', 'eve@example.org', 'out.zip'],
    ])
      expect(await admin(args), args.join(' ')).toEqual({
        code: 1,
        out: '',
        err: 'thicket: There is no account with this email.\n',
      })
    const isDisabled = async () => JSON.parse((await admin(['list', '--json'])).out)[0].disabled
    expect((await admin(['disable-user', 'ann@example.org'])).code).toBe(0)
    expect(await isDisabled()).toBe(true)
    expect((await admin(['list'])).out).toContain('\t0 projects\tdisabled\n')
    expect((await admin(['enable-user', 'ann@example.org'])).code).toBe(0)
    expect(await isDisabled()).toBe(false)
    expect(await admin(['delete', 'ANN@example.org', '--yes'])).toMatchObject({ code: 0 })
    expect((await admin(['list', '--json'])).out).toBe('[]\n')
  }, 60_000)

  it('whose shared projects go to somebody else is told how many, and to whom', async () => {
    const make = async (name: string) =>
      JSON.parse((await admin(['create-user', `${name}@example.org`], 'a zebra in the lamp\n')).out).id as string
    const [ana, cleo] = [await make('ana'), await make('cleo')]
    const db = new DatabaseSync(join(data(), 'accounts.sqlite'))
    const path = join(data(), 'projects', 'harbour.qrk')
    db.prepare("INSERT INTO projects VALUES ('a-uuid', ?, 'Harbour', ?, 1, 1)").run(ana, path)
    db.prepare("INSERT INTO shares VALUES ('a-uuid', ?, 'write', 1)").run(cleo)
    db.close()
    expect(await admin(['delete', 'ana@example.org', '--yes', '--to', 'cleo@example.org'])).toMatchObject({
      code: 0,
      err: 'Shared projects that cleo@example.org owns now: 1. The account is deleted, with 0 projects, 0 of them shared with others.\n',
    })
    expect(JSON.parse((await admin(['list', '--json'])).out)).toMatchObject([
      { email: 'cleo@example.org', projects: 1 },
    ])
  })

  it('says so where there is no server’s folder, and makes none', async () => {
    expect(await admin(['list'])).toEqual({
      code: 1,
      out: '',
      err: `thicket: there is no server’s folder at ${data()}\n`,
    })
    expect(existsSync(data())).toBe(false)
  })

  it('beside a server: it hears of new passwords and deletions at once, and gives its projects', async () => {
    const server = await startCloud(data(), { THICKET_REGISTRATION: 'open' })
    try {
      const ann = await register(server.base, 'ann@example.org')
      const ben = await register(server.base, 'ben@example.org')
      const make = async (name: string) => {
        const made = await ann.call('/web/api/v2/projects', { method: 'POST', body: { name } })
        return ((await made.json()) as { project_uuid: string }).project_uuid
      }
      const [uuid] = [await make('Study: “A/B”'), await make('study_ _A-B_')]
      await ann.call(`/web/api/v2/projects/${uuid}/share`, {
        method: 'POST',
        body: { email: ben.email, access_right: 'read' },
      })
      const mine = await connect({ base: server.base, secret: ann.token })
      await mine.open(uuid)
      await mine.push(1, [
        [{ ...quirk(8192), args: { ...quirk(8192).args, author: 'ann' } } as ReturnType<typeof quirk>],
      ])

      const exported = await adminProcess(['export', 'ann@example.org', 'ann.zip'])
      expect(exported).toMatchObject({ code: 0, out: '' })
      const files = unzipSync(new Uint8Array(readFileSync(join(folder, 'ann.zip'))))
      const about = JSON.parse(Buffer.from(files['account.json'] as Uint8Array).toString('utf8'))
      expect(about).toMatchObject({
        account: { email: 'ann@example.org', name: 'ann', factor: false },
        sessions: [{ agent: expect.any(String) }],
        projects: [{ uuid, shares: [{ email: 'ben@example.org', access: 'read', invited: false }] }, {}],
        shared: [],
        authors: [{ project: uuid, author: 'ann' }],
      })
      expect(JSON.stringify(about)).not.toMatch(/argon2|password|token|hash/)
      expect(Object.keys(files).sort()).toEqual(
        ['account.json', ...about.projects.map(({ file }: { file: string }) => file)].sort(),
      )
      writeFileSync(join(folder, 'copy.qrk'), files[about.projects[0].file] as Uint8Array)
      const copy = new DatabaseSync(join(folder, 'copy.qrk'), { readOnly: true })
      expect(copy.prepare('SELECT title FROM quirks').all()).toEqual([{ title: 'quirk 8192' }])
      copy.close()
      expect(await admin(['export', 'ann@example.org', 'ann.zip'])).toMatchObject({ code: 1 })

      expect(await admin(['reset-password', 'ben@example.org'], 'set by the operator\r\n')).toMatchObject({ code: 0 })
      expect((await ben.call('/web/api/user/data')).status).toBe(401)
      const again = await login(server.base, 'ben@example.org', 'set by the operator')
      expect(again.status).toBe(200)
      const theirs = await connect({ base: server.base, secret: String(again.body.account?.access_token) })
      await theirs.open(uuid)

      expect(await admin(['delete', 'ann@example.org', '--yes'])).toMatchObject({
        code: 1,
        err: 'thicket: say --to EMAIL, whose the shared projects are then, or --with-shared, which deletes them as well\nthicket: This account owns projects shared with others (1). Make one of them the owner first, or stop sharing.\n',
      })
      expect(await admin(['delete', 'ann@example.org', '--yes', '--with-shared'])).toMatchObject({
        code: 0,
        err: 'The account is deleted, with 2 projects, 1 of them shared with others.\n',
      })
      await Promise.all([mine.closed, theirs.closed])
      expect((await ann.call('/web/api/user/data')).status).toBe(401)
      expect(readdirSync(join(data(), 'projects'))).toEqual([])
      expect(JSON.parse((await admin(['list', '--json'])).out)).toMatchObject([{ email: 'ben@example.org', shared: 0 }])
      expect(server.log()).not.toContain('"level":"error"')
    } finally {
      await server.kill()
    }
  }, 60_000)

  it('makes, lists and removes keys for desktops, and says what these are to be told', async () => {
    const made = await admin(['create-key', '--extension', '30', '--note', 'course of May'])
    expect(made).toMatchObject({ code: 0, err: '' })
    const extension = JSON.parse(made.out) as { key: string }
    expect(extension).toEqual({
      key: expect.stringMatching(/^([0-9a-z]{4}-){4}[0-9a-z]{4}$/),
      type: 'extension',
      days: 30,
      uses: 1,
      note: 'course of May',
    })
    expect(JSON.parse((await admin(['create-key', '--uses', '9'])).out)).toMatchObject({ type: 'activation', uses: 9 })
    const listed = JSON.parse((await admin(['list-keys', '--json'])).out) as { id: string }[]
    expect(listed).toMatchObject([
      { type: 'extension', days: 30, uses: 1, used: 0, note: 'course of May', lastUsed: null },
      { type: 'activation', days: 0, uses: 9, used: 0, note: '' },
    ])
    expect((await admin(['list-keys'])).out).toMatch(
      /^[0-9a-f]{12}\textension by 30 days\tused 0 of 1\tcourse of May\n/,
    )
    const told = JSON.parse((await admin(['activation'])).out)
    expect(told.THICKET_ACTIVATION).toBe('http://127.0.0.1:4280/web/api/v2/activation')
    expect(readLocalSettings(folder, told)?.publicKey).toBe(told.THICKET_ACTIVATION_KEY)
    expect(JSON.parse((await admin(['activation'])).out)).toEqual(told)
    expect(await admin(['remove-key', extension.key])).toMatchObject({ code: 0 })
    expect(await admin(['remove-key', listed[1]?.id ?? ''])).toMatchObject({ code: 0 })
    expect(await admin(['remove-key', extension.key])).toEqual({
      code: 1,
      out: '',
      err: 'thicket: there is no such key\n',
    })
    for (const args of [
      ['create-key', 'x'],
      ['create-key', '--uses', '0'],
      ['create-key', '--extension', 'long'],
      ['create-key', '--extension', '3661'],
      ['remove-key'],
    ])
      expect((await admin(args)).code, args.join(' ')).toBe(2)
  }, 60_000)

  it('mails are listed with whom they are for and where they lie, without their links; what could not be sent is said', async () => {
    await admin(['create-user', 'ann@example.org'], 'a zebra in the lamp\n')
    expect(await admin(['mails'])).toEqual({ code: 0, out: '', err: 'No mail waits in a file.\n' })
    const mail = openMail({ data: data(), mailFrom: 'thicket@example.org' }, () => {})
    await mail.send({ to: 'ben@example.org', subject: 'A', text: 'https://thicket.example/#/?link=secret' })
    mail.close()
    const { code, out, err } = await admin(['mails'])
    expect({ code, err }).toEqual({ code: 0, err: '1 wait for you to pass them on: THICKET_MAIL is not set.\n' })
    expect(out).toMatch(/^\d{4}-\S+Z\t0 h\tben@example\.org\t\S+\.eml\n$/)
    expect(JSON.parse((await admin(['mails', '--json'])).out)).toEqual([
      { at: expect.any(Number), to: 'ben@example.org', path: out.trim().split('\t').at(-1) },
    ])
    noteMail(data(), 'ECONNECTION')
    noteMail(data(), 'EAUTH at AUTH PLAIN 535')
    expect(await admin(['mails'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/ 2 could not be, and are lost\. \S+Z: EAUTH at AUTH PLAIN 535\n$/),
    })
  })

  it('asks the server that runs for its address', async () => {
    const server = await startCloud(data(), { THICKET_URL: 'https://thicket.example/desk' })
    try {
      const told = await admin(['activation'])
      expect(told.err).toBe('')
      expect(JSON.parse(told.out).THICKET_ACTIVATION).toBe('https://thicket.example/desk/web/api/v2/activation')
    } finally {
      await server.kill()
    }
    expect((await admin(['activation'])).err).toContain(`no server runs on ${data()}`)
  }, 60_000)

  it('what it does stands in the security log: of the server that runs, or of the next one', async () => {
    const { id } = JSON.parse((await admin(['create-user', 'ann@example.org'], 'a zebra in the lamp\n')).out)
    const server = await startCloud(data())
    try {
      const said = () =>
        server
          .log()
          .split('\n')
          .flatMap((line) => (line.includes('"by":"operator"') ? [JSON.parse(line)] : []))
      expect(said()).toMatchObject([{ security: 'accountMade', by: 'operator', account: id, at: expect.any(String) }])
      expect(existsSync(join(data(), 'operator.log'))).toBe(false)
      await admin(['reset-password', 'ann@example.org'], 'another zebra in it\n')
      await admin(['reset-password', 'eve@example.org'], 'another zebra in it\n')
      await admin(['export', 'ann@example.org', 'ann.zip'])
      await admin(['backup', join(folder, 'backup')])
      await admin(['create-key'])
      await admin(['delete', 'ann@example.org', '--yes'])
      await expect
        .poll(() => said().map(({ security }) => security))
        .toEqual(['accountMade', 'passwordSet', 'accountExported', 'backupMade', 'keyMade', 'accountDeleted'])
      expect(said().at(-1)).toMatchObject({ account: id })
      expect(server.log()).not.toContain('example.org')
    } finally {
      await server.kill()
    }
  }, 60_000)

  it('the audit log says what was set; it is looked into by the beginning of an id, and what nothing is known of is an error', async () => {
    const id = JSON.parse((await admin(['create-user', 'ann@example.org'], 'a zebra in the lamp\n')).out).id as string
    await admin(['operator', 'ann@example.org', 'on'])
    await admin(['operator', 'ann@example.org', 'off'])
    await admin(['quota', 'ann@example.org', '500', '--projects', 'none'])
    const log = openAudit({ store: openAuditFile(data()), days: 10, failed: (error) => expect.fail(String(error)) })
    for (const deed of waitingDeeds(data())) sayDeed({ security: log.heard }, deed)
    log.used('projectOpened', { id, session: 's' }, 'a1b2-lost-by-a-restore')
    await log.close()
    const told = async (...of: string[]) =>
      (await admin(['audit', ...of])).out.split('\n').map((line) => line.split('\t').slice(1).join(' '))
    expect(await told('--account', id.slice(0, 8))).toEqual([
      'projectOpened ann@example.org not here (a1b2-lost-by-a-restore)',
      'quotaSet operator on ann@example.org 500 MB, none projects',
      'operatorSet operator on ann@example.org off',
      'operatorSet operator on ann@example.org on',
      'accountMade operator on ann@example.org',
      '',
    ])
    expect(await told('--project', 'a1b2')).toHaveLength(2)
    for (const [of, written] of [
      ['project', '2af5'],
      ['account', 'nobody@example.org'],
    ] as const)
      expect(await admin(['audit', `--${of}`, written])).toEqual({
        code: 1,
        out: '',
        err: `thicket: there is no ${of} ${written}, and the log has no line of one\n`,
      })
  })

  it('help goes to stdout; what is not understood is said in two lines', async () => {
    const helped = await admin(['--help'])
    expect(helped).toMatchObject({ code: 0, err: '' })
    expect(helped.out).toContain('thicket admin backup OUT-FOLDER')
    expect(helped.out).toContain('the password is asked for, or is one line of stdin')
    expect(await admin(['nothing'])).toEqual({
      code: 2,
      out: '',
      err: 'thicket: admin has no nothing\nthicket admin --help says how\n',
    })
  })

  it('folders that are not there, or are none, are named', async () => {
    await admin(['create-user', 'ann@example.org'], 'a zebra in the lamp\n')
    expect((await admin(['export', 'ann@example.org', 'missing/ann.zip'])).err).toContain(join(folder, 'missing'))
    writeFileSync(join(folder, 'file'), '')
    const { err } = await admin(['backup', join(folder, 'file/backup')])
    expect(err).toBe(`thicket: ${join(folder, 'file')} is no folder\n`)
  })

  it.runIf(process.platform === 'linux')('a place where nobody may write is said with who cannot', async () => {
    await admin(['create-user', 'ann@example.org'], 'a zebra in the lamp\n')
    const { code, err } = await admin(['backup', '/sys/backup'])
    expect([code, err]).toEqual([1, expect.stringContaining(`the user ${userInfo().username} cannot write in /sys`)])
  })

  it('a server without accounts, where they are by invitation, says how to make the first', async () => {
    const server = await startCloud(data(), { THICKET_REGISTRATION: 'invitation' })
    try {
      await expect.poll(server.log).toContain('thicket admin create-user EMAIL')
      expect((await admin(['create-user', 'ann@example.org'], 'a zebra in the lamp\n')).code).toBe(0)
      expect((await login(server.base, 'ann@example.org', 'a zebra in the lamp')).status).toBe(200)
    } finally {
      await server.kill()
    }
  }, 60_000)
})
