import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { QuirkRow } from '../../model/queries.ts'
import type { Key } from '../../model/schema.ts'
import { type Coding, onCoding } from '../../state/coded.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import type { CodedFlightProps } from './CodedFlight.tsx'
import type { CodingEditor } from './codingEditor.ts'
import type { AnswerPlace } from './editing/answerPlace.ts'
import { setSpotlight } from './highlights/highlightState.ts'
import { spotOf } from './highlights/spotOf.ts'

const CodedFlight = lazyPart(async () => (await import('./CodedFlight.tsx')).CodedFlight)
/** So long the bracket of coded words may be on its way, in ms. */
const drawnWithin = 2000
/** Of a passage, in units of its text. */
const onChip = 60

/** Words of this text that have just been coded: their bracket is drawn in, and what flies to the bubble is returned. */
export function useCodedFlight(
  coding: CodingEditor | null,
  place: AnswerPlace,
  quirks: () => ReadonlyMap<Key, QuirkRow> | undefined,
): ReactNode {
  const [flight, setFlight] = useState<CodedFlightProps | null>(null)
  const fly = ({ passage, isDropped, done }: Coding) => {
    if (!coding || passage.sourceId !== place.sourceId || passage.questionId !== place.questionId) return
    const [from, to] = [passage.start, passage.start + passage.length]
    const { view } = coding
    view.dispatch({ effects: setSpotlight.of({ coded: { from, to, until: performance.now() + drawnWithin } }) })
    const spot = isDropped || view.dom.offsetWidth === 0 ? undefined : spotOf(view, from, to)
    const words = view.state.sliceDoc(from, Math.min(to, from + onChip)).replace(/\s+/g, ' ')
    if (spot) setFlight({ from: spot, words, done, quirks })
  }
  const flies = useRef(fly)
  flies.current = fly
  useEffect(() => onCoding((act) => flies.current(act)), [])
  return <Suspense>{flight && <CodedFlight {...flight} />}</Suspense>
}
