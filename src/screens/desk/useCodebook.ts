import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { device } from '../../state/device.ts'
import { arriveAt } from '../../ui/useArrival.ts'
import { useWindowWidth } from '../useWindowWidth.ts'
import { codebookPlace } from './codebookPlace.ts'

/** Whether the codebook is open: beside the canvas, as this person left it, or over it where there is no room, until something else is done. */
export function useCodebook(toArriveAt: string) {
  const { codebook } = useSnapshot(device)
  const width = useWindowWidth()
  const [overIt, setOverIt] = useState(false)
  const { isOver, isOpen } = codebookPlace(width, { kept: codebook, overIt })
  const set = (open: boolean) => {
    if (isOver) setOverIt(open)
    else device.codebook = open
  }
  return {
    isOpen,
    isOver,
    open: () => {
      set(true)
      arriveAt('.codebook-search input')
    },
    close: () => {
      set(false)
      arriveAt(toArriveAt)
    },
    /** The person goes on elsewhere. */
    leave: () => setOverIt(false),
  }
}
