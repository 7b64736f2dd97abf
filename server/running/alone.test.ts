/** A server that is alone loads nothing of what makes several nodes one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const server = join(import.meta.dirname, '..')
/** Values that a module imports before it runs; types are taken out before. */
const imports = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?from\s+)?'([^']+)'/gm

it('loads nodes, and the driver of PostgreSQL, only when it is asked for them', () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    // `thicket admin cluster` is loaded by its name alone.
    .filter((name) => !/^(?:cluster|testing)\/|^cli\/cluster\.ts$/.test(name))
  expect(files.length).toBeGreaterThan(100)
  const loads = files.flatMap((name) =>
    [...readFileSync(join(server, name), 'utf8').matchAll(imports)]
      .map(([, from = '']) => from)
      .filter((from) => from === 'postgres' || /\/cluster\/|\/cluster\.ts$/.test(from))
      .map((from) => `${name}: ${from}`),
  )
  expect(loads).toEqual([])
})
