import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { device } from '../../state/device.ts'
import { arriveAt } from '../../ui/useArrival.ts'
import { useWindowWidth } from '../useWindowWidth.ts'

/** In px. */
export const codebookWidth = 248
/** From these widths of the window on the codebook has a place of its own, and is open before anybody has said so. */
const docksFrom = 1200
const opensFrom = 1500

/** Whether the codebook is open: beside the canvas, as this person left it, or over it where there is no room, until something else is done. */
export function useCodebook(toArriveAt: string) {
  const { codebook } = useSnapshot(device)
  const width = useWindowWidth()
  const [overIt, setOverIt] = useState(false)
  const isOver = width < docksFrom
  const isOpen = isOver ? overIt : (codebook ?? width >= opensFrom)
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
