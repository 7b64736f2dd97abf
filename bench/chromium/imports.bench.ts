/**
 * Large files through the import of the project's screen, from the choice of the file to its end: a `.qdpx` of 100 MB with 100,000 codings, a PDF of 500
 * pages, a workbook of 100,000 rows and 8 columns. Of each: what the import worker holds at most while the file is read, asked of it again and
 * again (`memory.ts`) / 512 MB; the longest task of the page's main thread / 50 ms;
 * how long a person waits besides the preview, reading and adding / 60 s, the workbook 20 s. Of the workbook also the longest task while the import is
 * undone and redone, and while its properties are looked at and filled in: the table, one property (of 100,000 values), those of one source / 50 ms.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { language } from '../../fixtures/language.ts'
import { seeded } from '../../fixtures/random.ts'
import { pdfFile } from '../../workers/import/testing/pdfFile.ts'
import { codedStudy, printed, surveyFile } from '../importedFiles.ts'
import { progressed } from '../progress.ts'
import { type Bench, limitRow, type Row, type Rows } from '../row.ts'
import { openScreen } from './journey.ts'
import { memoryOf } from './memory.ts'
import { openStage } from './stage.ts'
import { record, type Task, type Trace } from './trace.ts'

const mostMemory = 512
const longestTask = 50

interface Case {
  name: string
  file: string
  make: () => Uint8Array
  /** The dialog that asks before anything is written. */
  asks: RegExp | null
}

const cases: readonly Case[] = [
  {
    name: 'qdpx',
    file: 'Study.qdpx',
    make: () => codedStudy(seeded(1), { sources: 1000, codings: 100, length: 56_000 }, 0).bytes,
    asks: /^Import Study\.qdpx/,
  },
  { name: 'pdf', file: 'Book.pdf', make: book, asks: null },
  { name: 'table', file: 'Survey.xlsx', make: () => surveyFile(100_000), asks: /^Import table/ },
]

export const rows: Rows = async (bench) => {
  const all: Row[] = []
  for (const one of cases) all.push(...(await imported(bench, one)))
  return all
}

/** 50 lines a page. */
function book(): Uint8Array {
  const words = language(seeded(1))
    .write(seeded(1), 500_000)
    .rich.text.replace(/[^\x20-\x7E\n]/g, '')
    .split('\n')
  return pdfFile(printed([...words, ...words, ...words, ...words, ...words], 500))
}

/** In a server and a browser of its own: the project would be another one for the benches that follow. */
async function imported(bench: Bench, { name, file, make, asks }: Case): Promise<Row[]> {
  const path = join(bench.newPath(''), '..', file)
  writeFileSync(path, make())
  const size = `${Math.round(statSync(path).size / 1e6)} MB`
  const { made: stage, end } = await openStage(bench)
  try {
    const page = await stage.context.newPage()
    page.on('pageerror', (error) => console.error(error))
    progressed(`opening a project for ${file}`)
    await openScreen(page, stage.address)
    await page.waitForTimeout(3000)
    const trace = await record(page)
    await trace.part('read')
    const memory = await watchMemory(page)
    const began = performance.now()
    await page.locator('input[type=file]:not([accept=".pdf"])').first().setInputFiles(path)
    // Looked for now and then: a locator that waits has the page draw every frame meanwhile, some 10 s of a processor beside an import of 40.
    const ended = async () => {
      await page.waitForFunction(
        () =>
          [...document.querySelectorAll('.ui-toast, .ui-modal')].some((said) => /[Ii]mported/.test(said.textContent)),
        undefined,
        { polling: 200 },
      )
    }
    if (asks) await page.getByRole('dialog', { name: asks }).waitFor()
    else await ended()
    const reading = performance.now() - began
    const { held, grown } = await memory.end()
    await trace.part('add')
    const agreed = performance.now()
    if (asks) {
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await ended()
    }
    const adding = performance.now() - agreed
    await page.waitForTimeout(1000)
    await trace.part('end')
    const isTable = name === 'table'
    const taken = isTable ? await takenBackAndAgain(page, trace) : ''
    if (isTable) await seeProperties(page, trace)
    const tasks = await trace.end()
    const longest = (part: string) =>
      tasks.filter((task) => task.part === part).reduce((a, b) => (a.ms > b.ms ? a : b), { ms: 0, busy: 0 })
    const [read, add] = [longest('read'), longest('add')]
    const told = ({ ms, busy }: Pick<Task, 'ms' | 'busy'>) => `${Math.round(ms)} (${Math.round(busy)})`
    const taskRow = (what: string, parts: readonly string[], note = '') => {
      const each = parts.map((part) => `${part} ${told(longest(part))}`).join(', ')
      const most = Math.max(...parts.map((part) => longest(part).ms))
      return limitRow(
        `import-${name}-${what}-task`,
        most,
        longestTask,
        'ms',
        `longest (on a processor): ${each}${note}`,
      )
    }
    await page.close()
    return [
      ...(isTable
        ? [
            taskRow('undo', ['undo', 'redo'], taken),
            taskRow('properties', ['all sources', 'cell', 'property', 'source']),
          ]
        : []),
      limitRow(
        `import-${name}-memory`,
        held,
        mostMemory,
        'MB',
        `${size}; the page's process grew by ${Math.round(grown)} MB while it was read, garbage included`,
      ),
      limitRow(
        `import-${name}-task`,
        Math.max(read.ms, add.ms),
        longestTask,
        'ms',
        `longest (of which on a processor): reading ${told(read)}, adding ${told(add)}`,
      ),
      limitRow(
        `import-${name}-time`,
        reading + adding,
        name === 'table' ? 20_000 : 60_000,
        'ms',
        `reading ${Math.round(reading)}, adding ${Math.round(adding)}`,
      ),
    ]
  } finally {
    await end()
    rmSync(path)
  }
}

/** As a note: how long both took. */
async function takenBackAndAgain(page: Page, trace: Trace): Promise<string> {
  await page.keyboard.press('Escape')
  const take = async (way: 'undo' | 'redo', said: RegExp) => {
    await trace.part(way)
    const began = performance.now()
    await page
      .locator('.undo-bar button')
      .nth(way === 'undo' ? 0 : 1)
      .click()
    await page.locator('.ui-toast', { hasText: said }).first().waitFor()
    const took = performance.now() - began
    await page.waitForTimeout(3000)
    return `${way} ${Math.round(took)} ms`
  }
  return `; ${await take('undo', /^Undone/)}, ${await take('redo', /^Redone/)}`
}

async function seeProperties(page: Page, trace: Trace): Promise<void> {
  const part = async (name: string, act: () => Promise<void>) => {
    await trace.part(name)
    await act()
    await page.waitForTimeout(1500)
  }
  const score = '.property-row .property-cell[data-col="6"]'
  await part('all sources', async () => {
    await page.keyboard.press('F4')
    await page.locator(score).first().waitFor()
    await page.locator('.property-grid').hover()
    for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 700)
  })
  await part('cell', async () => {
    await page.locator(score).nth(4).dblclick()
    await page.locator('.property-offers [role=option]').first().waitFor()
    await page.keyboard.type('99.9')
    await page.keyboard.press('Enter')
    await page.locator(score, { hasText: '99.9' }).first().waitFor()
  })
  await part('property', async () => {
    await page.locator('.property-head [data-col="6"]').click()
    // A person sees it marked before the next key; on a machine that is busy it takes a while.
    await page.waitForFunction(() => {
      const active = document.querySelector('.property-grid')?.getAttribute('aria-activedescendant')
      return active && document.getElementById(active)?.closest('.property-head')
    })
    await page.keyboard.press('F2')
    await page.locator('.property-value').first().waitFor()
  })
  await page.getByRole('button', { name: 'Done' }).click()
  for (let layer = 0; layer < 2; layer++) await page.keyboard.press('Escape')
  await part('source', async () => {
    if ((await page.locator('.sources-row-open').count()) === 0)
      await page.locator('.sources-bar button').first().click()
    await page.locator('.sources-row-open').first().focus()
    await page.keyboard.press('Alt+Enter')
    await page.locator('.source-values').first().waitFor()
  })
}

/** The page's process, which is the largest of its kind in this browser. */
async function processOf(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (!session) throw new Error('the browser does not tell of its processes')
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  return pids.sort((a, b) => residentOf(b) - residentOf(a))[0] ?? 0
}

/** In MB. Linux only. */
const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** What the workers of the page hold at most, besides what they held before, and how much its process grows. */
async function watchMemory(page: Page): Promise<{ end: () => Promise<{ held: number; grown: number }> }> {
  const pid = await processOf(page)
  const memory = await memoryOf(page)
  const before = { held: await memory.workers(), resident: residentOf(pid) }
  const most = { ...before }
  let ended = false
  let last = 0
  const timer = setInterval(() => {
    most.resident = Math.max(most.resident, residentOf(pid))
  }, 50)
  const watching = (async () => {
    while (!ended) {
      const asked = performance.now()
      const held = await memory.workers()
      // They have worked on, though nothing of it may be shown.
      if (held !== last) progressed()
      last = held
      most.held = Math.max(most.held, held)
      // Each answer collects all garbage: half of the time is left to the import, however slow the machine is.
      await new Promise((resolve) => setTimeout(resolve, Math.max(250, performance.now() - asked)))
    }
  })()
  return {
    end: async () => {
      clearInterval(timer)
      ended = true
      await watching
      await memory.end()
      return { held: most.held - before.held, grown: most.resident - before.resident }
    },
  }
}
