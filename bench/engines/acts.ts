/** What a person does in a tab of any engine, found as screen readers find it, and what they wait for. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wordsInPage } from '../../fixtures/testing/wordsInPage.ts'
import type { PagePoint, Tab, Told } from './engine.ts'

/** What is awaited comes within this, in ms. */
const patience = 30_000
const pause = 50

const selectors: Readonly<Record<string, string>> = {
  button: 'button, [role=button]',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  treeitem: '[role=treeitem]',
  field: 'input, textarea',
}

/** Until a question is answered with something; `what`: the words for what did not come. A picture of it is left then. */
export async function until<T, A extends Told[]>(
  tab: Tab,
  what: string,
  question: (...args: A) => T,
  ...args: A
): Promise<NonNullable<T>> {
  const ends = performance.now() + patience
  while (performance.now() < ends) {
    const found = await tab.ask(question, ...args)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const picture = join(tmpdir(), `thicket-engine-${Date.now()}.png`)
  writeFileSync(picture, await tab.picture())
  throw new Error(`did not come: ${what}; shown: ${picture}`)
}

/** The middle of what has this role, and a name that begins so, and is not behind anything. */
const placeOf = (tab: Tab, role: string, name: string): Promise<PagePoint> =>
  until(
    tab,
    `${role} ${name}`,
    (selector, begins) => {
      for (const element of document.querySelectorAll<HTMLElement>(selector)) {
        const label = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
        const { left, top, width, height } = element.getBoundingClientRect()
        const place = { x: left + width / 2, y: top + height / 2 }
        if (!label.startsWith(begins) || width === 0) continue
        const over = document.elementFromPoint(place.x, place.y)
        if (element.getAttribute('role') === 'treeitem' || (over && element.contains(over))) return place
      }
      return null
    },
    selectors[role] ?? role,
    name,
  )

/** Wherever it comes to rest: what moves is pressed where it will be. */
async function restingPlace(tab: Tab, role: string, name: string): Promise<PagePoint> {
  for (let before = await placeOf(tab, role, name); ; ) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const now = await placeOf(tab, role, name)
    if (now.x === before.x && now.y === before.y) return now
    before = now
  }
}

export async function click(tab: Tab, role: string, name: string): Promise<void> {
  await tab.drag([await restingPlace(tab, role, name)])
}

export const type = (tab: Tab, text: string): Promise<void> => tab.press(...text)

export const quirkHas = (tab: Tab, title: string, highlights: number): Promise<boolean> =>
  until(
    tab,
    `${title} with ${highlights} highlights`,
    (name) => document.querySelector(`[role=treeitem][aria-label^="${name}"]`) !== null,
    `${title}, ${highlights} highlight`,
  )

/** How many highlights a quirk has. */
export const highlightsOf = (tab: Tab, title: string): Promise<number> =>
  until(
    tab,
    `the quirk ${title}`,
    (name) => {
      const label = document.querySelector(`[role=treeitem][aria-label^="${name}, "]`)?.getAttribute('aria-label')
      return Number(/, (\d+) highlight/.exec(label ?? '')?.[1] ?? 0)
    },
    title,
  )

export const shows = (tab: Tab, words: string): Promise<boolean> =>
  until(tab, words, (sought) => document.body.innerText.includes(sought), words)

/** Which of these is how the project stands (the mark beside its name). */
export const standing = (tab: Tab, ...states: string[]): Promise<string> =>
  until(
    tab,
    states.join(' or '),
    (wanted) => {
      const state = document.querySelector<HTMLElement>('.ui-pill')?.dataset.state
      return state && wanted.split(' ').includes(state) ? state : null
    },
    states.join(' '),
  )

/** Once more where the text has moved meanwhile. */
export async function selectWords(tab: Tab, words: string): Promise<void> {
  await shows(tab, words)
  for (let tries = 5; tries > 0; tries -= 1) {
    const { left, right, y } = await tab.ask(wordsInPage, words)
    await tab.drag([left + 0.5, (left + right) / 2, right - 0.5].map((x) => ({ x, y })))
    if (await tab.ask((sought) => String(getSelection()) === sought, words)) return
    await new Promise((resolve) => setTimeout(resolve, 10 * pause))
  }
  throw new Error(`could not be selected: ${words}`)
}

/** The words that are selected, onto a quirk. Neither driver carries a drag of the system: the page is told of one, event by event. */
export async function dragOnto(tab: Tab, words: string, title: string): Promise<void> {
  const { left, right, y } = await tab.ask(wordsInPage, words)
  const to = await restingPlace(tab, 'treeitem', `${title}, `)
  await tab.ask(tellOfDrag, (left + right) / 2, y, to.x, to.y)
}

function tellOfDrag(fromX: number, fromY: number, toX: number, toY: number): void {
  const dataTransfer = new DataTransfer()
  const tell = (type: string, clientX: number, clientY: number) => {
    const event = new DragEvent(type, { bubbles: true, cancelable: true, clientX, clientY, dataTransfer })
    document.elementFromPoint(clientX, clientY)?.dispatchEvent(event)
  }
  tell('dragstart', fromX, fromY)
  tell('dragenter', toX, toY)
  tell('dragover', toX, toY)
  tell('drop', toX, toY)
}
