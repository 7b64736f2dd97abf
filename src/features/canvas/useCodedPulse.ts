import { useEffect } from 'react'
import { flightMs, onCoding } from '../../state/coded.ts'
import type { Board } from './drawing/board.ts'

/** The bubble of a quirk to which this person has given a passage pulses as that arrives. */
export function useCodedPulse(board: Board): void {
  useEffect(
    () =>
      onCoding(async ({ isDropped, done }) => {
        const quirkId = await done
        if (quirkId !== null) board.land(quirkId, isDropped ? 0 : flightMs)
      }),
    [board],
  )
}
