// A click on a word of a transcript in real Chromium plays its recording from where the word was spoken, within 150 ms: words that are drawn by SEED, in a text into
// which others were typed since, on a recording that stands, plays, and is far away. What counts is where the player says that it is once it has begun to sound.
// CLICKS (60) as many. Throws where one is further away.
import type { Page } from 'playwright-core'
import { seeded } from '../../fixtures/random.ts'
import { knownAs, newContext } from '../../fixtures/testing/chromium.ts'
import { withOwnProgram } from '../../fixtures/testing/ownProgram.ts'
import { wavOfTone } from '../../fixtures/testing/tones.ts'
import { wordsInPage } from '../../fixtures/testing/wordsInPage.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1e6)
const clicks = Number(process.env.CLICKS ?? 60)
/** In ms. */
const mostOff = 150
const minutes = 10

interface Word {
  word: string
  /** s. */
  start: number
  end: number
}

declare global {
  interface Window {
    /** ms, of whatever sounds first after this. */
    nextSound(): void
    sounded: Promise<number>
  }
}

/** Runs in the page before its own scripts: tells where a recording stands once it sounds, or goes on to sound elsewhere. */
function listen(): void {
  const media = HTMLMediaElement.prototype
  const players = new Set<HTMLMediaElement>()
  const own = media.play
  media.play = function play() {
    players.add(this)
    return own.call(this)
  }
  window.nextSound = () => {
    window.sounded = new Promise((resolve) => {
      const look = ({ target }: Event) => {
        const player = target as HTMLMediaElement
        // A seek that is under way has its own event.
        if (player.paused || player.seeking) return
        for (const one of players) for (const name of events) one.removeEventListener(name, look)
        resolve(player.currentTime * 1000)
      }
      const events = ['playing', 'seeked']
      for (const one of players) for (const name of events) one.addEventListener(name, look)
    })
  }
}

/** Each word is there once, so that it is found in the text. */
function spoken(random: ReturnType<typeof seeded>): Word[] {
  const words: Word[] = []
  for (let at = 0.5, n = 0; words.length < 160; n += 1) {
    const length = 0.12 + random.below(600) / 1000
    words.push({ word: `w${n.toString(36)}x`, start: at, end: at + length })
    // Now and then nobody speaks for a while.
    at += length + (random.below(8) === 0 ? random.below(20_000) / 1000 : random.below(200) / 1000)
  }
  return words
}

async function prove(page: Page, address: string): Promise<string> {
  const random = seeded(seed)
  const words = spoken(random).filter(({ end }) => end < minutes * 60)
  await page.addInitScript(listen)
  await page.goto(address)
  const text = words.map(({ word }) => word).join(' ')
  const segments = [{ start: 0, end: minutes * 60, text, words }]
  const given = { name: 'Anna.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ segments })) }
  await page.locator('input[type=file][multiple]').first().setInputFiles(given)
  await page.locator('.cm-line', { hasText: words[0]?.word ?? '' }).waitFor()
  const bar = page.getByRole('region', { name: 'Recording' })
  const tape = { name: 'tape.wav', mimeType: 'audio/wav', buffer: wavOfTone(minutes * 60, 440) }
  await bar.getByLabel('Add the sound of this text…', { exact: true }).last().setInputFiles(tape)
  await bar.getByRole('button', { name: 'Play', exact: true }).click()
  await bar.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  // Words that nobody has said, at the beginning and in the middle.
  await page.getByRole('button', { name: 'Edit text' }).first().click()
  for (const before of [words[0], words[80]]) {
    const { left, y } = await page.evaluate(wordsInPage, before?.word ?? '')
    await page.mouse.click(left + 1, y)
    await page.keyboard.press('Home')
    await page.keyboard.type('It was written later, ')
  }
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  // Once it has come to rest the words are found in it again, and the one that sounds is marked.
  await page.waitForFunction(() => (CSS.highlights.get('text-sounding')?.size ?? 0) > 0)
  const figures = { words: words.length, clicks: 0, playing: 0, worst: 0, mean: 0 }
  let sum = 0
  let last = ''
  while (figures.clicks < clicks) {
    const { word, start } = random.from(words)
    // Another click at the same place would be a double one.
    if (word === last) continue
    last = word
    if (random.below(3) === 0) await pause(page)
    const isPlaying = (await bar.getByRole('button', { name: 'Pause', exact: true }).count()) > 0
    await page.evaluate(() => window.nextSound())
    await page.evaluate(scrollTo, word)
    const { left, right, y } = await page.evaluate(wordsInPage, word)
    // Anywhere on it.
    await page.mouse.click(left + ((right - left) * (1 + random.below(9))) / 10, y)
    const off = Math.abs((await page.evaluate(() => window.sounded)) - start * 1000)
    if (off > mostOff) throw new Error(`seed ${seed}: “${word}” was played ${off.toFixed(0)} ms beside its time`)
    figures.clicks += 1
    figures.playing += isPlaying ? 1 : 0
    figures.worst = Math.max(figures.worst, Math.round(off))
    sum += off
  }
  figures.mean = Math.round(sum / figures.clicks)
  return JSON.stringify(figures)
}

async function pause(page: Page): Promise<void> {
  const bar = page.getByRole('region', { name: 'Recording' })
  const button = bar.getByRole('button', { name: 'Pause', exact: true })
  if ((await button.count()) === 0) return
  await button.click()
  await bar.getByRole('button', { name: 'Play', exact: true }).waitFor()
}

/** Into the middle of the text, where nothing covers it, and until it stays there. Runs in the page. */
async function scrollTo(word: string): Promise<void> {
  const topOf = (): number => {
    const line = [...document.querySelectorAll('.cm-line')].find(({ textContent }) => textContent?.includes(word))
    const texts = document.createTreeWalker(line as Node, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const found = node.textContent?.indexOf(word) ?? -1
      if (found < 0) continue
      const range = document.createRange()
      range.setStart(node, found)
      range.setEnd(node, found + 1)
      return range.getBoundingClientRect().top
    }
    throw new Error(`the text does not show: ${word}`)
  }
  const scroller = document.querySelector('.cm-scroller') as HTMLElement
  const { top, height } = scroller.getBoundingClientRect()
  scroller.scrollTop += topOf() - top - height / 2
  for (let still = 0, last = topOf(); still < 5; ) {
    await new Promise(requestAnimationFrame)
    still = topOf() === last ? still + 1 : 0
    last = topOf()
  }
}

await withOwnProgram(async ({ project }) => {
  const context = await knownAs(await newContext({ viewport: { width: 1280, height: 800 } }), 'Ana')
  const found = await prove(await context.newPage(), await project('Clicks'))
  console.log(`clicks on words (seed ${seed}): ${found}`)
})
process.exit(0)
