/** What the driver of PostgreSQL makes of a connection that ends within a transaction: whoever asks is told, and the program goes on (`mends` in `install.mjs`). */
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { random } from '../../src/model/text/randomRich.ts'
import { type FaultyLink, openFaultyLink } from '../testing/faultyLink.ts'
import { startPostgres, type TestPostgres } from '../testing/postgres.ts'

let server: TestPostgres
let link: FaultyLink
let url: string
beforeAll(async () => {
  server = await startPostgres()
  const to = new URL(server.url)
  link = await openFaultyLink(Number(to.port), random(1))
  to.port = String(link.port)
  url = to.href
})
afterAll(async () => {
  await link.close()
  await server.end()
})

it('a statement of a transaction whose connection has ended fails, and the connection after it is sound', async () => {
  let ended = Promise.withResolvers<void>()
  const onclose = () => ended.resolve()
  const sql = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false, backoff: () => 0, onclose })
  for (let turn = 0; turn < 3; turn += 1) {
    const said = sql.begin(async (one) => {
      await one`SELECT 1`
      ended = Promise.withResolvers()
      link.part('cut')
      await ended.promise
      await expect(one`SELECT 2`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
      link.mend()
    })
    await expect(said).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    link.mend()
    expect([...(await sql`SELECT ${turn}::int AS n`)]).toEqual([{ n: turn }])
  }
  await sql.end()
})
