// The main journeys in engines that are not Chromium, each where it is installed: Firefox by WebDriver BiDi, WebKitGTK by its WebDriver.
// ONLY chooses by a name below. Throws where a step does not come to its end; an engine that is not installed is named and left out.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../esbuild.config.ts'
import type { Engine } from '../engines/engine.ts'
import { startFirefox } from '../engines/firefox.ts'
import { journey } from '../engines/journey.ts'
import { startWebKit } from '../engines/webkit.ts'

const starts: Readonly<Record<string, (folder: string) => Promise<Engine | null>>> = {
  Firefox: startFirefox,
  WebKitGTK: startWebKit,
}

await build()
const root = mkdtempSync(join(tmpdir(), 'thicket-engines-'))
try {
  for (const [name, start] of Object.entries(starts).filter(([name]) => name === (process.env.ONLY ?? name))) {
    const folder = join(root, name)
    mkdirSync(folder)
    // The sample lies in the home of whoever works.
    process.env.HOME = folder
    const engine = await start(folder)
    if (!engine) {
      console.log(`engines: ${name} is not installed here, and was not tried`)
      continue
    }
    try {
      console.log(`engines: ${engine.version}: ${JSON.stringify(await journey(engine, folder))}`)
    } finally {
      await engine.end()
    }
  }
} finally {
  rmSync(root, { recursive: true, force: true })
}
process.exit(0)
