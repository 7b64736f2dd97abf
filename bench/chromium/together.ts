/**
 * Three people on one project of a real server of many people, each in a browser of their own: its owner, one who may write (and now and
 * then may not), one who may read. All work at random for a while, by the page's own means and by its handle, over roads that are cut.
 * Nobody's caret or scroll moves by what others do, no page complains, and at the end all copies are the room's project: with all that
 * anybody was told is done, and nothing by the reader but what they have said.
 */
import { join } from 'node:path'
import { type Random, seeded } from '../../fixtures/random.ts'
import { newContext } from '../../fixtures/testing/chromium.ts'
import { openSlowNetwork } from '../../fixtures/testing/slowNetwork.ts'
import { openLog } from '../../server/base/log.ts'
import { testFolder } from '../../server/testing/serve.ts'
import { type ServedCloud, type Someone, serveCloud } from '../../server/testing/serveCloud.ts'
import { mayWrite } from '../../src/model/access.ts'
import type { HistoryPage } from '../../src/model/history.ts'
import type { Row, Table } from '../../src/model/schema.ts'
import { baseQuirks, chooseAct, openSource, ready } from './together/acts.ts'
import { differences, lost, moved, wordsIn, writtenBy } from './together/judge.ts'
import { installKit, type PagePlace } from './together/pageKit.ts'
import { lineName, type Person, run, shared, whole } from './together/person.ts'

export interface TogetherFigures {
  seconds: number
  acts: Record<string, number>
  /** Cut connections, times without a way to the server, times in which the browser was offline. */
  cuts: number
  closed: number
  offline: number
  rights: number
  /** How often caret and scroll were looked at while others worked. */
  looks: number
  told: number
  /** Of what was told: refused since the right to write was gone, and set aside. */
  setAside: number
  steps: number
  rows: number
}

const lines = 60
const wide = { viewport: { width: 1280, height: 800 }, locale: 'en-GB' }
/** What a network that is away writes on the console, and what the server refuses. */
const network = /net::ERR_|status of (401|403|409|502)|WebSocket connection to/
/** CodeMirror's own, after a leap to lines that it had not measured: it goes on in the next frame. */
const measuring = /Measure loop restarted/
/** Chromium, where a page that the service worker answers has named files ahead: they are fetched once more, from its cache. */
const fetchedAhead = /preloaded using link preload|A preload for /

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Throws where something is lost, moved or written that must not be. */
export async function together(seed: number, seconds: number): Promise<TogetherFigures> {
  const errors: string[] = []
  const server = await serveCloud(testFolder(), {
    page: join(import.meta.dirname, '../../dist/web'),
    log: openLog('error', (line) => /"level":"error"/.test(line) && errors.push(line)),
  })
  const people: Person[] = []
  try {
    return await work(server, people, seed, seconds, errors)
  } finally {
    for (const { context, road } of people) {
      await context.close().catch(() => {})
      await road.close()
    }
    await server.end()
  }
}

async function work(
  server: ServedCloud,
  people: Person[],
  seed: number,
  seconds: number,
  errors: readonly string[],
): Promise<TogetherFigures> {
  const accounts = [await server.person('Ona'), await server.person('Wim'), await server.person('Rea')] as const
  const [ona, wim] = accounts
  const uuid = await ona.project('Together')
  await ona.share(uuid, wim, 'write')
  await ona.share(uuid, accounts[2], 'read')
  const [owner, , reader] = (await Promise.all(
    accounts.map(async (account, i) => {
      const person = await enter(server, account, uuid, [5 + i * 20, 15 + i * 20])
      people.push(person)
      return person
    }),
  )) as [Person, Person, Person]
  await furnish(owner)
  await Promise.all(
    people.map(async (person) => {
      await person.page.locator('.sources-row-open', { hasText: shared }).waitFor({ timeout: 60_000 })
      await openSource(person, shared)
    }),
  )

  const figures: TogetherFigures = {
    seconds,
    acts: {},
    cuts: 0,
    closed: 0,
    offline: 0,
    rights: 0,
    looks: 0,
    told: 0,
    setAside: 0,
    steps: 0,
    rows: 0,
  }
  const faults: string[] = []
  const ends = performance.now() + seconds * 1000
  // On a busy machine too, everybody does something.
  const goesOn = () => (performance.now() < ends || people.some(({ acts }) => acts < 3)) && faults.length < 8
  await Promise.all([
    ...people.map((person, i) => live(person, seeded(seed * 10 + i), goesOn, figures, faults)),
    ...people.map((person, i) => weather(person, seeded(seed * 10 + 4 + i), goesOn, figures)),
    rights(ona, wim, uuid, seeded(seed * 10 + 8), goesOn, figures),
  ])
  await ona.again().then((again) => again.share(uuid, wim, 'write'))
  const room = await settled(await ona.again(), uuid, people, faults)
  figures.rows = Object.values(room).reduce((sum, rows) => sum + rows.length, 0)
  for (const person of people) {
    const aside = (await person.page.evaluate(() => window.together.handle()?.setAsideAsFile())) ?? '[]'
    figures.told += person.told.length
    figures.setAside += person.told.filter(({ key }) => aside.includes(key) || wordsIn(aside).includes(key)).length
    faults.push(
      ...lost(person, room, aside).map(
        (what) => `${person.name} was told of ${what}, and it is not there; notices: ${person.notices.join(' ')}`,
      ),
    )
    faults.push(...person.complaints.map((words) => `${person.name}: ${words}`))
  }
  faults.push(...writtenBy(reader.name, room).map((what) => `the reader wrote ${what}`))
  const done = await ona.again()
  const history = async (author: string) => {
    const response = await done.call(`/v1/thicket/projects/${uuid}/history?limit=500&author=${author}`)
    return (await response.json()) as HistoryPage
  }
  const its = await history(reader.name)
  figures.steps = its.head
  const beyond = its.entries.filter(({ parts }) => parts.some(({ table }) => table !== 'chat_messages'))
  faults.push(...beyond.map(({ seq }) => `the reader did step ${seq}`))
  faults.push(...errors)
  if (faults.length > 0) throw new Error(`seed ${seed}:\n${faults.slice(0, 20).join('\n')}\n${JSON.stringify(figures)}`)
  return figures
}

/** A browser of their own on a road of its own, signed in, with the project open. */
async function enter(server: ServedCloud, account: Someone, uuid: string, zone: [number, number]): Promise<Person> {
  const road = await openSlowNetwork(server.port)
  const context = await newContext(wide)
  await context.addInitScript(installKit)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.stack ?? String(error)))
  page.on('console', (message) => {
    if (
      /error|warning/.test(message.type()) &&
      ![network, measuring, fetchedAhead].some((words) => words.test(message.text()))
    )
      complaints.push(message.text())
  })
  const person: Person = {
    name: account.name,
    account,
    context,
    road,
    page,
    zone,
    told: [],
    complaints,
    notices: [],
    open: '',
    acts: 0,
  }
  await page.goto(`http://127.0.0.1:${road.port}/web/#/projects/${uuid}`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.desk').waitFor({ timeout: 60_000 })
  await ready(person)
  return person
}

async function furnish(owner: Person): Promise<void> {
  const long = Array.from(
    { length: lines },
    (_, i) => `<p>${lineName(i)} what was told, with the word w${i}w in it.</p>`,
  ).join('')
  const sources = [shared, 'Field one', 'Field two', 'Field three'].map((title, i) => ({
    title,
    html: i === 0 ? long : '<p>I trusted him until the letter came.</p><p>And then <b>nobody</b> spoke of it.</p>',
  }))
  const done = await run(owner, 'importSources', { sources })
  if ('problem' in done) throw new Error(JSON.stringify(done.problem))
  for (const [i, title] of baseQuirks.entries())
    await run(owner, 'createQuirk', { title, x: 100 + 150 * (i % 2), y: 100 + 150 * (i >> 1) })
}

/** One act after the other; between them the person looks at the text, and nothing may move. */
async function live(
  person: Person,
  random: Random,
  goesOn: () => boolean,
  figures: TogetherFigures,
  faults: string[],
): Promise<void> {
  let rightsBefore = figures.rights
  while (goesOn()) {
    person.acts += 1
    const writes = await person.page.evaluate(() => window.together.handle()?.state.access ?? 'read')
    const act = chooseAct(random, mayWrite(writes))
    const rightsThen = figures.rights
    let what = ''
    try {
      what = await act(person, random)
    } catch (error) {
      const now = await person.page.evaluate(() => window.together.handle()?.state.access).catch(() => null)
      // Whose right to write goes in the middle finds no editor any more.
      if (now === writes && (person.name !== 'Wim' || rightsThen === figures.rights))
        faults.push(`${person.name}, act ${person.acts} (${act.name}): ${error instanceof Error ? error.stack : error}`)
      what = 'interrupted'
      await person.page.keyboard.press('Escape')
    }
    figures.acts[what] = (figures.acts[what] ?? 0) + 1
    await rest(300)
    const before = await place(person)
    await rest(200 + random.below(1200))
    const after = await place(person)
    figures.looks += 1
    // Elsewhere others write in the same lines; what Wim has just typed goes where his right went before it was taken.
    const isLookedAt = person.open === shared && (person.name !== 'Wim' || rightsBefore === figures.rights)
    rightsBefore = rightsThen
    const jump = isLookedAt ? moved(before, after) : null
    if (jump) faults.push(`${person.name} after act ${person.acts} (${what}): ${jump}`)
  }
}

async function place({ page, notices }: Person): Promise<PagePlace> {
  const { at, heard } = await page.evaluate(() => ({
    at: window.together.place(),
    heard: window.together.notices.splice(0),
  }))
  notices.push(...heard)
  return at
}

/** The road of one person: cut, closed for a while, or the browser is offline. */
async function weather(
  { road, context }: Person,
  random: Random,
  goesOn: () => boolean,
  figures: TogetherFigures,
): Promise<void> {
  const to = road.to
  while (goesOn()) {
    await rest(1000 + random.below(9000))
    if (!goesOn()) return
    const kind = random.from(['cuts', 'closed', 'offline'] as const)
    figures[kind] += 1
    if (kind === 'closed') road.to = null
    if (kind === 'offline') await context.setOffline(true)
    if (kind !== 'offline') road.cut()
    await rest(200 + random.below(4000))
    road.to = to
    if (kind === 'offline') await context.setOffline(false)
  }
}

/** The owner takes the right to write away, and gives it back. */
async function rights(
  ona: Someone,
  wim: Someone,
  uuid: string,
  random: Random,
  goesOn: () => boolean,
  figures: TogetherFigures,
): Promise<void> {
  while (goesOn()) {
    await rest(6000 + random.below(15_000))
    // A token is good for ten minutes.
    const now = await ona.again()
    for (const right of ['read', 'write'] as const) {
      if (!goesOn()) return
      await now.share(uuid, wim, right)
      figures.rights += 1
      await rest(500 + random.below(4000))
    }
  }
}

/** The room's project, when every copy is the same. */
async function settled(
  owner: Someone,
  uuid: string,
  people: readonly Person[],
  faults: string[],
): Promise<Partial<Record<Table, readonly Row[]>>> {
  const until = performance.now() + 60_000
  for (;;) {
    const states = await Promise.all(
      people.map(({ page }) => page.evaluate(() => ({ ...window.together.handle()?.state }))),
    )
    const quiet = states.every(({ connection, waiting }) => connection === 'online' && waiting === 0)
    const room = (await (await owner.call(`/web/api/v2/projects/${uuid}/json`)).json()) as Partial<
      Record<Table, readonly Row[]>
    >
    const differ = (
      await Promise.all(
        people.map(async (person) => differences(await whole(person), room).map((what) => `${person.name}: ${what}`)),
      )
    ).flat()
    if (quiet && differ.length === 0) return room
    if (performance.now() > until) {
      if (!quiet) faults.push(`not at rest: ${JSON.stringify(states)}`)
      faults.push(...differ)
      return room
    }
    await rest(500)
  }
}
