import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Box } from '../../../model/canvas/box.ts'
import { type Bubble, branchOf, type Scene } from '../../../model/canvas/scene.ts'
import type { EditorState } from '../../../state/editor.ts'
import { useSteady } from '../useSteady.ts'

/**
 * What this person has made in the text, or nested, is brought into sight as soon as it is drawn so; the focus stays where it is. What others do never
 * moves the view. Returns what is told that a quirk has been nested.
 */
export function useIntoSight(
  editor: EditorState,
  scene: Scene,
  show: (bubble: Bubble, around: Box) => void,
): (quirkId: number, parentId: number) => void {
  const { madeQuirk } = useSnapshot(editor)
  const [nested, setNested] = useState<{ id: number; parent: number } | null>(null)
  const shows = useSteady(show)
  useEffect(() => {
    const made = madeQuirk === null ? undefined : scene.byId.get(madeQuirk)
    if (!made) return
    editor.madeQuirk = null
    shows(made, aroundAll([made]))
  }, [editor, madeQuirk, scene, shows])
  useEffect(() => {
    const bubble = nested ? scene.byId.get(nested.id) : undefined
    if (!nested || bubble?.parent !== nested.parent) return
    setNested(null)
    shows(bubble, aroundAll(branchOf(scene, nested.parent)))
  }, [nested, scene, shows])
  return (id, parent) => setNested({ id, parent })
}

/** Around discs and the names below them. */
const aroundAll = (bubbles: readonly Bubble[]): Box => ({
  left: Math.min(...bubbles.map(({ x, r, name }) => x - Math.max(r, name.wide / 2))),
  right: Math.max(...bubbles.map(({ x, r, name }) => x + Math.max(r, name.wide / 2))),
  top: Math.min(...bubbles.map(({ y, r }) => y - r)),
  bottom: Math.max(...bubbles.map(({ y, r, name }) => y + r + name.high)),
})
