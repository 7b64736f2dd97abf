/**
 * The main journeys in an engine that is not Chromium: the sample, coding by key and by dragging, undo, a reload, a second tab, a Word document
 * in, a workbook out, a server that is away for a while. Throws at the first step that does not come to its end.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSlowNetwork, type SlowNetwork } from '../../fixtures/testing/slowNetwork.ts'
import { openLog } from '../../server/base/log.ts'
import { localHost } from '../../server/hosts/local.ts'
import { startServer } from '../../server/running/start.ts'
import { docxFile } from '../../workers/import/testing/docxFile.ts'
import { click, dragOnto, highlightsOf, quirkHas, selectWords, shows, standing, type, until } from './acts.ts'
import type { Engine, Tab } from './engine.ts'

/** Whether the browser keeps the copy, and what of the journey was done. */
export interface JourneyFigures {
  kept: 'on the device' | 'in memory'
  done: string[]
}

const secret = 'a-secret-of-the-proof'
const paragraphs = ['Interviewer: How did it begin?', 'Anna: I trusted him until the letter came.']

/** `folder`: empty, the home of whoever works in it. */
export async function journey(engine: Engine, folder: string): Promise<JourneyFigures> {
  const config = join(folder, 'config')
  mkdirSync(config)
  const page = join(import.meta.dirname, '../../dist/web')
  const server = await startServer({ host: localHost(config, secret), log: openLog('error'), page, port: 0 })
  const road = await openSlowNetwork(server.port)
  try {
    return await travel(engine, folder, road, server.port)
  } finally {
    await road.close()
    await server.close()
  }
}

async function travel(engine: Engine, folder: string, road: SlowNetwork, port: number): Promise<JourneyFigures> {
  const done: string[] = []
  const step = async (name: string, act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (error) {
      throw new Error(`${engine.version}, ${name}: ${error instanceof Error ? error.message : error}`)
    }
    done.push(name)
  }
  const tab = await engine.newTab()
  const base = `http://127.0.0.1:${road.port}/web/`
  const before = { rules: 0, worries: 0 }
  let state = ''

  await step('the sample', async () => {
    await tab.open(`${base}#launch=${secret}/projects`)
    await click(tab, 'button', 'Look at a sample project')
    await click(tab, 'button', 'Leave the first steps')
    before.rules = await highlightsOf(tab, 'Rules')
    before.worries = await highlightsOf(tab, 'Worries')
    state = await standing(tab, 'saved', 'memory')
    if (state === 'memory') await shows(tab, 'Not stored on this device')
    await click(tab, 'button', 'Clara, 45')
    await shows(tab, 'What does a coordinator do?')
  })
  await step('coding by key', async () => {
    await codeByKey(tab, 'worr')
    await shows(tab, 'What is your name?')
    await until(tab, 'the field for a name', () => document.activeElement?.matches('.ui-modal input'))
    await type(tab, 'Ana')
    await tab.press('Enter')
    await quirkHas(tab, 'Worries', before.worries + 1)
  })
  await step('coding by dragging', async () => {
    await selectWords(tab, 'What does a coordinator do')
    await dragOnto(tab, 'What does a coordinator do', 'Rules')
    await quirkHas(tab, 'Rules', before.rules + 1)
  })
  await step('undo', async () => {
    await tab.press('Control+z')
    await quirkHas(tab, 'Rules', before.rules)
  })
  await step('reload', async () => {
    await standing(tab, state)
    await tab.reload()
    await quirkHas(tab, 'Worries', before.worries + 1)
    await quirkHas(tab, 'Rules', before.rules)
    // The steps of a tab lie in the copy.
    if (state !== 'saved') return
    await click(tab, 'button', 'Undo: ')
    await quirkHas(tab, 'Worries', before.worries)
    await click(tab, 'button', 'Redo: ')
    await quirkHas(tab, 'Worries', before.worries + 1)
  })
  await step('a second tab', async () => {
    const other = await engine.newTab()
    await other.open(await tab.ask(() => location.href))
    await quirkHas(other, 'Worries', before.worries + 1)
    await selectWords(other, 'Tell me about the meeting')
    await dragOnto(other, 'Tell me about the meeting', 'Rules')
    await quirkHas(other, 'Rules', before.rules + 1)
    await quirkHas(tab, 'Rules', before.rules + 1)
  })
  await step('a Word document in', async () => {
    const file = join(folder, 'Anna.docx')
    const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
    writeFileSync(file, docxFile({ body }))
    await tab.choose('input[type=file][multiple]', file)
    await shows(tab, paragraphs[1] ?? '')
  })
  await step('a workbook out', async () => {
    await click(tab, 'button', 'Export')
    await click(tab, 'menuitem', 'Export XLSX')
    await shows(tab, 'Exported: ')
    await downloaded(engine.downloads, '.xlsx')
  })
  await step('offline and back', async () => {
    road.to = null
    road.cut()
    await standing(tab, 'connecting', 'offline')
    await selectWords(tab, 'trusted him')
    await dragOnto(tab, 'trusted him', 'Rules')
    await quirkHas(tab, 'Rules', before.rules + 2)
    road.to = port
    // A window without the focus connects again when it gets it, or is loaded; a driven Firefox gives it to none. What is in memory alone waits.
    if (state === 'saved' && !(await tab.ask(() => document.hasFocus()))) await tab.reload()
    await standing(tab, state)
    await tab.reload()
    await quirkHas(tab, 'Rules', before.rules + 2)
  })
  return { kept: state === 'saved' ? 'on the device' : 'in memory', done }
}

/** The first line of the text that is open. */
async function codeByKey(tab: Tab, quirk: string): Promise<void> {
  await until(tab, 'the text, to be written in', () => {
    document.querySelector<HTMLElement>('.cm-content')?.focus()
    return document.activeElement?.classList.contains('cm-content')
  })
  await tab.press('Control+Home', 'Shift+End', 'Enter')
  await until(tab, 'the choice of a quirk', () => document.activeElement?.matches('[role=dialog] input'))
  await type(tab, quirk)
  await tab.press('Enter')
}

/** Until a file with that ending lies there, whole: a zip. */
async function downloaded(folder: string, ending: string): Promise<void> {
  for (let tries = 200; tries > 0; tries -= 1) {
    const name = readdirSync(folder).find((one) => one.endsWith(ending))
    if (name && readFileSync(join(folder, name)).subarray(0, 2).toString() === 'PK') return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no file came into the downloads: ${readdirSync(folder).join(', ')}`)
}
