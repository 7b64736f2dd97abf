// Every key that the list of shortcuts advertises does its action: one check for each action and each view whose record has keys.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { draw } from '../../../fixtures/project.ts'
import { takeBack, testDesk } from '../../../fixtures/testing/desk.ts'
import { keysOf } from '../../actions/actionKeys.ts'
import { type actions, areas } from '../../actions/actions.ts'
import { eventName } from '../../ui/shortcutText.ts'
import type { views } from '../views/views.ts'
import { allDoable, recordOf } from '../workspace/actions/doable.ts'

const desk = testDesk({ own: { permissions: ['clipboard-read', 'clipboard-write'] } })

type NamesWithKeys<Records> = {
  [Name in keyof Records]: Records[Name] extends { keys: readonly string[] } ? Name : never
}[keyof Records]
type WithKeys = NamesWithKeys<typeof actions> | NamesWithKeys<typeof views>

interface Stage {
  page: Page
  /** Presses the key that is tested. */
  press: () => Promise<void>
  /** Which of the action's keys that is, from 0. */
  nth: number
}
/** Brings the page to where the key works, presses it, sees what it does and puts the page back. */
type Check = (stage: Stage) => Promise<void>

const playwrightKey = (keys: string): string => {
  const held = keys.split(/\+(?=.)/)
  const key = eventName(held.pop() ?? '')
  const name = held.join() === 'Shift' && /^\d$/.test(key) ? `Digit${key}` : held.length > 0 ? key : key.toLowerCase()
  const named = key === ' ' ? 'Space' : key.length > 1 ? key : name
  return [...held.map((one) => (one === 'Mod' ? 'Control' : one)), named].join('+')
}

/** Messages are dialogs too. */
const dialogs = '[role=alertdialog], [role=dialog]:not(.ui-toast)'
const shown = (page: Page, selector: string) => page.locator(selector).first().waitFor()
const gone = (page: Page, selector: string) => page.locator(selector).first().waitFor({ state: 'detached' })
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const item = (page: Page, name: string) => page.locator(`.canvas-item[aria-label^="${name}"]`)
const content = (page: Page) => page.locator('.cm-content')
const selected = (page: Page) => page.evaluate(() => getSelection()?.toString() ?? '')
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
const undoes = (page: Page, words: RegExp) => page.getByRole('button', { name: words }).first()
/** A dialog opens, and Escape closes it. */
const opens =
  (name: RegExp, before: (page: Page) => Promise<void> = atCanvas): Check =>
  async ({ page, press: act }) => {
    await before(page)
    await act()
    const dialog = page.locator(dialogs).filter({ hasText: name })
    await dialog.waitFor()
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  }
async function atCanvas(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
}
const atQuirk = (page: Page) => item(page, 'Trust').focus()
async function atTree(page: Page): Promise<void> {
  if ((await page.locator('.tree').count()) === 0) {
    await atQuirk(page)
    await press(page, 'o')
  }
  await page.locator('.tree-card', { hasText: 'Letters' }).focus()
}
const codebookRow = (page: Page, name: string) => page.locator(`.codebook-row[aria-label^="${name},"]`)
/** While the act is done, the codebook stands there with the focus on a quirk. */
const inCodebook =
  (name: string, check: Check): Check =>
  async (stage) => {
    const { page } = stage
    await page.getByRole('button', { name: 'Codebook' }).click()
    await codebookRow(page, name).focus()
    await check(stage)
    await page.getByRole('button', { name: 'Hide the codebook' }).click()
    await gone(page, '.codebook')
  }
/** The text without a selection, at its beginning. */
async function atText(page: Page): Promise<void> {
  await content(page).focus()
  await press(page, 'Escape', 'Escape', 'Control+Home')
}
/** The first word is selected. */
async function atWords(page: Page): Promise<void> {
  await atText(page)
  await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight')
  await expect.poll(() => selected(page)).toBe('When')
}
/** The first highlight is worked on. */
async function atHighlight(page: Page): Promise<void> {
  await atText(page)
  await press(page, 'F8')
  await shown(page, '.text-active')
}
async function whileEditing(page: Page): Promise<void> {
  if ((await page.locator('.text-editing').count()) === 0) {
    await atText(page)
    await press(page, 'F2')
    await shown(page, '.text-editing')
  }
  await content(page).focus()
  await press(page, 'Control+Home')
}
async function atRows(page: Page): Promise<void> {
  const list = page.getByRole('button', { name: 'Sources', exact: true })
  if ((await list.getAttribute('aria-pressed')) !== 'true') await list.click()
  const row = page.locator('.sources-row-open', { hasText: 'Anna' })
  await row.focus()
  await press(page, 'Escape')
  await row.focus()
}
const chosenRows = (page: Page) => page.locator('.sources-row[data-chosen]').count()
const atQuotes = (page: Page) => page.locator('.quote .ui-passage').nth(1).focus()
const chosenQuotes = (page: Page) => page.locator('.quote[data-chosen]').count()
const zoomLevel = (page: Page) => page.locator('.canvas-zoom-level').textContent()
const changes = async (value: () => Promise<unknown>, act: () => Promise<void>) => {
  const before = await value()
  await act()
  await expect.poll(value).not.toEqual(before)
}
const walks =
  (items: string): Check =>
  async ({ page, press: act }) => {
    // From one of them there is another one in that direction.
    const all = page.locator(items)
    for (let at = 0; at < (await all.count()); at++) {
      await all.nth(at).focus()
      const before = await focused(page)
      await act()
      if ((await focused(page)) !== before) return
    }
    throw new Error('no key leads from one to another')
  }
const marks =
  (name: string): Check =>
  async ({ page, press: act }) => {
    await whileEditing(page)
    await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight')
    const button = page.getByRole('button', { name, exact: true })
    await act()
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
    await act()
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false')
  }
/** Shown by the key, and hidden by the same. */
const turns =
  (state: (page: Page) => Promise<unknown>, before = atText): Check =>
  async ({ page, press: act }) => {
    await before(page)
    await changes(() => state(page), act)
    await before(page)
    await changes(() => state(page), act)
  }
const movesAnEnd: Check = async ({ page, press: act }) => {
  await atHighlight(page)
  await act()
  await undoes(page, /^Undo: Change highlight/).waitFor()
  await takeBack(page)
}

const checks: Readonly<Record<WithKeys, Check>> = {
  palette: async ({ page, press: act }) => {
    await act()
    await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor()
    await press(page, 'Escape')
    await gone(page, '.palette')
  },
  shortcuts: opens(/Keyboard shortcuts/),
  undo: async ({ page, press: act }) => {
    await makesQuirk(page)
    await atCanvas(page)
    await act()
    await item(page, 'Hope').waitFor({ state: 'detached' })
  },
  redo: async ({ page, press: act }) => {
    await makesQuirk(page)
    await takeBack(page)
    await item(page, 'Hope').waitFor({ state: 'detached' })
    await atCanvas(page)
    await act()
    await item(page, 'Hope').waitFor({ state: 'attached' })
    await takeBack(page)
  },
  saveAs: opens(/./),
  openFile: opens(/./),
  query: async ({ page, press: act }) => {
    await act()
    await page.waitForURL(/\/query$/)
    await page.goBack()
    await shown(page, '.desk-canvas .canvas')
  },
  textSearch: opens(/./),
  codebook: async ({ page, press: act }) => {
    await atCanvas(page)
    await act()
    await shown(page, '.codebook-row')
    await atCanvas(page)
    await act()
    await gone(page, '.codebook')
  },
  properties: opens(/Properties/),
  codeBySearch: opens(/./),

  newQuirk: opens(/Create quirk/),
  walk: walks('.canvas-item'),
  walkEnds: async ({ page, press: act, nth }) => {
    const items = page.locator('.canvas-item')
    await items.nth(1).focus()
    await act()
    const last = (await items.count()) - 1
    const at = () =>
      page.evaluate(() => [...document.querySelectorAll('.canvas-item')].indexOf(document.activeElement as Element))
    await expect.poll(at).toBe(nth === 0 ? 0 : last)
  },
  fit: async ({ page, press: act }) => {
    await atCanvas(page)
    await press(page, '+', '+', '+')
    await changes(() => zoomLevel(page), act)
  },
  tidy: async ({ page, press: act }) => {
    await atCanvas(page)
    await act()
    await page
      .getByText(/tidied|already tidy/)
      .first()
      .waitFor({ state: 'attached' })
  },
  zoomIn: async ({ page, press: act }) => {
    await atCanvas(page)
    await changes(() => zoomLevel(page), act)
  },
  zoomOut: async ({ page, press: act }) => {
    await atCanvas(page)
    await changes(() => zoomLevel(page), act)
  },
  pan: async ({ page }) => {
    await atCanvas(page)
    await page.keyboard.down('Space')
    await shown(page, '[data-grabbing]')
    await page.keyboard.up('Space')
    await gone(page, '[data-grabbing]')
  },

  highlightHere: async ({ page, press: act }) => {
    await atWords(page)
    await atQuirk(page)
    await act()
    await undoes(page, /^Undo: Create highlight/).waitFor()
    await takeBack(page)
  },
  overview: async ({ page, press: act }) => {
    await atQuirk(page)
    await act()
    await shown(page, '.tree')
    await page.locator('.tree-card').first().focus()
    await press(page, 'Escape')
    await gone(page, '.tree')
  },
  editQuirk: opens(/Edit quirk/, atQuirk),
  move: async ({ page, press: act }) => {
    await atQuirk(page)
    await act()
    await page.getByText(/^Moving Trust\./).waitFor({ state: 'attached' })
    await press(page, 'Escape')
    await page.getByText(/^Moving Trust\./).waitFor({ state: 'detached' })
  },
  mergeQuirk: opens(/Merge/, atQuirk),
  quirkMenu: async ({ page, press: act }) => {
    await atQuirk(page)
    await act()
    await page.getByRole('menuitem', { name: 'Edit quirk' }).waitFor()
    await press(page, 'Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  },
  deleteQuirk: async ({ page, press: act }) => {
    await item(page, 'Doubt').focus()
    await act()
    await leavesQuestionOrUndoes(page, /^Undo: Delete quirk/)
  },

  walkTree: async (stage) => {
    await atTree(stage.page)
    await walks('.tree-card')(stage)
  },
  addChild: opens(/quirk/i, atTree),
  moveInto: opens(/./, atTree),
  tell: async ({ page, press: act }) => {
    await atTree(page)
    await changes(() => page.locator('.tree-description').count(), act)
  },
  leaveTree: async ({ page, press: act }) => {
    await atTree(page)
    await act()
    await gone(page, '.tree')
  },

  showOnCanvas: inCodebook('Letters', async ({ page, press: act }) => {
    await act()
    await expect.poll(() => item(page, 'Letters').evaluate((one) => one === document.activeElement)).toBe(true)
  }),
  nestDeeper: inCodebook('Trust', async ({ page, press: act }) => {
    await act()
    await expect.poll(() => codebookRow(page, 'Trust').getAttribute('aria-level')).toBe('2')
    await takeBack(page)
    await expect.poll(() => codebookRow(page, 'Trust').getAttribute('aria-level')).toBe('1')
  }),
  nestHigher: inCodebook('Letters', async ({ page, press: act }) => {
    await act()
    await expect.poll(() => codebookRow(page, 'Letters').getAttribute('aria-level')).toBe('1')
    await takeBack(page)
    await expect.poll(() => codebookRow(page, 'Letters').getAttribute('aria-level')).toBe('2')
  }),

  codeTo: opens(/./, atWords),
  quirkKey: async ({ page }) => {
    await atWords(page)
    await press(page, 'd')
    await undoes(page, /^Undo: Create highlight “Doubt”/).waitFor()
    await takeBack(page)
  },
  recentQuirk: async ({ page }) => {
    await atWords(page)
    await shown(page, '.text-selection-chip')
    await press(page, '1')
    await undoes(page, /^Undo: Create highlight “Doubt”/).waitFor()
    await takeBack(page)
  },
  codeAgain: async ({ page, press: act }) => {
    await atWords(page)
    await act()
    await undoes(page, /^Undo: Create highlight “Doubt”/).waitFor()
    await takeBack(page)
  },
  newQuirkFrom: opens(/quirk/i, atWords),
  memo: async ({ page, press: act }) => {
    await atWords(page)
    await act()
    await shown(page, '.memo-writing')
    await press(page, 'Escape')
    await gone(page, '.memo-writing')
  },
  memos: turns((page) =>
    page
      .getByRole('button', { name: /^(Show|Hide) .*memos?/ })
      .first()
      .getAttribute('aria-pressed'),
  ),
  nextHighlight: async ({ page, press: act }) => {
    await atText(page)
    await act()
    await shown(page, '.text-active')
  },
  previousHighlight: async ({ page, press: act }) => {
    await atText(page)
    await press(page, 'Control+End')
    await act()
    await shown(page, '.text-active')
  },
  moveEnd: movesAnEnd,
  moveStart: movesAnEnd,
  changeQuirk: opens(/./, atHighlight),
  removeHighlight: async ({ page, press: act }) => {
    await atHighlight(page)
    await act()
    await undoes(page, /^Undo: Remove highlight/).waitFor()
    await takeBack(page)
  },
  copyReference: async ({ page, press: act }) => {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await atWords(page)
    await act()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('When')
  },
  filterHighlights: turns((page) => page.locator('.text-filter').count()),
  numbers: turns((page) =>
    page.locator('.cm-editor').evaluate((editor) => (editor as HTMLElement).style.getPropertyValue('--numbers-width')),
  ),
  find: async ({ page, press: act }) => {
    await atText(page)
    await act()
    await shown(page, '.text-find')
    await press(page, 'Escape')
    await gone(page, '.text-find')
  },
  editText: async ({ page, press: act }) => {
    await atText(page)
    await act()
    await shown(page, '.text-editing')
    await press(page, 'Escape')
    await gone(page, '.text-editing')
  },
  unselect: async ({ page, press: act }) => {
    await atWords(page)
    await act()
    await expect.poll(() => selected(page)).toBe('')
  },

  bold: marks('Bold'),
  italic: marks('Italic'),
  underline: marks('Underline'),
  undoTyping: async ({ page, press: act }) => {
    await whileEditing(page)
    await page.keyboard.type('xyz')
    await content(page).getByText('xyzWhen').waitFor()
    await act()
    await content(page).getByText('xyzWhen').waitFor({ state: 'detached' })
  },
  redoTyping: async ({ page, press: act }) => {
    await whileEditing(page)
    await page.keyboard.type('uvw')
    await content(page).getByText('uvwWhen').waitFor()
    await press(page, 'Control+z')
    await content(page).getByText('uvwWhen').waitFor({ state: 'detached' })
    await act()
    await content(page).getByText('uvwWhen').waitFor()
    await press(page, 'Control+z')
    await content(page).getByText('uvwWhen').waitFor({ state: 'detached' })
  },
  lineBreak: async ({ page, press: act }) => {
    await whileEditing(page)
    await changes(() => page.locator('.cm-line').count(), act)
    await press(page, 'Control+z')
  },
  done: async ({ page, press: act }) => {
    await whileEditing(page)
    await act()
    await gone(page, '.text-editing')
  },

  openSource: async ({ page, press: act }) => {
    await atRows(page)
    await act()
    await content(page).waitFor()
  },
  selectSource: async ({ page, press: act }) => {
    await atRows(page)
    await act()
    await expect.poll(() => chosenRows(page)).toBe(1)
  },
  selectRange: async ({ page, press: act, nth }) => {
    await atRows(page)
    if (nth === 0) await press(page, 'ArrowDown')
    await act()
    await expect.poll(() => chosenRows(page)).toBe(2)
  },
  selectAllSources: async ({ page, press: act }) => {
    await atRows(page)
    await act()
    await expect.poll(() => chosenRows(page)).toBe(2)
  },
  openSelected: async ({ page, press: act }) => {
    await atRows(page)
    await press(page, 'Control+a')
    await expect.poll(() => chosenRows(page)).toBe(2)
    await act()
    await page.getByRole('tab', { name: 'Bertha' }).waitFor()
  },
  sourceProperties: opens(/Anna/, atRows),
  renameSource: opens(/Rename/, atRows),
  deleteSource: async ({ page, press: act }) => {
    await atRows(page)
    await act()
    await leavesQuestionOrUndoes(page, /^Undo: Delete source/)
  },
  closeTab: async ({ page, press: act }) => {
    await atRows(page)
    await press(page, 'Enter')
    const tab = page.getByRole('tab', { name: 'Anna' })
    await tab.focus()
    await act()
    await tab.waitFor({ state: 'detached' })
  },

  openQuote: async ({ page, press: act }) => {
    await atQuotes(page)
    await act()
    await page.getByRole('tab', { name: 'Anna' }).waitFor()
  },
  copyQuote: async ({ page, press: act }) => {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await atQuotes(page)
    await act()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Anna')
  },
  selectQuote: async ({ page, press: act }) => {
    await atQuotes(page)
    await act()
    await expect.poll(() => chosenQuotes(page)).toBe(1)
    await press(page, 'Escape')
    await expect.poll(() => chosenQuotes(page)).toBe(0)
  },
  selectQuotes: async ({ page, press: act }) => {
    await atQuotes(page)
    await act()
    await expect.poll(() => chosenQuotes(page)).toBe(2)
    await press(page, 'Escape')
  },
  selectAllQuotes: async ({ page, press: act }) => {
    await atQuotes(page)
    await act()
    await expect.poll(() => chosenQuotes(page)).toBe(3)
    await press(page, 'Escape')
  },
  quoteMenu: async ({ page, press: act }) => {
    await atQuotes(page)
    await act()
    await page.getByRole('menuitem', { name: 'Remove highlight' }).waitFor()
    await press(page, 'Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  },
  removeQuote: async ({ page, press: act }) => {
    await atQuotes(page)
    await act()
    await undoes(page, /^Undo: Remove highlight/).waitFor()
    await takeBack(page)
  },

  columnWidth: async ({ page, press: act }) => {
    const cell = page.getByRole('grid').locator('[data-row="0"][data-col="1"]')
    if ((await cell.count()) === 0) await press(page, 'F4')
    await cell.click()
    await changes(async () => (await cell.boundingBox())?.width, act)
  },
}

async function makesQuirk(page: Page): Promise<void> {
  await atCanvas(page)
  await press(page, 'n')
  await page.locator('[role=dialog] input:focus').waitFor()
  await page.keyboard.type('Hope')
  await press(page, 'Enter')
  await item(page, 'Hope').waitFor({ state: 'attached' })
}

/** What would delete much asks first; what asked nothing is taken back. */
async function leavesQuestionOrUndoes(page: Page, undo: RegExp): Promise<void> {
  const question = page.locator(dialogs)
  await question.or(undoes(page, undo)).first().waitFor()
  if ((await question.count()) > 0) await press(page, 'Escape')
  else await takeBack(page)
}

const drawn = draw(`
quirk Trust
quirk Letters < Trust
quirk Notes < Trust
quirk Doubt
quirk Harbour
source Anna | When I [trusted him there]Trust until the letter came, and [the letters]Letters said [nothing]Doubt.
source Bertha | We never wrote.
`)
for (const [at, place] of [
  [0, 0],
  [0, 0],
  [0, 0],
  [300, 0],
  [150, 250],
].entries()) {
  const quirk = drawn.quirks[at]
  if (quirk) Object.assign(quirk, { x: place[0], y: place[1], description: 'About it.' })
}
const doubt = drawn.quirks.find(({ title }) => title === 'Doubt')
drawn.quirk_shortcut_keys.push({ quirkId: doubt?.id ?? 0, shortcutKey: 'd' })
drawn.source_metadata_keys.push({ id: 1, key: 'Age', multipleChoice: 0, sortValuesAlphabetically: 0 })

describe('every key that is advertised does its action', () => {
  test.each(areas)('in the area %s', async (area) => {
    const page = await desk.standing(drawn)
    await item(page, 'Trust').waitFor({ state: 'attached' })
    if (area === 'list') {
      await page.evaluate(() => {
        location.hash += '/list'
      })
      await page.locator('.quote .ui-passage').nth(2).waitFor()
    }
    if (area === 'quirk' || area === 'text' || area === 'editing') {
      await atRows(page)
      await press(page, 'Enter')
      await content(page).getByText('When I').waitFor()
    }
    const keyed = allDoable.filter((id) => recordOf(id).area === area && recordOf(id).keys) as WithKeys[]
    for (const id of keyed) {
      for (const [nth, keys] of keysOf(recordOf(id)).entries()) {
        const act = () => page.keyboard.press(playwrightKey(keys))
        await checks[id]({ page, press: act, nth }).catch((error: unknown) => {
          throw new Error(`${id} by ${keys}: ${error}`)
        })
      }
    }
  })
})
