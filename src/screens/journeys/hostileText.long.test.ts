// Markup and script in every text that one person can put before another's eyes, on the cloud's page: the views show the words as they were
// written, and nothing of them is run or becomes an element. Which texts there are comes from the tables of projects and accounts: a new one
// fails until it is said here which views show it.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newContext } from '../../../fixtures/testing/chromium.ts'
import { testFolder } from '../../../server/testing/serve.ts'
import { type ServedCloud, type Someone, serveCloud } from '../../../server/testing/serveCloud.ts'
import { connect } from '../../../server/testing/socketClient.ts'
import { queryKey, writtenQuery } from '../../model/rules/analysis/savedQueries.ts'
import { statementKey, writtenStatement } from '../../model/rules/analysis/savedStatements.ts'
import { stopListKey } from '../../model/rules/analysis/stopList.ts'
import { none, type Row, schema, type Table, tables } from '../../model/schema.ts'

let server: ServedCloud
beforeAll(async () => {
  server = await serveCloud(testFolder(), { page: join(import.meta.dirname, '../../../dist/web') })
})
afterAll(() => server?.end())

/** Each part runs in some place of a page that takes text for markup. */
const hostile = (what: string) =>
  `${what} <img src=x onerror="window.hurt=1"><script>window.hurt=1</script>"'><svg onload=window.hurt=1>{{constructor.constructor("window.hurt=1")()}}`
/** As it is written, or as the server keeps it: what parts a path is none in the name of a file. */
const kept = (what: string) => (what === 'projects.name' ? hostile(what).replaceAll('/', '-') : hostile(what))
const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** A word of the stop list has no spaces, and fewer than a hundred letters. */
const stopWord = 'stop<img/src=x/onerror=window.hurt=1>'

/** Below the project's address, and what is done there until the texts are in sight. */
interface View {
  address: string
  open?: (page: Page) => Promise<void>
  /** How many letters of each text it shows; left out: all. */
  letters?: number
  /** Where they are; left out: in the page. */
  frame?: (page: Page) => Promise<Frame>
}

const button = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const openSource = (page: Page) => page.getByText('sources.title <img').first().click()

const views = {
  projects: { address: '/projects' },
  project: { address: '' },
  text: { address: '', open: openSource },
  memos: {
    address: '',
    open: async (page) => {
      await openSource(page)
      const shut = page.getByRole('button', { name: 'Show 1 memo' })
      await shut
        .or(page.getByRole('button', { name: 'Hide memos' }))
        .first()
        .waitFor()
      if (await shut.isVisible()) await shut.click()
    },
  },
  people: { address: '', open: button(/^Users: 1 other/) },
  sharing: { address: '', open: button('Share') },
  chat: { address: '', open: button(/^Chat/) },
  groups: { address: '', open: button('Groups') },
  questions: {
    address: '',
    open: async (page) => {
      await openSource(page)
      await button('All questions')(page)
      await page.getByRole('menuitem', { name: 'Questions…' }).click()
    },
  },
  properties: { address: '', open: button('Table of properties') },
  tree: { address: '/tree?quirkId=13' },
  quotes: { address: '/list' },
  query: { address: '/query', open: button(/^Query: /) },
  asked: {
    address: '/query',
    open: async (page) => {
      await button(/^Query: /)(page)
      await page.getByRole('menuitem', { name: 'query.title' }).or(page.getByRole('menuitemcheckbox')).first().click()
    },
  },
  stopList: { address: '/cloud', open: button(/^Stop list/) },
  statements: { address: '/console', open: button('Statements') },
  statement: {
    address: '/console',
    open: async (page) => {
      await button('Statements')(page)
      await page.getByRole('menuitem', { name: /^statement.title/ }).click()
    },
  },
  history: { address: '/history', letters: 60 },
  versions: { address: '/history', open: (page) => page.getByRole('tab', { name: 'Versions' }).click() },
  report: {
    address: '',
    open: async (page) => {
      await page.getByRole('navigation').getByRole('button', { name: 'Report' }).click()
      await page.getByRole('menuitem', { name: 'Preview report' }).click()
    },
    frame: async (page) => {
      const shown = await page.locator('.report-frame').elementHandle()
      return (await shown?.contentFrame()) as Frame
    },
  },
  sessions: { address: '/account' },
} satisfies Record<string, View>
type ViewName = keyof typeof views
/** Those that are of no project. */
const outside: readonly ViewName[] = ['projects', 'sessions']

/** The views that show a text, or why it is no text of anybody's. */
type Shown = readonly ViewName[] | string

const formOfItsOwn = 'what is taken has a form of its own'

/** Of each text of a project. Those that no other view shows, and all others too, are in the answers of the console. */
const ofProjects: Readonly<Record<string, Shown>> = {
  'sources.title': ['project', 'quotes', 'history', 'report'],
  'sources.icon': [],
  'questions.question': ['text', 'questions'],
  'question_answers.answer': ['text', 'quotes', 'report'],
  'quirks.title': ['tree', 'quotes', 'history', 'report'],
  'quirks.description': ['tree'],
  'quirks.color': formOfItsOwn,
  'memos.content': ['memos', 'report'],
  'groups.description': ['groups'],
  'quirk_shortcut_keys.shortcutKey': [],
  'source_metadata_keys.key': ['properties'],
  'source_metadata_values.value': ['properties'],
  'chat_messages.message': ['chat'],
  'preferences.key': [],
  'preferences.value': [],
}

/** What is written within other texts. */
const within: Readonly<Record<string, readonly ViewName[]>> = {
  'query.title': ['query'],
  'query.textSearch': ['asked'],
  'statement.title': ['statements'],
  'statement.sql': ['statement'],
  'version.name': ['versions'],
}

const address = 'an address of a mail, in its form'
const madeHere = 'made by the server'
/** Of each text that the server of many people keeps. A person's name stands as the author of all that they make. */
const ofAccounts: Readonly<Record<string, Shown>> = {
  'accounts.id': madeHere,
  'accounts.email': address,
  'accounts.name': ['projects', 'people', 'sharing', 'chat', 'memos', 'history', 'versions'],
  'accounts.password': madeHere,
  'accounts.region': madeHere,
  'accounts.language': 'one of ours',
  'accounts.factor': madeHere,
  'accounts.factorBegun': madeHere,
  'accounts.emailWaiting': address,
  'accounts.customer': 'an id of Stripe',
  'orders.id': madeHere,
  'orders.account': madeHere,
  'orders.kind': madeHere,
  'orders.config': 'only where accounts are paid for: shapes.LicenceConfig',
  'orders.price': 'an id of Stripe',
  'orders.discount': 'an id of Stripe',
  'orders.currency': 'of prices.json',
  'orders.session': 'an id of Stripe',
  'orders.status': madeHere,
  'subscriptions.id': 'an id of Stripe',
  'subscriptions.account': madeHere,
  'subscriptions.kind': madeHere,
  'subscriptions.status': 'a word of Stripe',
  'studentFiles.account': madeHere,
  'studentFiles.path': madeHere,
  'recovery.account': madeHere,
  'recovery.hash': madeHere,
  'sessions.id': madeHere,
  'sessions.account': madeHere,
  'sessions.access': madeHere,
  'sessions.former': madeHere,
  'sessions.refresh': madeHere,
  'sessions.agent': ['sessions'],
  'spent.refresh': madeHere,
  'spent.session': madeHere,
  'addresses.account': madeHere,
  'addresses.hash': madeHere,
  'links.hash': madeHere,
  'links.kind': madeHere,
  'links.email': address,
  'links.account': madeHere,
  'tries.key': madeHere,
  'projects.uuid': madeHere,
  'projects.owner': madeHere,
  'projects.name': ['projects', 'project'],
  'projects.path': madeHere,
  'shares.project': madeHere,
  'shares.account': madeHere,
  'shares.access': 'read or write',
  'invitations.project': madeHere,
  'invitations.email': address,
  'invitations.access': 'read or write',
  'authors.project': madeHere,
  'authors.account': madeHere,
  'authors.author': 'the name of an account',
  'notes.uuid': madeHere,
  'notes.path': madeHere,
  'notes.epoch': madeHere,
  'notes.hash': madeHere,
  'discarded.path': madeHere,
  'discarded.uuid': madeHere,
  'gone.account': madeHere,
  'gone.refresh': madeHere,
  'licences.hash': madeHere,
  'licences.type': 'one of ours',
  'licences.note': 'of the operator, to the operator’s terminal',
  'signing.key': madeHere,
}

const textsOf = (table: Table): string[] =>
  Object.entries(schema[table].columns).flatMap(([column, type]) => (type === 'text' ? [column] : []))

test('every text of a project and of an account is known here, with the views that show it', () => {
  const texts = tables.flatMap((table) => textsOf(table).map((column) => `${table}.${column}`))
  expect(Object.keys(ofProjects).sort()).toEqual(texts.filter((text) => !text.endsWith('.author')).sort())
  const accounts = new DatabaseSync(join(server.settings.data, 'accounts.sqlite'), { readOnly: true })
  const ofPeople = accounts
    .prepare(
      `SELECT t.name || '.' || c.name AS text FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND c.type = 'TEXT'`,
    )
    .all()
    .map(({ text }) => String(text))
  accounts.close()
  expect(Object.keys(ofAccounts).sort()).toEqual(ofPeople.sort())
})

/** A row of each table, hostile wherever it has words. */
const rowsBy = (author: string): readonly { [T in Table]: readonly [T, Row<T>] }[Table][] => {
  const by = { author, timestamp: Date.now() }
  const at = { sourceId: 11, questionId: 21 }
  const query = {
    title: hostile('query.title'),
    textSearch: hostile('query.textSearch'),
    filters: [],
    selectedQuirkId: none,
  }
  const statement = { title: hostile('statement.title'), sql: `-- ${hostile('statement.sql')}` }
  return [
    ['questions', { id: 21, question: hostile('questions.question'), questionOrder: 2 }],
    ['sources', { id: 11, title: hostile('sources.title'), icon: hostile('sources.icon'), ...by }],
    ['question_answers', { id: 12, ...at, answer: `<p>${escaped(hostile('question_answers.answer'))}</p>`, ...by }],
    [
      'quirks',
      {
        id: 13,
        title: hostile('quirks.title'),
        description: hostile('quirks.description'),
        color: '#112233',
        x: 100,
        y: 100,
        parentQuirkId: none,
        ...by,
      },
    ],
    ['groups', { id: 14, description: hostile('groups.description') }],
    ['group_quirks', { id: 18, groupId: 14, quirkId: 13 }],
    ['highlights', { id: 15, ...at, quirkId: 13, start: 0, length: hostile('question_answers.answer').length, ...by }],
    ['memos', { id: 16, ...at, start: 0, length: 5, content: hostile('memos.content'), ...by }],
    ['quirk_shortcut_keys', { quirkId: 13, shortcutKey: hostile('quirk_shortcut_keys.shortcutKey') }],
    [
      'source_metadata_keys',
      { id: 31, key: hostile('source_metadata_keys.key'), multipleChoice: 0, sortValuesAlphabetically: 0 },
    ],
    ['source_metadata_values', { id: 32, keyId: 31, value: hostile('source_metadata_values.value') }],
    ['source_metadatas', { id: 33, keyId: 31, valueId: 32, sourceId: 11, ...by }],
    ['chat_messages', { id: 17, message: hostile('chat_messages.message'), ...by }],
    ['preferences', { key: hostile('preferences.key'), value: hostile('preferences.value') }],
    ['preferences', { key: queryKey(1), value: writtenQuery(query) }],
    ['preferences', { key: statementKey(1), value: writtenStatement(statement) }],
    ['preferences', { key: stopListKey, value: JSON.stringify([{ value: stopWord, selected: true }]) }],
  ]
}

/** Signs in as a program that calls itself so. */
async function signInAs(person: Someone, agent: string): Promise<void> {
  const { status } = await server.call('/web/api/v2/auth/login', {
    method: 'POST',
    headers: { 'user-agent': agent },
    body: { email: person.email, password: person.password, regional_service_map: true },
  })
  expect(status).toBe(200)
}

/** Shuts what was opened before, a menu within a window too. */
async function openAt(page: Page, address: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.evaluate((hash) => {
    location.hash = hash
  }, address)
}

/** The words that a view has to show. */
function shownIn(view: ViewName): string[] {
  const { letters }: View = views[view]
  const all = Object.entries({ ...ofProjects, ...within, ...ofAccounts })
  const texts = all.filter(([, shown]) => typeof shown !== 'string' && shown.includes(view))
  return [...texts.map(([text]) => kept(text).slice(0, letters)), ...(view === 'stopList' ? [stopWord] : [])]
}

/** What the console answers of a table. Of an answer it tells the markup, in which the words are escaped. */
const answeredOf = (table: Table): string[] =>
  textsOf(table).flatMap((column) => {
    if (column === 'author') return [hostile('accounts.name')]
    const words = hostile(`${table}.${column}`)
    if (column === 'answer') return [escaped(words)]
    return ofProjects[`${table}.${column}`] === formOfItsOwn ? [] : [words]
  })

/** Of these words those that are not in sight as they are, in an element of their own or in a field. */
const notShown = (scope: Page | Frame, words: readonly string[]): Promise<string[]> =>
  scope.evaluate((sought) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    const seen = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility())
    const texts = [...fields, ...seen.map(({ textContent }) => textContent ?? '')]
    return sought.filter((one) => !texts.some((text) => text.includes(one)))
  }, words)

/** What of the words has become something else. */
const harm = (scope: Page | Frame) =>
  scope.evaluate(() => ({
    hurt: (window as { hurt?: unknown }).hurt ?? null,
    made: document.querySelectorAll('img[src="x"], svg[onload], [onerror]').length,
    scripts: [...document.scripts].filter(({ text }) => text.includes('window.hurt')).length,
  }))
const noHarm = { hurt: null, made: 0, scripts: 0 }

test('every text that a person writes is shown as it is in each view that has it, and nothing of it is run', async () => {
  const eve = await server.person('Eve')
  const ann = await server.person('Ann')
  const name = hostile('accounts.name')
  expect((await eve.send('PUT', '/web/api/user/account', { name })).status).toBe(200)
  const uuid = await eve.project(hostile('projects.name'))
  await eve.share(uuid, ann, 'write')
  const theirs = await connect(eve)
  const { author } = (await theirs.open(uuid)) as { author?: string }
  expect(author).toBe(name)
  const steps = rowsBy(name).map(([table, row]) => [
    { name: `${schema[table].operation}CreateOrUpdate`, args: { ...row, create: true } },
  ])
  expect(new Set(rowsBy(name).map(([table]) => table))).toEqual(new Set(tables))
  const answer = await theirs.push(1, steps)
  expect(answer.steps.map((step) => ('seq' in step ? 'done' : JSON.stringify(step)))).toEqual(steps.map(() => 'done'))
  await theirs.raw({ presence: { author: hostile('presence'), place: { sourceId: 11, questionId: 21 } } })
  const versions = `/v1/thicket/projects/${uuid}/versions`
  expect((await eve.send('POST', versions, { name: hostile('version.name') })).status).toBe(200)
  await signInAs(ann, hostile('sessions.agent'))

  const context = await newContext({ viewport: { width: 1280, height: 1600 }, locale: 'en-GB' })
  const page = await context.newPage()
  const dialogs: string[] = []
  const violations: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && violations.push(message.text()))
  await page.goto(`${server.base}/web/`)
  await page.getByLabel('Email').fill(ann.email)
  await page.getByLabel('Password', { exact: true }).fill(ann.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('projects.name <img src=x').first().waitFor()

  const ofProject = `/projects/${uuid}`
  for (const [view, how] of Object.entries(views) as [ViewName, View][]) {
    await openAt(page, outside.includes(view) ? how.address : ofProject + how.address)
    await how.open?.(page)
    const scope = (await how.frame?.(page)) ?? page
    await expect.poll(async () => [view, await notShown(scope, shownIn(view))]).toEqual([view, []])
    for (const frame of page.frames()) expect([view, await harm(frame)]).toEqual([view, noHarm])
  }
  // Those that no other view shows are here.
  await openAt(page, `${ofProject}/console`)
  for (const table of tables) {
    const field = page.getByRole('textbox', { name: 'SQL statement' })
    await field.fill(`SELECT * FROM ${table}`)
    await field.press('Control+Enter')
    await expect.poll(async () => [table, await notShown(page, answeredOf(table))]).toEqual([table, []])
    expect([table, await harm(page)]).toEqual([table, noHarm])
  }
  expect([dialogs, violations]).toEqual([[], []])
  theirs.socket.terminate()
  await context.close()
})
