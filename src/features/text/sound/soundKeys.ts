/** The keys of a recording. They act wherever the focus is on the page of its text, but in dialogs. */
import type { EditorView } from '@codemirror/view'
import { device } from '../../../state/device.ts'
import { isUnderModal } from '../../../state/singleKeys.ts'
import { isShortcut } from '../../../ui/shortcutText.ts'

export const soundKeys = {
  play: 'F9',
  back: 'Shift+F9',
  stamp: 'Mod+Shift+Enter',
  speaker: 'Mod+Enter',
  last: 'Shift+H',
} as const

export type SoundActs = { [K in keyof typeof soundKeys]?: (() => void) | undefined }

/** Returns what ends it. */
export function bindSoundKeys(view: EditorView, acts: () => SoundActs): () => void {
  const stop = new AbortController()
  const hear = (event: KeyboardEvent) => {
    if (isUnderModal()) return
    // Single keys can be switched off.
    if (isShortcut(event, soundKeys.last) && !device.letterKeys) return
    const isInText = event.target instanceof Node && view.dom.contains(event.target)
    const found = (Object.keys(soundKeys) as (keyof SoundActs)[]).find((key) => isShortcut(event, soundKeys[key]))
    // To play is wanted from anywhere; what changes or selects words, within them.
    if (!found || (found !== 'play' && found !== 'back' && !isInText)) return
    const act = acts()[found]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  // Before the text hears it, which has uses of its own for Enter.
  addEventListener('keydown', hear, { capture: true, signal: stop.signal })
  return () => stop.abort()
}
