import { useEffect, useState } from 'react'
import { wordMeasure } from './measureWord.ts'
import { type CloudShape, type PlacedWord, placeWords } from './placeWords.ts'

export interface CloudWord {
  readonly word: string
  readonly count: number
}

/** In ms: how long others wait at most. */
const slice = 8

/** The words of a cloud in their places; those placed last until the next ones are, undefined at first. */
export function usePlacedWords(
  words: readonly CloudWord[],
  shape: CloudShape | null,
): readonly PlacedWord[] | undefined {
  const [placed, setPlaced] = useState<readonly PlacedWord[]>()
  const key = shape && JSON.stringify([words.map(({ word, count }) => [word, count]), shape])
  useEffect(() => {
    if (key === null) return
    const [asked, within] = JSON.parse(key) as [[string, number][], CloudShape]
    const isWanted = { now: true }
    void placeIn(asked, within, isWanted).then((found) => found && setPlaced(found))
    return () => {
      isWanted.now = false
    }
  }, [key])
  return placed
}

/** Until others have had their turn; timers would wait some milliseconds more each. */
const turn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** In slices, so that the page stays at hand; null when it is wanted no more. */
async function placeIn(
  asked: readonly [string, number][],
  shape: CloudShape,
  isWanted: { now: boolean },
): Promise<PlacedWord[] | null> {
  const measure = await wordMeasure(asked.map(([word]) => word))
  const words = asked.map(([word, count]) => ({ word, count, ...measure(word) }))
  const places = placeWords(words, shape)
  while (isWanted.now) {
    const until = performance.now() + slice
    do {
      const { done, value } = places.next()
      if (done) return value
    } while (performance.now() < until)
    await turn()
  }
  return null
}
