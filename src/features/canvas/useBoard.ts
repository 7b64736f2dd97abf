import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { noScene, type Scene } from '../../model/canvas/scene.ts'
import { placement } from '../../model/limits.ts'
import type { EditorState, PanZoom } from '../../state/editor.ts'
import { forgetWidths } from '../../ui/measureText.ts'
import { currentScheme, onThemeChange, themeColour } from '../../ui/theme.ts'
import type { BoardLayers } from './drawing/BoardStage.tsx'
import { type Board, createBoard } from './drawing/board.ts'
import { coloursFrom } from './drawing/paint.ts'
import { type Camera, createCamera } from './placing/camera.ts'
import { emptied } from './placing/emptied.ts'
import { createExpansion, type Expansion } from './placing/expansion.ts'
import { firstLook, fittedScene } from './placing/fittedScene.ts'
import { keepView } from './placing/keptView.ts'
import { resized } from './placing/resized.ts'
import type { Sight } from './placing/sight.ts'
import { type Size, type View, zoomedAt } from './placing/viewport.ts'

const restAfter = 150

const colours = () => coloursFrom(themeColour, currentScheme())

const empty = noScene

/** Where the first quirks go by themselves, seen from the beginning. */
const firstRows = {
  left: placement.x.from - placement.step / 2,
  top: placement.y.from - placement.step / 2,
  right: placement.x.to,
  bottom: placement.y.from + placement.step * 2,
}
const firstScale = 1.4
/** And of a canvas without quirks. */
const emptyScale = 1

export interface BoardState {
  readonly board: Board
  readonly camera: Camera
  readonly expansion: Expansion
  readonly layers: RefObject<BoardLayers>
  readonly size: Size
  readonly sight: Sight
  /** Everything in sight. */
  fit(): void
  /** Around the middle. */
  zoomTo(scale: number): void
}

/** The board and its camera for as long as the canvas is shown; `surface` is the element that it fills. */
export function useBoard(
  editor: EditorState,
  /** The name under which place and scale are kept (1 §3). */
  routeName: string,
  scene: Scene | undefined,
  surface: RefObject<HTMLElement | null>,
  counter: boolean,
): BoardState {
  const layers = useRef<BoardLayers>({ rest: null, live: null })
  const [camera] = useState(() => createCamera(viewOf(editor.panZoom[routeName] ?? { scale: 1, tX: 0, tY: 0 })))
  const [sight, setSight] = useState<Sight>({
    scene: empty,
    whole: empty,
    numbers: [],
    labels: new Map(),
    opened: null,
  })
  const tellSight = useCalmly(setSight)
  const [board] = useState(() =>
    createBoard(camera, empty, colours(), {
      drawRest: () => layers.current.rest?.batchDraw(),
      drawLive: () => layers.current.live?.batchDraw(),
      onSight: tellSight,
    }),
  )
  const [expansion] = useState(() => createExpansion(board))
  useEffect(() => expansion.stop, [expansion])
  const size = useSize(surface, camera)
  const known = useRef(editor.panZoom[routeName] !== undefined)
  useKeptView(editor, routeName, camera, known)
  useEffect(() => board.open(), [board])
  useEffect(() => board.setCounter(counter), [board, counter])
  useEffect(() => onThemeChange(() => board.setColours(colours())), [board])
  useEffect(() => {
    void document.fonts.ready.then(() => {
      forgetWidths()
      board.refresh()
    })
  }, [board])

  const whole = useCallback(
    (of: Scene, most: number, look = fittedScene): View =>
      look(of, camera.size, of.bounds ? most : emptyScale, firstRows),
    [camera],
  )
  const { fitUntil } = useSnapshot(editor)
  /** The view, and the size of the canvas for which it was taken. */
  const taken = useRef({ view: camera.view, size: sizeOf(editor.panZoom[routeName]) })
  const lastSize = useRef<Size>(undefined)
  const lastScene = useRef<Scene>(undefined)
  useEffect(() => {
    if (!scene || size.width === 0) return
    const { view } = camera
    const from = (view === taken.current.view ? taken.current.size : lastSize.current) ?? size
    const other = resized(view, from, size, scene.bounds, () => whole(scene, firstScale))
    const isEmptied = lastScene.current !== undefined && emptied(view, size, lastScene.current, scene)
    if (!known.current || fitUntil > Date.now() || isEmptied) camera.set(whole(scene, firstScale, firstLook))
    else if (other) camera.set(other)
    taken.current = { view: camera.view, size: camera.view === view ? from : size }
    lastSize.current = size
    lastScene.current = scene
    known.current = true
    board.setScene(scene)
  }, [board, camera, scene, size, whole, fitUntil])

  const fit = useCallback(() => camera.glide(whole(board.sight.whole, 2)), [board, camera, whole])
  const zoomTo = useCallback(
    (scale: number) => {
      const middle = { x: camera.size.width / 2, y: camera.size.height / 2 }
      camera.glide(zoomedAt(camera.view, middle, scale))
    },
    [camera],
  )
  return { board, camera, expansion, layers, size, sight, fit, zoomTo }
}

function useSize(surface: RefObject<HTMLElement | null>, camera: Camera): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const element = surface.current
    if (!element) return
    const measure = () => {
      const next = { width: element.clientWidth, height: element.clientHeight }
      camera.setSize(next)
      setSize(next)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [surface, camera])
  return size
}

const viewOf = ({ scale, tX, tY }: PanZoom): View => ({ scale, tX, tY })
const sizeOf = (kept: PanZoom | undefined): Size | undefined =>
  kept?.width && kept.height ? { width: kept.width, height: kept.height } : undefined

/** Keeps place and scale in the editor's state (`keptView.ts`); another route's come back with it. `taken`: the camera is set to what there is to see. */
function useKeptView(editor: EditorState, routeName: string, camera: Camera, taken: RefObject<boolean>): void {
  const before = useRef(routeName)
  useEffect(() => {
    const kept = editor.panZoom[routeName]
    if (before.current !== routeName && kept) camera.glide(viewOf(kept))
    before.current = routeName
    const view = keepView(camera, () => taken.current, {
      get: () => editor.panZoom[routeName],
      set: (next) => {
        editor.panZoom[routeName] = next
      },
    })
    // A page that is loaded anew right after a step is to be as it was left.
    addEventListener('pagehide', view.now)
    return () => {
      removeEventListener('pagehide', view.now)
      view.stop()
    }
  }, [editor, routeName, camera, taken])
}

/**
 * Another scene, or a quirk that opens, is told at once; what else comes into sight while panning and zooming only when the hand rests: it is for
 * the items over the canvas, and building them would cost frames.
 */
function useCalmly(tell: (sight: Sight) => void): (sight: Sight) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef<Pick<Sight, 'scene' | 'opened'>>({ scene: empty, opened: null })
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (sight) => {
      clearTimeout(timer.current)
      if (sight.scene === last.current.scene && sight.opened === last.current.opened)
        timer.current = setTimeout(tell, restAfter, sight)
      else tell(sight)
      last.current = sight
    },
    [tell],
  )
}
