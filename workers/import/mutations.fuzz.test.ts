import { expect, test } from 'vitest'
import { seeded } from '../../fixtures/random.ts'
import { damaged } from './testing/damaged.ts'
import { goodFiles } from './testing/goodFiles.ts'
import { readAny } from './testing/readAny.ts'

// Many more in processes with limits: `npm run prove -- imports`.
const first = Number(process.env.SEED ?? 1)
const each = Number(process.env.SEEDS ?? 12)

const files = goodFiles()

test.each(files)('$name is read as it is', async ({ name, bytes }) => {
  expect(await readAny(name, bytes)).toHaveProperty('read')
})

test.each(files)(
  `$name, damaged: read whole or refused (seeds ${first}–${first + each - 1})`,
  async ({ name, bytes }) => {
    for (let seed = first; seed < first + each; seed++) {
      const random = seeded(seed)
      const other = random.from(files).bytes
      const wrong = damaged(bytes, (bound) => random.below(bound), other)
      await readAny(name, wrong).catch((error) => {
        throw new Error(`seed ${seed}: ${error instanceof Error ? error.stack : error}`)
      })
    }
  },
)
