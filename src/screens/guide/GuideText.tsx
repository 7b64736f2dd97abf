import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import { ShortcutList } from '../../features/commandPalette/ShortcutList.tsx'
import { useT } from '../../i18n/useT.ts'
import type { GuidePage } from '../../model/guidePage.ts'
import { device } from '../../state/device.ts'
import { Keys } from '../../ui/Keys.tsx'
import { useScheme } from '../../ui/theme.ts'
import { type Doable, recordOf } from '../workspace/actions/doable.ts'
import { shortcutAreas } from '../workspace/actions/ShortcutSheet.tsx'
import { documentOf } from './guideBlocks.ts'
import { guidePicture } from './guideFile.ts'

interface GuideTextProps {
  page: GuidePage
  /** The heading that the address names. */
  part: string | undefined
  /** How often the address has been asked for again. */
  again: number
}

/** A page of the guide, with the keys of this machine where it names actions, and pictures in the look that the page has. */
export function GuideText({ page, part, again }: GuideTextProps) {
  const article = useRef<HTMLElement>(null)
  const [slots, setSlots] = useState<readonly HTMLElement[]>([])
  useLayoutEffect(() => {
    article.current?.replaceChildren(...documentOf(page).childNodes)
    const filled = '[data-keys], [data-keys-list], [data-picture]'
    setSlots([...(article.current?.querySelectorAll<HTMLElement>(filled) ?? [])])
  }, [page])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is gone to each time that it is asked for
  useLayoutEffect(() => {
    const target = part && article.current?.querySelector<HTMLElement>(`[id="${CSS.escape(part)}"]`)
    if (!target) {
      scrollTo({ top: 0 })
      return
    }
    target.focus({ preventScroll: true })
    return keepInSight(target)
  }, [page, part, again])
  return (
    <>
      <article ref={article} className="guide-text" />
      {slots.map((slot, at) => createPortal(<Filling of={slot.dataset} />, slot, String(at)))}
    </>
  )
}

/** Whatever a reader moves the page with. */
const moves = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const

/**
 * Shows a heading, and shows it again whenever a picture has come, since those above it move it down: until the reader moves the page.
 * Returns the end of it.
 */
function keepInSight(heading: HTMLElement): () => void {
  const end = new AbortController()
  const show = () => heading.scrollIntoView()
  show()
  // The loading of a picture does not bubble.
  document.addEventListener('load', show, { capture: true, signal: end.signal })
  for (const type of moves)
    addEventListener(type, () => end.abort(), { capture: true, passive: true, signal: end.signal })
  return () => end.abort()
}

function Filling({ of: { keys, picture, words = '' } }: { of: DOMStringMap }) {
  if (picture !== undefined) return <Picture name={picture} words={words} />
  return keys === undefined ? <AllKeys /> : <KeysOf id={keys as Doable} />
}

function Picture({ name, words }: { name: string; words: string }) {
  return <img src={guidePicture(name, useScheme())} alt={words} loading="lazy" />
}

function KeysOf({ id }: { id: Doable }) {
  const [first] = recordOf(id).keys ?? []
  return first && <Keys of={first} />
}

function AllKeys() {
  const t = useT()
  const { letterKeys } = useSnapshot(device)
  return (
    <ShortcutList
      areas={shortcutAreas(t)}
      letterKeys={letterKeys}
      onLetterKeys={(on) => {
        device.letterKeys = on
      }}
    />
  )
}
