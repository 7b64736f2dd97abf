/** Three nodes of one database: whichever a program calls, it is one server, and what one has acknowledged is there when another goes on. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import connectTo from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { thicket } from '../../fixtures/testing/commandLine.ts'
import { isProblem, ok } from '../../src/model/problems.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import type { Db } from '../../wasm/database/db.ts'
import { layoutVersion } from '../../wasm/database/migrations/tables.ts'
import type { Prices } from '../base/settings/prices.ts'
import type { AuditFilter, AuditStore, NotedLine } from '../hosts/cloud/audit/audit.ts'
import { idsInAudit, keptLines, openAuditFile } from '../hosts/cloud/audit/auditFile.ts'
import { accountsLayout } from '../hosts/cloud/database.ts'
import { answerAt, type Member, register } from '../testing/cloudProcess.ts'
import { type FakeStripe, openFakeStripe } from '../testing/fakeStripe.ts'
import { priceAt, priceList, stripeSettings } from '../testing/licencePrices.ts'
import { startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { type ServedNode, serveNode } from '../testing/serveNodes.ts'
import { connect, quirk, ticketOf } from '../testing/socketClient.ts'
import { listener, openedResult, recordingForm, speechProgram, transcriptOf } from '../testing/speech.ts'
import { Fenced } from './appends.ts'
import { auditTable } from './auditTable.ts'
import { openPassed } from './forward.ts'
import { openSigning, signedBy } from './signed.ts'
import { accountsUuid, appendSql, isThere, tablesSql } from './tables.ts'
import { openTruth, type Replay, type Truth, type TruthOptions } from './truth.ts'

let postgres: TestPostgres
let folder: string
const nodes: ServedNode[] = []
const node = (i: number) => nodes[i] as ServedNode
let started = 0
/** A program that hears words in one second of sound, and in four once the file `go` is there. */
let speech: string
const heardLate = ['after', 'all']
const start = async () => {
  started += 1
  const served = await serveNode(postgres.url, join(folder, String(started)), { speech, speechSeconds: 60 })
  nodes.push(served)
  return served
}

beforeAll(async () => {
  postgres = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'thicket-nodes-'))
  const late = `while [ ! -f ${folder}/go ]; do sleep 0.05; done; printf '%s' '${JSON.stringify(transcriptOf(heardLate))}'`
  speech = `command:${speechProgram(folder, { 1: ['garden', 'rain'], 4: { sh: late } })}`
  for (let i = 0; i < 3; i += 1) await start()
})
afterAll(async () => {
  for (const each of nodes) await each.end()
  await postgres.end()
  rmSync(folder, { recursive: true, force: true })
})

/** The same person as they call another node. */
const at = (base: string, person: Pick<Member, 'token'>) => ({
  base,
  secret: person.token,
  call: (path: string, method?: string, body?: unknown) => answerAt(base, person, path, method, body),
})
const bearer = ({ token }: Pick<Member, 'token'>) => ({ headers: { authorization: `Bearer ${token}` } })
let people = 0
const somebody = (base: string) => {
  people += 1
  return register(base, `person${people}@example.org`)
}
const projectOf = async (base: string, person: Member): Promise<string> => {
  const made = await at(base, person).call('/web/api/v2/projects', 'POST', { name: 'Study' })
  expect(made.status).toBe(200)
  return made.body.project_uuid as string
}
/** The numbers of the events of a project, as a node tells them. */
const seqsOf = async (base: string, person: Member, uuid: string) => {
  const { body } = await at(base, person).call(`/v1/thicket/projects/${uuid}/events?since=0`)
  return (body.events as { seq: number }[]).map(({ seq }) => seq)
}

// PostgreSQL is started once for all that needs it.
truthCases()
auditCases()
paymentCases()

/** The node that changes accounts. */
const holderOf = async (among: readonly ServedNode[]): Promise<ServedNode | undefined> => {
  const { sql } = (among[0] as ServedNode).nodes.truth
  const [row] = await sql<{ node: string }[]>`SELECT node FROM project WHERE uuid = ${accountsUuid}`
  return among.find(({ nodes: { truth } }) => truth.id === row?.node)
}
/** Another one changes accounts from now on, and this one knows that, as where it was frozen for longer than the others believe in it. */
const accountsMoved = async (among: readonly ServedNode[]): Promise<void> => {
  const { nodes } = (await holderOf(among)) as ServedNode
  const { sql, id } = nodes.truth
  await sql`UPDATE project SET node = NULL WHERE uuid = ${accountsUuid} AND node = ${id}`
  await expect.poll(() => !nodes.truth.holds(accountsUuid) && nodes.isReady(), { timeout: 20_000 }).toBe(true)
  const isAnother = async () => ((await holderOf(among))?.nodes ?? nodes) !== nodes
  await expect.poll(isAnother, { timeout: 20_000 }).toBe(true)
}

describe('three nodes', () => {
  it('are ready, and know at once whoever has come to be at another one', async () => {
    for (const { base } of nodes) expect((await fetch(`${base}/readyz`)).status).toBe(200)
    const ann = await somebody(node(1).base)
    const uuid = await projectOf(node(2).base, ann)
    for (const { base } of nodes) {
      const listed = await at(base, ann).call('/web/api/v2/projects')
      expect(listed.body.projects).toMatchObject([{ project_uuid: uuid }])
    }
    const left = await fetch(`${node(0).base}/web/api/user/data`, { headers: { authorization: 'Bearer none' } })
    expect(left.status).toBe(401)
  })

  it('let people work together wherever their sockets are, and go on when a node leaves', async () => {
    const ann = await somebody(node(0).base)
    const uuid = await projectOf(node(0).base, ann)
    const sockets = await Promise.all(nodes.map(({ base }) => connect(at(base, ann))))
    for (const each of sockets) await each.open(uuid)
    for (const each of sockets) await each.push(1, [[quirk(8192 * each.client + 1)]])
    for (const each of sockets) await expect.poll(() => each.seqs).toEqual([1, 2, 3])
    const holder = nodes.findIndex(({ rooms }) => rooms.isOpen(uuid))
    const [left] = nodes.splice(holder, 1)
    await left?.end()
    for (const each of sockets) expect(await each.closed).toBe(1012)
    const { base } = node(0)
    const again = await connect(at(base, ann))
    expect(await again.open(uuid)).toMatchObject({ head: 3 })
    await again.push(1, [[quirk(8192 * again.client + 1)]])
    expect(await seqsOf(node(1).base, ann, uuid)).toEqual([1, 2, 3, 4])
    await start()
  })

  it('answer nothing of a node whose lease another one has taken', async () => {
    const ann = await somebody(node(0).base)
    const uuid = await projectOf(node(0).base, ann)
    const first = await connect(at(node(0).base, ann))
    await first.open(uuid)
    await first.push(1, [[quirk(8192 * first.client + 1)]])
    const holder = nodes.find(({ rooms }) => rooms.isOpen(uuid)) as ServedNode
    const other = nodes.find((each) => each !== holder) as ServedNode
    // As if the others had believed in it no more.
    await holder.nodes.truth.sql`UPDATE project SET node = NULL WHERE uuid = ${uuid}`
    const second = await connect(at(other.base, ann))
    expect(await second.open(uuid)).toMatchObject({ head: 1 })
    await second.push(1, [[quirk(8192 * second.client + 1)]])
    const pushed = first.push(2, [[quirk(8192 * first.client + 2)]]).then(
      () => 'acknowledged',
      () => 'refused',
    )
    expect(await Promise.race([pushed, first.closed])).not.toBe('acknowledged')
    await first.closed
    expect(await seqsOf(other.base, ann, uuid)).toEqual([1, 2])
  })

  it('write a project of an earlier layout anew before anything is added to it', async () => {
    const ann = await somebody(node(0).base)
    const uuid = await projectOf(node(0).base, ann)
    const { sql } = node(0).nodes.truth
    const holder = () => nodes.find(({ rooms }) => rooms.isOpen(uuid))
    await holder()?.rooms.handOver(uuid)
    await sql`UPDATE project SET layout = ${layoutVersion - 1} WHERE uuid = ${uuid}`
    const first = await connect(at(node(0).base, ann))
    await first.open(uuid)
    await first.push(1, [[quirk(8192 * first.client + 1)]])
    const [row] = await sql<{ layout: number; base: string; head: string }[]>`
SELECT layout, base, head FROM project WHERE uuid = ${uuid}`
    expect(row?.layout).toBe(layoutVersion)
    expect(Number(row?.head)).toBeGreaterThan(Number(row?.base))
    expect(Number(row?.base)).toBeGreaterThan(0)
    first.socket.terminate()
    await holder()?.rooms.handOver(uuid)
    for (const { base } of nodes) expect(await seqsOf(base, ann, uuid)).toEqual([1])
  })

  it('make projects of one that another node has open, and give the same of it wherever they are asked', async () => {
    const ann = await somebody(node(0).base)
    const uuid = await projectOf(node(0).base, ann)
    const holder = (await holderOf(nodes)) as ServedNode
    const [other, third] = nodes.filter((each) => each !== holder) as [ServedNode, ServedNode]
    /** From now on a node has it that does not change accounts. */
    const moved = async () => {
      for (const each of nodes) if (each.rooms.isOpen(uuid)) await each.rooms.handOver(uuid)
      const socket = await connect(at(other.base, ann))
      await socket.open(uuid)
      expect(other.rooms.isOpen(uuid)).toBe(true)
      return socket
    }
    const first = await moved()
    await first.push(1, [[quirk(8192 * first.client + 1, 'Garden')]])
    first.socket.terminate()
    const inProject = `/v1/thicket/projects/${uuid}`
    const version = await at(third.base, ann).call(`${inProject}/versions`, 'POST', { name: 'First' })
    expect(version.status).toBe(200)
    const path = `${inProject}/versions/${version.body.id}/project`
    const made = [await at(third.base, ann).call(path, 'POST', { name: 'Of a version' })]
    await moved()
    const saved = { name: 'A copy', orig_project_uuid: uuid }
    made.push(await at(third.base, ann).call('/web/api/v2/projects/saveas', 'POST', saved))
    await moved()
    const files = await Promise.all(
      nodes.map(async ({ base }) => (await fetch(`${base}/web/api/v2/projects/${uuid}/qrk`, bearer(ann))).bytes()),
    )
    for (const file of files) expect(Buffer.from(file.subarray(0, 6)).toString()).toBe('SQLite')
    const reports = await Promise.all(
      nodes.map(async ({ base }) => {
        const answer = await fetch(`${base}/web/api/v2/quirks/projects/${uuid}/report`, bearer(ann))
        return `${answer.status} ${await answer.text()}`
      }),
    )
    expect(new Set(reports).size).toBe(1)
    const form = new FormData()
    form.append('name', 'Sent')
    form.append('qrkFile', new Blob([files[0] as Uint8Array<ArrayBuffer>]), 'sent.qrk')
    const headers = { ...bearer(ann).headers, origin: third.base }
    const sent = await fetch(`${third.base}/web/api/v2/projects/file`, { method: 'POST', headers, body: form })
    made.push({ status: sent.status, body: (await sent.json()) as Record<string, unknown> })
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { body } of made)
      for (const { base } of nodes) {
        const read = await at(base, ann).call(`/web/api/v2/projects/${body.project_uuid}/json`)
        expect(JSON.stringify(read.body)).toContain('Garden')
      }
  })

  it('say so where a node ends before it has answered a call that cannot be made again', async () => {
    const ending = createServer((asked) => asked.once('data', () => asked.destroy()))
    await new Promise<void>((resolve) => ending.listen(0, '127.0.0.1', resolve))
    const { port } = ending.address() as AddressInfo
    const body = new Blob([new Uint8Array(200_000)]).stream()
    const call = new Request('http://thicket/web/api/v2/projects/file', {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    const passed = await openPassed(call, node(0).nodes.signing, {})
    const answer = await passed.send(`http://127.0.0.1:${port}`, async () => true)
    if (answer === 'notReached') throw new Error('it was reached')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ problem: { kind: 'storageFailed' } })
    ending.close()
  })

  it('take a right away everywhere', async () => {
    const [ann, ben] = [await somebody(node(0).base), await somebody(node(1).base)]
    const uuid = await projectOf(node(0).base, ann)
    const shared = await at(node(1).base, ann).call(`/web/api/v2/projects/${uuid}/share`, 'POST', {
      email: ben.email,
      access_right: 'write',
    })
    expect(shared.status).toBe(200)
    const his = await connect(at(node(2).base, ben))
    expect(await his.open(uuid)).toMatchObject({ status: 'open', author: ben.name })
    const taken = await at(node(0).base, ann).call(`/web/api/v2/projects/${uuid}/share?user=${ben.email}`, 'DELETE')
    expect(taken.status).toBe(200)
    expect(await his.closed).toBe(4000)
    for (const { base } of nodes)
      expect((await at(base, ben).call(`/v1/thicket/projects/${uuid}/events?since=0`)).status).toBe(404)
  })

  it('admit by a ticket once, whichever of them are asked at the same time', async () => {
    const ann = await somebody(node(0).base)
    const ticket = await ticketOf(at(node(0).base, ann))
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const { base } = node(i % nodes.length)
        const { WebSocket } = await import('ws')
        const socket = new WebSocket(`${base.replace('http', 'ws')}/v1/thicket?ticket=${ticket}`, { origin: base })
        const isOpen = await new Promise<boolean>((resolve) => {
          socket.on('open', () => resolve(true))
          socket.on('error', () => resolve(false))
        })
        socket.terminate()
        return isOpen
      }),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  it('note who did what once, wherever it was done, and any of them tells it', async () => {
    const [ann, ben] = [await somebody(node(0).base), await somebody(node(1).base)]
    const uuid = await projectOf(node(0).base, ann)
    const body = { email: ben.email, access_right: 'read' }
    const shared = await at(node(1).base, ann).call(`/web/api/v2/projects/${uuid}/share`, 'POST', body)
    expect(shared.status).toBe(200)
    for (const { base } of nodes) {
      const socket = await connect(at(base, ben))
      await socket.open(uuid)
      socket.socket.terminate()
    }
    const told = await at(node(1).base, ben).call(`/v1/thicket/projects/${uuid}/exports`, 'POST', { form: 'xlsx' })
    expect(told.status).toBe(200)
    for (const { base } of nodes) {
      const { body } = await at(base, ann).call(`/v1/thicket/projects/${uuid}/audit`)
      const entries = body.entries as { event: string; person: string; other: string | null }[]
      const said = entries.map(({ event, person, other }) => [event, person, other].filter(Boolean).join(' '))
      expect(said).toEqual([
        `projectExported ${ben.name}`,
        `projectOpened ${ben.name}`,
        `share ${ann.name} ${ben.name}`,
      ])
    }
  })

  it('go on with a recording that one of them heard when it was believed in no more; it is counted once, and any of them brings its result', async () => {
    const ann = await somebody(node(0).base)
    const uuid = await projectOf(node(1).base, ann)
    const to = listener()
    const pems = await Promise.all(
      nodes.map(async ({ base }) => (await fetch(`${base}/web/api/transcription/pem`, bearer(ann))).text()),
    )
    expect(new Set(pems).size).toBe(1)
    const path = `/web/api/transcription/${uuid}`
    const form = await recordingForm({ call: async () => new Response(pems[0]) }, to, 4)
    const holder = await holderOf(nodes)
    const other = nodes.find((each) => each !== holder) as ServedNode
    const headers = { ...bearer(ann).headers, origin: other.base }
    const sent = await fetch(other.base + path, { method: 'POST', headers, body: form })
    expect(sent.status).toBe(200)
    const { id } = (await sent.json()) as { id: string }
    const told = (base: string) => at(base, ann).call(`${path}/${id}`)
    await expect.poll(async () => (await told(other.base)).body.Status, { timeout: 20_000 }).toBe('running')
    await accountsMoved(nodes)
    writeFileSync(join(folder, 'go'), '')
    for (const { base } of nodes) {
      await expect.poll(async () => (await told(base)).body.Status, { timeout: 20_000 }).toBe('success')
      expect(openedResult((await told(base)).body, to)).toEqual(transcriptOf(heardLate))
      const left = await at(base, ann).call('/web/api/transcription/secs')
      expect(left.body.secondsRemaining).toBeCloseTo(56, 0)
    }
    const hearing = () =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter(({ parentPath }) =>
        parentPath.includes('hearing'),
      )
    await expect.poll(hearing, { timeout: 20_000 }).toEqual([])
    expect((await at(node(1).base, ann).call(`${path}/${id}`, 'PATCH')).status).toBe(200)
    const kept = () => node(0).nodes.truth.sql`SELECT name FROM kept`
    await expect.poll(async () => [...(await kept())], { timeout: 20_000 }).toEqual([])
  })

  it('hear nobody at the address of nodes who has not their secret, and no call twice', async () => {
    const ann = await somebody(node(0).base)
    const [row] = await node(0).nodes.truth.sql<{ address: string }[]>`SELECT address FROM node
WHERE id = ${node(0).nodes.truth.id}`
    const address = row?.address ?? ''
    const path = '/web/api/v2/projects'
    const call = (signed?: string) =>
      fetch(address + path, {
        headers: { authorization: `Bearer ${ann.token}`, ...(signed && { [signedBy]: signed }) },
      })
    expect((await call()).status).toBe(403)
    expect((await call(openSigning(randomBytes(12).toString('hex')).sign('GET', path))).status).toBe(403)
    const { signing } = node(0).nodes
    expect((await call(signing.sign('POST', path))).status).toBe(403)
    const signed = signing.sign('GET', path)
    expect((await call(signed)).status).not.toBe(403)
    expect((await call(signed)).status).toBe(403)
  })
})

/** What is appended under a lease is there for good, in one order, and under no lease that is over; in a database of its own. */
function truthCases(): void {
  let url: string
  let folder: string
  const open: Truth[] = []

  beforeAll(async () => {
    const sql = connectTo(postgres.url, { max: 1 })
    await sql`CREATE DATABASE truth`
    await sql.end()
    url = postgres.url.replace(/postgres$/, 'truth')
    folder = mkdtempSync(join(tmpdir(), 'thicket-truth-'))
  })
  afterAll(async () => {
    await Promise.all(open.map((truth) => truth.close()))
    rmSync(folder, { recursive: true, force: true })
  })

  const node = async (options: Partial<TruthOptions> = {}) => {
    const address = `http://node-${open.length}`
    const truth = await openTruth({ url, address, version: '1', warn: () => {}, ...options })
    open.push(truth)
    return truth
  }

  let projects = 0
  /** A new one with a table of numbers. */
  const newProject = async (truth: Truth): Promise<string> => {
    projects += 1
    const uuid = `00000000-0000-4000-8000-${String(projects).padStart(12, '0')}`
    const path = join(folder, `${uuid}.new`)
    const db = openNode(path)
    db.exec('CREATE TABLE steps (n INTEGER PRIMARY KEY, by TEXT NOT NULL)')
    db.close()
    expect(await truth.create(uuid, path)).toBe(true)
    return uuid
  }

  const replay: Replay = async (path, sets) => {
    const db = openNode(path)
    for (const set of sets) db.take?.(set)
    db.close()
    return ok(undefined)
  }

  let caches = 0
  const cacheOf = (uuid: string, token: number): string => {
    caches += 1
    return join(folder, `${uuid}.${token}.${caches}`)
  }
  /** The project opened at a node, as its rooms would. */
  const take = async (truth: Truth, uuid: string) => {
    let isLost = false
    const claimed = await truth.claim(
      uuid,
      (token) => cacheOf(uuid, token),
      replay,
      () => {
        isLost = true
      },
    )
    if (isProblem(claimed)) return claimed.problem
    const db = openNode(claimed.ok.path)
    db.record?.()
    return {
      db,
      path: claimed.ok.path,
      isLost: () => isLost,
      step: (n: number, by: string) => {
        db.run('INSERT INTO steps VALUES (?, ?)', [n, by])
        return truth.append(uuid, db.changes?.() as Uint8Array)
      },
    }
  }
  const taken = async (truth: Truth, uuid: string) => {
    const opened = await take(truth, uuid)
    if ('kind' in opened) throw new Error(JSON.stringify(opened))
    return opened
  }
  const stepsOf = (db: Db) => db.all<{ n: number; by: string }>('SELECT n, by FROM steps ORDER BY n').map(({ n }) => n)

  describe('a project of several nodes', () => {
    it('is at the next node what it was at the one before, and at one node at a time', async () => {
      const [a, b] = [await node(), await node()]
      const uuid = await newProject(a)
      const first = await taken(a, uuid)
      await Promise.all([1, 2, 3].map((n) => first.step(n, 'a')))
      expect(await take(b, uuid)).toMatchObject({ kind: 'storageFailed' })
      expect(await b.owner(uuid)).toEqual({ address: 'http://node-0' })
      expect(await a.owner(uuid)).toBeNull()
      await a.putBase(uuid, first.path)
      await first.step(4, 'a')
      await a.release(uuid)
      const second = await taken(b, uuid)
      expect(stepsOf(second.db)).toEqual([1, 2, 3, 4])
    })

    /** A node that has written the first step, and another one that has the lease since. */
    const stolen = async (a: Truth, b: Truth) => {
      const uuid = await newProject(a)
      const first = await taken(a, uuid)
      await first.step(1, 'a')
      await steal(a)
      return { uuid, first, second: await taken(b, uuid) }
    }

    it('takes nothing of a node that has lost its lease, and all of the one that has it', async () => {
      const [a, b] = [await node(), await node()]
      const { uuid, first, second } = await stolen(a, b)
      await second.step(2, 'b')
      await expect(first.step(3, 'a')).rejects.toThrow(Fenced)
      expect(first.isLost()).toBe(true)
      await expect(a.putBase(uuid, first.path)).rejects.toThrow(Fenced)
      await b.release(uuid)
      expect(stepsOf((await taken(b, uuid)).db)).toEqual([1, 2])
    })

    it('loses what was acknowledged where the condition on the token is taken out', async () => {
      const statement = appendSql.replace('AND p.token = e.token AND p.head = e.first - 1', 'AND p.head = e.first - 1')
      const without = statement.replace('AND e.token = p.token', '')
      expect(without).not.toContain('p.token')
      const [a, b] = [await node({ statement: without }), await node({ statement: without })]
      const { first, second } = await stolen(a, b)
      // It is acknowledged by the node that has lost its lease …
      await first.step(2, 'a')
      expect(first.isLost()).toBe(false)
      // … and the one that has it has never seen it.
      expect(stepsOf(second.db)).toEqual([1])
      await expect(second.step(3, 'b')).rejects.toThrow(Fenced)
    })

    it('is taken while another node starts, and that starts, though somebody has been reading what it is made of for long', async () => {
      const a = await node()
      const uuid = await newProject(a)
      const reader = connectTo(url, { max: 1 })
      try {
        await reader.begin(async (one) => {
          await one`SELECT count(*) FROM base_part`
          const b = await node()
          expect((await taken(b, uuid)).isLost()).toBe(false)
        })
      } finally {
        await reader.end()
      }
    })

    it('is of a node that has its lock as soon as it is seen; one that PostgreSQL has heard of since it started is gone without it', async () => {
      const [a, b] = [await node(), await node()]
      // As if PostgreSQL had just started.
      const isThereAtFirst = isThere.replace(`interval '5 s'`, `interval '1 day'`)
      const there = async (id: string) => {
        const [found] = await b.sql`SELECT 1 FROM node n WHERE id = ${id} AND ${b.sql.unsafe(isThereAtFirst)}`
        return found !== undefined
      }
      expect(await there(a.id)).toBe(true)
      const gone = randomUUID()
      await b.sql`INSERT INTO node (id, address, version, until) VALUES (${gone}, '', '1', now() + interval '1 day')`
      expect(await there(gone)).toBe(false)
      await b.sql`UPDATE node SET renewed = pg_postmaster_start_time() - interval '1 s' WHERE id = ${gone}`
      expect(await there(gone)).toBe(true)
    })

    it('is gone for whoever has it open when it was removed', async () => {
      const a = await node()
      const uuid = await newProject(a)
      const first = await taken(a, uuid)
      await a.remove(uuid)
      await expect(first.step(1, 'a')).rejects.toThrow(Fenced)
      expect(await take(a, uuid)).toMatchObject({ kind: 'projectNotFound' })
    })

    it('of a later layout is refused to older programs, which add nothing to it and read nothing of it; what they wrote before is there', async () => {
      const [older, newer] = [await node(), await node()]
      const later = layoutVersion + 1
      const uuid = await newProject(older)
      const first = await taken(older, uuid)
      await first.step(1, 'older')
      first.db.close()
      await older.release(uuid)
      const at = (token: number) => cacheOf(uuid, token)
      const claimed = await newer.claim(uuid, at, replay, () => {}, later)
      if (isProblem(claimed)) throw new Error(claimed.problem.kind)
      const { path, layout } = claimed.ok
      expect(layout).toBe(layoutVersion)
      const db = openNode(path)
      db.exec('ALTER TABLE steps ADD COLUMN more INTEGER NOT NULL DEFAULT 5')
      await newer.putBase(uuid, path, { instead: true, layout: later })
      db.record?.()
      db.run('INSERT INTO steps VALUES (?, ?, ?)', [2, 'newer', 7])
      await newer.append(uuid, db.changes?.() as Uint8Array)
      db.close()
      await newer.release(uuid)
      expect(await take(older, uuid)).toMatchObject({ kind: 'newerProject', version: later })
      const refused = await older.read(uuid, cacheOf(uuid, 0), replay)
      expect(refused).toMatchObject({ problem: { kind: 'newerProject', version: later } })
      const copy = cacheOf(uuid, 0)
      expect(await newer.read(uuid, copy, replay, later)).toMatchObject({ ok: { layout: later } })
      const read = openNode(copy)
      expect(read.all('SELECT n, by, more FROM steps ORDER BY n')).toEqual([
        { n: 1, by: 'older', more: 5 },
        { n: 2, by: 'newer', more: 7 },
      ])
      read.close()
    })

    it('is what a model says, whichever nodes take it from each other', async () => {
      const nodes = [await node(), await node(), await node()]
      const uuid = await newProject(nodes[0] as Truth)
      const model: number[] = []
      const random = seeded(7)
      let n = 0
      for (let turn = 0; turn < 12; turn += 1) {
        const holder = nodes[random(3)] as Truth
        const opened = await taken(holder, uuid)
        expect(stepsOf(opened.db)).toEqual(model)
        for (let steps = random(6); steps > 0; steps -= 1) {
          n += 1
          await opened.step(n, 'model')
          model.push(n)
        }
        if (random(2) === 0) {
          const whole = join(folder, `base-${turn}`)
          opened.db.run('VACUUM INTO ?', [whole])
          await holder.putBase(uuid, whole)
        }
        opened.db.close()
        if (random(3) === 0) await steal(holder)
        else await holder.release(uuid)
      }
    })
  })
}

/** Nodes that people pay at, in a database of their own. */
function paymentCases(): void {
  describe('nodes that take payments', () => {
    let fake: FakeStripe
    let url: string
    let prices: Prices
    const paid: ServedNode[] = []
    const student = 'student@example.org'

    beforeAll(async () => {
      fake = await openFakeStripe()
      const sql = connectTo(postgres.url, { max: 1 })
      await sql`CREATE DATABASE paid`
      await sql.end()
      url = postgres.url.replace(/postgres$/, 'paid')
      prices = priceList([priceAt(fake)], ['academic', 'student'])
      const payment = { ...fake.keys, host: fake.address, prices }
      for (const name of ['paid-1', 'paid-2']) paid.push(await serveNode(url, join(folder, name), { payment }))
    })
    afterAll(async () => {
      for (const each of paid) await each.end()
      await fake.close()
    })

    const byHolder = async () => {
      const holder = (await holderOf(paid)) as ServedNode
      return [holder, paid.find((each) => each !== holder) as ServedNode] as const
    }
    const ordered = async (base: string, email: string, sector: string) => {
      const form = new FormData()
      form.append('selectedConfig', JSON.stringify({ licence: 'cloud', sector, country: 'DE', frequency: 'year' }))
      form.append('registration', JSON.stringify({ name: 'Somebody', email, password: `the password of ${email}` }))
      if (sector === 'student') form.append('file', new Blob(['%PDF-1.7\n']), 'card.pdf')
      const headers = { origin: base }
      const answer = await fetch(`${base}/web/api/v2/register/checkout`, { method: 'POST', headers, body: form })
      return (await answer.json()) as { account: { access_token: string }; url?: string }
    }
    const told = async ({ base }: ServedNode, account: { access_token: string }) =>
      (await at(base, { token: account.access_token }).call('/web/api/user/data')).body
    const admin = async (words: string) => {
      const data = join(folder, 'command')
      mkdirSync(data, { recursive: true })
      writeFileSync(join(data, 'prices.json'), JSON.stringify(prices))
      return thicket(folder, ['admin', ...words.split(' ')], '', {
        ...stripeSettings(fake),
        THICKET_DATA: data,
        THICKET_DATABASE: url,
        THICKET_CLUSTER_SECRET: 'what all these nodes know',
      })
    }

    it('hear of Stripe at any of them, also after the one that changes accounts is another', async () => {
      const [, other] = await byHolder()
      const { account, url } = await ordered(other.base, 'buyer@example.org', 'academic')
      const subscription = fake.pay(String(url).split('/').at(-1) ?? '')
      expect(await told(other, account)).toMatchObject({ payment: { required: true } })
      // No event has come: whoever changes accounts now asks Stripe what has become of orders.
      await accountsMoved(paid)
      for (const each of paid)
        await expect
          .poll(() => told(each, account), { timeout: 20_000 })
          .toMatchObject({ payment: { required: false } })
      const before = fake.events.length
      fake.cancel(subscription.id, true)
      const [, third] = await byHolder()
      for (const event of fake.events.slice(before)) expect(await fake.send(third.base, event)).toBe(200)
      for (const each of paid) expect(await told(each, account)).toMatchObject({ subscriptions: [{ cancelled: true }] })
    })

    it('have the file of a student where the operator finds it, until it is decided; the decision is kept before it is mailed', async () => {
      const [, other] = await byHolder()
      const { account } = await ordered(other.base, student, 'student')
      await accountsMoved(paid)
      const listed = await admin(`students --into ${join(folder, 'copies')}`)
      const path = listed.stdout.trim().split('\t')[2] ?? ''
      expect(readFileSync(path, 'latin1')).toContain('%PDF')
      const decided = await admin(`students ${student} --approve`)
      expect(decided.stderr).toMatch(/^It is decided/)
      const mails = readdirSync(join(folder, 'command', 'mail'))
      expect(mails).toHaveLength(1)
      const sql = (paid[0] as ServedNode).nodes.truth.sql
      expect([...(await sql`SELECT name FROM kept`)]).toEqual([])
      for (const each of paid)
        await expect
          .poll(() => told(each, account), { timeout: 20_000 })
          .toMatchObject({
            payment: { order: { status: 'approved' } },
          })
      expect((await admin(`students ${student} --reject`)).code).toBe(1)
    })

    // The last of these: they serve nobody after it.
    it('bring accounts of an earlier layout to theirs; where a newer program changes them they serve nobody, and none starts', async () => {
      const { sql } = (paid[0] as ServedNode).nodes.truth
      const layout = async () => {
        const [row] = await sql<{ layout: number }[]>`SELECT layout FROM project WHERE uuid = ${accountsUuid}`
        return row?.layout
      }
      await sql`UPDATE project SET layout = ${accountsLayout - 1} WHERE uuid = ${accountsUuid}`
      await accountsMoved(paid)
      await expect.poll(layout, { timeout: 20_000 }).toBe(accountsLayout)
      const [, other] = await byHolder()
      const { account } = await ordered(other.base, 'later@example.org', 'academic')
      const them = { token: account.access_token }
      for (const each of paid)
        await expect.poll(() => told(each, account)).toMatchObject({ payment: { required: true } })
      await sql`UPDATE project SET layout = ${accountsLayout + 1}, node = NULL, token = token + 1 WHERE uuid = ${accountsUuid}`
      for (const { base } of paid) {
        await expect.poll(async () => (await fetch(`${base}/readyz`)).status, { timeout: 20_000 }).toBe(503)
        expect((await at(base, them).call('/web/api/v2/projects')).status).toBe(503)
      }
      await expect(serveNode(url, join(folder, 'paid-3'))).rejects.toThrow('a newer Thicket has run on this database')
      await expect(admin('list')).rejects.toThrow('another release')
    })
  })
}

/** The audit log of nodes says what that of one server says, and goes over into it and back. */
function auditCases(): void {
  const line = (n: number): NotedLine => ({
    at: n,
    event: n % 3 === 0 ? 'projectCopied' : 'projectOpened',
    account: `account ${n % 4}`,
    operator: n % 5 === 0,
    project: n % 7 === 0 ? null : `project ${n % 7}`,
    other: n % 2 === 0 ? `account ${n % 5}` : null,
    // Of these PostgreSQL holds none as it is.
    detail: n % 6 === 0 ? 'project 1' : n % 7 === 3 ? `a\0b\ud800${n}` : null,
    address: null,
    once: n % 10 < 2 ? null : `once ${n % 40}`,
  })
  const filters: AuditFilter[] = [
    {},
    { project: 'project 1' },
    { project: 'project 1', withOrigin: true, limit: 5 },
    { account: 'account 3', since: 20 },
    { account: 'account 3', project: 'project 2', limit: 2 },
    { since: 1000 },
  ]

  it('the audit log of nodes is what it is in a file, where it comes from one and where it becomes one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'thicket-audit-'))
    const [one, other] = [join(folder, 'one'), join(folder, 'other')]
    for (const data of [one, other]) mkdirSync(data)
    const sql = connectTo(postgres.url, { onnotice: () => {}, max: 2, fetch_types: false })
    await sql`CREATE DATABASE audit`
    const own = connectTo(postgres.url.replace(/postgres$/, 'audit'), {
      onnotice: () => {},
      max: 2,
      fetch_types: false,
    })
    await own.unsafe(tablesSql)
    const failures: unknown[] = []
    const table = auditTable(own, (error) => failures.push(error))
    const file = openAuditFile(one)
    for (let n = 0; n < 30; n += 1) file.add(line(n))
    await table.takeOver(keptLines(one))
    for (let n = 30; n < 60; n += 1) for (const store of [file, table]) store.add(line(n))
    await table.settled()
    const without = async (store: AuditStore, filter: AuditFilter) =>
      (await store.newest(filter)).map(({ id: _, ...rest }) => rest)
    for (const filter of filters) expect(await without(table, filter)).toEqual(await without(file, filter))
    const ids = (await table.newest({})).map(({ id }) => id)
    expect(await table.newest({ before: ids[3] ?? 0, limit: 2 })).toMatchObject([{ id: ids[4] }, { id: ids[5] }])
    for (const [of, start] of [
      ['project', 'project'],
      ['project', 'project 3'],
      ['account', 'account 2'],
      ['account', 'nobody'],
    ] as const) {
      const found = idsInAudit(one, of, start)
      expect((await table.ids(of, start)).length).toBe(found.length)
      if (found.length === 1) expect(await table.ids(of, start)).toEqual(found)
    }
    const copy = openAuditFile(other)
    for await (const lines of table.all()) for (const each of lines) copy.add(each)
    expect(await without(copy, {})).toEqual(await without(file, {}))
    await expect(own`UPDATE audit SET account = 'another'`).rejects.toThrow('is not changed')
    await expect(own`DELETE FROM audit`).rejects.toThrow('stays until its time is over')
    await expect(own`TRUNCATE audit`).rejects.toThrow('stays until its time is over')
    for (const store of [table, file]) store.sweep(50)
    await expect.poll(() => without(table, {})).toEqual(await without(file, {}))
    expect(failures).toEqual([])
    for (const store of [table, file, copy]) await store.close()
    await own.end()
    await sql.end()
    rmSync(folder, { recursive: true })
  })
}

/** As if a node had been frozen for longer than the others believe in it. */
async function steal(truth: Truth): Promise<void> {
  await truth.sql`UPDATE project SET node = NULL WHERE node = ${truth.id}`
}

/** Whole numbers below `most`, the same for the same seed. */
const seeded =
  (seed: number) =>
  (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor(seed / 65_536) % most
  }
