import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const lowered = `
  import { readdirSync, readFileSync } from 'node:fs'
  import { getPriority } from 'node:os'
  import { lowerHelpers } from './lowerPriority.ts'
  const standing = () => Object.groupBy(
    readdirSync('/proc/self/task').map((thread) => ({
      name: readFileSync(\`/proc/self/task/\${thread}/comm\`, 'utf8').trim(),
      priority: getPriority(Number(thread)),
    })),
    ({ name }) => name === 'V8Worker' ? 'helpers' : 'others',
  )
  const before = standing()
  lowerHelpers(5)
  console.log(JSON.stringify({ before, after: standing() }))`

test.runIf(process.platform === 'linux')(
  'the threads that collect garbage for all others come after the event loop, which stays where it was',
  () => {
    const told = execFileSync(process.execPath, ['--input-type=module', '--eval', lowered], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    })
    const { before, after } = JSON.parse(told) as Record<
      'before' | 'after',
      Record<'helpers' | 'others', { priority: number }[]>
    >
    expect(before.helpers.length).toBeGreaterThan(0)
    expect(after.helpers).toEqual(before.helpers.map((one) => ({ ...one, priority: Math.min(19, one.priority + 5) })))
    expect(after.others).toEqual(before.others)
  },
)
