import { useEffect } from 'react'
import { markQuirk, onBrush } from '../../state/brush.ts'
import type { CodingEditor } from './codingEditor.ts'
import { setSpotlight, spotlightState } from './highlights/highlightState.ts'

/** What the pointer is on elsewhere is lit in the text, and the quirk of the highlight chosen here is marked elsewhere. */
export function useBrushing(coding: CodingEditor | null): void {
  useEffect(
    () =>
      onBrush((brushed) => {
        const { view } = coding ?? {}
        const quirkIds = brushed && brushed.by !== 'text' ? brushed.quirkIds : null
        if (view && view.state.field(spotlightState).brushed !== quirkIds)
          view.dispatch({ effects: setSpotlight.of({ brushed: quirkIds }) })
      }),
    [coding],
  )
  const chosenQuirk = coding?.view.state.field(spotlightState).active?.value.quirkId
  useEffect(() => {
    if (chosenQuirk !== undefined) markQuirk(chosenQuirk)
  }, [chosenQuirk])
}
