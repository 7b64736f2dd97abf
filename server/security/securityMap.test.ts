import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const map = readFileSync(join(import.meta.dirname, '../SECURITY.md'), 'utf8')
const named = [...map.matchAll(/`([\w./-]+\.test\.tsx?)` “([^”]+)”/g)].map(([, file, title]) => ({
  file: file as string,
  title: title as string,
}))

/** The lines of a file that begin or name a test. */
const isTitle = (line: string): boolean => /\b(it|test|describe)\b.*\(|^\s+['"`].*['"`],$|\)\(\s*['"`]/.test(line)

describe('SECURITY.md', () => {
  it('names tests that there are, by files and titles', () => {
    for (const { file, title } of named) {
      expect(existsSync(join(root, file)), file).toBe(true)
      const lines = readFileSync(join(root, file), 'utf8').split('\n')
      expect(
        lines.some((line) => isTitle(line) && line.includes(title)),
        `${file}: ${title}`,
      ).toBe(true)
    }
  })

  it('names many, and no test file without a title', () => {
    expect(named.length).toBeGreaterThan(60)
    expect(map.match(/`[\w./-]+\.test\.tsx?`(?! “)/g) ?? []).toEqual(['`securityMap.test.ts`'])
  })
})
