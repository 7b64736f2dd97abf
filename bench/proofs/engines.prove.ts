// The main journeys in engines that are not Chromium, each where it is installed: Firefox by WebDriver BiDi, WebKitGTK by its WebDriver, as it comes
// and with the file system that it has and keeps off. Throws where a step does not come to its end, and where there is none of them.
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
  'WebKitGTK with its file system': (folder) =>
    startWebKit(folder, ['StorageAPI', 'StorageAPIEstimate', 'FileSystem', 'AccessHandle']),
}

await build()
const root = mkdtempSync(join(tmpdir(), 'thicket-engines-'))
try {
  for (const [name, start] of Object.entries(starts)) {
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
