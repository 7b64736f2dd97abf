import type { EditorState } from '@codemirror/state'
import { type PointerEvent, useMemo } from 'react'
import { useRows } from '../../../data/live/useLive.ts'
import { cssColour } from '../../../model/palette.ts'
import { codedTimes, mostLanes } from './codedTimes.ts'
import type { SoundBarProps } from './SoundBar.tsx'
import { lanePaths, wavePath, waveWidth } from './wavePath.ts'

interface WaveProps {
  peaks: Uint8Array | null
  state: EditorState
  codedIn: SoundBarProps['codedIn']
  words: Parameters<typeof codedTimes>[1]
  /** In ms. */
  at: number
  length: number
  onSeek: (ms: number) => void
}

/** Units of the picture: how loud it is above, the lanes below. */
const half = 15
const lanes = { top: 2 * half + 1, height: 3 }
const bottom = lanes.top + mostLanes * lanes.height

/** The whole recording from left to right: how loud it is, what was coded of it, and where it stands. A pointer chooses a place; keys have the slider for that. */
export function Wave({ peaks, state, codedIn, words, at, length, onSeek }: WaveProps) {
  const quirks = useRows('quirks', {})
  const wave = useMemo(() => peaks && wavePath(peaks, half, half), [peaks])
  const coded = useMemo(() => {
    const passages = codedIn(state, 0, state.doc.length)
    const bars = passages.map(({ from, to, value: { quirkId } }) => ({ from, to, quirkId }))
    return lanePaths(codedTimes(bars, words, length), lanes.top, lanes.height)
  }, [state, codedIn, words, length])
  if (!wave && coded.size === 0) return null
  const seek = ({ currentTarget, clientX, buttons }: PointerEvent<SVGSVGElement>) => {
    if (buttons !== 1) return
    const { left, width } = currentTarget.getBoundingClientRect()
    onSeek(Math.min(1, Math.max(0, (clientX - left) / width)) * length)
  }
  const colourOf = (quirkId: number) => {
    const colour = quirks?.get(quirkId)?.color
    return colour && cssColour(colour)
  }
  const top = wave ? 0 : lanes.top
  const now = length > 0 ? (at / length) * waveWidth : 0
  return (
    <svg
      className="text-sound-wave"
      style={{ height: `${bottom - top}px` }}
      viewBox={`0 ${top} ${waveWidth} ${bottom - top}`}
      preserveAspectRatio="none"
      aria-hidden
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seek(event)
      }}
      onPointerMove={seek}
    >
      {wave && <path className="text-sound-loud" d={wave} />}
      {Array.from(coded, ([quirkId, path]) => (
        <path key={quirkId} d={path} style={{ fill: colourOf(quirkId) }} />
      ))}
      <line className="text-sound-now" x1={now} x2={now} y1={top} y2={bottom} />
    </svg>
  )
}
