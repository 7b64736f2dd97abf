import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRows } from '../../data/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { editorOf } from '../../state/editor.ts'
import type { Passage } from '../../state/passage.ts'
import { MenuAt } from '../../ui/MenuAt.tsx'
import { BoardStage } from './BoardStage.tsx'
import { CanvasEmpty } from './CanvasEmpty.tsx'
import { buttonStep, CanvasFooter } from './CanvasFooter.tsx'
import { CanvasLoading } from './CanvasLoading.tsx'
import { Captions } from './Captions.tsx'
import { placeOutside, refusing } from './drop.ts'
import { emptySpaceMenu, quirkMenu } from './menus.ts'
import { NewQuirkButton } from './NewQuirkButton.tsx'
import { QuirkTree } from './QuirkTree.tsx'
import { type Bubble, sceneOf } from './scene.ts'
import { useBoard } from './useBoard.ts'
import { useCanvasKeys } from './useCanvasKeys.ts'
import { useDrag } from './useDrag.ts'
import { useFocusItem } from './useFocusItem.ts'
import { useGestures } from './useGestures.ts'
import { usePassageDrop } from './usePassageDrop.ts'
import { useQuirkActions } from './useQuirkActions.ts'
import { useSaid } from './useSaid.ts'
import { useSteady } from './useSteady.ts'
import { useTreeInStep } from './useTreeInStep.ts'
import { useTreeKeys } from './useTreeKeys.ts'
import { centredOn, type Point, showing, toCanvas, toScreen } from './viewport.ts'

/** Where a new quirk goes; without a place the placement grid finds one. With a passage it is made for it. */
export interface NewQuirkRequest {
  x?: number
  y?: number
  passage?: Passage
}

export interface CanvasViewProps {
  /** Opens the form; resolves to the new quirk's id, or null when it was left. */
  onNewQuirk: (request: NewQuirkRequest) => Promise<number | null>
  onEditQuirk: (quirkId: number) => void
  /** Lets the person choose a quirk among all but those of `without`; null when none was. */
  onChooseQuirk: (question: { title: string; without: ReadonlySet<number> }) => Promise<number | null>
  /** What the screen adds to the footer: chat, saving state. */
  footer?: ReactNode
}

interface OpenMenu {
  /** In px of the window. */
  at: Point
  /** The quirk it is for; null is empty space at `place` of the canvas. */
  quirkId: number | null
  place: Point
}

/** Kept free around a bubble that is brought into sight, in px. */
const showMargin = 40
const empty = sceneOf(new Map())

/** The quirks as bubbles: the main view of a project, by pointer, touch, keyboard and screen reader alike. */
export function CanvasView({ onNewQuirk, onEditQuirk, onChooseQuirk, footer }: CanvasViewProps) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { selection } = useSnapshot(editor)
  const writes = mayWrite(useSnapshot(project.state).access)
  const counter = useRows('preferences', {})?.get('highlightCounter')?.value !== 'false'
  const rows = useRows('quirks', {})
  const scene = useMemo(() => rows && sceneOf(rows), [rows])

  const canvas = useRef<HTMLElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const tree = useRef<HTMLDivElement>(null)
  const grabbing = useRef(false)
  const [active, setActive] = useState<number | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const { said, say } = useSaid()

  const state = useBoard(editor, scene, surface, counter)
  const { board, camera, sight } = state
  const actions = useQuirkActions(editor, say)
  const drag = useDrag(board, actions)
  const focusItem = useFocusItem(sight, active)
  useTreeInStep(tree, camera)

  const bubbleOf = (quirkId: number | null) => (quirkId === null ? undefined : sight.scene.byId.get(quirkId))
  const choose = useCallback(
    (quirkId: number | null) => {
      setActive(quirkId)
      if (quirkId === null) canvas.current?.focus({ preventScroll: true })
      else focusItem(quirkId)
    },
    [focusItem],
  )
  const goTo = (bubble: Bubble) => {
    choose(bubble.id)
    camera.glide(showing(camera.view, bubble, bubble.r, camera.size, showMargin))
  }
  const find = useSteady((quirkId: number) => {
    const bubble = bubbleOf(quirkId)
    if (!bubble) return
    choose(quirkId)
    camera.glide(centredOn(bubble, camera.size, Math.max(1, camera.view.scale)))
  })
  // A quirk just made comes with the next rows.
  const [coming, reveal] = useState<number | null>(null)
  const arrived = bubbleOf(coming)
  useEffect(() => {
    if (!arrived) return
    reveal(null)
    goTo(arrived)
  })
  const create = async ({ x, y, passage }: NewQuirkRequest) => {
    const place = x === undefined || y === undefined ? {} : { x: Math.round(x), y: Math.round(y) }
    const made = await onNewQuirk({ ...place, ...(passage && { passage }) })
    if (made !== null) reveal(made)
  }
  const highlight = (bubble: Bubble) => {
    if (selection) void actions.highlight(bubble, selection)
    else say(t('text.selectFirst'))
  }
  const moveInto = async (bubble: Bubble) => {
    const title = t('quirk.moveIntoTitle', { title: actions.named(bubble) })
    const parent = bubbleOf(await onChooseQuirk({ title, without: refusing(sight.scene, bubble) }))
    if (parent) await actions.moveInto(bubble, parent)
  }
  const remove = async (bubble: Bubble) => {
    const next = sight.scene.bubbles[bubble.end] ?? sight.scene.bubbles[bubble.index - 1]
    if (await actions.remove(bubble)) choose(next?.id ?? null)
  }
  const openMenu = (bubble: Bubble) => {
    const box = surface.current?.getBoundingClientRect()
    const { x, y } = toScreen(camera.view, board.shown(bubble))
    setMenu({ at: { x: x + (box?.left ?? 0), y: y + (box?.top ?? 0) }, quirkId: bubble.id, place: bubble })
  }

  const keys = useTreeKeys({
    scene: sight.scene,
    drag,
    actions,
    mayWrite: writes,
    say,
    goTo,
    onEdit: ({ id }) => onEditQuirk(id),
    onMenu: openMenu,
    onHighlight: highlight,
    onRemove: (bubble) => void remove(bubble),
  })
  const onKey = useSteady(keys.onKey)
  const onLeave = useSteady(keys.stopMoving)
  useCanvasKeys(canvas, {
    onNew: () => writes && void create({}),
    onFit: state.fit,
    onZoom: (steps) => state.zoomTo(camera.view.scale + steps * buttonStep),
    onGrab: (held) => {
      grabbing.current = held
      surface.current?.toggleAttribute('data-grabbing', held)
    },
    onEscape: () => setActive(null),
  })
  const { hovered, dragging } = useGestures({
    surface,
    board,
    camera,
    drag,
    grabbing,
    mayDrag: writes,
    onChoose: (bubble) => choose(bubble?.id ?? null),
    onOpen: (bubble, at) => {
      if (!writes) return
      if (bubble) onEditQuirk(bubble.id)
      else void create(toCanvas(camera.view, at))
    },
    onMenu: (bubble, at, inWindow) => {
      if (!writes) return
      choose(bubble?.id ?? null)
      setMenu({ at: inWindow, quirkId: bubble?.id ?? null, place: toCanvas(camera.view, at) })
    },
  })
  const passages = usePassageDrop(board, camera, {
    onQuirk: (bubble, passage) => void actions.highlight(bubble, passage),
    onEmpty: (at, passage) => void create({ ...at, passage }),
  })

  const held = dragging || keys.isMoving
  const chosen = held ? undefined : bubbleOf(active)
  useEffect(() => board.caption(chosen?.id ?? null), [board, chosen])

  const menuBubble = bubbleOf(menu?.quirkId ?? null)
  const menuItems = menuBubble
    ? quirkMenu(t, menuBubble, {
        highlight: selection ? () => highlight(menuBubble) : null,
        edit: () => onEditQuirk(menuBubble.id),
        moveInto: () => void moveInto(menuBubble),
        moveOut: () => void actions.moveTo(menuBubble, placeOutside(sight.scene, menuBubble)),
        remove: () => void remove(menuBubble),
      })
    : emptySpaceMenu(t, () => void create(menu?.place ?? {}))

  return (
    <section ref={canvas} className="canvas" aria-label={t('project.canvas')} tabIndex={-1}>
      <div className="canvas-body" {...(writes && passages.handlers)}>
        <div ref={surface} className="canvas-surface" aria-hidden>
          <BoardStage board={board} camera={camera} size={state.size} layers={state.layers} />
        </div>
        <div className="canvas-over" data-held={held || undefined}>
          <QuirkTree sight={sight} active={active} onActive={setActive} onKey={onKey} onLeave={onLeave} ref={tree} />
          <Captions
            board={board}
            camera={camera}
            counter={counter}
            sight={sight}
            chosen={chosen}
            hovered={held || menu ? undefined : bubbleOf(hovered)}
            onMenu={writes ? (bubble, at) => setMenu({ at, quirkId: bubble.id, place: bubble }) : null}
            onHighlight={selection && highlight}
          />
        </div>
        {!scene && <CanvasLoading />}
        {scene?.bubbles.length === 0 && <CanvasEmpty onNew={writes ? () => void create({}) : undefined} />}
        {writes && (
          <NewQuirkButton
            offered={passages.offered}
            onNew={(passage) => {
              passages.clear()
              void create(passage ? { passage } : {})
            }}
          />
        )}
      </div>
      <CanvasFooter scene={scene ?? empty} camera={camera} onFit={state.fit} onZoom={state.zoomTo} onFind={find}>
        {footer}
      </CanvasFooter>
      <p id="canvas-keys" hidden>
        {t('canvas.keysHint')}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
      <MenuAt
        at={menu?.at ?? null}
        onClose={() => setMenu(null)}
        label={menuBubble ? actions.named(menuBubble) : t('project.canvas')}
        items={menuItems}
      />
    </section>
  )
}
