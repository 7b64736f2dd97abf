import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { CanvasFooter } from '../features/canvas/CanvasFooter.tsx'
import { type BoardLayers, BoardStage } from '../features/canvas/drawing/BoardStage.tsx'
import { type Board, createBoard } from '../features/canvas/drawing/board.ts'
import { Captions } from '../features/canvas/drawing/Captions.tsx'
import { coloursFrom } from '../features/canvas/drawing/paint.ts'
import { NewQuirkButton } from '../features/canvas/NewQuirkButton.tsx'
import { type Camera, createCamera } from '../features/canvas/placing/camera.ts'
import type { Sight } from '../features/canvas/placing/sight.ts'
import { useTreeInStep } from '../features/canvas/placing/useTreeInStep.ts'
import { fitted } from '../features/canvas/placing/viewport.ts'
import { QuirkTree } from '../features/canvas/QuirkTree.tsx'
import { CanvasEmpty } from '../features/canvas/states/CanvasEmpty.tsx'
import { CanvasFiltered } from '../features/canvas/states/CanvasFiltered.tsx'
import { CanvasLoading } from '../features/canvas/states/CanvasLoading.tsx'
import { OpenedHintBar } from '../features/canvas/states/OpenedHint.tsx'
import { useT } from '../i18n/useT.ts'
import { layoutMap } from '../model/canvas/map/layoutMap.ts'
import { onlyShown, type Scene, sceneOf } from '../model/canvas/scene.ts'
import { PALETTE } from '../model/palette.ts'
import type { QuirkRow } from '../model/queries.ts'
import { none } from '../model/schema.ts'
import { StatusPill } from '../ui/feedback/StatusPill.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { forgetWidths } from '../ui/measureText.ts'
import type { Scheme } from '../ui/theme.ts'

const size = { width: 320, height: 320 }
const nothing = () => {}

const row = (id: number, title: string, at: readonly [number, number], highlights: number, parentQuirkId = none) => {
  const color = PALETTE[(id * 5) % PALETTE.length]?.hex ?? PALETTE[0].hex
  const [x, y] = at
  return { id, title, description: '', color, x, y, parentQuirkId, author: 'Ana', timestamp: 0, highlights }
}

/** Ids are the page's: each sample has its own. */
const few = (id: number): QuirkRow[] => [
  row(id + 1, 'Trust', [60, 60], 42),
  row(id + 2, 'Leaving home', [220, 80], 28),
  row(id + 3, 'Silence', [140, 170], 1),
]
const nested = (id: number): QuirkRow[] => [
  row(id + 1, 'Trust', [80, 80], 42),
  row(id + 2, 'Letters from the harbour', [0, 0], 7, id + 1),
  row(id + 3, 'Doubt', [0, 0], 17, id + 1),
  row(id + 4, 'Trains', [0, 0], 3, id + 3),
  row(id + 5, 'Work', [230, 60], 12),
]
const sceneFrom = (rows: readonly QuirkRow[]) =>
  sceneOf(new Map(rows.map((quirk) => [quirk.id, quirk])), layoutMap(rows))

/** The canvas's states: empty, loading, filtered, bubbles, nested, opened, chosen, aimed at, and a new quirk's place. */
export function CanvasSamples({ name }: { name: Scheme }) {
  const first = name === 'light' ? 5000 : 6000
  const ids = (sample: number) => first + sample * 10
  return (
    <div className="gallery-cards">
      <Frame>
        <CanvasEmpty onNew={nothing} onCodebook={nothing} />
      </Frame>
      <Frame>
        <NewQuirkButton project="" offered={false} onNew={nothing} />
        <OpenedHintBar title="Leaving home" writes onKnown={nothing} />
      </Frame>
      <Frame>
        <NewQuirkButton project="" offered onNew={nothing} />
        <OpenedHintBar title="Donaudampfschifffahrtsgesellschaftskapitänswitwe" writes={false} onKnown={nothing} />
      </Frame>
      <Footer />
      <Frame>
        <CanvasLoading />
      </Frame>
      <Frame>
        <CanvasFiltered onShowAll={nothing} />
      </Frame>
      <Still scene={sceneFrom(few(ids(1)))} />
      <Still scene={sceneFrom(nested(ids(2)))} />
      <Still scene={onlyShown(sceneFrom(nested(ids(3))), new Set([ids(3) + 4]))} />
      <Still scene={sceneFrom(nested(ids(4)))} scale={0.65} act={(board) => board.expand(ids(4) + 1, true)} />
      <Still scene={sceneFrom(nested(ids(5)))} chosen={ids(5) + 1} />
      <Still
        scene={sceneFrom(nested(ids(6)))}
        act={(board) => {
          board.lift(ids(6) + 5, { x: -112, y: -6 })
          board.aim({ id: ids(6) + 1, refused: false })
        }}
      />
      <Still
        scene={sceneFrom(nested(ids(7)))}
        act={(board) => {
          board.lift(ids(7) + 5, { x: -66, y: -26 })
          board.aim({ id: ids(7) + 3, refused: true })
        }}
      />
      <Still scene={sceneFrom(few(ids(8)))} act={(board) => board.ghost({ x: 60, y: 170 })} />
      <Still
        scene={sceneFrom(nested(ids(9)))}
        act={(board) => board.aim({ id: ids(9) + 3, refused: false, branch: true })}
      />
    </div>
  )
}

function Footer() {
  const t = useT()
  const [camera] = useState(() => createCamera({ scale: 1, tX: 0, tY: 0 }))
  const [text, setText] = useState('')
  return (
    <div className="gallery-board">
      <CanvasFooter
        camera={camera}
        onFit={nothing}
        onTidy={nothing}
        onZoom={(scale) => camera.set({ ...camera.view, scale })}
        search={<SearchField label={t('quirk.search')} value={text} onChange={setText} />}
      >
        <StatusPill state="saved" />
      </CanvasFooter>
    </div>
  )
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="gallery-board" style={size}>
    {children}
  </div>
)

const everything = { left: 0, top: 0, right: size.width, bottom: size.height }

interface StillProps {
  scene: Scene
  /** What is done to the board before it is looked at. */
  act?: (board: Board) => void
  chosen?: number
  /** The largest. */
  scale?: number
}

const schemeIn = (element: Element): Scheme => (getComputedStyle(element).colorScheme === 'dark' ? 'dark' : 'light')

/** The real board, without a project behind it. */
function Still(props: StillProps) {
  const frame = useRef<HTMLDivElement>(null)
  const layers = useRef<BoardLayers>({ rest: null, live: null })
  const began = useRef(props)
  const [shown, show] = useState<{ board: Board; camera: Camera }>()
  const [sight, setSight] = useState<Sight>({
    scene: props.scene,
    whole: props.scene,
    numbers: [],
    labels: new Map(),
    opened: null,
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const { scene, act, chosen, scale = 1.2 } = began.current
    const camera = createCamera(fitted(scene.bounds ?? everything, size, 48, scale))
    camera.setSize(size)
    const board = createBoard(
      camera,
      scene,
      coloursFrom((token) => colourIn(element, token), schemeIn(element)),
      {
        drawRest: () => layers.current.rest?.batchDraw(),
        drawLive: () => layers.current.live?.batchDraw(),
        onSight: setSight,
      },
    )
    board.setCounter(true)
    board.setScene(scene)
    act?.(board)
    board.mark(chosen === undefined ? null : { id: chosen, focused: false })
    void document.fonts.ready.then(() => {
      forgetWidths()
      board.refresh()
    })
    show({ board, camera })
    return board.open()
  }, [])
  return (
    <div ref={frame} className="gallery-board" style={size}>
      {shown && <Painted {...shown} layers={layers} sight={sight} chosen={props.chosen} />}
    </div>
  )
}

interface PaintedProps {
  board: Board
  camera: Camera
  layers: RefObject<BoardLayers>
  sight: Sight
  chosen: number | undefined
}

function Painted({ board, camera, layers, sight, chosen }: PaintedProps) {
  const tree = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(chosen ?? null)
  useTreeInStep(tree, camera)
  return (
    <>
      <div aria-hidden>
        <BoardStage board={board} camera={camera} size={size} layers={layers} />
      </div>
      <div className="canvas-over">
        <QuirkTree sight={sight} active={active} onActive={setActive} onKey={nothing} onLeave={nothing} ref={tree} />
        <Captions
          board={board}
          camera={camera}
          counter
          sight={sight}
          chosen={chosen === undefined ? undefined : sight.scene.byId.get(chosen)}
          hovered={undefined}
          onMenu={nothing}
          onHighlight={nothing}
          onQuotes={nothing}
          onEdit={nothing}
          lasting={false}
          lensed={[]}
          descriptionOf={() => ''}
        />
      </div>
    </>
  )
}

/** What a token is in this part of the page. */
function colourIn(element: HTMLElement, token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
