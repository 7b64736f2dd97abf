/**
 * Pictures of a canvas of 2,000 quirks, 1,920 px wide: what decides where everything stands and writes it as SVG, in Node; the whole of a PNG in
 * Chromium, layout, painting and packing. The goal is a second (issue 8).
 */
import { build } from 'esbuild'
import { launchChromium } from '../fixtures/testing/chromium.ts'
import { interMeasure } from '../src/model/canvas/map/interMeasure.ts'
import { usualArrangement } from '../src/model/rules/arrangedOrder.ts'
import { canvasPicture } from '../workers/export/picture/canvasPicture.ts'
import type { Drawn } from '../workers/export/picture/pictureSettings.ts'
import { svgOf } from '../workers/export/picture/svgOf.ts'
import { limitRow, median, type Rows, timed } from './row.ts'

const count = 2000
const goal = 1000
const rounds = 5

function drawn(): Omit<Drawn, 'measure'> {
  const words = { untitled: '', canvas: '', arranged: '', noGroup: '', noAuthor: '', colours: {} }
  const quirks = Array.from({ length: count }, (_, at) => ({
    ...{ id: at + 1, title: `A theme of people ${at}`, description: '', color: '#1a66d1', author: 'a', timestamp: at },
    ...{ x: (at % 50) * 90, y: Math.floor(at / 50) * 90, highlights: (at * 37) % 400 },
    parentQuirkId: at % 3 === 2 ? at : -1,
  }))
  const options = { highlights: [], shown: null, counter: true, arranged: usualArrangement, language: 'en', words }
  return { frame: { groups: [], groupQuirks: [], preferences: [] }, quirks, options }
}

export const rows: Rows = async () => {
  const made = drawn()
  const svgs = Array.from({ length: rounds + 1 }, () =>
    timed(() => svgOf(canvasPicture({ ...made, measure: interMeasure }))),
  )
  const script = await build({
    stdin: {
      contents: `import { canvasPicture } from './workers/export/picture/canvasPicture.ts'
import { openPainter } from './workers/export/picture/pngOf.ts'
globalThis.paint = async (made) => {
  const began = performance.now()
  const painter = await openPainter([], '')
  await painter.png(canvasPicture({ ...made, measure: painter.measure }))
  return performance.now() - began
}`,
      resolveDir: `${import.meta.dirname}/..`,
    },
    bundle: true,
    write: false,
    format: 'iife',
  })
  const context = await launchChromium()
  try {
    const page = await context.newPage()
    await page.addScriptTag({ content: script.outputFiles[0]?.text ?? '' })
    const pngs: number[] = []
    for (let round = 0; round <= rounds; round++)
      pngs.push(
        await page.evaluate(
          (made) => (globalThis as unknown as { paint: (of: unknown) => Promise<number> }).paint(made),
          made,
        ),
      )
    return [
      limitRow(`pictures: SVG of ${count} quirks`, median(svgs.slice(1)), goal),
      limitRow(`pictures: PNG of ${count} quirks, 1,920 px wide`, median(pngs.slice(1)), goal),
    ]
  } finally {
    await context.close()
  }
}
