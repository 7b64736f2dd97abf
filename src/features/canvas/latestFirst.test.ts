import { expect, test } from 'vitest'
import { latestFirst } from './latestFirst.ts'

/** Work that goes on until it is told to end. */
function slowly() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  let may = true
  const work = latestFirst<string>(
    (wanted) => {
      begun.push(wanted)
      return new Promise((resolve) => ends.push(resolve))
    },
    () => may,
  )
  const end = async () => {
    ends.shift()?.()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { ...work, begun, end, allow: (next: boolean) => (may = next) }
}

test('one is worked on at a time, and the latest next', async () => {
  const { want, begun, end } = slowly()
  for (const wanted of ['first', 'second', 'third']) want(wanted)
  expect(begun).toEqual(['first'])
  await end()
  await end()
  expect(begun).toEqual(['first', 'third'])
})

test('a quirk that is brought back stays: what is wanted again while the newest rows are in work are these, not those that are drawn', async () => {
  const { want, again, begun, end } = slowly()
  want('without it')
  await end()
  want('with it')
  again()
  await end()
  await end()
  expect(begun).toEqual(['without it', 'with it', 'with it'])
})

test('while something is in the hand nothing is begun; what was wanted until then is', async () => {
  const { want, again, begun, end, allow } = slowly()
  allow(false)
  want('first')
  want('second')
  expect(begun).toEqual([])
  allow(true)
  again()
  await end()
  expect(begun).toEqual(['second'])
})
