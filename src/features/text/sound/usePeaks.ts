import { useEffect, useState } from 'react'
import { keep, kept } from '../../../data/copies/keptText.ts'
import { peaksOf } from '../../../data/files/peaks.ts'
import { useProject } from '../../../data/live/useLive.ts'
import type { Player } from './player.ts'

/** What was read since the page was loaded, by hash; of a protected project it is nowhere else. */
const known = new Map<string, Uint8Array>()

const keyOf = (hash: string) => `thicket:peaks ${hash}`

/** How loud a recording is, of each part of its time from 0 to 255: read once its sound is there, and kept. Null: not known yet, or never. */
export function usePeaks(hash: string, player: Player, isHere: boolean): Uint8Array | null {
  const { state } = useProject()
  const [peaks, setPeaks] = useState(() => peaksKept(hash))
  useEffect(() => {
    const sound = player.recorded()
    if (!isHere || !sound || peaksKept(hash)) return
    const over = new AbortController()
    const read = async () => {
      const all = await peaksOf(sound, setPeaks, over.signal)
      if (!all) return
      setPeaks(all)
      known.set(hash, all)
      if (!state.isProtected) keep(keyOf(hash), btoa(String.fromCharCode(...all)))
    }
    void read()
    return () => over.abort()
  }, [hash, player, isHere, state])
  return peaks
}

function peaksKept(hash: string): Uint8Array | null {
  const there = known.get(hash)
  if (there) return there
  const text = kept(keyOf(hash))
  return text === null ? null : Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0))
}
