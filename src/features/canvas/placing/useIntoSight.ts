import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Box } from '../../../model/canvas/box.ts'
import { type Bubble, branchOf, type Scene } from '../../../model/canvas/scene.ts'
import type { EditorState } from '../../../state/editor.ts'
import { useSteady } from '../useSteady.ts'

/** What this person has made in the text, or nested, is brought into sight as soon as it is drawn so (`toSee` of the editor); the focus stays where it is. What others do never moves the view. */
export function useIntoSight(editor: EditorState, scene: Scene, show: (bubble: Bubble, around: Box) => void): void {
  const { toSee } = useSnapshot(editor)
  const shows = useSteady(show)
  useEffect(() => {
    const bubble = toSee ? scene.byId.get(toSee.quirkId) : undefined
    if (!toSee || !bubble) return
    const { parentId } = toSee
    if (parentId !== null && bubble.parent !== parentId) return
    editor.toSee = null
    shows(bubble, aroundAll(parentId === null ? [bubble] : branchOf(scene, parentId)))
  }, [editor, toSee, scene, shows])
}

/** Around discs and the names below them. */
const aroundAll = (bubbles: readonly Bubble[]): Box => ({
  left: Math.min(...bubbles.map(({ x, r, name }) => x - Math.max(r, name.wide / 2))),
  right: Math.max(...bubbles.map(({ x, r, name }) => x + Math.max(r, name.wide / 2))),
  top: Math.min(...bubbles.map(({ y, r }) => y - r)),
  bottom: Math.max(...bubbles.map(({ y, r, name }) => y + r + name.high)),
})
