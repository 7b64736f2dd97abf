/** What a person does in the proof, by the page's own means; what the page would be too slow for, in `commands.ts`. */
import type { Random } from '../../../fixtures/random.ts'
import { lineName, type Person, run, shared, textOf, travel, whole } from './person.ts'
import { randomCommand } from './randomCommand.ts'

/** Returns what it was, for the figures; throws where the page did not do it. */
export type Act = (person: Person, random: Random) => Promise<string>

const patience = 20_000
export const baseQuirks = ['Trust', 'Doubt', 'Hope', 'Fear']

export async function openSource(person: Person, title: string): Promise<string> {
  await leaveEditing(person)
  const { page } = person
  const row = page.locator('.sources-row-open', { hasText: title }).first()
  // The list may stand behind the text that is open.
  if (!(await row.isVisible()))
    await page
      .locator('.sources-tabs, .sources')
      .getByRole('button', { name: 'Sources' })
      .first()
      .click({ timeout: patience })
  await row.click({ timeout: patience })
  await person.page.locator('.cm-line').first().waitFor({ timeout: patience })
  person.open = title
  return 'opened'
}

async function leaveEditing({ page }: Person): Promise<void> {
  if ((await page.locator('.text-editing').count()) > 0) {
    await page.locator('.cm-content').press('F2', { timeout: patience })
    await page.locator('.text-editing').waitFor({ state: 'detached', timeout: patience })
  }
}

async function at(person: Person, n: number, word?: string): Promise<{ x: number; y: number }> {
  const found = await person.page.evaluate(([line, sought]) => window.together.find(line, sought), [
    lineName(n),
    word,
  ] as const)
  if (!found) throw new Error(`line ${n} of the shared text cannot be seen`)
  return found
}
const own = ({ zone: [from, to] }: Person, random: Random): number => from + random.below(to - from)

async function inShared(person: Person): Promise<void> {
  if (person.open !== shared) await openSource(person, shared)
}

/** Selects a word of the own lines, as somebody who reads. */
export const select: Act = async (person, random) => {
  await inShared(person)
  await leaveEditing(person)
  const n = own(person, random)
  const { x, y } = await at(person, n, `w${n}w`)
  await person.page.mouse.dblclick(x, y)
  return 'selected'
}

const quickCode: Act = async (person, random) => {
  await select(person, random)
  const { page } = person
  await page.getByRole('button', { name: /^Code with quirk/ }).waitFor({ timeout: patience })
  await page.keyboard.press('Enter')
  const box = page.getByRole('dialog', { name: 'Choose a quirk' })
  await box.waitFor({ timeout: patience })
  await page.keyboard.type(random.from(baseQuirks))
  await page.keyboard.press('Enter')
  await box.waitFor({ state: 'detached', timeout: patience })
  return 'quick-coded'
}

const type: Act = async (person, random) => {
  await inShared(person)
  const { page } = person
  const n = own(person, random)
  if ((await page.locator('.text-editing').count()) === 0) {
    const { x, y } = await at(person, n)
    await page.mouse.click(x, y)
    await page.keyboard.press('F2')
    await page.locator('.text-editing').waitFor({ timeout: patience })
  }
  const { x, y } = await at(person, n)
  await page.mouse.click(x, y)
  await page.keyboard.press('End')
  const word = `${person.name.toLowerCase()}${person.acts}x${random.below(1e6)}`
  await page.keyboard.type(` ${word}`, { delay: random.below(60) })
  if (random.chance(1, 6)) await page.keyboard.press('Enter')
  // Told as done is what the copy has: typing is handed on when it rests.
  for (let tries = 0; tries < 20; tries += 1) {
    await page.waitForTimeout(200)
    const { contents } = await whole(person)
    if (!contents.some(({ answers }) => answers.some(({ answer }) => answer.includes(word)))) continue
    const step = await page.evaluate(() => window.together.handle()?.history.undo?.id ?? null)
    person.told.push({ what: 'typed', key: word, step, undone: false })
    return 'typed'
  }
  const access = await page.evaluate(() => window.together.handle()?.state.access)
  if (access === 'read') return 'typed, and refused'
  throw new Error(`“${word}” was typed, and is not in the copy`)
}

const chat: Act = async (person, random) => {
  const { page } = person
  await leaveEditing(person)
  const message = `${person.name} says ${random.below(1e9)}`
  await page.getByRole('button', { name: /^Chat/ }).first().click({ timeout: patience })
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill(message, { timeout: patience })
  await field.press('Enter')
  await page.getByRole('log').getByText(message).waitFor({ timeout: patience })
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached', timeout: patience })
  const { frame } = await whole(person)
  const row = frame.chatMessages.find((each) => each.message === message)
  if (!row) throw new Error(`the chat shows “${message}”, and the copy has it not`)
  person.told.push({ what: 'chat_messages', key: String(row.id), step: null, undone: false })
  return 'chatted'
}

const moveByMouse: Act = async (person, random) => {
  const { page } = person
  await leaveEditing(person)
  const title = random.from(baseQuirks)
  const box = await page.getByRole('treeitem', { name: new RegExp(`^${title},`) }).boundingBox({ timeout: patience })
  if (!box) throw new Error(`${title} is not on the canvas`)
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + random.below(41) - 20, from.y + random.below(41) - 20, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.press('Escape')
  return 'moved by mouse'
}

const undoByKey: Act = async (person, random) => {
  await leaveEditing(person)
  const way = random.chance(3, 5) ? 'undo' : 'redo'
  return (await travel(person, way)) ? `${way} taken` : `nothing to ${way}`
}

const reload: Act = async (person) => {
  await person.page.reload({ timeout: 60_000 })
  await person.page.locator('.desk').waitFor({ timeout: 60_000 })
  await ready(person)
  await openSource(person, shared)
  return 'reloaded'
}

/** The page knows its project, and what it may do in it. */
export async function ready({ page }: Person): Promise<void> {
  await page.waitForFunction(() => (window.together.handle()?.state.connection ?? 'opening') !== 'opening', null, {
    timeout: 60_000,
  })
}

const command: Act = async (person, random) => {
  const all = await whole(person)
  const free = all.frame.sources.filter(({ title }) => title !== shared)
  const source = random.from(free)
  const made = randomCommand(random, person, all, source.id, await textOf(person, source.id))
  if (!made) return 'nothing to do'
  const done = await run(person, made.command, made.args as never)
  if ('problem' in done) return `refused: ${made.command} ${done.problem.kind}`
  if (made.tells)
    person.told.push({
      what: made.tells,
      key: String(done.ok),
      step: made.command === 'sendChatMessage' ? null : done.step,
      undone: false,
    })
  return 'commands'
}

const look: Act = async (person, random) => {
  const { frame } = await whole(person)
  const titles = frame.sources.map(({ title }) => title).filter((title) => title.startsWith('Field'))
  return openSource(person, random.from([shared, ...titles]))
}

/** By how often of a hundred. */
const writing: readonly (readonly [number, Act])[] = [
  [30, type],
  [12, quickCode],
  [5, select],
  [5, chat],
  [3, moveByMouse],
  [9, undoByKey],
  [3, reload],
  [3, look],
  [30, command],
]
const reading: readonly (readonly [number, Act])[] = [
  [50, select],
  [20, chat],
  [5, reload],
  [10, look],
  [15, command],
]

export function chooseAct(random: Random, writes: boolean): Act {
  const list = writes ? writing : reading
  let at = random.below(100)
  for (const [weight, act] of list) {
    at -= weight
    if (at < 0) return act
  }
  return select
}
