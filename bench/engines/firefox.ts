/** Firefox, by WebDriver BiDi: a profile of its own, without a screen. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import puppeteer, { type ElementHandle, type KeyInput } from 'puppeteer-core'
import { callOf, type Engine, type Tab } from './engine.ts'
import { programOf } from './programOf.ts'

/** null where there is none. THICKET_FIREFOX names one. */
export async function startFirefox(folder: string): Promise<Engine | null> {
  const executablePath = programOf(process.env.THICKET_FIREFOX, ['firefox-esr', 'firefox'])
  if (!executablePath) return null
  const downloads = join(folder, 'firefox downloads')
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: {
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'browser.download.useDownloadDir': true,
      'intl.accept_languages': 'en-GB',
    },
    env: { ...process.env, HOME: folder },
  })
  return {
    name: 'Firefox',
    version: spawnSync(executablePath, ['--version'], { encoding: 'utf8' }).stdout.trim(),
    downloads,
    newTab: async () => {
      const page = await browser.newPage()
      const tab: Tab = {
        open: async (address) => void (await page.goto(address)),
        reload: async () => void (await page.reload()),
        ask: (question, ...args) => page.evaluate(callOf(question, args)) as Promise<never>,
        press: async (...chords) => {
          for (const chord of chords) {
            const keys = keysOf(chord) as KeyInput[]
            for (const key of keys) await page.keyboard.down(key)
            for (const key of keys.toReversed()) await page.keyboard.up(key)
          }
        },
        drag: async ([from, ...along]) => {
          if (from) await page.mouse.move(from.x, from.y)
          await page.mouse.down()
          for (const { x, y } of along) await page.mouse.move(x, y)
          await page.mouse.up()
        },
        choose: async (selector, file) => {
          const field = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null
          await field?.uploadFile(file)
        },
        picture: () => page.screenshot(),
      }
      return tab
    },
    end: () => browser.close(),
  }
}

/** A plus sign alone is a key. */
const keysOf = (chord: string): string[] => (chord.length === 1 ? [chord] : chord.split('+'))
