/** Projects and shares of people with accounts, over HTTP: 2 §2–§8. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProjectEntry, Share } from '../../../../src/model/contract/shapes.ts'
import type { Operation } from '../../../../src/model/operations.ts'
import { mutationText } from '../../../../src/model/wireText.ts'
import { openLog } from '../../../base/log.ts'
import { type ServedCloud, type Someone, serveCloud } from '../../../testing/serveCloud.ts'
import { connect, quirk } from '../../../testing/socketClient.ts'

let served: ServedCloud
let ann: Someone
let ben: Someone
let eve: Someone
let uuid = ''
beforeAll(async () => {
  served = await serveCloud()
  ann = await served.person('Ann')
  ben = await served.person('Ben')
  eve = await served.person('Eve')
  uuid = await ann.project('Interviews')
})
afterAll(() => served.end())

const projects = '/web/api/v2/projects'
const list = async (person: Someone, path = projects) =>
  ((await person.send('GET', path)).body.projects ?? []) as ProjectEntry[]
const sharesOf = async (person: Someone, of = uuid) =>
  ((await person.send('GET', `${projects}/${of}/share`)).body.shares ?? []) as Share[]
const files = () => readdirSync(join(served.settings.data, 'projects'))
const mails = () =>
  existsSync(join(served.settings.data, 'mail'))
    ? readdirSync(join(served.settings.data, 'mail')).map((name) =>
        readFileSync(join(served.settings.data, 'mail', name), 'utf8'),
      )
    : []

describe('own projects', () => {
  it('lists them by their names, without a path of the server', async () => {
    expect(await list(ann)).toEqual([
      { project_uuid: uuid, name: 'Interviews', region: 'home', modified: expect.any(Number) },
    ])
    expect(await list(ben)).toEqual([])
  })

  it('has a name once for each owner, without what divides paths', async () => {
    const again = await ann.send('POST', projects, { name: ' Interviews ' })
    expect(again).toEqual({ status: 409, body: { problem: { kind: 'projectNameTaken' } } })
    expect((await ann.send('POST', projects, { name: 'Interviews.QRK .qrk' })).status).toBe(409)
    expect((await ben.send('POST', projects, { name: 'Interviews.qrk' })).body.name).toBe('Interviews')
    expect((await ben.send('POST', projects, { name: '.qrk' })).status).toBe(400)
    expect((await ben.send('POST', projects, { name: '../../etc\\passwd' })).body.name).toBe('..-..-etc-passwd')
    expect((await ben.send('POST', projects, { name: ' \n ' })).body).toEqual({
      problem: { kind: 'missingProjectName' },
    })
    expect(files().every((name) => /^[0-9a-f]{32}\.qrk(-wal|-shm)?$/.test(name))).toBe(true)
  })

  it('gives a name to the quicker of two, and leaves no file of the other', async () => {
    const before = files().filter((name) => name.endsWith('.qrk')).length
    const made = await Promise.all([1, 2, 3].map(() => eve.send('POST', projects, { name: 'At once' })))
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(files().filter((name) => name.endsWith('.qrk')).length).toBe(before + 1)
  })
})

describe('shares', () => {
  it('are given to an email, trimmed and lower-cased, for reading unless more is said', async () => {
    const { status, body } = await ann.send('POST', `${projects}/${uuid}/share`, { email: ' BEN@Example.org ' })
    expect(status).toBe(200)
    const share = { user: 'Ben', project_uuid: uuid, email: 'ben@example.org', access_right: 'read' }
    expect(body).toEqual({ shares: [share], invited: false })
    expect(await list(ben, `${projects}/share`)).toEqual([
      {
        project_uuid: uuid,
        name: 'Interviews',
        owner: 'Ann',
        access_right: 'read',
        region: 'home',
        modified: expect.any(Number),
      },
    ])
    expect(await list(ann, `${projects}/share`)).toEqual([])
  })

  it('are told to whoever gets them, once: who, what, with what right, and where', async () => {
    const told = () => mails().filter((mail) => /^To: .*ben@example\.org/m.test(mail))
    await expect.poll(() => told().length).toBe(1)
    const text = (told()[0] ?? '').replaceAll(/=\r?\n/g, '')
    expect(text).toMatch(/^Subject: Ann shares a project with you in Thicket$/m)
    expect(text).toMatch(/“Interviews”.*you can read it\. /)
    expect(text).toContain(`${served.base}/web/#/projects/${uuid}`)
    // Another right is no news of a project.
    await ann.share(uuid, ben, 'write')
    await ann.share(uuid, ben, 'read')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(told()).toHaveLength(1)
  })

  it('shows all emails to the owner alone', async () => {
    await ann.share(uuid, eve, 'write')
    expect((await sharesOf(ann)).map(({ email }) => email)).toEqual(['ben@example.org', 'eve@example.org'])
    expect(await sharesOf(ben)).toEqual([
      { user: 'Ben', project_uuid: uuid, email: 'ben@example.org', access_right: 'read' },
      { user: 'Eve', project_uuid: uuid, access_right: 'write' },
    ])
  })

  it('are the owner’s to change', async () => {
    for (const person of [ben, eve]) {
      const changed = await person.send('POST', `${projects}/${uuid}/share`, {
        email: 'ben@example.org',
        access_right: 'write',
      })
      expect(changed).toEqual({ status: 403, body: { problem: { kind: 'readOnly' } } })
      expect((await person.send('DELETE', `${projects}/${uuid}/share?user=ann%40example.org`)).status).toBe(403)
      expect((await person.send('DELETE', `${projects}/${uuid}`)).status).toBe(403)
    }
    expect((await eve.send('DELETE', `${projects}/${uuid}/share?user=ben%40example.org`)).status).toBe(403)
    expect((await sharesOf(ann)).map(({ access_right }) => access_right)).toEqual(['read', 'write'])
  })

  it('refuses what is no email, one’s own, and a right that there is not', async () => {
    const tried = (body: object) => ann.send('POST', `${projects}/${uuid}/share`, body)
    for (const email of ['', 'ben', 'a@b', 'a@b.c\r\nBcc: x@y.z', 'a@b.c, d@e.f', `${'a'.repeat(300)}@example.org`])
      expect((await tried({ email })).body).toEqual({ problem: { kind: 'invalidEmail' } })
    expect((await tried({ email: 'Ann@example.org' })).body).toEqual({ problem: { kind: 'ownAccount' } })
    for (const access_right of ['own', 'admin', '', null])
      expect((await tried({ email: 'ben@example.org', access_right })).body).toMatchObject({
        problem: { kind: 'badRequest' },
      })
  })

  it('invites whoever has no account, with a mail each time that it is asked for, none for another right, and takes it back', async () => {
    const invite = (access_right: string) =>
      ann.send('POST', `${projects}/${uuid}/share`, { email: 'new@example.org', access_right })
    const sent = () => mails().filter((mail) => mail.includes('new@example.org')).length
    expect((await invite('read')).body).toMatchObject({ invited: true })
    expect(sent()).toBe(1)
    expect((await invite('write')).body).toMatchObject({ invited: false })
    expect(sent()).toBe(1)
    expect((await invite('write')).body).toMatchObject({ invited: true })
    expect(sent()).toBe(2)
    const waiting = { user: 'new@example.org', email: 'new@example.org', access_right: 'write', invited: true }
    expect((await sharesOf(ann)).at(-1)).toMatchObject(waiting)
    expect((await sharesOf(ben)).length).toBe(2)
    expect((await ann.send('DELETE', `${projects}/${uuid}/share?user=NEW%40example.org`)).status).toBe(200)
    expect((await sharesOf(ann)).length).toBe(2)
    expect((await ann.send('DELETE', `${projects}/${uuid}/share?user=new%40example.org`)).body).toEqual({
      problem: { kind: 'accountNotFound' },
    })
  })

  it('makes the invited person a member when the account is made by the link', async () => {
    await ann.send('POST', `${projects}/${uuid}/share`, { email: 'late@example.org', access_right: 'write' })
    const mail = () => mails().find((each) => each.includes('late@example.org'))
    await expect.poll(mail).toBeDefined()
    // Long lines of a mail are broken by `=`.
    const link = /invitation=(?:3D)?([\w-]+)/.exec((mail() ?? '').replaceAll('=\n', ''))?.[1]
    const password = 'a password of some length'
    const made = await served.call('/web/api/v2/register/checkout', {
      method: 'POST',
      body: { name: 'Late', email: 'late@example.org', password, link },
    })
    expect(made.status).toBe(200)
    expect((await sharesOf(ann)).at(-1)).toEqual({
      user: 'Late',
      project_uuid: uuid,
      email: 'late@example.org',
      access_right: 'write',
    })
  })

  it('where emails are to be proven, waits for whoever reads the mail, not for whoever has an account under it', async () => {
    const strict = await serveCloud(undefined, { settings: { provesEmails: true } })
    try {
      const owner = await strict.person('Owner')
      const squatter = await strict.person('Director')
      const study = await owner.project('Study')
      const shared = () => list(squatter, `${projects}/share`)
      const give = () =>
        owner.send('POST', `${projects}/${study}/share`, { email: squatter.email, access_right: 'read' })
      expect((await give()).body).toMatchObject({ invited: true })
      expect(await shared()).toEqual([])
      expect((await squatter.send('GET', `${projects}/${study}/share`)).status).toBe(404)
      // Whoever opens the link of the mail has it, once they are signed in: it proves nothing for others under their email.
      const { email, password } = squatter
      const folder = join(strict.settings.data, 'mail')
      const mail = () =>
        readdirSync(folder)
          .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll(/=\r?\n/g, ''))
          .find((text) => text.includes(email) && text.includes('invitation='))
      await expect.poll(mail).toBeDefined()
      const link = /invitation=(?:3D)?([\w-]+)/.exec(mail() ?? '')?.[1]
      const again = { name: 'Director', email, password, link }
      const taken = await strict.call('/web/api/v2/register/checkout', { method: 'POST', body: again })
      expect([taken.status, await shared()]).toEqual([409, []])
      expect((await squatter.send('POST', '/web/api/user/invitation', { link })).status).toBe(200)
      expect(await shared()).toHaveLength(1)
      // From now on at once.
      const more = await owner.project('More')
      const direct = { email, access_right: 'read' }
      expect((await owner.send('POST', `${projects}/${more}/share`, direct)).body).toMatchObject({ invited: false })
    } finally {
      await strict.end()
    }
  })

  it('takes an invitation’s link from whoever is signed in, where it was mailed to them', async () => {
    const strict = await serveCloud(undefined, { settings: { provesEmails: true } })
    try {
      const owner = await strict.person('Owner')
      const guest = await strict.person('Guest')
      const other = await strict.person('Other')
      const study = await owner.project('Study')
      const right = { email: guest.email, access_right: 'write' }
      await owner.send('POST', `${projects}/${study}/share`, right)
      const folder = join(strict.settings.data, 'mail')
      const letter = () =>
        readdirSync(folder)
          .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll(/=\r?\n/g, ''))
          .find((text) => text.includes('invitation='))
      await expect.poll(() => existsSync(folder) && letter() !== undefined).toBe(true)
      const link = /invitation=(?:3D)?([\w-]+)/.exec(letter() ?? '')?.[1]
      const accept = (person: Someone) => person.send('POST', '/web/api/user/invitation', { link })
      const expired = { status: 400, body: { problem: { kind: 'linkExpired' } } }
      expect(await accept(other)).toEqual(expired)
      expect(await list(other, `${projects}/share`)).toEqual([])
      expect(await list(guest, `${projects}/share`)).toEqual([])
      // Another's try has not used it up.
      expect((await accept(guest)).status).toBe(200)
      expect(await list(guest, `${projects}/share`)).toMatchObject([{ project_uuid: study, access_right: 'write' }])
      expect(await accept(guest)).toEqual(expired)
    } finally {
      await strict.end()
    }
  })

  it('lets a member leave', async () => {
    const gus = await served.person('Gus')
    await ann.share(uuid, gus, 'read')
    expect((await gus.send('DELETE', `${projects}/${uuid}/share?user=gus%40example.org`)).body).toEqual({ shares: [] })
    expect(await list(gus, `${projects}/share`)).toEqual([])
    expect((await gus.send('GET', `${projects}/${uuid}/share`)).status).toBe(404)
  })
})

describe('handing over', () => {
  const handOver = (person: Someone, of: string, user: string) =>
    person.send('PUT', `${projects}/${of}/owner`, { user })
  const entryOf = async (person: Someone, of: string, path?: string) =>
    (await list(person, path)).find(({ project_uuid }) => project_uuid === of)

  it('makes a member the owner; who was keeps it with the right to write, and both find it in the right list', async () => {
    const [owner, heir, reader] = [
      await served.person('Giver'),
      await served.person('Heir'),
      await served.person('Looker'),
    ]
    const study = await owner.project('Heirloom')
    await owner.share(study, heir, 'read')
    await owner.share(study, reader, 'read')
    expect(await entryOf(owner, study)).toMatchObject({ people: 2 })
    expect(await handOver(owner, study, ' HEIR@example.org ')).toEqual({
      status: 200,
      body: {
        shares: [
          { user: 'Looker', project_uuid: study, access_right: 'read' },
          { user: 'Giver', project_uuid: study, email: 'giver@example.org', access_right: 'write' },
        ],
      },
    })
    expect(await entryOf(heir, study)).toMatchObject({ name: 'Heirloom', people: 2 })
    expect(await entryOf(heir, study, `${projects}/share`)).toBeUndefined()
    expect(await entryOf(owner, study)).toBeUndefined()
    expect(await entryOf(owner, study, `${projects}/share`)).toMatchObject({ owner: 'Heir', access_right: 'write' })
    expect(await entryOf(reader, study, `${projects}/share`)).toMatchObject({ owner: 'Heir', access_right: 'read' })
    expect((await sharesOf(heir, study)).map(({ email }) => email)).toEqual(['looker@example.org', 'giver@example.org'])
    // Its rights are the new owner's now.
    expect((await owner.send('DELETE', `${projects}/${study}`)).status).toBe(403)
    expect((await handOver(owner, study, 'giver@example.org')).body).toEqual({ problem: { kind: 'readOnly' } })
    // The name is free again for whoever has given it away.
    await owner.project('Heirloom')
    const told = () =>
      mails().filter((mail) => /^To: .*heir@example\.org/m.test(mail) && /made you the owner/.test(mail))
    await expect.poll(() => told().length).toBe(1)
    const text = (told()[0] ?? '').replaceAll(/=\r?\n/g, '')
    expect(text).toContain(`${served.base}/web/#/projects/${study}`)
    expect((await owner.send('DELETE', `${projects}/${study}/share?user=giver%40example.org`)).status).toBe(200)
    expect((await heir.send('DELETE', `${projects}/${study}`)).status).toBe(200)
  })

  it('is the owner’s, and to whoever may see it already: not to a stranger, an invited person, oneself', async () => {
    const [owner, heir, other] = [
      await served.person('Keeper'),
      await served.person('Friend'),
      await served.person('Foreign'),
    ]
    const study = await owner.project('Kept')
    await owner.share(study, heir, 'write')
    await owner.send('POST', `${projects}/${study}/share`, { email: 'waits@example.org' })
    expect(await handOver(heir, study, heir.email)).toEqual({ status: 403, body: { problem: { kind: 'readOnly' } } })
    const none = { status: 404, body: { problem: { kind: 'projectNotFound', name: study } } }
    expect(await handOver(other, study, other.email)).toEqual(none)
    const notFound = { status: 404, body: { problem: { kind: 'accountNotFound' } } }
    for (const user of [other.email, 'waits@example.org', 'nobody@example.org', ''])
      expect(await handOver(owner, study, user)).toEqual(notFound)
    expect(await handOver(owner, study, owner.email)).toEqual({
      status: 400,
      body: { problem: { kind: 'ownAccount' } },
    })
    expect((await owner.send('PUT', `${projects}/${study}/owner`, { user: 1 })).status).toBe(400)
    expect(await entryOf(owner, study)).toMatchObject({ people: 1 })
  })

  it('is refused, and nothing changes, where the new owner has a project of that name, or no room', async () => {
    const small = await serveCloud(undefined, { settings: { quota: 1 } })
    const [owner, heir] = [await small.person('Owner'), await small.person('Heir')]
    const study = await owner.project('Study')
    await owner.share(study, heir, 'write')
    const theirs = await heir.project('Study')
    expect(await handOver(owner, study, heir.email)).toEqual({
      status: 409,
      body: { problem: { kind: 'projectNameTaken' } },
    })
    await heir.send('DELETE', `${projects}/${theirs}`)
    let last = 200
    for (let n = 0; n < 12 && last === 200; n += 1)
      last = (await heir.send('POST', projects, { name: `Own ${n}` })).status
    expect(last).toBe(413)
    expect(await handOver(owner, study, heir.email)).toEqual({
      status: 413,
      body: { problem: { kind: 'quotaExceeded', most: 1 } },
    })
    expect(await entryOf(owner, study)).toMatchObject({ people: 1 })
    expect(await entryOf(heir, study, `${projects}/share`)).toMatchObject({ owner: 'Owner', access_right: 'write' })
    const [own] = await list(heir)
    await heir.send('DELETE', `${projects}/${own?.project_uuid}`)
    expect((await handOver(owner, study, heir.email)).status).toBe(200)
    await small.end()
  })

  it('stands in the security log by the accounts’ ids', async () => {
    const lines: string[] = []
    const logged = await serveCloud(undefined, { log: openLog('warn', (line) => lines.push(line)) })
    const [owner, heir] = [await logged.person('Owner'), await logged.person('Heir')]
    const study = await owner.project('Study')
    await owner.share(study, heir, 'read')
    const removed = `${projects}/${study}/share?user=${encodeURIComponent(heir.email)}`
    expect((await owner.send('DELETE', removed)).body).toEqual({ shares: [] })
    await owner.share(study, heir, 'read')
    await owner.send('POST', `${projects}/${study}/share`, { email: 'nobody@example.org' })
    const said = lines.map((line) => JSON.parse(line))
    const by = { account: owner.id, project: study }
    expect(said.filter(({ security }) => /^(share|invit)/.test(security))).toMatchObject([
      { security: 'share', ...by, with: heir.id, right: 'read', invited: false },
      { security: 'shareRemoved', ...by, with: heir.id },
      { security: 'share', ...by, with: heir.id },
      { security: 'invited', ...by, with: null, invited: true },
    ])
    expect((await handOver(owner, study, heir.email)).status).toBe(200)
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        security: 'projectHandedOver',
        account: owner.id,
        project: study,
        owner: heir.id,
      }),
    )
    await logged.end()
  })
})

describe('renaming', () => {
  it('is the owner’s, as a new project is named; whoever has it open or in a list hears of it', async () => {
    const uuid = await ann.project('Draft')
    await ann.send('POST', `${projects}/${uuid}/share`, { email: ben.email })
    const rename = (person: Someone, name: string) => person.send('PUT', `${projects}/${uuid}/name`, { name })
    const socket = await connect(ben)
    await socket.open(uuid)
    expect(await rename(ann, ' Final/cut.qrk ')).toEqual({
      status: 200,
      body: { project_uuid: uuid, name: 'Final-cut' },
    })
    await expect.poll(() => socket.frames.flatMap(({ json_data }) => json_data.name ?? [])).toEqual(['Final-cut'])
    expect(await list(ben, `${projects}/share`)).toContainEqual(expect.objectContaining({ name: 'Final-cut' }))
    // In its own place nobody is in its way; what has changed nothing is told to nobody.
    expect((await rename(ann, 'Final-cut')).status).toBe(200)
    expect((await rename(ben, 'His')).body).toEqual({ problem: { kind: 'readOnly' } })
    expect((await rename(ann, ' .qrk')).body).toEqual({ problem: { kind: 'missingProjectName' } })
    await ann.project('Other')
    expect(await rename(ann, 'Other')).toEqual({ status: 409, body: { problem: { kind: 'projectNameTaken' } } })
    expect((await eve.send('PUT', `${projects}/${uuid}/name`, { name: 'Hers' })).status).toBe(404)
    expect(socket.frames.flatMap(({ json_data }) => json_data.name ?? [])).toEqual(['Final-cut'])
    socket.socket.close()
  })
})

describe('by right', () => {
  it('is not there for a stranger, on every path', async () => {
    const stranger = await served.person('Stranger')
    const paths: [string, string, object?][] = [
      ['GET', `${projects}/${uuid}/share`],
      ['POST', `${projects}/${uuid}/share`, { email: 'stranger@example.org', access_right: 'write' }],
      ['DELETE', `${projects}/${uuid}/share?user=stranger%40example.org`],
      ['PUT', `${projects}/${uuid}/owner`, { user: 'stranger@example.org' }],
      ['DELETE', `${projects}/${uuid}`],
      ['GET', `${projects}/${uuid}/qrk`],
      ['GET', `${projects}/${uuid}/json`],
      ['POST', `${projects}/saveas`, { name: 'Mine', orig_project_uuid: uuid }],
      ['GET', `/web/api/v2/home/projects/${uuid}/report`],
      ['GET', `/v1/thicket/projects/${uuid}/snapshot`],
      ['GET', `/v1/thicket/projects/${uuid}/events?since=0`],
      ['POST', `/v1/thicket/push?project=${uuid}`, {}],
    ]
    for (const [method, path, body] of paths) {
      const found = await stranger.send(method, path, body)
      expect([method, path, found]).toEqual([
        method,
        path,
        { status: 404, body: { problem: { kind: 'projectNotFound', name: uuid } } },
      ])
      const none = await served.call(path, { method, ...(body && { body }) })
      expect([method, path, none.status]).toEqual([method, path, 401])
    }
  })

  it('lets every member copy and download; the copy is theirs', async () => {
    for (const person of [ben, eve]) {
      const copy = await person.send('POST', `${projects}/saveas`, { name: 'My copy', orig_project_uuid: uuid })
      expect(copy).toMatchObject({ status: 200, body: { name: 'My copy' } })
      const own = await list(person)
      expect(own.find(({ project_uuid }) => project_uuid === copy.body.project_uuid)).toMatchObject({ name: 'My copy' })
      expect((await ann.call(`${projects}/${copy.body.project_uuid}/json`)).status).toBe(404)
      for (const form of ['qrk', 'json']) {
        const sent = await person.call(`${projects}/${uuid}/${form}`)
        expect(sent.status).toBe(200)
        expect(sent.headers.get('content-disposition')).toContain(`Interviews.${form}`)
        await sent.arrayBuffer()
      }
    }
    expect((await ben.send('POST', `${projects}/saveas`, { name: 'My copy', orig_project_uuid: uuid })).body).toEqual({
      problem: { kind: 'projectNameTaken' },
    })
  })

  it('is gone with its file for everybody when the owner deletes it', async () => {
    const gone = await ann.project('Soon gone')
    await ann.share(gone, ben, 'write')
    const reader = await connect(ben)
    await reader.open(gone)
    await reader.push(1, [[{ ...quirk(8192), args: { ...quirk(8192).args, author: 'Ben' } }]])
    const path = served.cloud.host.pathOf(gone) as string
    expect(existsSync(path)).toBe(true)
    expect((await ann.send('DELETE', `${projects}/${gone}`)).status).toBe(200)
    await reader.closed
    expect(reader.frames.at(-1)).toMatchObject({
      status: 403,
      json_data: { errors: [{ message: 'Access revoked', problem: { kind: 'accessRevoked', deleted: true } }] },
    })
    for (const end of ['', '-wal', '-shm']) expect(existsSync(path + end)).toBe(false)
    expect(await list(ben, `${projects}/share`)).not.toContainEqual(expect.objectContaining({ project_uuid: gone }))
    expect((await ann.send('GET', `${projects}/${gone}/share`)).status).toBe(404)
    expect((await ann.send('POST', projects, { name: 'Soon gone' })).status).toBe(200)
  })

  it('is none for whoever makes a backup of it meanwhile, and nothing of that is left', async () => {
    for (let n = 0; n < 5; n += 1) {
      const gone = await ann.project(`Gone ${n}`)
      const path = `/v1/thicket/projects/${gone}/backups`
      const made = Promise.all(Array.from({ length: 4 }, () => ann.send('POST', path)))
      await new Promise((resolve) => setTimeout(resolve, n * 15))
      expect((await ann.send('DELETE', `/web/api/v2/projects/${gone}`)).status).toBe(200)
      for (const { status, body } of await made)
        expect(status === 200 || (body.problem as { kind: string }).kind === 'projectNotFound').toBe(true)
      await expect.poll(() => existsSync(join(served.settings.data, 'backups', gone))).toBe(false)
    }
  })
})

describe('what is kept', () => {
  it('lets nobody in under a name that is not on the disk yet', async () => {
    const project = await ann.project('Named')
    const { host } = served.cloud
    let flush = () => {}
    const kept = vi.spyOn(host, 'namesKept').mockReturnValue(new Promise((resolve) => (flush = resolve)))
    const socket = await connect(ann)
    let isOpen = false
    const opening = socket.open(project).then(() => (isOpen = true))
    await expect.poll(() => kept.mock.calls.length).toBe(1)
    // Answered by the same thread, after what was asked of it before.
    expect((await ann.send('GET', `/v1/thicket/projects/${project}/versions`)).status).toBe(200)
    expect(isOpen).toBe(false)
    flush()
    await opening
    kept.mockRestore()
    await host.namesKept()
    socket.socket.close()
  })

  it('is the same on the next server: projects, rights, names of authors', async () => {
    const first = await serveCloud()
    const owner = await first.person('Owner')
    const kept = await owner.project('Kept')
    const socket = await connect(owner)
    const { epoch } = await socket.open(kept)
    await socket.push(1, [[{ ...quirk(8192), args: { ...quirk(8192).args, author: 'Owner' } }]])
    socket.socket.close()
    await first.stop()
    const second = await serveCloud(first.folder)
    const back = { ...owner, base: second.base }
    const again = await connect(back)
    expect(await again.open(kept)).toMatchObject({ status: 'open', epoch, head: 1, name: 'Kept' })
    await second.end()
  })

  it('says who came to a project first: its owner, then the others as it was shared with them', async () => {
    const long = await ann.project('Long')
    const guests: Someone[] = []
    for (const name of ['Uma', 'Vic', 'Wim', 'Xan', 'Yan', 'Zoe']) guests.push(await served.person(name))
    for (const guest of guests) {
      await ann.share(long, guest, 'read')
      // By the clock of the server, in ms.
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect([...served.cloud.host.people(long)]).toEqual([ann, ...guests].map(({ id }) => id))
  })

  it('says by its name that a file is missing or damaged, never by its path', async () => {
    const { writeFileSync, rmSync } = await import('node:fs')
    const lost = await ann.project('Lost')
    const path = served.cloud.host.pathOf(lost) as string
    await expect.poll(() => existsSync(`${path}-wal`)).toBe(false)
    writeFileSync(path, 'no database any more, but some bytes of text that are long enough to be looked at')
    const damaged = await ann.send('GET', `${projects}/${lost}/json`)
    expect(damaged).toEqual({ status: 400, body: { problem: { kind: 'notAProject', name: 'Lost' } } })
    rmSync(path)
    expect(await ann.send('GET', `${projects}/${lost}/qrk`)).toEqual({
      status: 404,
      body: { problem: { kind: 'fileNotFound', name: 'Lost' } },
    })
    expect(await ann.send('POST', `${projects}/saveas`, { name: 'Saved', orig_project_uuid: lost })).toEqual({
      status: 404,
      body: { problem: { kind: 'fileNotFound', name: 'Lost' } },
    })
    const socket = await connect(ann)
    await socket.ask('query ($uuid: String!) { dbOpen(uuid: $uuid) }', { uuid: lost })
    expect(JSON.stringify(socket.frames)).toContain('"fileNotFound","name":"Lost"')
    expect(JSON.stringify(socket.frames)).not.toContain(served.folder)
    socket.socket.close()
  })

  it('is bounded where the operator says so', async () => {
    const small = await serveCloud(undefined, { settings: { quota: 1 } })
    const poor = await small.person('Poor')
    const first = await poor.project('First')
    let last = { status: 200, body: {} as Record<string, unknown> }
    for (let n = 0; n < 12 && last.status === 200; n += 1)
      last = await poor.send('POST', `${projects}/saveas`, { name: `Copy ${n}`, orig_project_uuid: first })
    expect(last).toEqual({ status: 413, body: { problem: { kind: 'quotaExceeded', most: 1 } } })
    await small.end()
  })

  it('bounds what a project grows to, for whoever works in it; what takes away is taken', async () => {
    const small = await serveCloud(undefined, { settings: { quota: 1 } })
    const [owner, guest] = [await small.person('Owner'), await small.person('Guest')]
    const full = await owner.project('Full')
    await owner.share(full, guest, 'write')
    const socket = await connect(guest)
    await socket.open(full)
    let n = 0
    const push = async (...operations: Operation[]) => {
      n += 1
      return (await socket.push(n, [operations])).steps[0]
    }
    const described = (id: number, length: number): Operation => {
      const made = quirk(id)
      return { ...made, args: { ...made.args, author: 'Guest', description: 'x'.repeat(length) } }
    }
    const refused = { problem: { kind: 'projectFull', most: 1 } }
    // Two large steps, their log, and there is no room for a third; small ones go on for a tenth more.
    let id = 8192
    const large = async () => push(...[1, 2].map(() => described(id++, 90_000)))
    const answers = []
    for (let i = 0; i < 6; i += 1) answers.push(await large())
    expect(answers[0]).toMatchObject({ seq: 1 })
    expect(answers.at(-1)).toEqual(refused)
    expect(answers.filter((answer) => answer && 'seq' in answer).length).toBeLessThan(4)
    expect(await push(described(id++, 10))).toMatchObject({ seq: expect.any(Number) })
    let last: unknown = null
    for (let i = 0; i < 40 && JSON.stringify(last) !== JSON.stringify(refused); i += 1)
      last = await push(described(id++, 30_000))
    expect(last).toEqual(refused)
    // What changes no more than a place, and what goes, is taken.
    expect(await push({ name: 'quirkCreateOrUpdate', args: { id: 8192, x: 1000, y: 2000 } })).toHaveProperty('seq')
    expect(await push({ name: 'quirkRemove', args: { id: 8192 } })).toHaveProperty('seq')
    // By HTTP it is the same room.
    const body = {
      push: { client: socket.client, n: n + 1, base: socket.head },
      steps: [{ ...mutationText([described(id++, 90_000), described(id++, 90_000)]), versions: {} }],
    }
    const sent = await guest.send('POST', `/v1/thicket/push?project=${full}`, body)
    expect(sent.body).toMatchObject({ json_data: { push: { steps: [refused] } } })
    socket.socket.close()
    await small.end()
  })
})
