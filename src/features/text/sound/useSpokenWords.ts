import type { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useProject } from '../../../data/live/useLive.ts'
import type { Recording } from '../../../model/schema.ts'
import { type ShownWord, spokenFrom, wordAt } from '../../../model/sound/alignWords.ts'
import { unpackWords } from '../../../model/sound/packedWords.ts'
import type { Player } from './player.ts'
import { markSounding } from './soundingWord.ts'

/** ms without a change of the text after which its words are aligned anew. */
const rest = 700

interface Aligned {
  /** Of which text the positions are. */
  doc: Text | null
  words: readonly ShownWord[]
}

/**
 * Where the words of the recording stand in the text; the one that sounds is marked, and a click on one plays from there, once the sound is there. `doc`: the
 * text that is shown.
 */
export function useSpokenWords(view: EditorView, doc: Text, { id }: Recording, player: Player): RefObject<Aligned> {
  const project = useProject()
  const aligned = useRef<Aligned>({ doc: null, words: [] })
  const [, setAligned] = useState(0)
  useEffect(() => {
    let isOver = false
    const align = async () => {
      const posted = await project.ask('spokenWords', { recordingId: id })
      if (isOver) return
      aligned.current = { doc, words: 'value' in posted ? unpackWords(posted.value) : [] }
      setAligned((n) => n + 1)
    }
    const timer = setTimeout(() => void align(), aligned.current.doc ? rest : 0)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [project, doc, id])
  useEffect(() => {
    const stop = new AbortController()
    const fitting = () => (aligned.current.doc === view.state.doc ? aligned.current.words : [])
    const click = ({ clientX: x, clientY: y, button, detail }: MouseEvent) => {
      const { selection, readOnly } = view.state
      if (button !== 0 || detail !== 1 || !selection.main.empty || !readOnly || player.state.sound !== 'here') return
      const position = characterAt(view, x, y)
      const ms = position === null ? null : spokenFrom(fitting(), position, wordStartAt(view, position))
      if (ms !== null) void player.seek(ms, true)
    }
    view.contentDOM.addEventListener('click', click, { signal: stop.signal })
    const still = player.onMove((ms) => markSounding(view, wordAt(fitting(), ms)))
    return () => {
      stop.abort()
      still()
      markSounding(view, null)
    }
  }, [view, player])
  return aligned
}

/** The character that is there, where CodeMirror tells the nearest gap between two. */
function characterAt(view: EditorView, x: number, y: number): number | null {
  const gap = view.posAtCoords({ x, y })
  if (gap === null) return null
  const isBefore = x < (view.coordsAtPos(gap)?.left ?? x)
  return isBefore ? Math.max(0, gap - 1) : gap
}

function wordStartAt({ state: { doc } }: EditorView, position: number): number {
  const { from, text } = doc.lineAt(position)
  return from + text.slice(0, position - from).search(/\S*$/)
}
