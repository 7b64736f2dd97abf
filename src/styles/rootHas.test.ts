import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** On paper nothing is added to the page any more. */
const printed = /@media print\s*\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}/g
const onRoot = /(?::root|(?<![\w-])(?:html|body))[^\s{},>+~]*:has\(/g

test('no style asks the root what is in it, as the browser would work out all styles of the page anew whenever anything is added or taken away', () => {
  const asking = globSync('**/*.css', { cwd: root }).flatMap((file) => {
    const styles = readFileSync(join(root, file), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(printed, '')
    return Array.from(styles.matchAll(onRoot), ([found]) => `${file}: ${found}`)
  })
  expect(asking).toEqual([])
})
