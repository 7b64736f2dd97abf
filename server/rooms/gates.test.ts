/** What a room says leaves in its order, and not before what it has changed is kept. */
import { expect, it } from 'vitest'
import { openGates } from './gates.ts'

/** Gates whose keeping ends when the test says so; what was delivered, in its order. */
function gated() {
  const keeping: { set: string; kept: () => void; failed: () => void }[] = []
  const told: string[] = []
  const wholes: string[] = []
  const gates = openGates({
    keep: (_, set) =>
      new Promise((resolve, reject) => {
        keeping.push({ set: String(set), kept: resolve, failed: () => reject(new Error('no lease')) })
      }),
    whole: (_, path) => void wholes.push(`${path} after ${keeping.map(({ set }) => set).join(', ')}`),
  })
  const say = (what: string, set?: string, whole?: string) =>
    gates.pass({ uuid: 'a', ...(set && { set }), ...(whole && { whole }) }, (failed) =>
      told.push(failed ? `${what} refused` : what),
    )
  return { gates, keeping, told, wholes, say }
}

it('goes on at once where nothing has changed, and waits behind what has', async () => {
  const { gates, keeping, told, say } = gated()
  say('one')
  expect(told).toEqual(['one'])
  say('two', 'change 1')
  say('three')
  say('four', 'change 2')
  expect(keeping.map(({ set }) => set)).toEqual(['change 1', 'change 2'])
  keeping[1]?.kept()
  await Promise.resolve()
  expect(told).toEqual(['one'])
  keeping[0]?.kept()
  await gates.idle()
  expect(told).toEqual(['one', 'two', 'three', 'four'])
  say('five')
  expect(told.at(-1)).toBe('five')
})

it('refuses what was said after something that is not kept, until the project is opened anew', async () => {
  const { gates, keeping, told, say } = gated()
  say('one', 'change 1')
  say('two', 'change 2')
  say('three')
  keeping[0]?.failed()
  keeping[1]?.kept()
  await gates.idle()
  say('four')
  await gates.idle()
  expect(told).toEqual(['one refused', 'two refused', 'three refused', 'four refused'])
  gates.reset('a')
  say('five')
  expect(told.at(-1)).toBe('five')
})

it('hands a whole file on at its place among the changes', () => {
  const { wholes, say } = gated()
  say('one', 'change 1')
  say('two', 'change 2', 'file')
  say('three', 'change 3')
  expect(wholes).toEqual(['file after change 1, change 2'])
})
