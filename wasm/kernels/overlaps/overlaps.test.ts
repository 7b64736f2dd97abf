import { describe, expect, test } from 'vitest'
import { drawnKernels } from '../../../fixtures/testing/drawnKernels.ts'
import type { Sizes } from '../slices.ts'
import { finish } from '../slices.ts'

const drawing = `
  quirk A
  quirk B
  quirk C
  source One | [1:one [2:two [3:three]1:A four]2:B five]3:C six
  source Two | [one]A [two]B
  source Three | [1:[2:all]1:A of]2:B [3:[4:it]3:A twice]4:A
`

/** Index, higher index, count. */
const matrixOf = async (text: string, sizes: Partial<Sizes> = {}): Promise<number[][]> => {
  const { pairs } = finish((await drawnKernels(text, sizes)).kernels.overlapMatrix())
  return Array.from({ length: pairs.length / 3 }, (_, n) => Array.from(pairs.subarray(n * 3, n * 3 + 3))).sort()
}

describe('highlightOverlapCount', () => {
  test('pairs of highlights on the same characters; those that only touch are none', async () => {
    expect(await matrixOf(drawing)).toEqual([
      [0, 1, 2],
      [0, 2, 1],
      [1, 2, 1],
    ])
    const { kernels } = await drawnKernels('quirk A\nquirk B\nsource One | [one]A[two]B')
    expect(finish(kernels.overlaps(1))).toEqual(new Map())
  })

  test('of one quirk with all, with itself where two of its own overlap', async () => {
    const { kernels } = await drawnKernels(drawing)
    expect(finish(kernels.overlaps(1))).toEqual(
      new Map([
        [1, 1],
        [2, 2],
        [3, 1],
      ]),
    )
    expect(finish(kernels.overlaps(99))).toEqual(new Map())
  })

  test('an empty highlight overlaps nothing', async () => {
    const { db, kernels } = await drawnKernels('quirk A\nquirk B\nsource One | [one]A [two]B')
    db.run('UPDATE highlights SET start = 1, length = 0 WHERE quirkId = 2')
    expect(finish(kernels.overlapMatrix()).pairs).toHaveLength(0)
    expect([finish(kernels.overlaps(1)).size, finish(kernels.overlaps(2)).size]).toEqual([0, 0])
  })

  test.each([1, 2, 3])('more quirks than a kept matrix has room for (%i): counted in blocks', async (widest) => {
    expect(await matrixOf(drawing, { widest, pairs: 1 })).toEqual(await matrixOf(drawing))
  })
})

describe('three and more together', () => {
  const together = async (text: string, quirkIds: number[]): Promise<string[]> => {
    const { db, kernels } = await drawnKernels(text)
    return finish(kernels.overlapsTogether(quirkIds)).map(({ place, start, length }) => {
      const found = db.one<{ text: string }>('SELECT text FROM answer_texts WHERE answerId = ?', [place.id])
      return found?.text.slice(start, start + length) ?? ''
    })
  }

  test('the stretches that each of the quirks covers', async () => {
    expect(await together(drawing, [1, 2, 3])).toEqual(['three'])
    expect(await together(drawing, [1, 2])).toEqual(['two three', 'all'])
    expect(await together(drawing, [3, 1])).toEqual(['three'])
  })

  test('highlights of one quirk that overlap or touch are one stretch', async () => {
    const text = `
      quirk A
      quirk B
      quirk C
      source One | [1:on[2:e tw[3:o]1:A[4: thr]3:B[5:ee]4:A]2:C fo]5:B ur
    `
    expect(await together(text, [1, 2])).toEqual(['o three'])
    expect(await together(text, [1, 3])).toEqual(['e two three'])
    expect(await together(text, [2, 3, 1])).toEqual(['o three'])
  })

  test('of one quirk: its stretches; of none, or with one that has no highlight: nothing', async () => {
    expect(await together(drawing, [2, 2])).toEqual(['two three four', 'two', 'all of'])
    expect(await together(drawing, [])).toEqual([])
    expect(await together(drawing, [1, 99])).toEqual([])
  })
})
