// `steadyCase.ts` for SECONDS (60). SEED repeats a run as far as browsers do.
import type { Page } from 'playwright-core'
import { seeded } from '../../fixtures/random.ts'
import { knownAs, newContext } from '../../fixtures/testing/chromium.ts'
import { withOwnProgram } from '../../fixtures/testing/ownProgram.ts'
import { installKit } from '../chromium/together/pageKit.ts'
import { steadyProject, watchSteady } from './steadyCase.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1e6)
const seconds = Number(process.env.SECONDS ?? 60)

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function open(address: string, name: string): Promise<Page> {
  const page = await (await knownAs(await newContext({ viewport: { width: 1280, height: 800 } }), name)).newPage()
  await page.addInitScript(installKit)
  await page.goto(address)
  await page.locator('.canvas[data-drawn]').waitFor()
  return page
}

await withOwnProgram(async ({ project }) => {
  const { drawn, sourceId } = steadyProject()
  const address = await project('Steady', drawn)
  const [watcher, colleague] = [await open(address, 'Ana'), await open(address, 'Ben')]
  console.log(`a steady canvas while a colleague works, seed ${seed}`)
  const ends = performance.now() + seconds * 1000
  const found = await watchSteady({
    ...{ watcher, colleague, sourceId, random: seeded(seed), acts: 6 },
    goesOn: () => performance.now() < ends,
    pointed: () => rest(600),
    seen: () => rest(300),
  })
  console.log(JSON.stringify(found))
})
process.exit(0)
