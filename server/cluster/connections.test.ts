/** What becomes of statements and transactions whose connections end: whoever asks is told, nothing is done by half, and what is asked next is answered. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { random } from '../../src/model/text/randomRich.ts'
import { type FaultyLink, openFaultyLink } from '../testing/faultyLink.ts'
import { startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { ConnectionEnded, openConnections, type Statements } from './connections.ts'

let server: TestPostgres
let link: FaultyLink
let sql: Statements
beforeAll(async () => {
  server = await startPostgres()
  const to = new URL(server.url)
  link = await openFaultyLink(Number(to.port), random(1))
  to.port = String(link.port)
  sql = openConnections(to.href, { max: 3 })
  await sql`CREATE TABLE done (n int)`
})
afterAll(async () => {
  await sql.end()
  await link.close()
  await server.end()
})
beforeEach(async () => {
  await sql`DELETE FROM done`
})
const done = async () => (await sql<{ n: number }[]>`SELECT n FROM done ORDER BY n`).map(({ n }) => n)

/** Ends what is connected by now, and lets in who comes then. */
const cut = () => {
  link.part('cut')
  link.mend()
}
const codeOf = (error: unknown) => (error as { code?: string }).code

it('a transaction is done as one, or not at all', async () => {
  expect(
    await sql.begin(async (one) => {
      await one`INSERT INTO done VALUES (1)`
      await one`INSERT INTO done VALUES (2)`
      return 'both'
    }),
  ).toBe('both')
  const thrown = sql.begin(async (one) => {
    await one`INSERT INTO done VALUES (3)`
    throw new Error('no')
  })
  await expect(thrown).rejects.toThrow('no')
  const passedOver = sql.begin(async (one) => {
    await one`INSERT INTO done VALUES (4)`
    await one`SELECT 1 / 0`.catch(() => {})
  })
  await expect(passedOver).rejects.toThrow('something in a transaction has failed')
  expect(await done()).toEqual([1, 2])
})

it('of a transaction whose connection ends nothing is done, neither before nor after, and the next one is sound', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    let after: Promise<unknown> | undefined
    const said = sql.begin(async (one) => {
      await one`INSERT INTO done VALUES (1)`
      cut()
      // What it asks while its connection ends, and then.
      await one`SELECT pg_sleep(60)`.catch(() => {})
      after = one`INSERT INTO done VALUES (2)`.then(() => 'done', codeOf)
      await after
    })
    await expect(said).rejects.toBeInstanceOf(ConnectionEnded)
    expect(await after).toBe('CONNECTION_ENDED')
    await sql.begin((one) => one`INSERT INTO done VALUES (${turn + 10})`)
  }
  expect(await done()).toEqual([10, 11, 12])
})

it('a transaction of which nothing is heard any more, as of a frozen node, ends, and whoever waits for what it has locked goes on', async () => {
  await sql`INSERT INTO done VALUES (1)`
  const frozen = openConnections(server.url, { max: 1, unheard: 200 })
  try {
    const silent = frozen.begin(async (one) => {
      await one`UPDATE done SET n = 2`
      await sql`UPDATE done SET n = 3`
    })
    await expect(silent).rejects.toBeInstanceOf(ConnectionEnded)
    await expect.poll(done).toEqual([3])
  } finally {
    await frozen.end()
  }
})

it('what is asked as soon as a connection has ended is answered, though others end at the same time', async () => {
  const several = () => Promise.all([1, 2, 3].map((n) => sql`SELECT ${n}::int, pg_sleep(0.01)`))
  for (let turn = 0; turn < 5; turn += 1) {
    await several()
    const waits = sql`SELECT pg_sleep(60)`.execute()
    const refused: unknown[] = []
    const again = waits.catch(async (error: unknown) => {
      refused.push(codeOf(error))
      for (;;)
        try {
          return await sql`SELECT 'answered' AS word`
        } catch (error) {
          refused.push(codeOf(error))
        }
    })
    await sql`SELECT 1`
    cut()
    expect([...(await again)]).toEqual([{ word: 'answered' }])
    // Not: CONNECT_TIMEOUT, of a connection on which nothing was said.
    expect(refused).toEqual(['CONNECTION_CLOSED'])
  }
})
